// Where on the trace the places are whose order makes the failure: what links, marks and a key of its own lead to.
import type { BugResult, EssenceDeed } from '../data';
import type { TraceModel } from './traceModel';

export interface EssencePlace {
  number: number; // as it is marked: 1, 2, ...
  row: number; // -1: not in this trace
  deed: EssenceDeed;
  pair: number; // places of one pair: the first comes before the second
}

// Of a race these are its two accesses.
export function essenceOf(model: TraceModel | null, bug: BugResult | undefined): EssencePlace[] {
  if (model?.trace.race)
    return model.trace.race.map((row, i) => ({
      number: i + 1,
      row,
      deed: { thread: model.threadName(model.thread(row)), operation: model.kind(row), site: model.place(row) },
      pair: 0,
    }));
  const places: EssencePlace[] = [];
  for (const [pair, { before, after }] of (bug?.essence_pairs ?? []).entries()) {
    const [first, second] = model ? pairRows(model, before, after) : [nowhere, nowhere];
    for (const [deed, row] of [
      [before, first],
      [after, second],
    ] as const) {
      const same = row < 0 ? undefined : places.find((each) => each.row === row);
      places.push({ number: same?.number ?? new Set(places.map((each) => each.number)).size + 1, row, deed, pair });
    }
  }
  return places;
}

const nowhere = -1;
const mostTried = 200;

// From the end, for it is the last time that decides; both are about the same object if any two of them are.
function pairRows(model: TraceModel, before: EssenceDeed, after: EssenceDeed): [number, number] {
  const seconds = rowsOf(model, after, model.rows);
  for (const second of seconds) {
    const object = model.variable(second);
    if (object === '') continue;
    const first = rowsOf(model, before, second).find((row) => model.variable(row) === object);
    if (first !== undefined) return [first, second];
  }
  const second = seconds[0] ?? nowhere;
  const first = rowsOf(model, before, second < 0 ? model.rows : second)[0] ?? rowsOf(model, before, model.rows)[0];
  return [first ?? nowhere, second];
}

// Rows of the deed above `end`, the last one first; where none has its operation, those at its line.
function rowsOf(model: TraceModel, deed: EssenceDeed, end: number): number[] {
  const thread = model.trace.threads.findIndex((name) => name === deed.thread || name.startsWith(`${deed.thread} '`));
  if (thread < 0) return [];
  const exact: number[] = [];
  const nearly: number[] = [];
  for (let row = end - 1; row >= 0 && exact.length < mostTried; --row) {
    if (model.thread(row) !== thread || !isThere(model, row, deed.site)) continue;
    if (model.isEnd(row) || model.kind(row) === deed.operation) exact.push(row);
    else if (nearly.length < mostTried) nearly.push(row);
  }
  return exact.length > 0 ? exact : nearly;
}

function isThere(model: TraceModel, row: number, site: string): boolean {
  return site !== '' && model.stack(row).some((frame) => frame.place === site);
}

// The marks of each row, to draw them: "1", "1 4".
export function marksOf(places: readonly EssencePlace[]): Map<number, string> {
  const marks = new Map<number, string>();
  for (const { row, number } of places) {
    if (row < 0) continue;
    const known = marks.get(row);
    if (!known) marks.set(row, String(number));
    else if (!known.split(' ').includes(String(number))) marks.set(row, `${known} ${number}`);
  }
  return marks;
}

// Round and round: the place after (or before) the row.
export function nextPlace(places: readonly EssencePlace[], row: number, direction: 1 | -1): number | null {
  const rows = [...new Set(places.map((each) => each.row))].filter((each) => each >= 0).sort((a, b) => a - b);
  if (rows.length === 0) return null;
  if (direction > 0) return rows.find((each) => each > row) ?? rows[0];
  return rows.reverse().find((each) => each < row) ?? rows[0];
}
