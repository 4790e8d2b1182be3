// The source line of the step, with the calls that led there, and where the other threads are meanwhile.
import { useEffect, useState } from 'preact/hooks';

import type { Source } from '../data';
import type { TraceModel } from '../model/traceModel';
import { Empty, ThreadChip, threadColour } from '../parts/small';
import { VirtualList } from '../parts/virtualList';

const rowHeight = 21;

interface Props {
  model: TraceModel;
  sources: Source[];
  row: number;
}

export function SourcePane({ model, sources, row }: Props) {
  const stack = model.stack(row);
  const [depth, setDepth] = useState(0);
  useEffect(() => setDepth(0), [row]);
  const frame = stack[Math.min(depth, stack.length - 1)];
  const source = frame && frame.source >= 0 ? sources[frame.source] : undefined;
  const thread = model.thread(row);
  return (
    <section class="card source" aria-label="Source">
      <div class="row spread">
        <h2 class="mono" title={source?.path}>
          {frame?.place ?? 'Source'}
        </h2>
        <ThreadChip thread={thread} name={model.threadName(thread)} />
      </div>
      {source && source.lines.length > 0 ? (
        <Lines model={model} source={source} index={frame.source} row={row} current={frame.line} />
      ) : (
        <Empty>
          {frame
            ? `There is no source text for ${frame.place}.`
            : 'Where this is in the source is not known: the program was built without -g, or the step is not in its code.'}
        </Empty>
      )}
      {stack.length > 0 && (
        <ol class="frames" aria-label="Call stack" tabIndex={0}>
          {stack.map((each, i) => (
            <li key={i}>
              <button type="button" aria-pressed={i === depth} onClick={() => setDepth(i)}>
                {each.function || '?'} <span class="dim">{each.place}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface LinesProps {
  model: TraceModel;
  source: Source;
  index: number; // of the source
  row: number;
  current: number; // line, from 1
}

function Lines({ model, source, index, row, current }: LinesProps) {
  const here = new Map<number, number[]>(); // by line: the threads that were there last
  model.trace.threads.forEach((_, thread) => {
    const at = model.lastEvent(thread, row);
    const frame = at < 0 ? undefined : model.stack(at).find((each) => each.source === index);
    if (frame && thread !== model.thread(row)) here.set(frame.line, [...(here.get(frame.line) ?? []), thread]);
  });
  const longest = source.lines.reduce((most, line) => Math.max(most, line.length), 0);
  return (
    <VirtualList
      count={source.lines.length}
      rowHeight={rowHeight}
      current={current - 1}
      centre
      width={`max(100%, ${longest + 20}ch)`}
      label={`Source of ${source.path}`}
      row={(line, style) => {
        const others = here.get(line + 1);
        const names = `line ${line + 1 === current ? 'current' : ''} ${others ? 'here-line' : ''}`;
        return (
          <div key={line} class={names} style={{ ...style, ...(others && { '--colour': threadColour(others[0]) }) }}>
            <span class="gutter">{line + 1}</span>
            <span>{source.lines[line]}</span>
            {others && (
              <span class="here">
                {others.map((thread) => (
                  <ThreadChip key={thread} thread={thread} name={model.threadName(thread)} />
                ))}
              </span>
            )}
          </div>
        );
      }}
    />
  );
}
