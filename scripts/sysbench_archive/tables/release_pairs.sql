-- Two releases side by side: a row is one workload at one thread count of one bundle, both releases
-- plain, on one host, with the same client, configuration, buffer pool, engine and method.
-- Of several releases of a series the newest general one stands for it.
CREATE OR REPLACE MACRO version_key(version) AS
    regexp_extract_all(version, '[0-9]{1,9}')::BIGINT[];
-- Of two products the one that readers come from more often is the first. Nobody asks for the way
-- to Percona Server of an older series.
CREATE OR REPLACE MACRO product_rank(product) AS
    list_position(['mysql', 'percona-server', 'mariadb'], product);
CREATE OR REPLACE MACRO is_upgrade(older, from_series, newer, to_series) AS
    CASE WHEN older = newer THEN version_key(from_series) < version_key(to_series)
    ELSE product_rank(older) < product_rank(newer)
        AND (newer <> 'percona-server' OR version_key(from_series) <= version_key(to_series))
    END;
-- Where all runs of two cells were settled, and the means of one over that; null where they share no
-- such part.
CREATE OR REPLACE MACRO window_of(one, other) AS list_aggregate(
    [coalesce(list_position(['whole', 'last-three-quarters', 'last-half', 'never'], settled), 1)
        for settled in [one, other]], 'max');
CREATE OR REPLACE MACRO mean_over(place, whole, three_quarters, half) AS
    [whole, three_quarters, half, NULL][place];
WITH known AS (
    SELECT cells.*, blocked.blockers
    FROM cells
    -- What makes a server not comparable with its baseline holds at every thread count.
    LEFT JOIN (
        SELECT DISTINCT bundle, workload, candidate_server AS server, blockers
        FROM contrasts
        WHERE len(blockers) > 0
    ) AS blocked USING (bundle, workload, server)
    WHERE alone AND variant = ''
),
newest AS (
    SELECT *
    FROM known
    WHERE NOT held AND product_rank(product) IS NOT NULL
        AND load <> 'other'
    QUALIFY row_number() OVER (
        PARTITION BY bundle, workload, host, client, threads, regime, pool_mib, engine, method,
            character_set, product, series
        ORDER BY maturity = 'ga' DESC, version_key(version) DESC, version DESC, server
    ) = 1
),
-- What was judged the other way round is turned.
judged AS (
    SELECT bundle, workload, threads, baseline_server AS older, candidate_server AS newer,
        ratio, low, high, direction, evidence_status AS status
    FROM contrasts
    UNION ALL
    SELECT bundle, workload, threads, candidate_server, baseline_server, 1 / ratio, 1 / high,
        1 / low,
        CASE direction WHEN 'faster' THEN 'slower' WHEN 'slower' THEN 'faster' ELSE direction END,
        evidence_status
    FROM contrasts
),
pairs AS (
SELECT
    newer.* EXCLUDE (
        server, product, version, series, build, maturity, variant, alone, client, held, started,
        loaded, processors, setup, work, place, n, log_mean, log_variance, settled,
        log_mean_last_three_quarters, log_mean_last_half, blockers
    ),
    older.server AS from_server, older.product, older.series AS from_series,
    older.version AS from_release, older.build AS from_build,
    newer.server AS to_server, newer.product AS to_product, newer.series AS to_series,
    newer.version AS to_release, newer.build AS to_build,
    older.maturity = 'ga' AND newer.maturity = 'ga' AS general,
    -- Slices that were judged have the ratio of their rounds, paired and trimmed, like the contrast.
    coalesce(if(method = 'slices', judged.ratio, NULL), exp(log_ratio)) AS ratio,
    ['whole', 'last-three-quarters', 'last-half'][part] AS settled,
    exp(newer.log_mean - older.log_mean) AS whole_ratio, judged.low, judged.high, judged.direction,
    judged.status, newer.n AS newer_runs, older.n AS older_runs
FROM newest AS older
JOIN newest AS newer USING (bundle, workload, host, client, threads, regime, engine, method)
CROSS JOIN LATERAL (SELECT window_of(older.settled, newer.settled) AS part)
CROSS JOIN LATERAL (SELECT
    mean_over(part, newer.log_mean, newer.log_mean_last_three_quarters, newer.log_mean_last_half)
    - mean_over(part, older.log_mean, older.log_mean_last_three_quarters, older.log_mean_last_half)
    AS log_ratio)
LEFT JOIN judged
    ON judged.bundle = newer.bundle AND judged.workload = newer.workload
    AND judged.threads = newer.threads
    AND judged.older = older.server AND judged.newer = newer.server
WHERE older.pool_mib IS NOT DISTINCT FROM newer.pool_mib
    -- Where only one was told a character set, the other has the default of its release.
    AND (older.character_set = newer.character_set OR '' IN (older.character_set, newer.character_set))
    AND older.blockers IS NOT DISTINCT FROM newer.blockers
    AND log_ratio IS NOT NULL
    AND is_upgrade(older.product, older.series, newer.product, newer.series)
),
-- MySQL and Percona Server of one series in one campaign, each with how far the other lies from it.
-- A twin that is held still says that one of the two is not what its release does.
of_two AS (
    SELECT * FROM known
    WHERE product IN ('mysql', 'percona-server') AND log_mean IS NOT NULL
),
twins AS (
    SELECT one.bundle, one.workload, one.threads, one.server, other.server AS twin,
        coalesce(ln(pair.ratio), -ln(turned.ratio), other.log_mean - one.log_mean) AS apart
    FROM newest AS one
    JOIN of_two AS other USING (
        bundle, workload, host, client, threads, regime, engine, method, series
    )
    LEFT JOIN pairs AS pair
        ON pair.bundle = one.bundle AND pair.workload = one.workload
        AND pair.threads = one.threads AND pair.from_server = one.server
        AND pair.to_server = other.server
    LEFT JOIN pairs AS turned
        ON turned.bundle = one.bundle AND turned.workload = one.workload
        AND turned.threads = one.threads AND turned.to_server = one.server
        AND turned.from_server = other.server
    WHERE one.product <> other.product AND one.product IN ('mysql', 'percona-server')
        AND one.pool_mib IS NOT DISTINCT FROM other.pool_mib
        AND (one.character_set = other.character_set
            OR '' IN (one.character_set, other.character_set))
        AND one.blockers IS NOT DISTINCT FROM other.blockers
    QUALIFY row_number() OVER (
        PARTITION BY one.bundle, one.workload, one.host, one.client, one.threads, one.server
        ORDER BY other.maturity = 'ga' DESC, version_key(other.version) DESC, other.version DESC,
            other.server
    ) = 1
),
beside AS (
    SELECT pairs.*,
        CASE WHEN pairs.from_series = pairs.to_series OR coalesce(base.apart, tip.apart) IS NULL
            THEN NULL
        WHEN abs(base.apart) > abs(ln(pairs.ratio))
            OR ln(pairs.ratio) * coalesce(
                ln(step.ratio), ln(pairs.ratio) + coalesce(tip.apart, 0) - coalesce(base.apart, 0)
            ) < 0 THEN 'disagrees'
        ELSE 'agrees' END AS twin,
        list_filter([
            {'at': 0.0, 'server': pairs.from_server}, {'at': base.apart, 'server': base.twin},
            {'at': ln(pairs.ratio), 'server': pairs.to_server},
            {'at': ln(pairs.ratio) + tip.apart, 'server': tip.twin}
        ], lambda one: one.server IS NOT NULL) AS four
    FROM pairs
    LEFT JOIN twins AS base
        ON base.bundle = pairs.bundle AND base.workload = pairs.workload
        AND base.threads = pairs.threads AND base.server = pairs.from_server
    LEFT JOIN twins AS tip
        ON tip.bundle = pairs.bundle AND tip.workload = pairs.workload
        AND tip.threads = pairs.threads AND tip.server = pairs.to_server
    LEFT JOIN pairs AS step
        ON step.bundle = pairs.bundle AND step.workload = pairs.workload
        AND step.threads = pairs.threads AND step.from_server = base.twin
        AND step.to_server = coalesce(tip.twin, pairs.to_server)
)
SELECT * EXCLUDE four,
    CASE WHEN twin = 'disagrees' THEN list_max(list_transform(four, lambda one: {
        'apart': abs(one.at - list_median(list_transform(four, lambda each: each.at))),
        'server': one.server
    })).server END AS alone,
    CASE WHEN abs(ln(ratio)) > ln(2.5) THEN EXISTS (
        FROM pairs AS other
        WHERE other.product = own.product AND other.to_product = own.to_product
            AND other.from_series = own.from_series AND other.to_series = own.to_series
            AND other.workload = own.workload
            AND (other.author <> own.author AND '' NOT IN (other.author, own.author)
                -- A day that is not recorded in full may be any.
                OR NOT starts_with(other.day, own.day) AND NOT starts_with(own.day, other.day))
            AND ln(other.ratio) / ln(own.ratio) >= 0.5
    ) END AS repeated
FROM beside AS own
ORDER BY product_rank(product), product_rank(to_product), version_key(from_series),
    version_key(to_series), bundle, workload, host, from_server, to_server, threads
