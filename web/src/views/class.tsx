// A class under test: the test that breaks it, call by call, and a program that shows it.
import type { ClassBug, PageData } from '../data';
import { counted, secondsText, withThousands } from '../model/numbers';
import { command, inFolder } from '../model/shellWords';
import { Command, Empty, Facts, KindChip, ThreadChip } from '../parts/small';

export function ClassView({ data }: { data: PageData }) {
  const result = data.class;
  if (!result) return <Empty>There are no results of a class in this page.</Empty>;
  return (
    <>
      <section class="card stack">
        <h1 class="mono">{result.class}</h1>
        <Facts
          facts={[
            ['header', result.header],
            ['tests by', result.algorithm],
            ['schedules by', result.strategy],
            ['seed', result.seed],
            ['tests', withThousands(result.tests)],
            ['executions', withThousands(result.executions)],
            ['pairs of methods', `${result.pairs.covered} of ${result.pairs.all}`],
            ['time', secondsText(result.seconds)],
          ]}
        />
        {result.bugs.length === 0 && <p class="good">No test that was tried broke it.</p>}
        {result.not_called.length > 0 && (
          <details>
            <summary>What was not called</summary>
            <ul>
              {result.not_called.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
      {result.bugs.map((bug, i) => (
        <Bug key={i} bug={bug} folder={data.folder} place={data.bugs.findIndex((page) => page.trace) + 1} />
      ))}
    </>
  );
}

function Bug({ bug, folder, place }: { bug: ClassBug; folder: string; place: number }) {
  const outcome = (thread: number, index: number) =>
    bug.calls.filter((call) => call.thread === thread)[index]?.outcome;
  return (
    <>
      <section class="card stack" id="class-test">
        <div>
          <KindChip kind={bug.kind} />
        </div>
        <h2>{bug.message}</h2>
        <div>
          <h3>First</h3>
          <pre>{[bug.test.constructor, ...bug.test.before].join('\n')}</pre>
        </div>
        <div>
          <h3>Then, at the same time</h3>
          <div class="grid2">
            {bug.test.threads.map((calls, i) => (
              <div key={i} class="card">
                <ThreadChip thread={i + 1} name={`thread ${i + 1}`} />
                <table>
                  <tbody>
                    {calls.map((call, j) => (
                      <tr key={j}>
                        <td class="mono">{call}</td>
                        <td class="mono">
                          {outcome(i + 1, j) !== undefined && <>→ {outcome(i + 1, j)}</>}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            ))}
          </div>
        </div>
        {bug.final_state !== undefined && (
          <p>
            In the end: <code>{bug.final_state}</code>
          </p>
        )}
        <p class="dim small">
          {counted(bug.failing_schedules, 'schedule')} of {withThousands(bug.schedules)} failed.
        </p>
        {place > 0 && (
          <p>
            <a href={`#/bug/${place}`}>Walk through the failing execution</a>
          </p>
        )}
      </section>
      <section class="card">
        <h2>See it for yourself</h2>
        {bug.schedule && (
          <>
            <Command what="exactly as it failed" text={command('heddle', 'replay', inFolder(folder, bug.schedule))} />
            <Command text={command('heddle', 'replay', inFolder(folder, bug.schedule), '--gdb')} what="in gdb" />
          </>
        )}
        {bug.reproducer_text && (
          <details open>
            <summary>
              <code>{inFolder(folder, bug.reproducer)}</code>
            </summary>
            <pre>{bug.reproducer_text}</pre>
          </details>
        )}
      </section>
    </>
  );
}
