-- What do comparisons say where their difference is largest, and how many were revised?
--
-- The newest revision of each that has figures; a row a direction. Pages that several comparisons
-- share are not counted.
WITH newest AS (
  SELECT * FROM 'revisions.parquet'
  QUALIFY row_number() OVER (PARTITION BY comparison ORDER BY revision DESC) = 1
)
SELECT headline_direction AS direction, count(*) AS comparisons,
       count(*) FILTER (revision > 1) AS revised,
       min(revision_date)::VARCHAR AS oldest, max(revision_date)::VARCHAR AS newest,
       round(min(headline_ratio), 2) AS lowest_ratio, round(max(headline_ratio), 2) AS highest_ratio
FROM newest
WHERE headline_ratio IS NOT NULL
GROUP BY direction
ORDER BY comparisons DESC, direction
LIMIT 10
