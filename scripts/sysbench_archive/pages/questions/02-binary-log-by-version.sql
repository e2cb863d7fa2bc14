-- What does the binary log cost, by version?
--
-- Servers of one bundle, version and host, of which one has the binary log and the other has not,
-- and that differ in no option that was set but those of the binary log. The ratio is the throughput
-- with it over that without, of runs with the same workload and as many clients. A row is one bundle.
WITH logs AS (
  SELECT bundle, server, upper(max(value)) NOT IN ('OFF', '0') AS has_log
  FROM 'settings.parquet' WHERE name = 'log_bin'
  GROUP BY bundle, server
), others AS (
  SELECT bundle, server,
         string_agg(name || '=' || value, ' ' ORDER BY name, value) AS text
  FROM 'settings.parquet'
  WHERE origin = 'option'
    AND NOT regexp_matches(name, 'binlog|log_bin|^server_id$|^expire_logs')
  GROUP BY bundle, server
), cells AS (
  SELECT r.bundle, r.server, r.product, r.version, r.host, r.workload,
         r.threads, o.text, l.has_log, median(r.tps) AS tps, min(r.path) AS path
  FROM 'runs.parquet' r JOIN logs l USING (bundle, server)
  LEFT JOIN others o USING (bundle, server)
  WHERE r.state = 'complete' AND NOT r.held AND r.tps > 0
  GROUP BY ALL
)
SELECT bundle, a.product, a.version, a.workload,
       round(min(a.tps / b.tps), 3) AS lowest,
       round(max(a.tps / b.tps), 3) AS highest,
       count(*) AS pairs, min(a.path) AS path
FROM cells a JOIN cells b USING (bundle, product, version, host, workload, threads)
WHERE a.has_log AND NOT b.has_log AND a.text IS NOT DISTINCT FROM b.text
GROUP BY ALL
ORDER BY a.product, a.version, a.workload, bundle
LIMIT 12
