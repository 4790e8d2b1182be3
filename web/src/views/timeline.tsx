// One lane for each thread, time to the right. Drawn on a canvas, so that 100,000 events cost no elements; what there are few
// of (the arrows, the race, where we are) is SVG on top of it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { isField } from '../app';
import { fit, links, moved, positionOf, showing, zoomed } from '../model/timelineLayout';
import type { Window } from '../model/timelineLayout';
import type { TraceModel } from '../model/traceModel';
import { withThousands } from '../model/numbers';
import { threadColour } from '../parts/small';
import { theme } from '../theme';
import { laneHeight, lanePlace, legend, paintLanes, paintOverview } from './timelinePaint';

interface Props {
  model: TraceModel;
  selection: number[];
  position: number;
  go: (position: number) => void;
  everything: boolean;
  setEverything: (everything: boolean) => void;
  marks: Map<number, string>; // of the essence, by row
}

const widestStep = 44; // pixels
const mostArrows = 60;

export function Timeline({ model, selection, position, go, everything, setEverything, marks }: Props) {
  const lanes = model.trace.threads.length;
  const height = lanes * laneHeight(lanes);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const strip = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const count = Math.max(selection.length, Math.ceil(width / widestStep)); // room for so many
  const [arrows, setArrows] = useState(true);
  const [view, setView] = useState<Window>(() => showing(comfortable(count, width), position, count));

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => box.current && setWidth(Math.max(box.current.clientWidth, 50)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => setView(showing(comfortable(count, width), position, count)), [selection, width]);
  useEffect(() => setView((now) => showing(now, position, count)), [position]);
  useEffect(() => {
    paintLanes(canvas.current!, { model, selection, view, width, height, position, marks });
  }, [model, selection, view, width, height, position, marks, theme.value]);
  useEffect(() => {
    paintOverview(strip.current!, { model, selection, width, count });
  }, [model, selection, width, count, theme.value]);

  const zoom = (factor: number, anchor = position + 0.5) => setView((now) => zoomed(now, factor, anchor, count));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (event.key === '+' || event.key === '=') zoom(0.6);
      if (event.key === '-') zoom(1.6);
      if (event.key === '0') setView(fit(count));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const scale = width / (view.to - view.from);
  const x = (at: number) => (at + 0.5 - view.from) * scale;
  const y = (at: number) => lanePlace(model.thread(selection[at]), lanes);
  const race = model.trace.race?.map((event) => positionOf(selection, event));
  const shown = useMemo(() => {
    if (!arrows) return [];
    const row = selection[position];
    const between = model.trace.race && model.isRacing(row) ? model.edgesBetween(...model.trace.race) : [];
    return links([...model.edgesOf(row), ...between].slice(0, mostArrows), selection, view);
  }, [model, selection, position, view, arrows]);
  const marked = [...marks].map(([row, mark]) => ({ at: positionOf(selection, row), row, mark })).filter(({ at, row }) => selection[at] === row);

  return (
    <section class="card timeline" aria-label="Timeline">
      <div class="toolbar">
        <Walk model={model} selection={selection} position={position} go={go} />
        <span class="gap" />
        <label>
          <input type="checkbox" checked={everything} onChange={(e) => setEverything(e.currentTarget.checked)} />
          all steps
        </label>
        <label>
          <input type="checkbox" checked={arrows} onChange={(e) => setArrows(e.currentTarget.checked)} />
          happens-before
        </label>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1.6)}>
          −
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(0.6)}>
          +
        </button>
        <button type="button" onClick={() => setView(fit(count))}>
          fit
        </button>
      </div>
      <div class="lanes" role="region" aria-label="Lanes of the threads" tabIndex={0}>
        <div class="lane-names">
          {model.trace.threads.map((name, thread) => (
            <div key={thread} title={name} style={{ height: `${laneHeight(lanes)}px`, '--colour': threadColour(thread) }}>
              {name}
            </div>
          ))}
        </div>
        <Surface
          box={box}
          height={height}
          view={view}
          width={width}
          count={count}
          setView={setView}
          go={go}
          words={(at) => wordsOf(model, selection, at)}
        >
          <canvas ref={canvas} role="img" aria-label={`The steps of ${lanes} threads; the list below has them in words`} />
          <svg aria-hidden="true" class="over-lanes">
            <defs>
              <marker id="arrow-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto">
                <path d="M0 0L10 5L0 10z" fill="context-stroke" />
              </marker>
            </defs>
            {shown.map(({ from, to }, i) => (
              <path
                key={i}
                class="arrow"
                marker-end="url(#arrow-head)"
                d={`M${x(from)} ${y(from)}C${x(from) + 14} ${(y(from) + y(to)) / 2} ${x(to) - 14} ${(y(from) + y(to)) / 2} ${x(to)} ${y(to)}`}
              />
            ))}
            {race && (
              <>
                <line class="race-line" x1={x(race[0])} y1={y(race[0])} x2={x(race[1])} y2={y(race[1])} />
                {race.map((at) => (
                  <circle key={at} class="race-mark" cx={x(at)} cy={y(at)} r="9" />
                ))}
              </>
            )}
            {marked.map(({ at, mark }) => (
              <g key={at} class="essence-mark">
                <circle cx={x(at)} cy={y(at)} r="11" />
                <text x={x(at)} y={y(at) - 14}>
                  {mark}
                </text>
              </g>
            ))}
            <line class="cursor" x1={x(position)} x2={x(position)} y1="0" y2={height} />
            <path class="cursor-head" d={`M${x(position) - 5} 0h10l-5 7z`} />
          </svg>
        </Surface>
        <Strip view={view} width={width} count={count} setView={setView}>
          <canvas ref={strip} aria-hidden="true" />
          {marked.map(({ at, mark }) => (
            <span key={at} class="strip-mark" style={{ left: `${((at + 0.5) / count) * 100}%` }} title={`place ${mark}`} />
          ))}
        </Strip>
      </div>
      <p class="small dim legend">
        {model.trace.cut &&
          `Only the last ${withThousands(model.count)} events are shown, from event ${withThousands(model.trace.first + 1)} on. `}
        <Legend model={model} selection={selection} isMarked={marked.length > 0} />
      </p>
    </section>
  );
}

function wordsOf(model: TraceModel, selection: readonly number[], position: number): string {
  const row = selection[position];
  if (row === undefined) return '';
  const place = model.place(row);
  return `${model.threadName(model.thread(row))}: ${model.text(row)}${place && `\n${place}`}`;
}

// What the letters mean, those that are there.
function Legend({ model, selection, isMarked }: { model: TraceModel; selection: readonly number[]; isMarked: boolean }) {
  const used = useMemo(() => {
    const kinds = new Set<string>();
    const step = Math.max(1, Math.floor(selection.length / 20_000));
    for (let at = 0; at < selection.length; at += step) kinds.add(model.kind(selection[at]));
    return legend.filter(([, , ...names]) => names.some((name) => kinds.has(name)));
  }, [model, selection]);
  return (
    <>
      {used.map(([letter, meaning]) => (
        <span key={letter}>
          <b>{letter}</b> {meaning}
        </span>
      ))}
      <span>bars under a lane: locks that the thread holds</span>
      {isMarked && (
        <span>
          <b class="mark">1</b> place whose order matters
        </span>
      )}
      <span>dotted: another thread goes on although this one could</span>
    </>
  );
}

// At first a part is shown in which steps can be told apart.
function comfortable(count: number, width: number): Window {
  return { from: 0, to: Math.max(Math.min(count, width / 15), 1) };
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="currentColor" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}

function Walk({ model, selection, position, go }: Pick<Props, 'model' | 'selection' | 'position' | 'go'>) {
  const goTo = (number: string) => go(positionOf(selection, Number(number) - 1 - model.trace.first));
  return (
    <>
      <button type="button" aria-label="First step" disabled={position === 0} onClick={() => go(0)}>
        <Icon path="M3 2v12M13 2L5 8l8 6z" />
      </button>
      <button type="button" aria-label="Step back" disabled={position === 0} onClick={() => go(position - 1)}>
        <Icon path="M12 2L4 8l8 6z" />
      </button>
      <button
        type="button"
        aria-label="Step forward"
        disabled={position + 1 >= selection.length}
        onClick={() => go(position + 1)}
      >
        <Icon path="M4 2l8 6l-8 6z" />
      </button>
      <button
        type="button"
        aria-label="To the failure"
        disabled={position + 1 >= selection.length}
        onClick={() => go(selection.length - 1)}
      >
        <Icon path="M13 2v12M3 2l8 6l-8 6z" />
      </button>
      <label>
        step
        <input
          type="number"
          aria-label="Go to step"
          min={model.number(0)}
          max={model.number(model.rows - 1)}
          value={Math.min(model.number(selection[position]), model.number(model.count - 1))}
          onChange={(event) => goTo(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && goTo(event.currentTarget.value)}
        />
        of {withThousands(model.number(model.count - 1))}
        {model.isEnd(selection[position]) && <strong class="bad">failure</strong>}
      </label>
    </>
  );
}

interface SurfaceProps {
  box: preact.RefObject<HTMLDivElement>;
  height: number;
  view: Window;
  width: number;
  count: number;
  setView: (change: (now: Window) => Window) => void;
  go: (position: number) => void;
  words: (position: number) => string; // of a step, for the pointer over it
  children: preact.ComponentChildren;
}

// A click goes to the step under the pointer, a drag moves the window, the wheel with Ctrl zooms.
function Surface({ box, height, view, width, count, setView, go, words, children }: SurfaceProps) {
  const drag = useRef<{ x: number; from: Window; far: boolean } | null>(null);
  const [dragged, setDragged] = useState(false);
  const at = (event: MouseEvent) =>
    view.from + ((event.clientX - box.current!.getBoundingClientRect().left) / width) * (view.to - view.from);
  useEffect(() => {
    const element = box.current!;
    // The browser would zoom the page.
    const onWheel = (event: WheelEvent) => {
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        setView((now) => zoomed(now, event.deltaY > 0 ? 1.25 : 0.8, at(event), count));
      } else if (sideways !== 0) {
        event.preventDefault();
        setView((now) => moved(now, (sideways / width) * (now.to - now.from), count));
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
  return (
    <div
      ref={box}
      class={`lane-canvas ${dragged ? 'dragged' : ''}`}
      style={{ height: `${height}px` }}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, from: view, far: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const start = drag.current;
        if (!start) {
          event.currentTarget.title = words(Math.floor(at(event)));
          return;
        }
        const by = start.x - event.clientX;
        if (Math.abs(by) > 4 && !start.far) {
          start.far = true;
          setDragged(true);
        }
        if (start.far) setView(() => moved(start.from, (by / width) * (start.from.to - start.from.from), count));
      }}
      onPointerUp={(event) => {
        if (drag.current && !drag.current.far) go(Math.floor(at(event)));
        drag.current = null;
        setDragged(false);
      }}
    >
      {children}
    </div>
  );
}

// All of the execution, with a frame around what the lanes show.
function Strip({ view, width, count, setView, children }: Omit<SurfaceProps, 'box' | 'height' | 'go' | 'words'>) {
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const move = (event: PointerEvent) => {
    const middle = ((event.clientX - box.current!.getBoundingClientRect().left) / width) * count;
    setView((now) => moved(now, middle - (now.from + now.to) / 2, count));
  };
  return (
    <div
      ref={box}
      class="overview"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        move(event);
      }}
      onPointerMove={(event) => held && move(event)}
      onPointerUp={() => setHeld(false)}
    >
      {children}
      <div
        class="frame"
        style={{ left: `${(view.from / count) * 100}%`, width: `${Math.max(((view.to - view.from) / count) * 100, 0.6)}%` }}
      />
    </div>
  );
}
