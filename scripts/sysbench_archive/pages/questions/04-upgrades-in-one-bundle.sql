-- Which upgrades of MySQL raised throughput, and which lowered it?
--
-- Counts are of contrasts with a direction: one workload at one number of clients on one machine.
-- Those of one bundle are not independent of each other, so look at the number of bundles first.
-- Only contrasts with the older series as the baseline are counted.
WITH pairs AS (
  SELECT bundle, direction, ratio,
         regexp_extract(baseline_version, '^\d+\.\d+') AS baseline,
         regexp_extract(candidate_version, '^\d+\.\d+') AS candidate
  FROM 'contrasts.parquet'
  WHERE baseline_product = 'mysql' AND candidate_product = 'mysql'
    AND metric IN ('tps', 'qps') AND direction IN ('faster', 'slower')
)
SELECT baseline, candidate, count(*) FILTER (direction = 'faster') AS faster,
       count(*) FILTER (direction = 'slower') AS slower,
       round(min(ratio), 2) AS lowest_ratio, round(max(ratio), 2) AS highest_ratio,
       count(DISTINCT bundle) AS bundles
FROM pairs
WHERE string_split(baseline, '.')::INT[] < string_split(candidate, '.')::INT[]
GROUP BY baseline, candidate
ORDER BY bundles DESC, faster + slower DESC, baseline, candidate
LIMIT 12
