-- On which machines is a durable write fastest?
--
-- The time of a write of 4 KiB and its fsync, the middle of many on one machine. A class has the
-- lowest and the highest of its machines.
SELECT hardware_class, storage_kind,
       min(storage_fsync_us) AS lowest_us, max(storage_fsync_us) AS highest_us,
       count(DISTINCT bundle) AS bundles
FROM 'hosts.parquet'
WHERE storage_fsync_us IS NOT NULL
GROUP BY ALL
ORDER BY lowest_us, hardware_class, storage_kind
LIMIT 12
