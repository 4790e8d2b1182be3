// An execution that can be walked through: the timeline, the steps, the source line, and who holds what. All four show the
// same moment.
import { useEffect, useMemo, useState } from 'preact/hooks';

import { isField } from '../app';
import type { Source } from '../data';
import { marksOf, nextPlace } from '../model/essence';
import type { EssencePlace } from '../model/essence';
import { isEmpty, matches, parseFilter } from '../model/stepFilter';
import { positionOf } from '../model/timelineLayout';
import type { TraceModel } from '../model/traceModel';
import { noteStep } from '../route';
import { SourcePane } from './source';
import { StatePane } from './state';
import { StepList } from './steps';
import { Timeline } from './timeline';

interface Props {
  model: TraceModel;
  sources: Source[];
  bug: number;
  row: number;
  setRow: (row: number) => void;
  essence: EssencePlace[];
}

export function Workbench({ model, sources, bug, row, setRow, essence }: Props) {
  const [everything, setEverything] = useState(() => model.selection(false).length < 2);
  const [words, setWords] = useState('');
  const filter = useMemo(() => parseFilter(words), [words]);
  const selection = useMemo(() => {
    const all = model.selection(everything, essence.map((each) => each.row));
    if (isEmpty(filter)) return all;
    const found = all.filter((each) => matches(model, each, filter));
    return found.length > 0 ? found : all.slice(-1);
  }, [model, everything, filter, essence]);
  const marks = useMemo(() => marksOf(essence), [essence]);
  const position = positionOf(selection, row);
  const current = selection[position] ?? row;
  const go = (wanted: number) => setRow(selection[Math.min(Math.max(wanted, 0), selection.length - 1)]);

  useEffect(() => noteStep(bug, model.number(current)), [current, bug]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      const target = targetOf(event, model, selection, position);
      if (event.key === 'a') setEverything(!everything);
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('step-filter')?.focus();
      }
      if (event.key === 'e' || event.key === 'E') {
        const place = nextPlace(essence, current, event.key === 'e' ? 1 : -1);
        if (place !== null) setRow(place);
      }
      if (target === null) return;
      event.preventDefault();
      go(target);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <div class="bench">
      <Timeline
        model={model}
        selection={selection}
        position={position}
        go={go}
        everything={everything}
        setEverything={setEverything}
        marks={marks}
      />
      <StepList
        model={model}
        selection={selection}
        position={position}
        go={go}
        fold={!everything && isEmpty(filter)}
        marks={marks}
        words={words}
        setWords={setWords}
      />
      <SourcePane model={model} sources={sources} row={current} />
      <StatePane model={model} row={current} go={(wanted) => go(positionOf(selection, wanted))} />
    </div>
  );
}

// Where a key leads to; null: it means nothing here.
export function targetOf(
  event: { key: string; shiftKey: boolean },
  model: TraceModel,
  selection: readonly number[],
  position: number,
): number | null {
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? nextSwitch(model, selection, position, 1) : position + 1;
    case 'ArrowLeft':
      return event.shiftKey ? nextSwitch(model, selection, position, -1) : position - 1;
    case 'l':
      return position + 1;
    case 'h':
      return position - 1;
    case 'n':
      return nextSwitch(model, selection, position, 1);
    case 'p':
      return nextSwitch(model, selection, position, -1);
    case ']':
      return sameThread(model, selection, position, 1);
    case '[':
      return sameThread(model, selection, position, -1);
    case 'Home':
      return 0;
    case 'End':
      return selection.length - 1;
    default:
      return null;
  }
}

// The next row of another thread than the one before it.
export function nextSwitch(
  model: TraceModel,
  selection: readonly number[],
  position: number,
  direction: 1 | -1,
): number {
  for (let at = position + direction; at > 0 && at < selection.length; at += direction)
    if (model.thread(selection[at]) !== model.thread(selection[at - 1])) return at;
  return direction > 0 ? selection.length - 1 : 0;
}

function sameThread(model: TraceModel, selection: readonly number[], position: number, direction: 1 | -1): number {
  const thread = model.thread(selection[position]);
  for (let at = position + direction; at >= 0 && at < selection.length; at += direction)
    if (model.thread(selection[at]) === thread) return at;
  return position;
}
