// One bug: what happened, the picture of it, and the execution step by step.
import { useMemo, useState } from 'preact/hooks';

import type { BugPage, BugResult, PageData } from '../data';
import { differenceText } from '../model/difference';
import { counted, withThousands } from '../model/numbers';
import { command, inFolder } from '../model/shellWords';
import { TraceModel } from '../model/traceModel';
import { Command, Facts, KindChip } from '../parts/small';
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
  return (
    <>
      <section class="card stack">
        <div class="row spread">
          <div class="row">
            <KindChip kind={bug?.kind ?? data.class?.bugs[0]?.kind ?? 'bug'} />
            {bug && !bug.stable && <span class="chip">unstable</span>}
          </div>
          <Neighbours count={data.bugs.length} place={place} />
        </div>
        <h1>{page.headline}</h1>
        {bug && <BugFacts bug={bug} />}
        {bug?.essence && bug.switches !== undefined && (
          <p>
            {counted(bug.switches, 'context switch')} {bug.switches === 1 ? 'is' : 'are'} enough: <code>{bug.essence}</code>
          </p>
        )}
        {bug?.early_deadlines && (
          <p>
            {bug.essence !== undefined ? 'Only if' : 'In this schedule'} {bug.early_deadlines.join(', and ')}.
          </p>
        )}
        {bug?.unstable_reason && <p class="warn">{bug.unstable_reason}</p>}
        {bug?.differing_answers && (
          <p>In two replays the system answered differently to {bug.differing_answers.join(', ')}.</p>
        )}
        {bug?.first_difference && <p>{differenceText(bug.first_difference)}</p>}
      </section>

      {page.waits.length > 0 && (
        <section class="card" id="deadlock">
          <h2>Who waits for whom</h2>
          <WaitCycle {...cycleOfWaits(page.waits, page.trace, bug, model ? select : undefined)} />
        </section>
      )}
      {bug?.accesses && bug.accesses.length === 2 && (
        <RaceCards bug={bug} trace={page.trace} goTo={model ? setRow : undefined} />
      )}
      {bug?.heap && <HeapCard heap={bug.heap} />}

      {model ? (
        <Workbench model={model} sources={data.sources} bug={place} row={row} setRow={setRow} />
      ) : (
        <section class="card">
          <h2>The execution</h2>
          <p>{page.why_no_trace ?? 'It was not executed again for this page.'}</p>
        </section>
      )}

      <div class="grid2">
        <section class="card">
          <h2>In words</h2>
          <pre>{page.text}</pre>
        </section>
        <div class="stack">
          <ReplayCard folder={data.folder} schedule={bug?.schedule ?? data.class?.bugs[0]?.schedule ?? ''} />
          {page.output !== '' && (
            <section class="card">
              <h2>The program's output</h2>
              <pre>{page.output}</pre>
            </section>
          )}
        </div>
      </div>
    </>
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
