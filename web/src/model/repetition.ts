// Loops that poll: where the same steps of the same threads come over and over.
import type { TraceModel } from './traceModel';

export interface Loop {
  from: number; // positions in the selection: the second time round, and all further ones
  to: number; // included
  rows: number; // of one time round
  times: number; // more than the first, which is shown
  threads: number[];
}

const longestLoop = 32; // rows
const fewestTimes = 3; // what is done twice need not be a loop
const notWorthFolding = 3; // rows

// `alone`: rows that must be seen.
export function loopsOf(model: TraceModel, selection: readonly number[], alone: (row: number) => boolean): Loop[] {
  const words = wordsOf(model, selection, alone);
  const loops: Loop[] = [];
  for (let at = 0; at < words.length; ) {
    const { rows, times } = loopAt(words, at);
    if (times < fewestTimes || rows * (times - 1) <= notWorthFolding) {
      ++at;
      continue;
    }
    const threads = [...new Set(Array.from({ length: rows }, (_, i) => model.thread(selection[at + i])))];
    loops.push({ from: at + rows, to: at + rows * times - 1, rows, times: times - 1, threads });
    at += rows * times;
  }
  return loops;
}

// The one that explains most rows; of those, the shortest.
function loopAt(words: Int32Array, at: number): { rows: number; times: number } {
  let best = { rows: 1, times: 1 };
  for (let rows = 1; rows <= longestLoop && at + 2 * rows <= words.length; ++rows) {
    if (words[at] !== words[at + rows]) continue;
    let same = 1;
    while (at + rows + same < words.length && words[at + same] === words[at + rows + same]) ++same;
    const times = 1 + Math.floor(same / rows);
    if (times > 1 && rows * times > best.rows * best.times) best = { rows, times };
  }
  return best;
}

// The same number: the same thread does the same at the same place.
function wordsOf(model: TraceModel, selection: readonly number[], alone: (row: number) => boolean): Int32Array {
  const words = new Int32Array(selection.length);
  const { thread, text, stack } = model.trace.events;
  const texts = Math.max(model.trace.texts.length, 1);
  const stacks = Math.max(model.trace.stacks.length, 1);
  const known = new Map<number, number>();
  for (let position = 0; position < selection.length; ++position) {
    const row = selection[position];
    words[position] = position;
    if (model.isEnd(row) || alone(row)) continue;
    const key = (thread[row] * texts + text[row]) * stacks + stack[row];
    const same = known.get(key);
    if (same === undefined) known.set(key, position);
    else words[position] = same;
  }
  return words;
}
