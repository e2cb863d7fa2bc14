// Generated from the record types of the Python package: `make schemas` writes it.

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

export interface ClassFact {
  label: string;
  value: string;
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

export interface CompareBundle {
  id: string;
  title: string;
  path: string;
  evidence: "linked-output" | "published-table" | "published-text" | "raw-output";
  submitter: string;
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
  runs: string[];
  failed: (number | null)[];
  slices?: CompareSlices;
}

export interface CompareNoise {
  threshold: number;
  session: number;
}

export interface ComparePageWords {
  found: Record<string, string>;
  values: Record<string, string>;
}

export interface CompareRecord {
  bundle: CompareBundle;
  order: string;
  servers: CompareServer[];
  workloads: CompareWorkload[];
  metrics: MetricRecord[];
  cells: CompareCell[];
  residuals: CompareResidual[];
  quantiles?: Record<string, number[]>;
}

export interface CompareResidual {
  workload: string;
  threads: number;
  variance: number;
  df: number;
  blocks: number;
  factors: Record<string, number>;
  factor_df: number;
}

export interface CompareServer {
  id: string;
  label: string;
  product: string;
  version: string;
  series: string;
  variant: string;
  regime: string;
  cpus: number | null;
  noise: Record<string, CompareNoise>;
  machine: string;
  origin: string;
  conditions: Record<string, string | ConditionDetail>;
}

export interface CompareSlices {
  values: number[];
  rounds: number[];
  loads: number[];
  sessions: number[];
  turns: number[];
}

export interface CompareWorkload {
  id: string;
  label: string;
  test: string;
  family: string;
  rate_limited: boolean;
  conditions: Record<string, string | ConditionDetail>;
}

export interface ConditionDetail {
  value?: string;
  origin?: "chosen" | "default";
  state?: "unavailable" | "unrecorded";
}

export interface Draft {
  fields: FormField[];
  problems: Problem[];
  bundle: string;
  title: string;
  redactions: number;
  tests: string[];
}

export interface DroppedFile {
  path: string;
  bytes: number;
  kind: "bundle" | "log" | "other" | "packed";
  reports: number;
  said: string;
}

export interface DroppedReport {
  file: string;
  index: number;
  first_line: number;
  last_line: number;
  test: string;
  sysbench: string;
  threads: number | null;
  seconds: number | null;
  tps: number | null;
  tps_line: number;
  percentile: number | null;
  latency_ms: number | null;
  latency_line: number;
  intervals: number;
  fault: string;
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

export interface FormField {
  id: string;
  heading: string;
  required: boolean;
  choices: Record<string, string>;
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
  facts: ClassFact[];
  results?: Reference[];
  comparisons?: Reference[];
  upgrades?: Reference[];
}

export interface HardwareList {
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

export interface ListIndex {
  rows: number;
  pieces: string[];
  evidence: Record<string, string>;
  near: ClassDimension[];
}

export interface ListPiece {
  rows: ListRow[];
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
  runs: number;
  points: string;
  drawn: "" | "servers" | "threads";
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

export interface NoiseTables {
  single_runs: Record<string, SingleRunNoise>;
  sessions: Record<string, SessionNoise>;
}

export interface NumeralLimits {
  times_up: number;
  times_down: number;
  too_wide: number;
  small: number;
  large: number;
  least: number;
  least_share: number;
}

export interface PanelChart {
  name: string;
  kind: "efficiency" | "latency" | "load_p95" | "load_p99" | "ratio" | "spread" | "throughput";
  title: string;
  metric: MetricColumn;
  x: "load" | "threads";
  log_x: boolean;
  sides: Side[];
  values: ChartMark[];
}

export interface PolicyRecord {
  verdicts: VerdictPolicy;
  conditions: Field[];
  variables: VariableRules;
  comparability_rules: ComparabilityRules;
  comparability_words: ComparabilityWords;
  page: ComparePageWords;
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

export interface Reading {
  files: DroppedFile[];
  reports: DroppedReport[];
  bundle: string;
  problems: Problem[];
}

export interface Reference {
  path: string;
  title: string;
}

export interface SearchDocument {
  path: string;
  title: string;
  kind: "author" | "comparison" | "hardware" | "page" | "result" | "rule" | "setting" | "upgrade" | "version" | "workload";
  text: string;
  words: string;
  product: string[];
  evidence: string[];
  year: string;
  series: string[];
}

export interface SearchIndex {
  labels: Record<string, Record<string, string>>;
  documents: SearchDocument[];
  pieces: SearchPieceEntry[];
}

export interface SearchPieceEntry {
  path: string;
  kind: "author" | "comparison" | "hardware" | "page" | "result" | "rule" | "setting" | "upgrade" | "version" | "workload";
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

export interface Side {
  id: string;
  label: string;
  role: "baseline" | "candidate";
  product: string;
  version: string;
  series: string;
  shade: number;
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
  alpha: number;
  power: number;
  blocks: number;
  rounds: number;
  trim: number;
  states: number;
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
