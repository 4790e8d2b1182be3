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
