import { describe, expect, it } from 'vitest';

import { TraceModel, upperBound } from '../src/model/traceModel';
import { deadlock, traceOf, waits } from './sample';

describe('rows', () => {
  const model = new TraceModel(deadlock, waits);
  it('are the events, then what went wrong', () => {
    expect(model.count).toBe(7);
    expect(model.rows).toBe(10);
    expect(model.text(6)).toBe('lock b');
    expect(model.text(8)).toBe('waits for b');
    expect(model.thread(8)).toBe(1);
    expect(model.place(8)).toBe('x.cc:4');
  });
  it('leave out what nobody else can notice, unless everything is wanted', () => {
    expect(model.selection(true)).toHaveLength(10);
    expect(model.selection(false)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
  });
  it('keep the accesses of a race in any case', () => {
    const race = new TraceModel({ ...deadlock, race: [4, 6] });
    expect(race.selection(false)).toContain(4);
  });
  it('are numbered as in the whole execution', () => {
    expect(new TraceModel({ ...deadlock, first: 1000 }).number(0)).toBe(1001);
  });
});

describe('locks', () => {
  const model = new TraceModel(deadlock, waits);
  it('are held from the event that takes them', () => {
    expect(model.heldAfter(2).size).toBe(0);
    expect(model.heldAfter(3).get(0)).toEqual([{ thread: 1, shared: false, since: 3 }]);
    expect([...model.heldAfter(9).keys()]).toEqual([0, 1]);
  });
  it('taken again are held until they are given up as often', () => {
    const again = new TraceModel(
      traceOf(
        [0, 0, 0, 0].map((thread) => ({ thread, kind: 'lock', text: '' })),
        {
          locks: [
            [0, 0, 0, 1],
            [1, 0, 0, 1],
            [2, 0, 0, -1],
            [3, 0, 0, -1],
          ],
        },
      ),
    );
    expect(again.heldAfter(2).get(0)).toHaveLength(1);
    expect(again.heldAfter(3).has(0)).toBe(false);
    expect(again.lockIntervals().map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });
  it('shared by two are held until both gave them up', () => {
    const shared = new TraceModel(
      traceOf(
        [1, 2, 1].map((thread) => ({ thread, kind: 'lock', text: '' })),
        {
          locks: [
            [0, 1, 0, 2],
            [1, 2, 0, 2],
            [2, 1, 0, -1],
          ],
        },
      ),
    );
    expect(shared.heldAfter(2).get(0)).toEqual([{ thread: 2, shared: true, since: 1 }]);
  });
});

describe('threads', () => {
  const model = new TraceModel(deadlock, waits);
  it('start, run, and can go on', () => {
    const [main, first, second] = model.threadsAfter(2);
    expect(first.state).toBe('running');
    expect(second.state).toBe('not started');
    expect(main.state).toBe('waits'); // for ever, from here on: it has no event left
    expect(main.waitsFor).toEqual({ object: '', thread: 1 });
  });
  it('wait for the lock that another holds', () => {
    const trace = traceOf(
      [
        { thread: 1, kind: 'lock', text: 'lock a', object: 0 },
        { thread: 2, kind: 'read', text: 'y' },
        { thread: 1, kind: 'read', text: 'y' },
        { thread: 1, kind: 'unlock', text: 'unlock a', object: 0 },
        { thread: 2, kind: 'lock', text: 'lock a', object: 0 },
      ],
      {
        locks: [
          [0, 1, 0, 1],
          [3, 1, 0, -1],
          [4, 2, 0, 1],
        ],
      },
    );
    const held = new TraceModel(trace);
    expect(held.threadsAfter(0)[2].state).toBe('not started');
    expect(held.threadsAfter(1)[2].state).toBe('running');
    expect(held.threadsAfter(2)[2].state).toBe('waits');
    expect(held.threadsAfter(2)[2].waitsFor).toEqual({ object: 'a', thread: 1 });
    expect(held.threadsAfter(3)[2].state).toBe('can go on');
  });
  it('without events left are what the results say', () => {
    const trace = traceOf([1, 2].map((thread) => ({ thread, kind: 'read', text: '' })));
    const final = [
      { name: 'main', state: 'blocked' as const, operation: 'join', object: '' },
      { name: 'main.0', state: 'enabled' as const, operation: 'write', object: 'x' },
      { name: 'main.1', state: 'finished' as const },
    ];
    const [, first, second] = new TraceModel(trace, [], final).threadsAfter(1);
    expect(first).toMatchObject({ state: 'can go on', words: 'write x' });
    expect(second.state).toBe('running');
    expect(new TraceModel(trace, [], final).threadsAfter(0)[1].state).toBe('running');
  });
  it('wait at the end for what the failure says', () => {
    const [, first, second] = model.threadsAfter(9);
    expect(first.state).toBe('waits');
    expect(first.waitsFor).toEqual({ object: 'b', thread: 2 });
    expect(second.waitsFor).toEqual({ object: 'a', thread: 1 });
  });
});

it('counts numbers up to a limit', () => {
  expect(upperBound([1, 3, 3, 7], 0)).toBe(0);
  expect(upperBound([1, 3, 3, 7], 3)).toBe(3);
  expect(upperBound([1, 3, 3, 7], 9)).toBe(4);
});
