// What a run found: the bugs, and what was done to find them.
import type { BugPage, BugResult, PageData, RunResults } from '../data';
import { command, inFolder } from '../model/shellWords';
import { counted, secondsText, withThousands } from '../model/numbers';
import { WaitCycle, cycleOfWarning } from '../parts/waitCycle';
import { Command, Empty, Facts, KindChip } from '../parts/small';

export function Overview({ data }: { data: PageData }) {
  const { run } = data;
  if (!run) return <Empty>There are no results of a run in this page.</Empty>;
  return (
    <>
      <section class="card stack">
        <h1 class="mono">{[run.program, ...run.args].join(' ')}</h1>
        <Verdict run={run} />
        <Facts
          facts={[
            ['strategy', run.strategy],
            ['seed', run.seed],
            ['granularity', run.granularity],
            ['executions', withThousands(run.executions)],
            ['steps', withThousands(run.steps)],
            ['context switches', withThousands(run.switches)],
            ['time', secondsText(run.seconds)],
            ['ended by', run.end],
          ]}
        />
        {!run.instrumented && (
          <p class="warn">
            The program was not built by <code>heddle c++</code>: only its synchronisation was seen.
          </p>
        )}
        {run.not_instrumented.length > 0 && (
          <p class="small dim">Libraries that were not built by Heddle: {run.not_instrumented.join(', ')}</p>
        )}
      </section>
      <section>
        <h2>{counted(run.bugs.length, 'bug')}</h2>
        <BugList bugs={run.bugs} pages={data.bugs} />
        {run.bugs.length === 0 && (
          <Empty>
            No schedule that was tried broke the program. What was exercised is under Coverage, and more time finds more.
          </Empty>
        )}
      </section>
      <Warnings run={run} />
      {run.bugs.length > 0 && (
        <section class="card">
          <h2>Run a bug again</h2>
          <Command
            what="exactly as it failed"
            text={command('heddle', 'replay', inFolder(data.folder, run.bugs[0].schedule))}
          />
          <Command
            what="in gdb, stopped at the failure"
            text={command('heddle', 'replay', inFolder(data.folder, run.bugs[0].schedule), '--gdb')}
          />
        </section>
      )}
    </>
  );
}

function Verdict({ run }: { run: RunResults }) {
  if (run.problem) return <p class="bad">{run.problem}</p>;
  if (run.fails_always)
    return <p class="warn">Every schedule fails: this is probably no concurrency bug.</p>;
  if (run.claim) return <p class="good">{run.claim}</p>;
  return null;
}

export function BugList({ bugs, pages, test }: { bugs: BugResult[]; pages: BugPage[]; test?: number }) {
  return (
    <ol class="bug-list">
      {bugs.map((bug) => {
        const place = pages.findIndex((page) => page.id === bug.id && page.test === test) + 1;
        const body = (
          <>
            <div class="row spread">
              <span class="row">
                <KindChip kind={bug.kind} />
                {!bug.stable && <span class="chip">unstable</span>}
              </span>
              <span class="small dim">bug {bug.id}</span>
            </div>
            <div class="headline">{bug.message}</div>
            <div class="small dim">
              {[
                bug.site,
                bug.execution !== undefined && `found in execution ${withThousands(bug.execution)}`,
                bug.switches !== undefined && counted(bug.switches, 'context switch'),
                bug.depth !== undefined && `depth at most ${bug.depth}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </>
        );
        const style = `card ${bug.kind === 'data-race' ? 'race' : ''}`;
        return (
          <li key={bug.id}>
            {place > 0 ? (
              <a class={style} href={`#/bug/${place}`}>
                {body}
              </a>
            ) : (
              <div class={style}>{body}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Warnings({ run }: { run: RunResults }) {
  if (run.warnings.length === 0) return null;
  return (
    <section class="card">
      <h2>{counted(run.warnings.length, 'warning')}</h2>
      {run.warnings.map((warning, i) => (
        <details key={i}>
          <summary>{warning.message}</summary>
          <p class="small dim">
            Seen in execution {withThousands(warning.execution)}; {counted(warning.attempts, 'attempt')} to make it
            happen.
          </p>
          <WaitCycle {...cycleOfWarning(warning)} />
        </details>
      ))}
    </section>
  );
}
