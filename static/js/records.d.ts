// Generated from the record types of the Python package: `make schemas` writes it.

export interface Beside {
  test: string;
  threads: number;
  label: string;
  figure: string;
  unit: string;
  place: number;
  of: number;
  nearest: Neighbour[];
}

export interface BundleAnswer {
  title: string;
  sentences: string[];
  cautions: string[];
  tables: ShownTable[];
}

export interface BundleArchive {
  href: string;
  size: number;
}

export interface CampaignNoise {
  deviation: number;
  df: number;
  pairs: number;
}

export interface ChartMark {
  threads: number;
  side: string;
  label: string;
  centre: number;
  low: number;
  high: number;
  n: number;
  path: string;
}

export interface ClassDimension {
  name: string;
  label: string;
  scale: "choice" | "linear" | "log2";
  weight: number;
  unknown: number;
  more: string;
  less: string;
  same: string;
  missing: string;
}

export interface ClientRecord {
  id: string;
  label: string;
  facts: FactRow[];
  stated: Record<string, string | number | boolean | (string | number | boolean)[]>;
}

export interface ComparabilityRules {
  statuses: string[];
  severities: string[];
  unknowns: string[];
  identity: string;
  identities: string[];
  shared_by: Record<string, string[]>;
  comes_with: Record<string, string[]>;
  default_of: string;
  besides: string[];
  across: string[];
  notable_failures: number;
}

export interface ComparabilityWords {
  notes: Record<string, string>;
  sentences: Record<string, string>;
  failures: string;
  besides: Record<string, string>;
  differ: string[];
  most_named: number;
  and: string;
  more: string;
}

export interface CompareCell {
  server: string;
  workload: string;
  metric: string;
  bottleneck: "" | "client" | "disk" | "lock" | "network" | "server CPU" | "throttled";
  threads: number;
  values: number[];
  blocks: string[];
  loads: (number | null)[];
  sessions: (number | null)[];
  turns: (number | null)[];
  held?: true;
  settled?: ("last-half" | "last-three-quarters" | "never" | "whole" | null)[];
  later?: (number[] | null)[];
  runs: string[];
  failed: (number | null)[];
  whole?: number;
}

export interface CompareRecord {
  order: string;
  origins: Record<string, string>;
  conditions: Conditions;
  noise: Record<string, Record<string, Noise>>;
  metrics: MetricRecord[];
  cells: CompareCell[];
  residuals: Record<string, Record<string, Residual>>;
  replications: Replication[];
  quantiles?: Record<string, number[]>;
}

export interface ConditionDetail {
  value?: string;
  origin?: "chosen" | "default";
  state?: "unavailable" | "unrecorded";
}

export interface Conditions {
  servers: Record<string, Record<string, string | ConditionDetail>>;
  workloads: Record<string, Record<string, string | ConditionDetail>>;
}

export interface Draft {
  fields: FormField[];
  problems: Problem[];
  bundle: string;
  title: string;
  redactions: number;
  tests: string[];
}

export interface DroppedReport {
  file: string;
  first_line: number;
  last_line: number;
  test: string;
  threads: number | null;
  seconds: number | null;
  tps: number | null;
  tps_line: number;
  percentile: number | null;
  latency_ms: number | null;
  latency_line: number;
  intervals: number;
  fault: string;
  unread: number[];
  warnings: string[];
}

export interface ExploreIndex {
  series: number;
  runs: number;
  pieces: ExplorePieceEntry[];
  facets: Facet[];
  metrics: Record<string, MetricRecord>;
}

export interface ExplorePieceEntry {
  path: string;
  series: number;
  runs: number;
  values: Record<string, number[]>;
}

export interface Facet {
  name: string;
  title: string;
  values: FacetValue[];
}

export interface FacetValue {
  value: string;
  label: string;
  series: number;
  runs: number;
}

export interface FactRow {
  name: string;
  label: string;
  value: string;
  unit: string;
  state: "stated" | "unavailable" | "unrecorded";
  probe: string;
}

export interface Field {
  field: string;
  label: string;
  why: string;
  group: "client" | "data" | "durability" | "machine" | "run" | "server settings" | "software" | "workload";
  subject: "campaign" | "client" | "connection" | "figures" | "host" | "parameter" | "server" | "setting" | "workload";
  source: string[];
  severity: Record<string, "blocker" | "info" | "warning">;
  reading: string;
  missing: string;
  needed: boolean;
  intended: "" | "always" | "defaults" | "product" | "variant" | "version";
  decided_by: string;
  effect: string;
  reference: string;
  order: Record<string, number>;
}

export interface Finding {
  text: string;
  cause: string;
  advice: string;
  status: "" | "indicative" | "measured" | "reported";
  contrasts: FindingContrast[];
  path: string;
}

export interface FindingContrast {
  panel: string;
  candidate: string;
  threads: number;
}

export interface FormField {
  id: string;
  heading: string;
  required: boolean;
  most: number;
  help: string;
  answer: string;
}

export interface HardwareClassRecord {
  id: string;
  path: string;
  label: string;
  brief: string;
  values: Record<string, number | string | null>;
  facts: Labelled[];
}

export interface HardwareClassSummary {
  id: string;
  path: string;
  label: string;
  brief: string;
}

export interface HardwareTables {
  scales: Record<string, string>;
  dimensions: ClassDimension[];
  platforms: Record<string, string>;
  tiers: StorageTier[];
  generations: ProcessorGeneration[];
  processors: Record<string, string>;
  vendors: Record<string, string>;
  longest_model: number;
  lscpu: Record<string, string>;
  classes: HardwareClassRecord[];
}

export interface HostRecord {
  id: string;
  label: string;
  facts: FactRow[];
  stated: Record<string, string | number | boolean | (string | number | boolean)[]>;
  machine: string;
  kind: string;
  cpu_model: string;
  cpu_generation: string;
  arch: string;
  arch_basis: string;
  cores: number | null;
  hardware_threads: number | null;
  cpus: number | null;
  memory_mib: number | null;
  hardware_class: HardwareClassSummary;
}

export interface Labelled {
  label: string;
  text: string;
}

export interface ListIndex {
  rows: number;
  pieces: string[];
  evidence: Record<string, string>;
  near: ClassDimension[];
}

export interface ListRecord {
  rows: ListRow[];
  facets: Facet[];
}

export interface ListRow {
  path: string;
  title: string;
  finding: string;
  by: string;
  day: string;
  year: string;
  group: string;
  servers: string;
  versions: string[];
  machine: string;
  hardware: string[];
  loads: string;
  tests: string[];
  threads: string;
  counts: number[];
  words: string[];
  runs: number;
  bundles: string[];
  own: boolean;
  product: string[];
  series: string[];
  load: string[];
  cores: number[];
  memory: number[];
  storage: string[];
  evidence: string[];
}

export interface ManualVerification {
  command: string;
  expected: string;
}

export interface MetricColumn {
  name: string;
  label: string;
  unit: string;
  direction: "higher" | "lower" | "none";
  decimals: number;
}

export interface MetricRecord {
  name: string;
  label: string;
  unit: string;
  direction: "higher" | "lower" | "none";
  decimals: number;
  description: string;
}

export interface Named {
  id: string;
  label: string;
}

export interface Neighbour {
  bundle: string;
  label: string;
  machine: string;
  apart: string;
  figure: string;
  ratio: number;
}

export interface Noise {
  threshold: number;
  session: number;
  campaign: number;
  regime: string;
}

export interface NoiseTables {
  single_runs: Record<string, SingleRunNoise>;
  sessions: Record<string, SessionNoise>;
  campaigns: Record<string, CampaignNoise>;
}

export interface NumeralLimits {
  times_up: number;
  too_wide: number;
  small: number;
  large: number;
}

export interface PanelChart {
  name: string;
  kind: "efficiency" | "latency" | "load_p50" | "load_p95" | "load_p99" | "load_p999" | "ratio" | "spread" | "throughput";
  title: string;
  metric: MetricColumn;
  x: "load" | "pool" | "threads";
  log_x: boolean;
  sides: Side[];
  values: ChartMark[];
  embed: Labelled[];
}

export interface ParameterRow {
  name: string;
  value: string;
  origin: "command" | "default" | "stated";
}

export interface PolicyRecord {
  verdicts: VerdictPolicy;
  conditions: Field[];
  variables: VariableRules;
  comparability_rules: ComparabilityRules;
  comparability_words: ComparabilityWords;
  found: Record<string, string>;
  values: Record<string, string>;
}

export interface Problem {
  path: string;
  line: number;
  pointer: string;
  code: string;
  message: string;
  hint: string;
  severity: "error" | "warning";
  column: number;
}

export interface ProcessorGeneration {
  id: string;
  label: string;
  vendor: string;
  year: number | null;
}

export interface PublishedFile {
  path: string;
  href: string;
  size: number;
  sha256: string;
  swhid_in_context?: string;
  swhid: string;
}

export interface PublishedResult {
  reproduces?: string[];
  supersedes?: string[];
  superseded_by?: SupersedingResult[];
  id: string;
  path: string;
  title: string;
  submitted: string;
  evidence: "linked-output" | "published-table" | "published-text" | "raw-output";
  submitter: string;
  license: string;
  disclosure: string;
  notes: string;
  revision: RevisionRecord | null;
  by_hand?: ManualVerification;
  swhid: string;
  compare?: Record<string, string>;
  completeness: Record<string, number>;
  source: FactRow[];
  source_url: string;
  campaign: FactRow[];
  archive?: BundleArchive;
  files: PublishedFile[];
  reported: ReportedDifference[];
  charts: ResultChart[];
  comparisons: Reference[];
  findings: Finding[];
  metrics: string[];
  hosts: HostRecord[];
  servers: ServerRecord[];
  clients: ClientRecord[];
  workloads: WorkloadRecord[];
  data: string;
  run_count: number;
}

export interface Reading {
  passed_over: Record<string, string>;
  reports: DroppedReport[];
  bundle: string;
  problems: Problem[];
}

export interface Reference {
  path: string;
  title: string;
}

export interface Replication {
  workload: string;
  threads: number;
  baseline: string;
  candidate: string;
  bundle: string;
  ratio: number;
  same_machine: boolean;
  agrees: boolean;
  deviation: number;
}

export interface ReportedDifference {
  workload: Named;
  baseline: Named;
  candidate: Named;
  metric: string;
  mean: number | null;
  minimum: number | null;
  maximum: number | null;
  approximate: boolean;
  slower_at_threads: number[];
  notes: string;
}

export interface Residual {
  variance: number;
  df: number;
  blocks: number;
  factors: Record<string, number>;
  factor_df: number;
}

export interface ResultChart {
  workload: string;
  name: string;
  caption: string;
  path: string;
}

export interface RevisionRecord {
  number: number;
  status: "corrected" | "published" | "reparsed" | "restored" | "withdrawn";
  standing: "permanent";
  date: string;
  swhid: string;
  figures_sha256: string;
  reason: string;
}

export interface SearchDocument {
  path: string;
  title: string;
  kind: "author" | "comparison" | "hardware" | "page" | "question" | "result" | "rule" | "setting" | "source" | "upgrade" | "version" | "workload";
  text: string;
  words: string;
  product: string[];
  evidence: string[];
  year: string;
  series: string[];
  releases: string[];
}

export interface SearchIndex {
  labels: Record<string, Record<string, string>>;
  documents: SearchDocument[];
  pieces: Record<string, string[]>;
  synonyms: string[][];
}

export interface ServerRecord {
  id: string;
  label: string;
  product: string;
  version: string;
  series: string;
  variant: string;
  regime: string;
  host: string;
  facts: FactRow[];
  options: FactRow[];
  options_basis: string;
  stated: Record<string, string | number | boolean | (string | number | boolean)[]>;
  set_options: Record<string, string | number | boolean | (string | number | boolean)[]>;
  buffer_pool_mib: number | null;
}

export interface SessionNoise {
  deviation: number;
  df: number;
  machines: number;
}

export interface SettingUses {
  bundles: string[];
  paths: Record<string, string>;
  settings: Record<string, Record<string, number[]>>;
}

export interface ShownTable {
  title: string;
  heads: string[];
  rows: string[][];
  texts: number[];
}

export interface Side {
  id: string;
  label: string;
  role: "baseline" | "candidate";
  product: string;
  version: string;
  series: string;
  shade: number;
  maturity?: string;
}

export interface SingleRunNoise {
  threshold: number;
  median_machine: number;
  widest_machine: number;
  median_deviation: number;
  ninth_deviation: number;
  machines: number;
  groups: number;
  runs: number;
  classes: string[];
  residencies: string[];
  states: string[];
}

export interface StorageTier {
  id: string;
  label: string;
  below_us: number | null;
}

export interface SupersedingResult {
  path: string;
  title: string;
  id: string;
  claimed_by: string;
}

export interface UpgradeLine {
  bundle: string;
  workload: string;
  machine: string;
  load: "connect" | "delete" | "delete-insert" | "insert" | "other" | "point" | "point-list" | "range" | "read-only" | "read-write" | "scan" | "sequence" | "tpcc" | "update-index" | "update-non-index" | "write";
  threads: number;
  clients: "about-cores" | "one" | "oversubscribed" | "unrecorded" | "up-to-half";
  storage: string[];
  residency: "about" | "beyond" | "fits" | "to-three-times" | "unrecorded";
  day: string;
  ratio: number;
  sign: "" | "faster" | "slower";
  speaks: boolean;
}

export interface UpgradeLines {
  machines: UpgradeMachine[];
  lines: UpgradeLine[];
}

export interface UpgradeLoadKind {
  id: "connect" | "delete" | "delete-insert" | "insert" | "other" | "point" | "point-list" | "range" | "read-only" | "read-write" | "scan" | "sequence" | "tpcc" | "update-index" | "update-non-index" | "write";
  noun: string;
  test: string;
}

export interface UpgradeMachine {
  id: string;
  name: string;
  author: string;
  cores: number | null;
  memory_gib: number | null;
  year: number | null;
  generation: string | null;
}

export interface UpgradeProcessor {
  name: string;
  cores: number | null;
  year: number | null;
  generation: string | null;
}

export interface UpgradeQuestion {
  pairs: string[];
  processors: UpgradeProcessor[];
  dimensions: ClassDimension[];
  residencies: UpgradeResidency[];
  without_data: ("connect" | "delete" | "delete-insert" | "insert" | "other" | "point" | "point-list" | "range" | "read-only" | "read-write" | "scan" | "sequence" | "tpcc" | "update-index" | "update-non-index" | "write")[];
  clients: Named[];
  within: number;
  pool_share: number;
  loads: UpgradeLoadKind[];
  command: string;
  threads: string;
  tables: number;
  row_bytes: number;
  rows: number;
  margin: number;
  far: number;
  numerals: NumeralLimits;
  words: Record<string, string>;
}

export interface UpgradeResidency {
  id: "about" | "beyond" | "fits" | "to-three-times" | "unrecorded";
  label: string;
  most: number | null;
}

export interface VariableRow {
  name: string;
  differs: boolean;
  values: (string | null)[];
}

export interface VariableRules {
  prefix: string;
  any: string;
  known: Field[];
  unknown: Field;
}

export interface VariableTable {
  servers: Named[];
  count?: number;
  rows: VariableRow[];
}

export interface VerdictPolicy {
  version: number;
  margin: number;
  clear: number;
  alpha: number;
  power: number;
  repeats: number;
  trim: number;
  near: number;
  over: number[];
  farthest: number;
  published: ("linked-output" | "published-table" | "published-text" | "raw-output")[];
  outside_bottlenecks: ("" | "client" | "disk" | "lock" | "network" | "server CPU" | "throttled")[];
  t: Record<string, number[]>;
  noise: NoiseTables;
  words: Record<string, string>;
  listed: number;
  numerals: NumeralLimits;
  directions: Record<string, string>;
  statuses: Record<string, string>;
}

export interface WorkloadRecord {
  id: string;
  title: string;
  script: string;
  test: string;
  command: string;
  prepare: string;
  parameters: ParameterRow[];
  scale: string;
  facts: FactRow[];
  stated: Record<string, string | number | boolean | (string | number | boolean)[]>;
  values: Record<string, string | number | boolean>;
  load: "connect" | "delete" | "delete-insert" | "insert" | "other" | "point" | "point-list" | "range" | "read-only" | "read-write" | "scan" | "sequence" | "tpcc" | "update-index" | "update-non-index" | "write";
  family: "connect" | "other" | "point" | "range" | "read-write" | "write";
  rate_limited: boolean;
  residency: Record<string, "about" | "beyond" | "fits" | "to-three-times" | "unrecorded">;
  place: Record<string, "cached" | "in-memory" | "io-bound" | "unrecorded">;
}
