// A small execution: main creates two threads, each takes one lock and waits for the other's.
import type { Trace, Wait } from '../src/data';

interface Step {
  thread: number;
  kind: string;
  text: string;
  object?: number;
  told?: boolean;
  line?: number;
}

const kinds = ['create thread', 'start', 'lock', 'unlock', 'read', 'write', 'join'];

export function traceOf(steps: Step[], more: Partial<Trace> = {}): Trace {
  return {
    threads: ['main', 'main.0', 'main.1'],
    events: {
      thread: steps.map((step) => step.thread),
      kind: steps.map((step) => kinds.indexOf(step.kind)),
      text: steps.map((_, i) => i),
      object: steps.map((step) => step.object ?? -1),
      stack: steps.map((_, i) => i),
      told: steps.map((step) => (step.told === false ? 0 : 1)),
    },
    kinds,
    texts: steps.map((step) => step.text),
    objects: [
      { name: 'a', meaning: '' },
      { name: 'b', meaning: '' },
    ],
    stacks: steps.map((_, i) => [i]),
    frames: steps.map((step, i) => ({
      function: 'f',
      place: `x.cc:${step.line ?? i + 1}`,
      source: 0,
      line: step.line ?? i + 1,
    })),
    switches: [],
    locks: [],
    edges: [],
    last: [],
    cut: false,
    first: 0,
    ...more,
  };
}

export const deadlock = traceOf(
  [
    { thread: 0, kind: 'create thread', text: 'create main.0' },
    { thread: 0, kind: 'create thread', text: 'create main.1' },
    { thread: 1, kind: 'start', text: 'starts' },
    { thread: 1, kind: 'lock', text: 'lock a', object: 0 },
    { thread: 1, kind: 'read', text: 'x → 1', told: false },
    { thread: 2, kind: 'start', text: 'starts' },
    { thread: 2, kind: 'lock', text: 'lock b', object: 1 },
  ],
  {
    locks: [
      [3, 1, 0, 1],
      [6, 2, 1, 1],
    ],
    switches: [5],
    edges: [
      [0, 2],
      [1, 5],
    ],
    last: [
      { thread: 0, text: 'waits for main.0 to end', stack: 1 },
      { thread: 1, text: 'waits for b', stack: 3 },
      { thread: 2, text: 'waits for a', stack: 6 },
    ],
  },
);

export const waits: Wait[] = [
  { thread: 0, for_thread: 1, object: '', operation: 'join', site: 'x.cc:9', in_cycle: false },
  { thread: 1, for_thread: 2, object: 'b', operation: 'lock', site: 'x.cc:20', in_cycle: true },
  { thread: 2, for_thread: 1, object: 'a', operation: 'lock', site: 'x.cc:30', in_cycle: true },
];

// Threads that take turns of `run` steps each.
export function longTrace(count: number, run: number): Trace {
  const steps: Step[] = [];
  for (let i = 0; i < count; ++i)
    steps.push({ thread: Math.floor(i / run) % 3, kind: i % 2 === 0 ? 'read' : 'write', text: `step ${i}` });
  return traceOf(steps);
}
