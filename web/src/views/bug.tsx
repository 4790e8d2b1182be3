// One bug: what happened, the picture of it, and the execution step by step.
import { useMemo, useState } from 'preact/hooks';

import type { BugPage, BugResult, PageData } from '../data';
import { differenceText } from '../model/difference';
import { essenceOf } from '../model/essence';
import type { EssencePlace } from '../model/essence';
import { memoryWords, whatIsEnough } from '../model/memoryWords';
import { counted, withThousands } from '../model/numbers';
import { command, inFolder } from '../model/shellWords';
import { TraceModel } from '../model/traceModel';
import { Command, Facts, KindChip, ThreadChip } from '../parts/small';
import { WaitCycle, cycleOfWaits } from '../parts/waitCycle';
import { route } from '../route';
import { HeapCard, RaceCards } from './accesses';
import { Workbench } from './workbench';

function resultOf(data: PageData, page: BugPage): BugResult | undefined {
  const bugs = page.test === undefined ? data.run?.bugs : data.tests?.tests[page.test]?.bugs;
  return bugs?.find((bug) => bug.id === page.id);
}

export function BugView({ data, place }: { data: PageData; place: number }) {
  const page = data.bugs[place - 1];
  const bug = resultOf(data, page);
  const model = useMemo(() => (page.trace ? new TraceModel(page.trace, page.waits, bug?.threads) : null), [page, bug]);
  const [row, setRow] = useState(() => firstRow(model));
  const select = (thread: number) => {
    if (!model) return;
    const end = model.trace.last.findIndex((each) => each.thread === thread);
    setRow(end >= 0 ? model.count + end : Math.max(model.lastEvent(thread, model.rows), 0));
  };
  const essence = useMemo(() => essenceOf(model, bug), [model, bug]);
  return (
    <>
      <div class={model ? 'screen' : ''}>
        <section class="card head">
          <div class="head-what" role="region" aria-label="What failed" tabIndex={0}>
            <div class="row spread">
              <div class="row">
                <KindChip kind={bug?.kind ?? data.class?.bugs[0]?.kind ?? 'bug'} />
                {bug && !bug.stable && <span class="chip">unstable</span>}
                {bug && <span class="small dim">found in execution {withThousands(bug.execution)}</span>}
              </div>
              <Neighbours count={data.bugs.length} place={place} />
            </div>
            <h1>{page.headline}</h1>
            <Essence places={essence} bug={bug} model={model} row={row} go={setRow} />
            <OlderValues bug={bug} model={model} row={row} go={setRow} />
            {bug?.early_deadlines && (
              <p class="small">
                {bug.essence !== undefined ? 'Only if' : 'In this schedule'} {bug.early_deadlines.join(', and ')}.
              </p>
            )}
            {bug?.unstable_reason && <p class="warn small">{bug.unstable_reason}</p>}
            {bug?.differing_answers && (
              <p class="small">In two replays the system answered differently to {bug.differing_answers.join(', ')}.</p>
            )}
            {bug?.first_difference && <p class="small">{differenceText(bug.first_difference)}</p>}
          </div>
          <div class="head-words" role="region" aria-label="What the threads did" tabIndex={0}>
            {page.waits.length > 0 ? (
              <Waits page={page} bug={bug} select={model ? select : undefined} />
            ) : (
              <Words text={page.text} headline={page.headline} />
            )}
          </div>
        </section>
        {model ? (
          <Workbench
            model={model}
            sources={data.sources}
            bug={place}
            row={row}
            setRow={setRow}
            essence={essence}
          />
        ) : (
          <section class="card">
            <h2>The execution</h2>
            <p>{page.why_no_trace ?? 'It was not executed again for this page.'}</p>
          </section>
        )}
      </div>

      {bug?.accesses && bug.accesses.length === 2 && (
        <RaceCards bug={bug} trace={page.trace} goTo={model ? setRow : undefined} />
      )}
      {bug?.heap && <HeapCard heap={bug.heap} />}
      <div class="grid2">
        <div class="stack">
          {page.waits.length > 0 && (
            <section class="card" id="deadlock">
              <h2>Who waits for whom</h2>
              <WaitCycle {...cycleOfWaits(page.waits, page.trace, bug, model ? select : undefined)} />
            </section>
          )}
          {page.waits.length > 0 && (
            <section class="card">
              <h2>In words</h2>
              <pre>{page.text}</pre>
            </section>
          )}
          {page.output !== '' && (
            <section class="card">
              <h2>The program's output</h2>
              <pre>{page.output}</pre>
            </section>
          )}
        </div>
        <div class="stack">
          <ReplayCard folder={data.folder} schedule={bug?.schedule ?? data.class?.bugs[0]?.schedule ?? ''} />
          {bug && (
            <section class="card">
              <h2>How it was found</h2>
              <BugFacts bug={bug} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

// What the failure comes down to: each place leads to its step.
function Essence({
  places,
  bug,
  model,
  row,
  go,
}: {
  places: EssencePlace[];
  bug: BugResult | undefined;
  model: TraceModel | null;
  row: number;
  go: (row: number) => void;
}) {
  const race = model?.trace.race !== undefined;
  if (!race && (bug?.essence === undefined || bug.switches === undefined)) return null;
  const enough = race ? 'Nothing orders the two accesses' : whatIsEnough(bug!.switches!, bug!.stale_reads ?? 0);
  if (places.length === 0)
    return (
      <p>
        {enough}
        {bug!.essence && ': '}
        <code>{bug!.essence}</code>
      </p>
    );
  return (
    <div class="essence" aria-label="The order that makes it fail">
      <div class="small dim">
        {enough}. <kbd>e</kbd> goes {race ? 'from one to the other' : 'through the places whose order matters'}:
      </div>
      <ol>
        {places.slice(0, 6).map((place, i) => (
          <li key={i}>
            <button
              type="button"
              class="link"
              disabled={place.row < 0 || !model}
              aria-current={place.row === row ? 'step' : undefined}
              onClick={() => go(place.row)}
            >
              <span class="mark">{place.number}</span> {place.deed.thread}: {deedText(model, place)}{' '}
              <span class="dim">{place.deed.site}</span>
            </button>
            {i % 2 === 0 ? <em> {race ? 'races with' : 'comes before'}</em> : i + 1 < places.length && <em>, and</em>}
          </li>
        ))}
      </ol>
    </div>
  );
}

// What a thread saw that was not the newest value, and what would have made it see that.
function OlderValues({
  bug,
  model,
  row,
  go,
}: {
  bug: BugResult | undefined;
  model: TraceModel | null;
  row: number;
  go: (row: number) => void;
}) {
  const sights = model?.trace.sights ?? [];
  const words = memoryWords(bug);
  if (sights.length === 0 && words.length === 0) return null;
  return (
    <div class="sights small" aria-label="Older values that were seen">
      {sights.slice(0, 5).map((sight) => (
        <p key={sight.row}>
          {sight.text}{' '}
          <button
            type="button"
            class="link"
            aria-current={sight.row === row ? 'step' : undefined}
            onClick={() => go(sight.row)}
          >
            the step
          </button>
        </p>
      ))}
      {words.length > 0 && <p>{words.join(' ')}</p>}
    </div>
  );
}

function deedText(model: TraceModel | null, { row, deed }: EssencePlace): string {
  return model && row >= 0 ? model.text(row) : deed.operation;
}

// Of a deadlock: a line for each thread that waits.
function Waits({ page, bug, select }: { page: BugPage; bug: BugResult | undefined; select?: (thread: number) => void }) {
  const name = (thread: number) => page.trace?.threads[thread] ?? bug?.threads[thread]?.name ?? `thread ${thread}`;
  return (
    <ul class="waits" aria-label="Who waits for whom, in words">
      {page.waits.map((wait) => (
        <li key={wait.thread} class={wait.in_cycle ? 'in-cycle' : ''}>
          <button type="button" class="link" disabled={!select} onClick={() => select?.(wait.thread)}>
            <ThreadChip thread={wait.thread} name={name(wait.thread)} />
          </button>{' '}
          {wait.words ?? `waits on ${wait.object}`} <span class="dim small">at {wait.site}</span>
        </li>
      ))}
    </ul>
  );
}

// All that `heddle run` says, without what is said beside it already.
function Words({ text, headline }: { text: string; headline: string }) {
  const squeezed = (words: string) => words.replace(/\s+/g, ' ').trim();
  const paragraphs = text.split(/\n\n/);
  const rest = squeezed(paragraphs[0]) === squeezed(headline) ? paragraphs.slice(1) : paragraphs;
  return (
    <pre class="words">
      {rest.join('\n\n').trimEnd() || headline}
    </pre>
  );
}

// Where a reader who opens the bug starts: at the failure, unless the address says otherwise.
function firstRow(model: TraceModel | null): number {
  if (!model) return 0;
  const wanted = route.peek().at - 1 - model.trace.first;
  if (wanted >= 0 && wanted < model.rows) return wanted;
  return model.trace.race ? model.trace.race[1] : model.rows - 1;
}

function Neighbours({ count, place }: { count: number; place: number }) {
  if (count < 2) return null;
  return (
    <span class="row small">
      {place > 1 && <a href={`#/bug/${place - 1}`}>previous</a>}
      <span class="dim">
        {place} of {count}
      </span>
      {place < count && <a href={`#/bug/${place + 1}`}>next</a>}
    </span>
  );
}

function BugFacts({ bug }: { bug: BugResult }) {
  return (
    <Facts
      facts={[
        ['at', bug.site],
        ['found in execution', withThousands(bug.execution)],
        ['by', bug.strategy],
        ['seen', bug.times && counted(bug.times, 'time')],
        ['context switches', bug.switches],
        ['before it was made shorter', bug.shrunk_from === bug.switches ? undefined : bug.shrunk_from],
        ['depth, at most', bug.depth],
        ['radius', bug.radius],
      ]}
    />
  );
}

function ReplayCard({ folder, schedule }: { folder: string; schedule: string }) {
  if (!schedule) return null;
  const file = inFolder(folder, schedule);
  return (
    <section class="card" id="replay">
      <h2>Run it again</h2>
      <Command what="exactly as it failed" text={command('heddle', 'replay', file)} />
      <Command what="in gdb, stopped at the failure" text={command('heddle', 'replay', file, '--gdb')} />
      <Command what="this table in the terminal" text={command('heddle', 'explain', file)} />
    </section>
  );
}
