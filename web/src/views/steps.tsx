// The steps in words, one column for each thread as far as there is room for that.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { switchPositions } from '../model/timelineLayout';
import type { TraceModel } from '../model/traceModel';
import { counted } from '../model/numbers';
import { ThreadChip, threadColour } from '../parts/small';
import { VirtualList } from '../parts/virtualList';

const rowHeight = 25;
const narrowestColumn = 120;

interface Props {
  model: TraceModel;
  selection: number[];
  position: number;
  go: (position: number) => void;
}

export function StepList({ model, selection, position, go }: Props) {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(700);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => box.current && setWidth(box.current.clientWidth));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const threads = model.trace.threads;
  const widest = useMemo(() => {
    const told = model.selection(false).slice(-5000);
    const places = told.reduce((most, row) => Math.max(most, model.place(row).length), 4);
    return { '--where': `${Math.min(places + 1, 24)}ch`, '--number': `${String(model.number(model.rows)).length + 1}ch` };
  }, [model]);
  const inColumns = (width - 260) / threads.length >= narrowestColumn;
  const switches = useMemo(() => switchPositions(model, selection), [model, selection]);
  return (
    <section class="card steps" aria-label="Steps" ref={box} style={widest}>
      <div class="row spread">
        <h2>Steps</h2>
        <span class="small dim">
          {counted(selection.length, 'row')} of {counted(model.rows, 'row')}
        </span>
      </div>
      {inColumns && (
        <div class="column-heads" aria-hidden="true">
          <span class="number" />
          <span class="where" />
          {threads.map((name, thread) => (
            <span key={thread} class="cell" style={{ '--colour': threadColour(thread) }}>
              {name}
            </span>
          ))}
        </div>
      )}
      <VirtualList
        count={selection.length}
        rowHeight={rowHeight}
        current={position}
        label="Steps of the execution"
        role="listbox"
        row={(index, style) => {
          const row = selection[index];
          const thread = model.thread(row);
          const names = ['line'];
          if (index === position) names.push('current');
          if (model.isEnd(row)) names.push('end');
          if (switches.has(index)) names.push('switch');
          if (model.isRacing(row)) names.push('racing');
          const text = model.text(row);
          return (
            <div
              key={index}
              id={`row-${index}`}
              role="option"
              aria-selected={index === position}
              aria-label={`${model.threadName(thread)}: ${text}, ${model.place(row)}`}
              class={names.join(' ')}
              style={style}
              title={text}
              onClick={() => go(index)}
            >
              <span class="number">{model.isEnd(row) ? '' : model.number(row)}</span>
              <span class="where">
                <bdi>{model.place(row)}</bdi>
              </span>
              {inColumns && !model.isEnd(row) ? (
                threads.map((_, lane) => (
                  <span key={lane} class={`cell ${lane === thread ? 'own' : ''}`} style={{ '--colour': threadColour(lane) }}>
                    {lane === thread && <span class="what">{text}</span>}
                  </span>
                ))
              ) : (
                <>
                  <ThreadChip thread={thread} name={model.threadName(thread)} />
                  <span class="what">{text}</span>
                </>
              )}
            </div>
          );
        }}
      />
    </section>
  );
}
