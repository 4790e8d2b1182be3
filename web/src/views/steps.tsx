// The steps in words, one column for each thread as far as there is room for that. Threads that do nothing have a narrow one.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { type Fold, folded, itemOf } from '../model/stepFilter';
import { switchPositions } from '../model/timelineLayout';
import type { TraceModel } from '../model/traceModel';
import { counted } from '../model/numbers';
import { ThreadChip, threadColour } from '../parts/small';
import { VirtualList } from '../parts/virtualList';

const rowHeight = 23;
const narrowestColumn = 120;
const roomyColumn = 160; // where all threads have as much, none is narrowed
const idleColumn = 26; // pixels

interface Props {
  model: TraceModel;
  selection: number[];
  position: number;
  go: (position: number) => void;
  fold: boolean; // long stretches of one thread
  marks: Map<number, string>; // of the essence, by row
  words: string; // that are searched for
  setWords: (words: string) => void;
}

export function StepList({ model, selection, position, go, fold, marks, words, setWords }: Props) {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(700);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => setOpened(new Set()), [selection]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => box.current && setWidth(box.current.clientWidth));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const threads = model.trace.threads;
  const widest = useMemo(() => {
    const told = selection.slice(-5000);
    const places = told.reduce((most, row) => Math.max(most, model.place(row).length), 4);
    return { '--where': `${Math.min(places + 1, 24)}ch`, '--number': `${String(model.number(model.rows)).length + 1}ch` };
  }, [model, selection]);
  const isRoomy = (width - 230) / threads.length >= roomyColumn;
  const busy = useMemo(
    () => (isRoomy ? threads.map(() => true) : busyThreads(model, selection)),
    [model, selection, isRoomy, threads],
  );
  const idle = threads.length - busy.filter(Boolean).length;
  const room = width - 230 - idle * idleColumn;
  const inColumns = room / Math.max(threads.length - idle, 1) >= narrowestColumn;
  const switches = useMemo(() => switchPositions(model, selection), [model, selection]);
  const items = useMemo(() => {
    if (!fold) return null;
    const keep = (at: number) =>
      marks.has(selection[at]) || model.isRacing(selection[at]) || switches.has(at) || switches.has(at + 1);
    const alone = (row: number) => marks.has(row) || model.isRacing(row) || model.isDecisive(row);
    return folded(model, selection, keep, opened, alone);
  }, [model, selection, fold, opened, marks, switches]);
  const current = items ? itemOf(items, position) : position;
  const cellStyle = (thread: number) => ({
    '--colour': threadColour(thread),
    ...(busy[thread] ? {} : { flex: `0 0 ${idleColumn}px` }),
  });
  const line = (index: number, at: number, style: Record<string, string>) => {
    const row = selection[at];
    const thread = model.thread(row);
    const text = model.text(row);
    const mark = marks.get(row);
    const names = ['line'];
    if (at === position) names.push('current');
    if (model.isEnd(row)) names.push('end');
    if (switches.has(at)) names.push(mark || marks.has(selection[at - 1]) ? 'switch decisive' : 'switch');
    if (model.isRacing(row)) names.push('racing');
    if (mark) names.push('marked');
    const what = (
      <span class="what" title={`${text}\n${model.place(row)}${functionOf(model, row)}`}>
        {mark && <span class="mark">{mark}</span>}
        {text}
      </span>
    );
    return (
      <div
        key={row}
        id={`row-${index}`}
        role="option"
        aria-selected={at === position}
        aria-label={`${model.threadName(thread)}: ${text}, ${model.place(row)}${mark ? `, place ${mark} of the essence` : ''}`}
        class={names.join(' ')}
        style={style}
        onClick={() => go(at)}
      >
        <span class="number">{model.isEnd(row) ? '' : model.number(row)}</span>
        <span class="where" title={model.place(row)}>
          <bdi>{model.place(row)}</bdi>
        </span>
        {inColumns && !model.isEnd(row) ? (
          threads.map((_, lane) => (
            <span key={lane} class={`cell ${lane === thread ? 'own' : ''}`} style={cellStyle(lane)}>
              {lane === thread && what}
            </span>
          ))
        ) : (
          <>
            <ThreadChip thread={thread} name={model.threadName(thread)} />
            {what}
          </>
        )}
      </div>
    );
  };
  return (
    <section class="card steps" aria-label="Steps" ref={box} style={widest}>
      <div class="row spread bench-title">
        <h2>Steps</h2>
        <input
          type="search"
          id="step-filter"
          aria-label="Search steps"
          placeholder="search: words  var:x  thread:main.0  line:24  fn:f"
          title="words, and var:NAME, thread:NAME, line:N, fn:NAME; / goes here, Escape empties it"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWords('');
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <span class="small dim">
          {counted(selection.length, 'row')} of {counted(model.rows, 'row')}
        </span>
      </div>
      {inColumns && (
        <div class="column-heads" aria-hidden="true">
          <span class="number" />
          <span class="where" />
          {threads.map((name, thread) => (
            <span key={thread} class="cell" style={cellStyle(thread)} title={name}>
              {name}
            </span>
          ))}
        </div>
      )}
      <VirtualList
        count={items ? items.length : selection.length}
        rowHeight={rowHeight}
        current={current}
        label="Steps of the execution"
        role="listbox"
        row={(index, style) => {
          const item = items ? items[index] : { position: index };
          if ('position' in item) return line(index, item.position, style);
          const isHere = position >= item.from && position <= item.to;
          return (
            <div
              key={`fold-${item.from}`}
              id={`row-${index}`}
              role="option"
              aria-selected={isHere}
              class={`line folded ${isHere ? 'current' : ''}`}
              style={style}
              onClick={() => setOpened(new Set([...opened, item.from]))}
            >
              <span class="number">⋯</span>
              {foldWords(model, selection, item)}: click to unfold
            </div>
          );
        }}
      />
    </section>
  );
}

function foldWords(model: TraceModel, selection: readonly number[], { from, to, loop }: Fold): string {
  if (!loop) return `${counted(to - from + 1, 'more step')} of ${model.threadName(model.thread(selection[from]))}`;
  const names = loop.threads.slice(0, 3).map((thread) => model.threadName(thread));
  if (loop.threads.length > 3) names.push(`${loop.threads.length - 3} more`);
  const who = names.length === 1 ? `${names[0]} repeats` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} repeat`;
  return `${who} ${loop.rows === 1 ? 'this step' : `these ${counted(loop.rows, 'step')}`} ${counted(loop.times, 'time')}`;
}

function functionOf(model: TraceModel, row: number): string {
  const name = model.stack(row)[0]?.function;
  return name ? ` in ${name}` : '';
}

// Those with steps in the list; with at most two columns there is room for all.
function busyThreads(model: TraceModel, selection: readonly number[]): boolean[] {
  const threads = model.trace.threads.length;
  if (threads <= 2) return new Array<boolean>(threads).fill(true);
  const counts = new Array<number>(threads).fill(0);
  for (const row of selection) if (!model.isEnd(row)) ++counts[model.thread(row)];
  const enough = Math.min(3, Math.max(...counts));
  return counts.map((count) => count >= enough);
}
