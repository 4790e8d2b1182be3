// An execution as the page walks through it: who does what at each event, who holds which lock after it, and who waits.
// Positions are rows: the events in order, then one row for each thread that something went wrong for.
import type { ThreadResult, Trace, Wait } from '../data';

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
  private readonly eventsOf: number[][] = [];
  private readonly takenAt = new Map<number, { object: number; shared: boolean }>();
  private intervals: LockInterval[] | null = null;

  constructor(
    readonly trace: Trace,
    readonly waits: Wait[] = [],
    private readonly final: ThreadResult[] = [], // what results.json says of the threads in the end
  ) {
    this.count = trace.events.thread.length;
    this.rows = this.count + trace.last.length;
    for (let thread = 0; thread < trace.threads.length; ++thread) this.eventsOf.push([]);
    trace.events.thread.forEach((thread, event) => (this.eventsOf[thread] ??= []).push(event));
    for (const [event, , object, change] of trace.locks)
      if (change > 0) this.takenAt.set(event, { object, shared: change === 2 });
  }

  // Which rows are walked through: all of them, or those that `heddle explain` tells.
  selection(everything: boolean): number[] {
    const result: number[] = [];
    for (let event = 0; event < this.count; ++event)
      if (everything || this.trace.events.told[event] !== 0 || this.isRacing(event)) result.push(event);
    for (let row = this.count; row < this.rows; ++row) result.push(row);
    return result;
  }

  isEnd(row: number): boolean {
    return row >= this.count;
  }
  isRacing(event: number): boolean {
    return this.trace.race !== undefined && this.trace.race.includes(event);
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

  // Who holds what once `row` has happened; by object.
  heldAfter(row: number): Map<number, Holding[]> {
    const held = new Map<number, Holding[]>();
    for (const [event, thread, object, change] of this.trace.locks) {
      if (event > row) break;
      const holders = held.get(object) ?? [];
      if (change > 0) {
        held.set(object, [...holders, { thread, shared: change === 2, since: event }]);
        continue;
      }
      const gone = holders.map((each) => each.thread).lastIndexOf(thread);
      const rest = holders.filter((_, i) => i !== gone);
      if (rest.length > 0) held.set(object, rest);
      else held.delete(object);
    }
    return held;
  }

  lockIntervals(): LockInterval[] {
    if (this.intervals) return this.intervals;
    this.intervals = [];
    const open = new Map<string, LockInterval[]>();
    for (const [event, thread, object, change] of this.trace.locks) {
      const key = `${thread}/${object}`;
      const stack = open.get(key) ?? [];
      if (change > 0) {
        const interval = { thread, object, shared: change === 2, from: event, to: this.count };
        this.intervals.push(interval);
        open.set(key, [...stack, interval]);
      } else if (stack.length > 0) {
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
    const taken = this.takenAt.get(next);
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
export function upperBound(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
