-- With how many clients does read-only throughput peak?
--
-- Of each server that ran at five or more numbers of clients: where its median throughput is
-- highest, and over the hardware threads of its machine, from the lowest to the highest.
WITH cells AS (
  SELECT bundle, server, product, series, workload, threads, cpu_threads,
         median(tps) AS tps
  FROM 'runs.parquet'
  WHERE test = 'oltp_read_only' AND state = 'complete' AND tps > 0
    AND cpu_threads IS NOT NULL
  GROUP BY ALL
), peaks AS (
  SELECT bundle, product, series, cpu_threads, threads AS peak
  FROM cells
  WINDOW sweep AS (PARTITION BY bundle, server, product, series, workload, cpu_threads),
         downwards AS (sweep ORDER BY tps DESC, threads)
  QUALIFY count(*) OVER sweep >= 5 AND row_number() OVER downwards = 1
)
SELECT product, series,
       round(min(peak / cpu_threads), 2) AS fewest_per_hardware_thread,
       round(max(peak / cpu_threads), 2) AS most_per_hardware_thread,
       min(peak) AS fewest_clients, max(peak) AS most_clients,
       count(*) AS sweeps, count(DISTINCT bundle) AS bundles
FROM peaks
GROUP BY product, series
ORDER BY bundles DESC, sweeps DESC, product, series
LIMIT 12
