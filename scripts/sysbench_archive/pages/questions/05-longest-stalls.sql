-- Which runs stood still for longest?
--
-- A stall is a stretch of interval lines below a tenth of the run's median. Lines of ten seconds
-- hide shorter ones.
SELECT product, version, variant, test, threads, storage_kind,
       longest_stall_s, stalls, source_author, path
FROM 'runs.parquet'
WHERE state = 'complete' AND stalls > 0
ORDER BY longest_stall_s DESC, path
LIMIT 10
