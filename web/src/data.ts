// What `heddle report` puts into the page (src/report/page/page_document.h writes it). Everything in it may come from the
// program under test: it is text, never markup.

export interface PageData {
  heddle: string; // the version
  folder: string; // that the page was made from, for the commands it shows
  made: string; // when: ISO 8601
  run?: RunResults; // results.json of `heddle run`
  coverage?: CoverageResults; // coverage.json
  class?: ClassResults; // results.json of `heddle class`
  tests?: TestResults; // results.json of `heddle test`
  study?: StudyResults; // study.json of `heddle study`
  bugs: BugPage[]; // what was executed again for this page
  sources: Source[]; // the files that traces point into
}

// --- results.json ---

export interface Held {
  object: string;
  site: string;
}

export interface FrameText {
  function: string;
  site: string;
}

export interface ThreadResult {
  name: string;
  state?: 'enabled' | 'blocked' | 'finished';
  operation?: string;
  object?: string;
  site?: string;
  holds?: Held[];
  stack?: FrameText[];
}

export interface AccessResult {
  thread: string;
  writes: boolean;
  atomic: boolean;
  frees?: boolean;
  allocates?: boolean;
  size: number;
  site: string;
  step: number; // from 1
  holds: Held[];
  stack: FrameText[];
}

export interface HeapDeed {
  thread: string;
  stack: FrameText[];
}

export interface HeapResult {
  error: string;
  object: string;
  block_size: number;
  offset: number;
  access_size: number;
  allocated: HeapDeed | null;
  freed: HeapDeed | null;
}

// An operation whose order makes the failure.
export interface EssenceDeed {
  thread: string;
  operation: string;
  site: string;
}

export interface BugResult {
  id: number;
  kind: string;
  message: string;
  site: string;
  threads: ThreadResult[];
  object?: string;
  accesses?: AccessResult[];
  heap?: HeapResult;
  execution: number;
  times?: number;
  depth?: number;
  radius?: number;
  switches?: number;
  stale_reads?: number; // loads that see an older value, where there are any
  sequential_tries?: number; // executions under sequential consistency that did not show it
  missing_orders?: MissingOrders;
  shrunk_from?: number;
  reexecutions?: number;
  essence?: string; // "bank.cc:24 before bank.cc:24"
  essence_pairs?: { before: EssenceDeed; after: EssenceDeed }[]; // the same, one by one
  early_deadlines?: string[]; // "the sleep of 50 ms at bank.cc:12 ends before main.1 goes on"
  stable: boolean;
  unstable_reason?: string;
  first_difference?: Difference;
  differing_answers?: string[]; // "getpid at bank.cc:12": the system's, between two replays
  strategy?: string;
  schedule: string; // a file, seen from the folder of results.json
  output: string;
}

// Orders that would have made its threads see the newest values, and the executions that had them.
export interface MissingOrders {
  orders: { operation: string; place: string }[]; // "a release store"
  executions: number;
  fails_nevertheless: boolean;
}

// Where two replays of one schedule went different ways.
export interface Difference {
  step: number;
  thread: string;
  after: string; // the place that both came from; empty: not known
  one: string;
  other: string;
}

export interface RunResults {
  program: string;
  args: string[];
  strategy: string;
  seed: number;
  granularity: string;
  instrumented: boolean;
  not_instrumented: string[];
  executions: number;
  events: number;
  steps: number;
  switches: number;
  seconds: number;
  end: string;
  claim?: string;
  problem?: string;
  bugs: BugResult[];
  warnings: Warning[];
  coverage: Record<string, { required?: number; covered: number; discovered?: number }>;
  saturated: boolean;
  fails_always: boolean;
}

// A deadlock that was not met, but that locks are taken in an order for.
export interface Warning {
  kind: string;
  message: string;
  threads: { name: string; takes: string; site: string; holds: string; holds_site: string }[];
  execution: number;
  attempts: number;
}

// --- what was executed again ---

export interface BugPage {
  id: number; // of the bug in results.json
  test?: number; // of `heddle test`: the index of its test in `tests`; ids count from 1 in each test
  headline: string;
  text: string; // all that `heddle run` says of it, for a terminal
  output: string; // of the program in the failing execution
  waits: Wait[]; // of a deadlock: who waits for whom
  trace?: Trace;
  why_no_trace?: string; // a sentence
}

export interface Wait {
  thread: number; // index into the trace's threads
  for_thread: number | null; // null: for no particular thread
  object: string;
  operation: string;
  site: string;
  in_cycle: boolean;
  words?: string; // "waits to lock `mutex`, held by main.1"
}

export type Numbers = ArrayLike<number>;

// Columns, for there may be 500,000 events; all have the same length. Wherever an event is meant, the number is its
// place in these columns; `first` added to it is its place in the execution.
export interface Trace {
  threads: string[];
  // Long ones come as text: src/model/packed.ts.
  events: {
    thread: Numbers;
    kind: Numbers; // index into `kinds`
    text: Numbers; // index into `texts`: what is done, with values
    object: Numbers; // index into `objects`; -1: none
    stack: Numbers; // index into `stacks`
    told: Numbers; // 1: `heddle explain` tells it, for another thread can notice; 2: it also changes what the failure is about
  };
  kinds: string[]; // "lock", "write"
  texts: string[];
  objects: { name: string; meaning: string }[]; // meaning: "allocated at bank.cc:12 by main", or nothing
  stacks: number[][]; // indices into `frames`, innermost first; the first frame is where the event is; may be empty
  frames: { function: string; place: string; source: number; line: number }[]; // source -1: no file
  // Events at which a thread goes on although the one before it could have, or comes back after it was left so: what
  // `heddle explain` marks. BugResult.switches counts an event twice at which both is the case.
  switches: number[];
  // [event, thread, object, change]: 1 taken, 2 taken shared, -1 given up. In a trace that is cut, what was taken before
  // the first event and is still held stands at event 0.
  locks: number[][] | string[];
  // [from, to]: event `from` happens before `to`, of another thread, because the program synchronises there. Only what
  // the race detector knows, too: a signal orders by the mutex alone, fences and descriptors have no edges.
  edges: number[][] | string[];
  race?: [number, number]; // the events that race; none if the first of them is cut
  sights?: { row: number; text: string }[]; // events that see an older value, each with a sentence or two
  last: { thread: number; text: string; stack: number }[]; // what went wrong, where, for whom; after all events
  cut: boolean; // there were more events than are shown; these are the last ones
  first: number; // the number of the first event here, from 0
}

export interface Source {
  path: string;
  lines: string[]; // empty: it could not be read
}

// --- coverage.json ---

export interface CoverageResults {
  program: string;
  strategy: string;
  executions: number;
  metrics: Record<string, CoverageMetric>;
}

export interface CoverageMetric {
  required: number;
  covered: number;
  discovered: number;
  growth: [number, number][]; // executions, what is covered after them
  items: CoverageItem[];
}

export interface CoverageItem {
  shape?: number;
  steps: { thread: number; operation: string; site: string; object?: string }[];
  estimated: boolean;
  execution?: number | null; // that covered it first
}

// --- results.json of `heddle class` ---

export interface ClassResults {
  class: string;
  header: string;
  algorithm: string;
  strategy: string;
  seed: number;
  tests: number;
  executions: number;
  seconds: number;
  pairs: { all: number; covered: number };
  not_called: string[];
  bugs: ClassBug[];
}

export interface ClassBug {
  kind: string;
  message: string;
  test: { constructor: string; before: string[]; threads: string[][] };
  calls: { thread: number; call: string; outcome: string }[];
  final_state?: string;
  schedules: number;
  failing_schedules: number;
  reproducer: string;
  reproducer_text?: string; // what that file holds
  schedule: string;
}

// --- results.json of `heddle test` ---

export interface TestResults {
  program: string;
  tests: TestResult[];
}

export interface TestResult {
  name: string;
  verdict: string; // "passed", "failed", "known", "skipped", "not controlled"
  note?: string;
  executions: number;
  seconds: number;
  folder: string; // below the output folder
  bugs: BugResult[];
}

// --- study.json ---

export interface StudyResults {
  title: string;
  sections: {
    title: string;
    before: string[];
    table?: { columns: string[]; rows: string[][] };
    plot?: string; // an SVG picture
    after: string[];
  }[];
}
