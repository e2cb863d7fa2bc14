-- What is the 95th percentile of latency of MySQL 8.0 with 64 clients on NVMe?
--
-- Each row is one bundle, version and test. Percentiles of several runs are not averaged: the row
-- has their lowest and highest. Without the limit there are more rows.
SELECT bundle, version, test, memory_size_mib // 1024 AS memory_gib,
       min(latency_p95_ms) AS lowest_ms, max(latency_p95_ms) AS highest_ms,
       count(*) AS runs, min(path) AS path
FROM 'runs.parquet'
WHERE product = 'mysql' AND version LIKE '8.0.%' AND threads = 64
  AND storage_kind LIKE '%nvme%' AND state = 'complete'
  AND latency_p95_ms IS NOT NULL
GROUP BY bundle, version, test, memory_gib
ORDER BY lowest_ms, bundle, version, test
LIMIT 12
