import { describe, expect, it } from 'vitest';

import { bars, fit, links, moved, positionOf, showing, zoomed } from '../src/model/timelineLayout';
import { TraceModel } from '../src/model/traceModel';
import { scrolledTo, visibleRows } from '../src/model/virtualRows';
import { deadlock, longTrace } from './sample';

describe('the window', () => {
  it('keeps what is under the pointer while it is zoomed', () => {
    const before = { from: 20, to: 120 };
    const after = zoomed(before, 0.5, 70, 1000);
    expect(after).toEqual({ from: 45, to: 95 });
    expect((70 - after.from) / (after.to - after.from)).toBeCloseTo((70 - before.from) / (before.to - before.from));
  });
  it('never leaves the execution', () => {
    expect(zoomed({ from: 0, to: 50 }, 100, 10, 60)).toEqual(fit(60));
    expect(moved({ from: 40, to: 60 }, 1000, 100)).toEqual({ from: 80, to: 100 });
    expect(moved({ from: 40, to: 60 }, -1000, 100)).toEqual({ from: 0, to: 20 });
  });
  it('follows a step, and stays where it is while it can', () => {
    const window = { from: 100, to: 200 };
    expect(showing(window, 150, 1000)).toBe(window);
    const right = showing(window, 240, 1000);
    expect(right.from).toBeLessThan(240);
    expect(right.to).toBeGreaterThan(241);
    expect(showing(window, 0, 1000).from).toBe(0);
  });
});

describe('bars', () => {
  it('are the stretches of a thread', () => {
    const model = new TraceModel(longTrace(30, 5));
    const all = bars(model, model.selection(true), fit(30), 0);
    expect(all).toHaveLength(6);
    expect(all[1]).toEqual({ lane: 1, from: 5, to: 9 });
  });
  it('are bounded by what can be seen, whatever the length', () => {
    const model = new TraceModel(longTrace(100_000, 1));
    const pixels = 1000;
    const all = bars(model, model.selection(true), fit(100_000), 100_000 / pixels);
    expect(all.length).toBeLessThanOrEqual(3 * pixels);
  });
  it('lie in the window', () => {
    const model = new TraceModel(longTrace(1000, 7));
    const all = bars(model, model.selection(true), { from: 500, to: 520 }, 0);
    expect(all[0].from).toBe(500);
    expect(all[all.length - 1].to).toBe(519);
  });
});

describe('arrows', () => {
  const model = new TraceModel(deadlock);
  const selection = model.selection(true);
  it('are drawn where an end of them is in view', () => {
    const all = deadlock.edges as [number, number][];
    expect(links(all, selection, { from: 0, to: 10 })).toEqual([
      { from: 0, to: 2 },
      { from: 1, to: 5 },
    ]);
    expect(links(all, selection, { from: 6, to: 10 })).toEqual([{ from: 1, to: 5 }]);
  });
  it('are those of the selected step', () => {
    expect(model.edgesOf(0)).toEqual([[0, 2]]);
    expect(model.edgesOf(5)).toEqual([[1, 5]]);
    expect(model.edgesOf(3)).toEqual([]);
  });
  it('of a race lie between its accesses and threads', () => {
    expect(model.edgesBetween(1, 6)).toEqual([[1, 5]]);
    expect(model.edgesBetween(3, 4)).toEqual([]);
  });
});

it('finds the row of an event that is not shown', () => {
  const selection = new TraceModel(deadlock).selection(false);
  expect(selection[positionOf(selection, 4)]).toBe(5);
  expect(selection[positionOf(selection, 99)]).toBe(9);
});

describe('a long list', () => {
  it('has elements for what is in view', () => {
    const { first, last } = visibleRows(1_000_000, 20, 20_000, 600);
    expect(first).toBeLessThanOrEqual(1000);
    expect(last).toBeGreaterThanOrEqual(1030);
    expect(last - first).toBeLessThan(60);
    expect(visibleRows(3, 20, 0, 600)).toEqual({ first: 0, last: 2 });
    expect(visibleRows(0, 20, 0, 600)).toEqual({ first: 0, last: -1 });
  });
  it('scrolls no further than it must', () => {
    expect(scrolledTo(50, 20, 900, 600)).toBe(900);
    expect(scrolledTo(0, 20, 900, 600)).toBe(0);
    expect(scrolledTo(100, 20, 0, 600)).toBeGreaterThan(1400);
  });
});
