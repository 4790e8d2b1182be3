// Which steps are shown: those that the user searches for, by words and by what stands before a colon; loops and stretches of
// one thread folded, as `heddle explain` does.
import { loopsOf } from './repetition';
import type { TraceModel } from './traceModel';

export interface Filter {
  words: string[];
  thread: string;
  variable: string;
  line: string;
  function: string;
}

// "balance thread:main.0 line:24 function:deposit"; a variable may be given as var: too.
export function parseFilter(text: string): Filter {
  const filter: Filter = { words: [], thread: '', variable: '', line: '', function: '' };
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const [, name, value] = /^(thread|variable|var|line|function|fn):(.*)$/.exec(word) ?? [];
    if (name === 'thread') filter.thread = value;
    else if (name === 'variable' || name === 'var') filter.variable = value;
    else if (name === 'line') filter.line = value;
    else if (name === 'function' || name === 'fn') filter.function = value;
    else filter.words.push(word);
  }
  return filter;
}

export function isEmpty(filter: Filter): boolean {
  return filter.words.length === 0 && !filter.thread && !filter.variable && !filter.line && !filter.function;
}

export function matches(model: TraceModel, row: number, filter: Filter): boolean {
  const name = model.threadName(model.thread(row)).toLowerCase();
  // main.1 is not main.10.
  if (filter.thread && name !== filter.thread && !name.startsWith(`${filter.thread} `)) return false;
  const stack = model.stack(row);
  if (filter.line && !isLine(stack[0], filter.line)) return false;
  if (filter.function && !stack.some((frame) => frame.function.toLowerCase().includes(filter.function))) return false;
  if (filter.variable && !model.variable(row).toLowerCase().includes(filter.variable)) return false;
  if (filter.words.length === 0) return true;
  const all = `${name} ${model.text(row)} ${stack[0]?.place ?? ''} ${stack.map((frame) => frame.function).join(' ')}`.toLowerCase();
  return filter.words.every((word) => all.includes(word));
}

function isLine(frame: { place: string; line: number } | undefined, wanted: string): boolean {
  if (!frame) return false;
  return /^\d+$/.test(wanted) ? frame.line === Number(wanted) : frame.place.toLowerCase().endsWith(wanted);
}

// A fold: positions, both included; `loop`: they repeat what stands before them.
export interface Fold {
  from: number;
  to: number;
  loop?: { rows: number; times: number; threads: number[] };
}
export type StepItem = { position: number } | Fold;

const longest = 24; // rows of one thread in a row that are shown
const kept = 8; // at each end, of a longer one

// `keep`: positions that are not folded, unless they only repeat; `alone`: rows that are never folded; `opened`: folds,
// by their first position.
export function folded(
  model: TraceModel,
  selection: readonly number[],
  keep: (position: number) => boolean,
  opened: ReadonlySet<number>,
  alone: (row: number) => boolean = () => false,
): StepItem[] {
  const items: StepItem[] = [];
  let done = 0; // positions
  for (const { from, to, ...loop } of loopsOf(model, selection, alone)) {
    if (opened.has(from)) continue;
    foldStretches(model, selection, done, from, keep, opened, items);
    items.push({ from, to, loop });
    done = to + 1;
  }
  foldStretches(model, selection, done, selection.length, keep, opened, items);
  return items;
}

function foldStretches(
  model: TraceModel,
  selection: readonly number[],
  begin: number,
  finish: number,
  keep: (position: number) => boolean,
  opened: ReadonlySet<number>,
  items: StepItem[],
): void {
  for (let start = begin; start < finish; ) {
    const thread = model.thread(selection[start]);
    let end = start + 1;
    while (end < finish && model.thread(selection[end]) === thread && !model.isEnd(selection[end])) ++end;
    const long = end - start > longest;
    for (let at = start; at < end; ) {
      let last = at;
      const inside = (position: number) => long && position >= start + kept && position < end - kept && !keep(position);
      while (last < end && inside(last)) ++last;
      if (last - at > 3 && !opened.has(at)) {
        items.push({ from: at, to: last - 1 });
        at = last;
      } else {
        for (const stop = Math.max(last, at + 1); at < stop; ++at) items.push({ position: at });
      }
    }
    start = end;
  }
}

// Where in the list a position is, in its fold if it is folded.
export function itemOf(items: readonly StepItem[], position: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (('position' in item ? item.position : item.from) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
