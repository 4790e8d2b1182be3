// An execution as the page walks through it: who does what at each event, who holds which lock after it, and who waits.
// Positions are rows: the events in order, then one row for each thread that something went wrong for.
import type { ThreadResult, Trace, Wait } from '../data';
import { flat } from './packed';

export interface Holding {
  thread: number;
  shared: boolean;
  since: number; // the event that took it
}

export interface LockInterval {
  thread: number;
  object: number;
  shared: boolean;
  from: number;
  to: number; // the event that gave it up; the number of events: no event did
}

export interface ThreadNow {
  thread: number;
  state: 'not started' | 'running' | 'can go on' | 'waits' | 'finished' | 'failed';
  at: number; // its last event; -1: none yet
  next: number; // its next event; -1: none
  waitsFor: { object: string; thread: number | null } | null;
  words: string; // what it does next, or what went wrong for it
}

const nothing = -1;

export class TraceModel {
  readonly count: number;
  readonly rows: number; // events and ends
  readonly edges: Int32Array; // from, to, from, to, ...
  private readonly locks: Int32Array; // event, thread, object, change, ...
  private readonly eventsOf: Int32Array[] = [];
  private readonly takenAt = new Map<number, number>(); // places in `locks`, by event
  private readonly checkpoints: { change: number; held: Map<number, Holding[]> }[] = [];
  private intervals: LockInterval[] | null = null;
  private edgesAt: Map<number, number[]> | null = null; // places in `edges`, by event

  constructor(
    readonly trace: Trace,
    readonly waits: Wait[] = [],
    private readonly final: ThreadResult[] = [], // what results.json says of the threads in the end
  ) {
    this.count = trace.events.thread.length;
    this.rows = this.count + trace.last.length;
    this.edges = flat(trace.edges, 2);
    this.locks = flat(trace.locks, 4);
    const { thread } = trace.events;
    const counts = new Array<number>(trace.threads.length).fill(0);
    for (let event = 0; event < this.count; ++event) ++counts[thread[event]];
    for (const count of counts) this.eventsOf.push(new Int32Array(count));
    const used = counts.fill(0);
    for (let event = 0; event < this.count; ++event) this.eventsOf[thread[event]][used[thread[event]]++] = event;
    for (let at = 0; at < this.locks.length; at += 4) if (this.locks[at + 3] > 0) this.takenAt.set(this.locks[at], at);
  }

  // Which rows are walked through: all of them, or those that `heddle explain` tells, and `more`.
  selection(everything: boolean, more: readonly number[] = []): number[] {
    const result: number[] = [];
    const wanted = new Set([...more, ...(this.trace.race ?? [])]);
    const { told } = this.trace.events;
    for (let event = 0; event < this.count; ++event)
      if (everything || told[event] !== 0 || wanted.has(event)) result.push(event);
    for (let row = this.count; row < this.rows; ++row) result.push(row);
    return result;
  }

  isEnd(row: number): boolean {
    return row >= this.count;
  }
  isRacing(event: number): boolean {
    return this.trace.race !== undefined && this.trace.race.includes(event);
  }
  // Changes what the failure is about.
  isDecisive(row: number): boolean {
    return !this.isEnd(row) && this.trace.events.told[row] === 2;
  }
  thread(row: number): number {
    return this.isEnd(row) ? this.trace.last[row - this.count].thread : this.trace.events.thread[row];
  }
  threadName(thread: number): string {
    return this.trace.threads[thread] ?? `thread ${thread}`;
  }
  kind(row: number): string {
    return this.isEnd(row) ? 'end' : (this.trace.kinds[this.trace.events.kind[row]] ?? '');
  }
  text(row: number): string {
    return this.isEnd(row)
      ? this.trace.last[row - this.count].text
      : (this.trace.texts[this.trace.events.text[row]] ?? '');
  }
  objectName(object: number): string {
    return this.trace.objects[object]?.name || 'an unnamed object';
  }
  // The number that people know an event by, as in results.json: counted from 1 over the whole execution.
  number(row: number): number {
    return row + this.trace.first + 1;
  }
  // What the step is about, as it is named in the text.
  variable(row: number): string {
    if (this.isEnd(row)) return '';
    const object = this.trace.events.object[row];
    return object < 0 ? '' : (this.trace.objects[object]?.name ?? '');
  }
  // What happens before this event, or after it, because the program synchronises there.
  edgesOf(row: number): [number, number][] {
    if (!this.edgesAt) {
      this.edgesAt = new Map();
      for (let at = 0; at < this.edges.length; at += 2)
        for (const event of [this.edges[at], this.edges[at + 1]]) {
          const known = this.edgesAt.get(event);
          if (known) known.push(at);
          else this.edgesAt.set(event, [at]);
        }
    }
    return (this.edgesAt.get(row) ?? []).map((at) => [this.edges[at], this.edges[at + 1]]);
  }
  // Between the two accesses of a race, and between their threads alone: none of them leads from one to the other.
  edgesBetween(first: number, second: number): [number, number][] {
    const [from, to] = first < second ? [first, second] : [second, first];
    const threads = [this.thread(from), this.thread(to)];
    const result: [number, number][] = [];
    for (let at = 0; at < this.edges.length; at += 2) {
      const [before, after] = [this.edges[at], this.edges[at + 1]];
      if (before < from || after > to) continue;
      if (threads.includes(this.thread(before)) && threads.includes(this.thread(after))) result.push([before, after]);
    }
    return result;
  }
  stack(row: number): Trace['frames'] {
    const index = this.isEnd(row) ? this.trace.last[row - this.count].stack : this.trace.events.stack[row];
    return (this.trace.stacks[index] ?? []).map((frame) => this.trace.frames[frame]).filter(Boolean);
  }
  place(row: number): string {
    return this.stack(row)[0]?.place ?? '';
  }

  // The last event of the thread up to and including `row`.
  lastEvent(thread: number, row: number): number {
    const events = this.eventsOf[thread] ?? [];
    return events[upperBound(events, row) - 1] ?? nothing;
  }
  nextEvent(thread: number, row: number): number {
    const events = this.eventsOf[thread] ?? [];
    return events[upperBound(events, row)] ?? nothing;
  }

  // Who holds what once `row` has happened; by object. From the last of some places at which it is known already.
  heldAfter(row: number): Map<number, Holding[]> {
    const every = 4096;
    let known = this.checkpoints.length - 1;
    while (known >= 0 && this.locks[this.checkpoints[known].change * 4 - 4] > row) --known;
    let change = known < 0 ? 0 : this.checkpoints[known].change;
    const held = new Map(known < 0 ? [] : this.checkpoints[known].held);
    for (; change * 4 < this.locks.length && this.locks[change * 4] <= row; ++change) {
      if (change > 0 && change % every === 0 && change / every > this.checkpoints.length)
        this.checkpoints.push({ change, held: new Map(held) });
      this.apply(held, change * 4);
    }
    return held;
  }

  private apply(held: Map<number, Holding[]>, at: number): void {
    const [since, thread, object, kind] = this.locks.subarray(at, at + 4);
    const holders = held.get(object) ?? [];
    if (kind > 0) {
      held.set(object, [...holders, { thread, shared: kind === 2, since }]);
      return;
    }
    const gone = holders.map((each) => each.thread).lastIndexOf(thread);
    const rest = holders.filter((_, i) => i !== gone);
    if (rest.length > 0) held.set(object, rest);
    else held.delete(object);
  }

  lockIntervals(): LockInterval[] {
    if (this.intervals) return this.intervals;
    this.intervals = [];
    const open = new Map<number, LockInterval[]>();
    const threads = this.trace.threads.length + 1;
    for (let at = 0; at < this.locks.length; at += 4) {
      const [event, thread, object, change] = this.locks.subarray(at, at + 4);
      const key = object * threads + thread;
      const stack = open.get(key);
      if (change > 0) {
        const interval = { thread, object, shared: change === 2, from: event, to: this.count };
        this.intervals.push(interval);
        if (stack) stack.push(interval);
        else open.set(key, [interval]);
      } else if (stack && stack.length > 0) {
        stack.pop()!.to = event;
      }
    }
    return this.intervals;
  }

  threadsAfter(row: number): ThreadNow[] {
    const held = this.heldAfter(row);
    return this.trace.threads.map((_, thread) => this.threadAfter(thread, row, held));
  }

  private threadAfter(thread: number, row: number, held: Map<number, Holding[]>): ThreadNow {
    const at = this.lastEvent(thread, row);
    const next = this.nextEvent(thread, row);
    const now = { thread, at, next, waitsFor: null, words: next === nothing ? '' : this.text(next) };
    if (this.isEnd(row)) {
      const end = this.trace.last.find((each) => each.thread === thread);
      const wait = this.waits.find((each) => each.thread === thread);
      const waitsFor = wait ? { object: wait.object, thread: wait.for_thread } : null;
      if (end) return { ...now, state: waitsFor ? 'waits' : 'failed', waitsFor, words: end.text };
    }
    if (!this.isEnd(row) && thread === this.thread(row)) return { ...now, state: 'running' };
    if (at === nothing && thread !== 0) return { ...now, state: 'not started' };
    if (next === nothing) return this.withoutNext(now);
    const change = this.takenAt.get(next);
    const taken =
      change === undefined ? null : { object: this.locks[change + 2], shared: this.locks[change + 3] === 2 };
    const blocker = taken
      ? (held.get(taken.object) ?? []).find((each) => each.thread !== thread && !(each.shared && taken.shared))
      : undefined;
    if (taken && blocker)
      return {
        ...now,
        state: 'waits',
        waitsFor: { object: this.objectName(taken.object), thread: blocker.thread },
      };
    return { ...now, state: 'can go on' };
  }

  // It does nothing any more: it has finished, or something keeps it until the end.
  private withoutNext(now: Omit<ThreadNow, 'state'>): ThreadNow {
    const wait = this.waits.find((each) => each.thread === now.thread);
    if (wait)
      return {
        ...now,
        state: 'waits',
        waitsFor: { object: wait.object, thread: wait.for_thread },
        words: `${wait.operation} ${wait.object}`.trim(),
      };
    const end = this.trace.last.find((each) => each.thread === now.thread);
    if (end) return { ...now, state: 'can go on', words: end.text };
    const final = this.final.find((each) => each.name === this.threadName(now.thread));
    const words = `${final?.operation ?? ''} ${final?.object ?? ''}`.trim();
    if (final?.state === 'enabled') return { ...now, state: 'can go on', words };
    if (final?.state === 'blocked') return { ...now, state: 'waits', words };
    return { ...now, state: 'finished', words: '' };
  }
}

// How many of the sorted numbers are at most `limit`.
export function upperBound(numbers: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
