// What every thread is about to do, and who holds which lock, once the step has happened.
import type { ThreadNow, TraceModel } from '../model/traceModel';
import { ThreadChip } from '../parts/small';

interface Props {
  model: TraceModel;
  row: number;
  go: (row: number) => void;
}

export function StatePane({ model, row, go }: Props) {
  const held = [...model.heldAfter(row)].sort(([a], [b]) => a - b);
  const threads = model.threadsAfter(row);
  const waiting = (object: string) =>
    threads.filter((each) => each.waitsFor?.object === object && each.state === 'waits');
  return (
    <section class="card state" aria-label="Threads and locks" tabIndex={0}>
      <h2>Threads after this step</h2>
      <div class="scroll-x">
        <table>
          <thead>
            <tr>
              <th>thread</th>
              <th>state</th>
              <th>next</th>
              <th>holds</th>
            </tr>
          </thead>
          <tbody>
            {threads.map((now) => (
              <tr key={now.thread} class={now.state === 'running' ? 'now' : ''}>
                <td>
                  <ThreadChip thread={now.thread} name={model.threadName(now.thread)} />
                </td>
                <td class={now.state === 'waits' || now.state === 'failed' ? 'bad' : ''}>{stateText(now, model, row)}</td>
                <td class="mono">
                  {model.isEnd(row) ? (
                    <span class="dim">-</span>
                  ) : now.next >= 0 ? (
                    <a href="#" onClick={(event) => (event.preventDefault(), go(now.next))}>
                      {now.words}
                    </a>
                  ) : (
                    now.words
                  )}
                </td>
                <td class="mono">
                  {held
                    .filter(([, holders]) => holders.some((each) => each.thread === now.thread))
                    .map(([object]) => model.objectName(object))
                    .join(', ') || <span class="dim">-</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 id="locks">Locks that are held</h3>
      {held.length === 0 ? (
        <p class="dim small">None.</p>
      ) : (
        <table class="locks">
          <thead>
            <tr>
              <th>lock</th>
              <th>held by</th>
              <th>since step</th>
              <th>waited for by</th>
            </tr>
          </thead>
          <tbody>
            {held.map(([object, holders]) => (
              <tr key={object}>
                <td class="mono" title={model.trace.objects[object]?.meaning}>
                  {model.objectName(object)}
                </td>
                <td>
                  {holders.map((each, i) => (
                    <span key={i}>
                      <ThreadChip thread={each.thread} name={model.threadName(each.thread)} />
                      {each.shared && ' shared '}
                    </span>
                  ))}
                </td>
                <td>
                  {holders.map((each, i) => (
                    <a key={i} href="#" onClick={(event) => (event.preventDefault(), go(each.since))}>
                      {model.number(each.since)}{' '}
                    </a>
                  ))}
                </td>
                <td>
                  {waiting(model.objectName(object)).map((each) => (
                    <ThreadChip key={each.thread} thread={each.thread} name={model.threadName(each.thread)} />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function stateText(now: ThreadNow, model: TraceModel, row: number): string {
  if (model.isEnd(row) && now.words !== '') return now.words;
  if (now.state !== 'waits' || !now.waitsFor) return now.state;
  const { object, thread } = now.waitsFor;
  const owner = thread === null ? '' : ` of ${model.threadName(thread)}`;
  return object ? `waits for ${object}${owner}` : `waits${owner && ` for ${model.threadName(thread!)}`}`;
}
