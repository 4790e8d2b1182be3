// Where things lie on the timeline: which part of the rows is in view, and what can be drawn of it in so many pixels.
import type { TraceModel } from './traceModel';
import { upperBound } from './traceModel';

export interface Window {
  from: number; // position of the left edge, in selected rows; fractions while zooming
  to: number;
}

export interface Bar {
  lane: number;
  from: number; // positions, first and last row
  to: number;
}

export interface Link {
  from: number; // positions
  to: number;
}

const narrowestWindow = 8;

export function fit(count: number): Window {
  return { from: 0, to: Math.max(count, 1) };
}

// The same place stays under the pointer.
export function zoomed(window: Window, factor: number, anchor: number, count: number): Window {
  const width = window.to - window.from;
  const wanted = Math.min(Math.max(width * factor, Math.min(narrowestWindow, count)), Math.max(count, 1));
  const from = anchor - ((anchor - window.from) * wanted) / width;
  return moved({ from, to: from + wanted }, 0, count);
}

export function moved(window: Window, by: number, count: number): Window {
  const width = window.to - window.from;
  const from = Math.min(Math.max(window.from + by, 0), Math.max(count - width, 0));
  return { from, to: from + width };
}

// Moves as little as it can so that a position is in view, and not at the very edge.
export function showing(window: Window, position: number, count: number): Window {
  const width = window.to - window.from;
  const margin = Math.min(width * 0.1, 3);
  if (position < window.from + margin) return moved(window, position - margin - window.from, count);
  if (position + 1 > window.to - margin) return moved(window, position + 1 + margin - window.to, count);
  return window;
}

// Stretches of one thread, those in view only. What would be narrower than `least` positions is drawn as one with its
// neighbours in the same lane, so that there are never more bars than pixels and lanes allow.
export function bars(model: TraceModel, selection: readonly number[], window: Window, least: number): Bar[] {
  const first = Math.max(Math.floor(window.from), 0);
  const last = Math.min(Math.ceil(window.to), selection.length) - 1;
  const result: Bar[] = [];
  const open: (Bar | undefined)[] = [];
  for (let position = first; position <= last; ++position) {
    const lane = model.thread(selection[position]);
    const bar = open[lane];
    const joins = bar !== undefined && (bar.to === position - 1 || position - bar.to < least);
    if (joins) {
      bar.to = position;
      continue;
    }
    const fresh = { lane, from: position, to: position };
    open[lane] = fresh;
    result.push(fresh);
  }
  return result;
}

const switchesOf = new WeakMap<readonly number[], Set<number>>(); // selections are of one model each

// Where another thread goes on although the one before it could have: the first row of it that is shown.
export function switchPositions(model: TraceModel, selection: readonly number[]): Set<number> {
  const known = switchesOf.get(selection);
  if (known) return known;
  const result = new Set<number>();
  switchesOf.set(selection, result);
  for (const event of model.trace.switches) {
    const position = positionOf(selection, event);
    if (position > 0 && model.thread(selection[position]) !== model.thread(selection[position - 1])) result.add(position);
  }
  return result;
}

// The position of an event, or of the next selected one behind it.
export function positionOf(selection: readonly number[], row: number): number {
  return Math.min(upperBound(selection, row - 1), selection.length - 1);
}

// Arrows that have an end in view, as positions.
export function links(edges: readonly [number, number][], selection: readonly number[], window: Window): Link[] {
  const seen = (at: number) => at >= window.from - 1 && at <= window.to;
  return edges
    .map(([before, after]) => ({ from: positionOf(selection, before), to: positionOf(selection, after) }))
    .filter(({ from, to }) => from !== to && (seen(from) || seen(to)));
}
