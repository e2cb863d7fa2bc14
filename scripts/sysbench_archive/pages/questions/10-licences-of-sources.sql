-- Whose results are these, and under which licence were they published?
--
-- `none stated` means that somebody looked and found none.
SELECT CASE WHEN source_id IS NULL THEN 'measured for the archive'
            ELSE coalesce(source_author, 'nobody is named') END AS author,
       string_agg(DISTINCT source_license, ', ' ORDER BY source_license) AS license,
       count(DISTINCT source_id) AS sources,
       count(DISTINCT bundle) AS bundles, count(*) AS runs
FROM 'runs.parquet'
GROUP BY author
ORDER BY runs DESC, author
LIMIT 20
