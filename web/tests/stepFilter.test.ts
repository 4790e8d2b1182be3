import { describe, expect, it } from 'vitest';

import { folded, itemOf, isEmpty, matches, parseFilter } from '../src/model/stepFilter';
import { TraceModel } from '../src/model/traceModel';
import { deadlock, traceOf } from './sample';

describe('searching steps', () => {
  const model = new TraceModel(deadlock);
  const found = (text: string) =>
    model.selection(true).filter((row) => !model.isEnd(row) && matches(model, row, parseFilter(text)));
  it('by words of the text, the place, the function or the thread', () => {
    expect(found('lock')).toEqual([3, 6]);
    expect(found('lock b')).toEqual([6]);
    expect(found('x.cc:4')).toEqual([3]);
    expect(found('nowhere')).toEqual([]);
  });
  it('by thread, variable, line and function', () => {
    expect(found('thread:main.1')).toEqual([5, 6]);
    expect(found('var:a')).toEqual([3]);
    expect(found('line:5')).toEqual([4]);
    expect(found('fn:f thread:main.0 lock')).toEqual([3]);
    expect(found('function:g')).toEqual([]);
  });
  it('finds main.1, and not main.10', () => {
    const many = new TraceModel({ ...traceOf([{ thread: 0, kind: 'read', text: 'x' }]), threads: ['main.10'] });
    expect(matches(many, 0, parseFilter('thread:main.1'))).toBe(false);
    const named = new TraceModel({ ...traceOf([{ thread: 0, kind: 'read', text: 'x' }]), threads: ["main.1 'worker'"] });
    expect(matches(named, 0, parseFilter('thread:main.1'))).toBe(true);
  });
  it('is nothing without words', () => {
    expect(isEmpty(parseFilter('  '))).toBe(true);
    expect(isEmpty(parseFilter('line:3'))).toBe(false);
  });
});

describe('folding', () => {
  const steps = Array.from({ length: 60 }, (_, i) => ({ thread: i < 50 ? 1 : 2, kind: 'read', text: `x → ${i}` }));
  const model = new TraceModel(traceOf(steps));
  const selection = model.selection(true);
  it('keeps both ends of a long stretch of one thread', () => {
    const items = folded(model, selection, () => false, new Set());
    expect(items.filter((item) => 'from' in item)).toEqual([{ from: 8, to: 41 }]);
    expect(items).toHaveLength(8 + 1 + 8 + 10);
  });
  it('keeps what must not be folded', () => {
    const items = folded(model, selection, (position) => position === 20, new Set());
    expect(items.filter((item) => 'from' in item)).toEqual([
      { from: 8, to: 19 },
      { from: 21, to: 41 },
    ]);
    expect(items).toContainEqual({ position: 20 });
  });
  it('is undone by a click', () => {
    expect(folded(model, selection, () => false, new Set([8]))).toHaveLength(60);
  });
  it('leaves every position in one item, in order', () => {
    const items = folded(model, selection, (position) => position % 9 === 0, new Set());
    const all = items.flatMap((item) =>
      'position' in item ? [item.position] : Array.from({ length: item.to - item.from + 1 }, (_, i) => item.from + i),
    );
    expect(all).toEqual(selection);
    expect(items[itemOf(items, 13)]).toEqual({ from: 10, to: 17 });
    expect(items[itemOf(items, 18)]).toEqual({ position: 18 });
  });
});

describe('loops that poll', () => {
  const poll = { thread: 1, kind: 'read', text: 'flag → 0', line: 5 };
  const once = { thread: 2, kind: 'write', text: 'x = 1', line: 9 };
  const trace = (steps: (typeof poll)[]) => {
    const made = traceOf(steps);
    const texts = [...new Set(steps.map((step) => step.text))];
    const same = steps.map((step) => texts.indexOf(step.text));
    return { ...made, texts, events: { ...made.events, text: same, stack: same } };
  };
  const folds = (steps: (typeof poll)[], alone?: (row: number) => boolean) => {
    const model = new TraceModel(trace(steps));
    return folded(model, model.selection(true), () => true, new Set(), alone).filter((item) => 'from' in item);
  };
  it('are shown once, with how often they come again', () => {
    const model = new TraceModel(trace([once, ...Array(150).fill(poll), once]));
    const items = folded(model, model.selection(true), () => false, new Set());
    expect(items).toEqual([
      { position: 0 },
      { position: 1 },
      { from: 2, to: 150, loop: { rows: 1, times: 149, threads: [1] } },
      { position: 151 },
    ]);
    expect(items[itemOf(items, 70)]).toBe(items[2]);
    expect(folded(model, model.selection(true), () => false, new Set([2])).length).toBeGreaterThan(15);
  });
  it('of several threads are one loop', () => {
    expect(folds(Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? poll : once)))).toEqual([
      { from: 2, to: 99, loop: { rows: 2, times: 49, threads: [1, 2] } },
    ]);
  });
  it('leave out no row that must be seen', () => {
    expect(folds(Array(100).fill(poll), (row) => row === 50)).toEqual([
      { from: 1, to: 49, loop: { rows: 1, times: 49, threads: [1] } },
      { from: 52, to: 99, loop: { rows: 1, times: 48, threads: [1] } },
    ]);
  });
  it('are none if the steps come twice, or differ', () => {
    expect(folds([poll, once, poll, once])).toEqual([]);
    expect(folds(Array.from({ length: 20 }, (_, i) => ({ ...poll, text: `head → ${i}` })))).toEqual([]);
  });
});
