// Where on the trace the places are whose order makes the failure: what links, marks and a key of its own lead to.
import type { BugResult, EssenceDeed } from '../data';
import type { TraceModel } from './traceModel';

export interface EssencePlace {
  number: number; // as it is marked: 1, 2, ...
  row: number; // -1: not in this trace
  deed: EssenceDeed;
  pair: number; // places of one pair: the first comes before the second
}

// Each pair is looked for from the end: it is the last time that decides.
export function essenceOf(model: TraceModel | null, bug: BugResult | undefined): EssencePlace[] {
  const places: EssencePlace[] = [];
  for (const [pair, { before, after }] of (bug?.essence_pairs ?? []).entries()) {
    const second = model ? lastRow(model, after, model.rows) : -1;
    let first = model ? lastRow(model, before, second < 0 ? model.rows : second) : -1;
    if (first < 0 && model) first = lastRow(model, before, model.rows);
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

function lastRow(model: TraceModel, deed: EssenceDeed, before: number): number {
  const thread = model.trace.threads.findIndex((name) => name === deed.thread || name.startsWith(`${deed.thread} '`));
  if (thread < 0) return -1;
  let nearly = -1;
  for (let row = before - 1; row >= 0; --row) {
    if (model.thread(row) !== thread || !isThere(model, row, deed.site)) continue;
    if (model.isEnd(row) || model.kind(row) === deed.operation) return row;
    if (nearly < 0) nearly = row;
  }
  return nearly;
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
