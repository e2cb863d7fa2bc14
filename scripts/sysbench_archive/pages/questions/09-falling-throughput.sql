-- In which runs did throughput fall most from beginning to end?
--
-- The last third of a run against its first third, behind the first tenth of its time, of runs of
-- ten minutes and more.
WITH lines AS (
  SELECT bundle, run, tps,
         from_s / max(to_s) OVER (PARTITION BY bundle, run) AS place,
         max(to_s) OVER (PARTITION BY bundle, run) AS seconds
  FROM 'series.parquet'
  WHERE part IN ('interval', 'mean')
), thirds AS (
  SELECT bundle, run, any_value(seconds) AS seconds,
         avg(tps) FILTER (place >= 0.1 AND place < 0.4) AS beginning,
         avg(tps) FILTER (place >= 0.7) AS ending
  FROM lines WHERE seconds >= 600
  GROUP BY bundle, run
)
SELECT r.product, r.version, r.test, r.threads, t.seconds::BIGINT AS seconds,
       round(beginning, 1) AS beginning, round(ending, 1) AS ending,
       round(ending / beginning, 3) AS ratio, r.path
FROM thirds t JOIN 'runs.parquet' r USING (bundle, run)
WHERE r.state = 'complete' AND beginning > 0
ORDER BY ratio, r.path
LIMIT 10
