import { describe, expect, it } from 'vitest';

import type { BugResult } from '../src/data';
import { essenceOf, marksOf, nextPlace } from '../src/model/essence';
import { TraceModel } from '../src/model/traceModel';
import { traceOf } from './sample';

const model = new TraceModel(
  traceOf([
    { thread: 1, kind: 'read', text: 'x → 0', line: 10 },
    { thread: 1, kind: 'read', text: 'x → 1', line: 10 },
    { thread: 2, kind: 'read', text: 'x → 1', line: 20 },
    { thread: 1, kind: 'write', text: 'x = 2', line: 10 },
    { thread: 2, kind: 'write', text: 'x = 2', line: 20 },
  ]),
);
const deed = (thread: string, operation: string, line: number) => ({ thread, operation, site: `x.cc:${line}` });
const bug = (pairs: BugResult['essence_pairs']) => ({ essence_pairs: pairs }) as BugResult;

describe('the places whose order matters', () => {
  it('are the last ones of their kind, the first before the second', () => {
    const places = essenceOf(
      model,
      bug([{ before: deed('main.0', 'read', 10), after: deed('main.1', 'write', 20) }]),
    );
    expect(places.map(({ row, number }) => [row, number])).toEqual([
      [1, 1],
      [4, 2],
    ]);
  });
  it('are found by their line where the operation has another name', () => {
    const places = essenceOf(model, bug([{ before: deed('main.1', 'atomic load', 20), after: deed('main.0', 'write', 10) }]));
    expect(places.map((each) => each.row)).toEqual([2, 3]);
  });
  it('may be missing from a trace that was cut', () => {
    const [gone] = essenceOf(model, bug([{ before: deed('main.7', 'read', 10), after: deed('main.0', 'write', 99) }]));
    expect(gone.row).toBe(-1);
    expect(essenceOf(null, bug([{ before: deed('main', 'read', 1), after: deed('main', 'read', 1) }]))).toHaveLength(2);
    expect(essenceOf(model, undefined)).toEqual([]);
  });
  it('that stand in two pairs have one number', () => {
    const read = deed('main.0', 'read', 10);
    const write = deed('main.1', 'write', 20);
    const places = essenceOf(model, bug([{ before: read, after: write }, { before: deed('main.0', 'write', 10), after: write }]));
    expect(places.map((each) => each.number)).toEqual([1, 2, 3, 2]);
    expect([...marksOf(places)]).toEqual([
      [1, '1'],
      [4, '2'],
      [3, '3'],
    ]);
  });
  it('are about one object, if any two of them are', () => {
    const two = new TraceModel(
      traceOf([
        { thread: 1, kind: 'write', text: 'a = 1', object: 0, line: 5 },
        { thread: 1, kind: 'write', text: 'b = 1', object: 1, line: 5 },
        { thread: 2, kind: 'write', text: 'a = 2', object: 0, line: 5 },
      ]),
    );
    const places = essenceOf(two, bug([{ before: deed('main.0', 'write', 5), after: deed('main.1', 'write', 5) }]));
    expect(places.map((each) => each.row)).toEqual([0, 2]);
  });
  it('are the two accesses of a race', () => {
    const race = new TraceModel({ ...model.trace, race: [1, 4] });
    expect(essenceOf(race, undefined).map(({ row, deed: { thread } }) => [row, thread])).toEqual([
      [1, 'main.0'],
      [4, 'main.1'],
    ]);
  });
  it('are gone through by a key, round and round', () => {
    const places = essenceOf(model, bug([{ before: deed('main.0', 'read', 10), after: deed('main.1', 'write', 20) }]));
    expect(nextPlace(places, 0, 1)).toBe(1);
    expect(nextPlace(places, 1, 1)).toBe(4);
    expect(nextPlace(places, 4, 1)).toBe(1);
    expect(nextPlace(places, 1, -1)).toBe(4);
    expect(nextPlace([], 1, 1)).toBeNull();
  });
});
