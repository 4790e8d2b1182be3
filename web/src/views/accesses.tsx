// The two accesses of a race side by side; the life of a heap block.
import type { AccessResult, BugResult, HeapDeed, HeapResult, Trace } from '../data';
import { StackList, ThreadChip, threadColour } from '../parts/small';

interface RaceProps {
  bug: BugResult;
  trace?: Trace;
  goTo?: (row: number) => void;
}

export function RaceCards({ bug, trace, goTo }: RaceProps) {
  return (
    <section class="card" id="race">
      <h2>
        Two accesses to <code>{bug.object || 'the same memory'}</code>, and nothing orders them
      </h2>
      <div class="grid2">
        {bug.accesses!.map((access, i) => (
          <Access
            key={i}
            access={access}
            thread={trace ? trace.threads.indexOf(access.thread) : i + 1}
            show={goTo && trace?.race ? () => goTo(trace.race![i]) : undefined}
          />
        ))}
      </div>
      <p class="small dim">
        On the timeline, arrows lead from what happens before to what happens after it. No path of them leads from one of the
        two accesses to the other: they could as well have happened at the same time.
      </p>
    </section>
  );
}

function Access({ access, thread, show }: { access: AccessResult; thread: number; show?: () => void }) {
  const deed = access.frees ? 'frees it' : access.allocates ? 'allocates it' : access.writes ? 'writes it' : 'reads it';
  return (
    <div class="card access" style={{ '--colour': threadColour(Math.max(thread, 0)) }}>
      <div class="row spread">
        <span class="row">
          <ThreadChip thread={Math.max(thread, 0)} name={access.thread} />
          <strong>
            {access.atomic ? 'atomically ' : ''}
            {deed}
          </strong>
        </span>
        {show && (
          <button type="button" onClick={show}>
            show step {access.step}
          </button>
        )}
      </div>
      <p class="mono">{access.site}</p>
      <p class="small">
        {access.holds.length === 0
          ? 'It holds no lock.'
          : `It holds ${access.holds.map((held) => `${held.object} (taken at ${held.site})`).join(', ')}.`}
      </p>
      <StackList stack={access.stack} />
    </div>
  );
}

export function HeapCard({ heap }: { heap: HeapResult }) {
  return (
    <section class="card" id="heap">
      <h2>
        {heap.error.replaceAll('-', ' ')}: <code>{heap.object}</code>
      </h2>
      <p class="small dim">
        A block of {heap.block_size} bytes; {heap.access_size > 0 && `${heap.access_size} bytes accessed, `}at offset{' '}
        {heap.offset}.
      </p>
      <div class="grid2">
        <Deed title="Allocated" deed={heap.allocated} />
        <Deed title="Freed" deed={heap.freed} />
      </div>
    </section>
  );
}

function Deed({ title, deed }: { title: string; deed: HeapDeed | null }) {
  if (!deed) return null;
  return (
    <div>
      <h3>
        {title} by {deed.thread}
      </h3>
      <StackList stack={deed.stack} />
    </div>
  );
}
