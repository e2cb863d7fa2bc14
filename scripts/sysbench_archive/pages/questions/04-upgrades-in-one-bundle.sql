-- Which upgrades of MySQL raised throughput, and which lowered it?
--
-- Counts are of lines with a direction: one workload at one number of clients on one machine, of
-- general releases, none of which a twin or the lack of another campaign calls in question. Those of
-- one bundle are not independent of each other, so look at the number of bundles first.
SELECT from_series, to_series, count(*) FILTER (direction = 'faster') AS faster,
       count(*) FILTER (direction = 'slower') AS slower,
       round(min(ratio), 2) AS lowest_ratio, round(max(ratio), 2) AS highest_ratio,
       count(DISTINCT bundle) AS bundles
FROM 'lines.parquet'
WHERE product = 'mysql' AND to_product = 'mysql' AND direction IN ('faster', 'slower')
  AND general AND twin IS DISTINCT FROM 'disagrees' AND repeated IS DISTINCT FROM false
GROUP BY from_series, to_series
ORDER BY bundles DESC, faster + slower DESC, from_series, to_series
LIMIT 12
