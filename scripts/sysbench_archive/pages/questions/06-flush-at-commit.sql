-- Which values of innodb_flush_log_at_trx_commit did servers run with?
--
-- Origin `default` is a server of which all options are known, and this one is not among them.
SELECT value, origin, count(*) AS servers, count(DISTINCT bundle) AS bundles
FROM 'settings.parquet'
WHERE name = 'innodb_flush_log_at_trx_commit'
GROUP BY value, origin
ORDER BY servers DESC, value, origin
LIMIT 12
