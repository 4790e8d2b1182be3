// What the timeline's canvases show.
import { bars, positionOf, switchPositions } from '../model/timelineLayout';
import type { Window } from '../model/timelineLayout';
import type { TraceModel } from '../model/traceModel';
import { threadColours } from '../parts/small';

const widthOfGlyphs = 13; // pixels a step needs for its letter

export function laneHeight(lanes: number): number {
  return lanes <= 3 ? 44 : lanes <= 5 ? 36 : lanes <= 10 ? 28 : 22;
}
export function lanePlace(lane: number, lanes: number): number {
  return lane * laneHeight(lanes) + laneHeight(lanes) * 0.42;
}

interface Colours {
  threads: string[];
  line: string;
  ink: string;
  dim: string;
  panel: string;
  accent: string;
  bad: string;
}

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    threads: Array.from({ length: threadColours }, (_, i) => colour(`--t${i}`)),
    line: colour('--line'),
    ink: colour('--ink'),
    dim: colour('--ink-2'),
    panel: colour('--panel'),
    accent: colour('--accent'),
    bad: colour('--bad'),
  };
}

function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext('2d');
  pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen?.clearRect(0, 0, width, height);
  return pen;
}

interface Lanes {
  model: TraceModel;
  selection: number[];
  view: Window;
  width: number;
  height: number;
  position: number;
  marks: Map<number, string>; // of the essence, by row
}

export function paintLanes(canvas: HTMLCanvasElement, picture: Lanes): void {
  const { model, selection, view, width, height } = picture;
  const pen = prepared(canvas, width, height);
  if (!pen) return;
  const colours = coloursOf(canvas);
  const lanes = model.trace.threads.length;
  const scale = width / (view.to - view.from);
  const x = (position: number) => (position - view.from) * scale;
  const thickness = Math.min(laneHeight(lanes) * 0.42, 18);

  pen.strokeStyle = colours.line;
  for (let lane = 0; lane < lanes; ++lane) {
    pen.beginPath();
    pen.moveTo(0, lanePlace(lane, lanes));
    pen.lineTo(width, lanePlace(lane, lanes));
    pen.stroke();
  }
  paintLocks(pen, picture, colours, x);
  const drawn = bars(model, selection, view, 1 / scale);
  for (const bar of drawn) {
    pen.fillStyle = colours.threads[bar.lane % threadColours];
    const from = x(bar.from) + (scale > 4 ? 1 : 0);
    const to = Math.max(x(bar.to + 1) - (scale > 4 ? 1 : 0), from + 1);
    pen.beginPath();
    pen.roundRect(from, lanePlace(bar.lane, lanes) - thickness / 2, to - from, thickness, Math.min(5, (to - from) / 2));
    pen.fill();
  }
  if (scale >= 3) paintYarn(pen, picture, colours, x);
  if (scale >= widthOfGlyphs) paintGlyphs(pen, picture, colours, x, scale);
}

// The way that control takes from thread to thread.
function paintYarn(pen: CanvasRenderingContext2D, { model, selection, view, marks }: Lanes, colours: Colours, x: (at: number) => number): void {
  const lanes = model.trace.threads.length;
  const switches = switchPositions(model, selection);
  const first = Math.max(Math.floor(view.from), 1);
  const last = Math.min(Math.ceil(view.to), selection.length - 1);
  for (let at = first; at <= last; ++at) {
    const from = model.thread(selection[at - 1]);
    const to = model.thread(selection[at]);
    if (from === to) continue;
    const decides = switches.has(at) && (marks.has(selection[at]) || marks.has(selection[at - 1]));
    pen.strokeStyle = decides ? colours.accent : colours.dim;
    pen.lineWidth = decides ? 2 : 1;
    pen.setLineDash(switches.has(at) && !decides ? [2, 3] : []);
    pen.beginPath();
    pen.moveTo(x(at), lanePlace(from, lanes));
    pen.lineTo(x(at), lanePlace(to, lanes));
    pen.stroke();
  }
  pen.lineWidth = 1;
  pen.setLineDash([]);
}

// Letter, what it means, and the kinds of operations that it stands for.
export const legend: [string, string, ...string[]][] = [
  ['R', 'read', 'read'],
  ['W', 'write', 'write'],
  ['r', 'atomic load', 'atomic load'],
  ['w', 'atomic store', 'atomic store'],
  ['u', 'atomic update', 'atomic update'],
  ['L', 'lock', 'lock', 'try-lock', 'timed lock', 'relock', 'shared lock', 'shared try-lock', 'shared timed lock'],
  ['U', 'unlock', 'unlock'],
  ['…', 'wait', 'wait'],
  ['!', 'wake', 'wake'],
  ['S', 'signal', 'signal', 'broadcast'],
  ['+', 'create a thread', 'create thread'],
  ['▸', 'start', 'start'],
  ['J', 'join', 'join'],
  ['■', 'exit', 'exit'],
  ['F', 'free', 'free'],
  ['✕', 'what goes wrong', 'end'],
];
const letters = new Map(legend.flatMap(([letter, , ...kinds]) => kinds.map((kind) => [kind, letter] as const)));

function paintGlyphs(
  pen: CanvasRenderingContext2D,
  { model, selection, view, position }: Lanes,
  colours: Colours,
  x: (at: number) => number,
  scale: number,
): void {
  const lanes = model.trace.threads.length;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = '600 11px ui-monospace, "DejaVu Sans Mono", monospace';
  const last = Math.min(Math.ceil(view.to), selection.length) - 1;
  for (let at = Math.max(Math.floor(view.from), 0); at <= last; ++at) {
    const row = selection[at];
    const middle = x(at) + scale / 2;
    const height = lanePlace(model.thread(row), lanes);
    if (model.isEnd(row)) {
      pen.fillStyle = colours.bad;
      pen.beginPath();
      pen.arc(middle, height, 9, 0, 2 * Math.PI);
      pen.fill();
    }
    pen.fillStyle = colours.panel;
    pen.fillText(letters.get(model.kind(row)) ?? '·', middle, height + 0.5);
    if (at === position) {
      pen.strokeStyle = colours.ink;
      pen.strokeRect(x(at) + 1.5, height - 11, scale - 3, 22);
    }
  }
}

// Under the lane, one line for each lock at a time.
function paintLocks(pen: CanvasRenderingContext2D, picture: Lanes, colours: Colours, x: (at: number) => number): void {
  const { model, selection, view, width } = picture;
  const lanes = model.trace.threads.length;
  const lines = laneHeight(lanes) >= 36 ? 3 : 2;
  const ends: number[][] = model.trace.threads.map(() => []);
  const firstRow = selection[Math.max(Math.floor(view.from) - 1, 0)];
  const lastRow = selection[Math.min(Math.ceil(view.to), selection.length - 1)];
  for (const lock of model.lockIntervals()) {
    if (lock.to < firstRow || lock.from > lastRow) continue;
    const from = positionOf(selection, lock.from);
    const to = lock.to >= model.count ? selection.length : positionOf(selection, lock.to);
    if (to < view.from || from > view.to) continue;
    const taken = ends[lock.thread] ?? [];
    let line = taken.findIndex((end) => end <= from);
    if (line < 0) line = taken.length < lines ? taken.length : lines - 1;
    taken[line] = to;
    pen.fillStyle = colours.threads[(lock.object + 3) % threadColours];
    pen.globalAlpha = lock.shared ? 0.5 : 0.9;
    const left = Math.max(x(from), 0);
    const right = Math.min(x(Math.min(to + 1, selection.length)), width);
    const top = lanePlace(lock.thread, lanes) + laneHeight(lanes) * 0.26 + line * 4;
    pen.fillRect(left, top, Math.max(right - left, 1), 3);
  }
  pen.globalAlpha = 1;
}

export function paintOverview(
  canvas: HTMLCanvasElement,
  { model, selection, width, count }: { model: TraceModel; selection: number[]; width: number; count: number },
): void {
  const height = 22;
  const pen = prepared(canvas, width, height);
  if (!pen) return;
  const colours = coloursOf(canvas);
  const lanes = model.trace.threads.length;
  const scale = width / count;
  for (const bar of bars(model, selection, { from: 0, to: selection.length }, 1 / scale)) {
    pen.fillStyle = colours.threads[bar.lane % threadColours];
    const thickness = Math.max((height - 4) / lanes, 1);
    pen.fillRect(bar.from * scale, 2 + (bar.lane * (height - 4)) / lanes, Math.max((bar.to + 1 - bar.from) * scale, 0.7), thickness);
  }
}
