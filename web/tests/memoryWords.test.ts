import { describe, expect, it } from 'vitest';
import type { BugResult } from '../src/data';
import { memoryWords, whatIsEnough } from '../src/model/memoryWords';

describe('what a bug needs', () => {
  it('counts switches and older values', () => {
    expect(whatIsEnough(0, 0)).toBe('No context switch is needed');
    expect(whatIsEnough(1, 0)).toBe('1 context switch is enough');
    expect(whatIsEnough(0, 1)).toBe('1 stale read is enough');
    expect(whatIsEnough(0, 2)).toBe('2 stale reads are enough');
    expect(whatIsEnough(2, 1)).toBe('1 stale read and 2 context switches are enough');
  });
});

describe('orders that are missing', () => {
  const orders = [
    { operation: 'a release store', place: 'mp.cc:9' },
    { operation: 'an acquire load', place: 'mp.cc:14' },
  ];

  it('are told with what executions showed', () => {
    const bug = { sequential_tries: 1000, missing_orders: { orders, executions: 1000, fails_nevertheless: false } };
    expect(memoryWords(bug as BugResult)).toEqual([
      'It needs weak memory: 1,000 executions under sequential consistency did not show it.',
      'With a release store at mp.cc:9 and an acquire load at mp.cc:14, 1,000 executions did not show it.',
    ]);
  });

  it('may not be enough', () => {
    const bug = { missing_orders: { orders: orders.slice(0, 1), executions: 7, fails_nevertheless: true } };
    expect(memoryWords(bug as BugResult)).toEqual([
      'It needs more than a release store at mp.cc:9: with that, execution 7 showed it again.',
    ]);
    expect(memoryWords(undefined)).toEqual([]);
  });
});
