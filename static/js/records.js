/*
The shapes of the files that the build publishes and that the site's programs read. Python decides
what is in them; `schema/derived.schema.json` describes each field, and a test holds these types
against it. Only what a program reads is named here.
*/

/* charts/<name>.json: one chart. */

/**
 * @typedef {"throughput" | "ratio" | "latency" | "spread" | "efficiency" | "load_p95" | "load_p99"} ChartKind
 */

/**
 * @typedef {object} ChartMetric
 * @property {string} name
 * @property {string} label Name for readers.
 * @property {string} unit "1/s", "ms", "us" and the like; empty for a ratio.
 * @property {number} decimals Decimals its figures are shown with.
 */

/**
 * A server in a chart.
 * @typedef {object} ChartSide
 * @property {string} id
 * @property {string} label Name for readers.
 * @property {"baseline" | "candidate"} role
 * @property {string} product
 * @property {string} version
 * @property {string} series Release series.
 * @property {number} shade Position among the sides of its product, by version, from 0.
 */

/**
 * A point: the runs of a side at one thread count. Without repetitions `low` and `high` are the centre.
 * @typedef {object} ChartRow
 * @property {number} threads
 * @property {string} side Id of its side.
 * @property {string} label Name of its side.
 * @property {number} centre
 * @property {number} low
 * @property {number} high
 * @property {number} n How many runs.
 * @property {string} path Site-relative path of its first run, with a slash before.
 */

/**
 * @typedef {object} Chart
 * @property {string} name
 * @property {ChartKind} kind
 * @property {string} title
 * @property {string} [description] What it shows in words, of a chart that no page describes.
 * @property {ChartMetric} metric
 * @property {string} x What stands across: "threads", or "load", the events a second that were offered.
 * @property {boolean} log_x Whether thread counts are drawn on a logarithmic axis.
 * @property {ChartSide[]} sides
 * @property {ChartRow[]} values
 */

/* results/<bundle>/compare.json: a result as /compare/ reads it. */

/**
 * @typedef {"blocker" | "warning" | "info"} Severity
 */

/**
 * One fact that figures depend on: its value, who chose it where that is known, or why it is not known.
 * @typedef {string | {value: string, origin: "default" | "chosen"} | {state: "unrecorded" | "unavailable"}} Condition
 */

/**
 * Conditions by name. Names that begin with "identity." say what several sides may share.
 * @typedef {Record<string, Condition>} Conditions
 */

/**
 * @typedef {ChartMetric & {direction: "higher" | "lower" | "none"}} Metric
 */

/**
 * @typedef {object} ComparedBundle
 * @property {string} id
 * @property {string} title
 * @property {string} path Site-relative path of its page.
 * @property {string} evidence Evidence class.
 */

/**
 * @typedef {object} ComparedServer
 * @property {string} id
 * @property {string} label
 * @property {string} product
 * @property {string} version
 * @property {string} series
 * @property {number | null} cpus Hardware threads of its machine.
 * @property {string} origin The same for servers that may be compared across results; else empty.
 * @property {Record<string, {threshold: number, session: number}>} noise Workload id to what
 *   runs of the same thing differ by on its machine: single runs, and sessions with degrees of freedom, as log ratios.
 * @property {Conditions} conditions Its own and its host's.
 */

/**
 * @typedef {object} ComparedWorkload
 * @property {string} id
 * @property {string} label
 * @property {string} family Family of its test, which decides how much a condition weighs.
 * @property {boolean} rate_limited Whether runs were held to a rate, so that throughput tells nothing.
 * @property {Conditions} conditions Its own, its client's and the campaign's.
 */

/**
 * The runs of a server under a workload at one thread count; the lists are in the same order.
 * @typedef {object} ComparedCell
 * @property {string} server Id.
 * @property {string} workload Id.
 * @property {string} metric Name.
 * @property {string} bottleneck The bottleneck outside of the server; empty where nothing tells.
 * @property {number} threads
 * @property {number[]} values
 * @property {string[]} blocks Block of each run; empty where none is recorded.
 * @property {(number | null)[]} loads Dataset load of each run.
 * @property {(number | null)[]} sessions Server session of each run.
 * @property {(number | null)[]} turns When each run started, in seconds since the first of the result, or its position.
 * @property {string[]} runs Ids.
 * @property {(number | null)[]} failed Failed statements a transaction of each run; null where not known.
 * @property {ComparedSlices} [slices] The slices of its run, where that was cut into any.
 */

/**
 * The slices of a run, in order of time.
 * @typedef {object} ComparedSlices
 * @property {number[]} values
 * @property {number[]} rounds
 * @property {number[]} loads
 * @property {number[]} sessions
 * @property {number[]} turns
 */

/**
 * Variance of a run pooled over the servers of a block design, as logarithms.
 * @typedef {object} Residual
 * @property {string} workload
 * @property {number} threads
 * @property {number} variance
 * @property {number} df
 * @property {number} blocks
 * @property {Record<string, number>} factors How many times as much runs of a server vary, for those judged by it.
 * @property {number} factor_df Degrees of freedom of a factor above 1.
 */

/**
 * @typedef {object} ComparedResult
 * @property {ComparedBundle} bundle
 * @property {string} order Order of the runs as stated; empty where nobody recorded it.
 * @property {Residual[]} residuals
 * @property {ComparedServer[]} servers
 * @property {ComparedWorkload[]} workloads
 * @property {Metric[]} metrics
 * @property {ComparedCell[]} cells
 * @property {Record<string, number[]>} [quantiles] Of Student's t, in place of the policy's, where figures were looked at
 *   while they were measured.
 */

/* policy.json: the rules by which /compare/ judges, all of them Python's. */

/**
 * @typedef {"faster" | "slower" | "fewer" | "more" | "equivalent" | "mixed" | "no-clear-difference" | "cannot-tell" | "not-comparable"} Direction
 */

/**
 * @typedef {"measured" | "indicative" | "reported"} EvidenceStatus
 */

/**
 * How ratios are written.
 * @typedef {object} Numerals
 * @property {number} times_up Ratios from here on are written in times.
 * @property {number} times_down Ratios from here down are.
 * @property {number} too_wide Upper over lower end from which an interval around 1 is too noisy to tell.
 * @property {number} small Shares below have a decimal as a percentage.
 * @property {number} large Times from here on are whole.
 * @property {number} least Times below are written as less than this.
 * @property {number} least_share Shares below are, where they must not read 0.
 */

/**
 * Numbers, tables and phrases of the verdict policy; /methodology/ explains them.
 * @typedef {object} VerdictPolicy
 * @property {number} margin Within which sides are equivalent, as a share.
 * @property {number} blocks Blocks that paired runs must have.
 * @property {number} rounds Rounds of slices that a verdict must have.
 * @property {number} trim What is left out at either end of the ratios of rounds, as a share.
 * @property {number} states Dataset loads, and server sessions, that each side must have.
 * @property {number} near How near to the count of CPUs is about it, as a factor.
 * @property {[number, number]} over Times the count of CPUs that is oversubscribed: wanted, and at least.
 * @property {number} farthest Largest log ratio that is told.
 * @property {string[]} published Evidence classes of published figures.
 * @property {string[]} outside_bottlenecks Bottlenecks that can hide a difference.
 * @property {Record<string, number[]>} t Quantiles of Student's t, from one degree of freedom on: by how many
 *   contrasts share the error rate, and "power".
 * @property {Record<string, string>} words Phrases with {names} to fill in.
 * @property {number} listed How many names a sentence lists.
 * @property {Numerals} numerals
 * @property {Record<Direction, string>} directions
 * @property {Record<EvidenceStatus, string>} statuses
 */

/**
 * A row of the table of conditions: something on which figures depend.
 * @typedef {object} ConditionField
 * @property {string} field Its name.
 * @property {string} label
 * @property {string} why Why it matters.
 * @property {string} subject What has it: "host", "server", "setting", "client", "workload" and the like.
 * @property {Record<string, Severity>} severity By family of workloads.
 * @property {boolean} needed Whether it weighs that nobody recorded it.
 * @property {string} intended When it differs because of what is compared: "always", "product", "version",
 *   "variant", "defaults", or never.
 * @property {string} decided_by Condition that counts in its place where both sides state it; else empty.
 * @property {string} effect What is known of a variable's effect; else empty.
 * @property {string} reference Where that is known from: a web address, or a path of this site; else empty.
 * @property {Record<string, number>} order Place among rows that weigh the same, by family of workloads.
 */

/**
 * Variables that are no rows of the table. The first known one that fits counts.
 * @typedef {object} VariableRules
 * @property {string} prefix How names of such conditions begin.
 * @property {string} any What ends the label of a rule for all variables that begin so.
 * @property {ConditionField[]} known
 * @property {ConditionField} unknown What holds for the others.
 */

/**
 * @typedef {"same" | "intended" | "differs" | "unrecorded"} FindingStatus
 */

/**
 * Order and exceptions of the table of conditions.
 * @typedef {object} ComparabilityRules
 * @property {FindingStatus[]} statuses The worst first.
 * @property {Severity[]} severities The heaviest first.
 * @property {string[]} unknowns States of conditions nobody knows.
 * @property {string} identity What names of identities begin with.
 * @property {string[]} identities
 * @property {Record<string, string[]>} shared_by Subject to the identities it goes with, all together.
 * @property {Record<string, string[]>} comes_with What may differ along with a product or a version.
 * @property {string} default_of What values begin with that say no more than "the default of a version".
 * @property {string[]} besides What may be compared, the most telling first.
 * @property {number} notable_failures Failed statements a transaction by which sides must differ.
 */

/**
 * @typedef {object} ComparabilityWords
 * @property {Record<string, string>} notes
 * @property {Record<string, string>} sentences Phrases with {names} to fill in.
 * @property {string} failures Failed statements of a side, with {rate}, {threads} and {unit} to fill in.
 * @property {Record<string, string>} besides
 * @property {[string, string]} differ Of one field, of several.
 * @property {number} most_named
 * @property {string} and
 * @property {string} more
 */

/**
 * @typedef {object} Policy
 * @property {VerdictPolicy} verdicts
 * @property {ConditionField[]} conditions The table of conditions.
 * @property {VariableRules} variables
 * @property {ComparabilityRules & {across: string[]}} comparability_rules `across`: fields that forbid ratios between results.
 * @property {ComparabilityWords} comparability_words
 * @property {{found: Record<string, string>, values: Record<string, string>}} page Words of the page.
 */

/* explore/index.json and its pieces: every series and its runs. */

/**
 * @typedef {object} Facet
 * @property {string} name Column of the rows.
 * @property {string} title
 * @property {{value: string, label: string, series: number, runs: number}[]} values With how many series and runs have each.
 */

/**
 * @typedef {object} ExplorePieceEntry
 * @property {string} path Site-relative, without a slash before.
 * @property {number} series
 * @property {number} runs
 * @property {Record<string, number[]>} values For each facet the places of those it holds.
 */

/**
 * @typedef {object} ExploreIndex
 * @property {number} series
 * @property {number} runs
 * @property {ExplorePieceEntry[]} pieces
 * @property {Facet[]} facets
 * @property {Record<string, {label: string, unit: string, decimals: number}>} metrics
 */

/**
 * @typedef {object} ExploreRun
 * @property {string} run
 * @property {number} threads
 * @property {number} value
 * @property {number} [repetition]
 */

/**
 * A series: columns of the tables, and those of facets besides these; what is not known is not there.
 * @typedef {object} ExploreRow
 * @property {string} bundle
 * @property {string} title
 * @property {string} evidence
 * @property {string} submitted
 * @property {string} [submitter]
 * @property {string} server
 * @property {string} server_label
 * @property {string} product
 * @property {string} workload
 * @property {string} workload_label
 * @property {string} [test]
 * @property {string} [machine_label]
 * @property {string} hardware_class
 * @property {string} hardware_class_label
 * @property {string} throughput_metric Of the figures of its runs.
 * @property {number} lowest_threads
 * @property {number} highest_threads
 * @property {number} thread_counts
 * @property {number} run_count
 * @property {number} [peak]
 * @property {number} [peak_threads]
 * @property {ExploreRun[]} runs In the order of their threads.
 */

/**
 * @typedef {{rows: ExploreRow[]}} ExplorePiece
 */

/* hardware/classes.json: classes of machines, and how far they lie apart. */

/**
 * A machine on the scales of the dimensions; null where it is unknown.
 * @typedef {Record<string, number | string | null>} MachineValues
 */

/**
 * @typedef {object} HardwareClass
 * @property {string} id
 * @property {string} label
 * @property {MachineValues} values
 */

/**
 * A part of the distance between two machines.
 * @typedef {object} Dimension
 * @property {string} name
 * @property {"log2" | "linear" | "choice"} scale
 * @property {number} weight Cost of a step.
 * @property {number} unknown Cost where a side is unknown.
 * @property {string} more
 * @property {string} less
 * @property {string} same
 * @property {string} missing
 */

/**
 * @typedef {object} Generation
 * @property {string} id
 * @property {string} label
 * @property {number | null} year
 */

/**
 * @typedef {object} HardwareTables
 * @property {HardwareClass[]} classes
 * @property {Dimension[]} dimensions
 * @property {Record<string, string>} platforms
 * @property {Generation[]} generations
 * @property {{pattern: string, generation: string}[]} processors Patterns of model names, the first match wins.
 * @property {number} longest_model Characters of a model name that are looked at.
 * @property {Record<string, string>} lscpu Name of a line of lscpu to what it tells.
 */

/* search/documents.json and its pieces: every page, to be searched. */

/**
 * @typedef {object} SearchDocument
 * @property {string} path Site-relative path.
 * @property {string} title
 * @property {string} kind
 * @property {string} text What is shown of it, and found.
 * @property {string} [words] What it is found by besides.
 * @property {string[]} product
 * @property {string[]} evidence
 * @property {string} year Empty where it has none.
 * @property {string[]} series Release series, as `mysql-8.0`; of an upgrade its two.
 * @property {string[]} [bundles] Of a row of a list: those it rests on.
 * @property {boolean} [own] Whether it is a comparison that a result has of its own.
 */

/**
 * @typedef {object} SearchFile
 * @property {Record<"kind" | "product" | "evidence", Record<string, string>>} labels What readers call a value.
 * @property {SearchDocument[]} documents Those that are searched at once.
 * @property {SearchPieceEntry[]} pieces Rows of lists, which are searched as well.
 */

/**
 * @typedef {object} PieceEntry
 * @property {string} path Site-relative, without a slash before.
 * @property {number} rows
 */

/**
 * @typedef {PieceEntry & {kind: string}} SearchPieceEntry
 */

/* lists/<name>.json, its pieces, and lists/settings.json. */

/**
 * @typedef {object} ListIndex
 * @property {number} rows
 * @property {PieceEntry[]} pieces
 * @property {Record<string, string>} evidence What readers call each evidence class.
 * @property {Record<string, {weight: number, unknown: number}>} near What a difference between machines counts.
 */

/**
 * A row of a list. Texts are empty where nothing is recorded.
 * @typedef {object} ListRow
 * @property {string} path
 * @property {string} title
 * @property {string} finding
 * @property {string} by Who measured.
 * @property {string} year
 * @property {string} servers In short.
 * @property {string[]} versions
 * @property {string} machine In short.
 * @property {string[]} hardware Names, processors and instance types.
 * @property {string} loads In short.
 * @property {string[]} tests
 * @property {string} threads In short.
 * @property {number[]} counts
 * @property {number} runs
 * @property {string} points Of a line.
 * @property {string} drawn What stands across the line.
 * @property {string[]} bundles
 * @property {boolean} own Whether it is a comparison that a result has of its own.
 * @property {string[]} product
 * @property {string[]} series
 * @property {string[]} load
 * @property {number[]} cores Upper ends of doublings.
 * @property {number[]} memory
 * @property {string[]} storage
 * @property {string[]} evidence
 */

/**
 * @typedef {{rows: ListRow[]}} ListPiece
 */

/**
 * @typedef {object} SettingUse
 * @property {string} name
 * @property {string} path Its page; empty where it has none.
 * @property {{value: string, bundles: number[]}[]} values The most used first.
 */

/**
 * @typedef {object} SettingUses
 * @property {string[]} bundles
 * @property {SettingUse[]} settings
 */

/* results/<bundle>/variables.json: effective variables of the servers of a result. */

/**
 * @typedef {object} Variable
 * @property {string} name
 * @property {(string | null)[]} values A value a server; null where it has no such variable.
 */

/**
 * @typedef {object} Variables
 * @property {{id: string, label: string}[]} servers
 * @property {Variable[]} rows
 */

export {};
