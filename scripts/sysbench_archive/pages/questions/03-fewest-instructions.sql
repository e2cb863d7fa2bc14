-- Which release needs the fewest instructions for a point select?
--
-- User-space instructions of the threads that serve connections, counted on unmodified servers that
-- run with their defaults: the length of the path, not the speed. From the lowest count to the
-- highest.
SELECT product, version,
       round(min(instructions_per_transaction))::BIGINT AS instructions,
       round(max(instructions_per_transaction))::BIGINT AS highest,
       count(*) AS counts, min(path) AS path
FROM 'runs.parquet'
WHERE test = 'oltp_point_select' AND instructions_per_transaction IS NOT NULL
  AND state = 'complete' AND variant IS NULL AND regime = 'defaults'
GROUP BY product, version
ORDER BY instructions, product, version
LIMIT 12
