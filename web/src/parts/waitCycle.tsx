// Which thread waits for which, drawn: the threads of the cycle on a circle, other waiting threads beside it.
import type { BugResult, Trace, Wait, Warning } from '../data';
import { threadColour } from './small';

export interface WaitNode {
  thread: number; // for its colour
  name: string;
  sub: string; // where it waits
  event?: () => void; // what a click does
}

export interface WaitEdge {
  from: number; // places in the nodes
  to: number;
  label: string;
  detail: string;
  inCycle: boolean;
}

export interface WaitPicture {
  nodes: WaitNode[];
  edges: WaitEdge[];
}

export function cycleOfWaits(
  waits: Wait[],
  trace: Trace | undefined,
  bug: BugResult | undefined,
  select?: (thread: number) => void,
): WaitPicture {
  const name = (thread: number) => trace?.threads[thread] ?? bug?.threads[thread]?.name ?? `thread ${thread}`;
  const threads = [...waits.map((wait) => wait.thread)];
  for (const wait of waits)
    if (wait.for_thread !== null && !threads.includes(wait.for_thread)) threads.push(wait.for_thread);
  const cycle = waits.filter((wait) => wait.in_cycle).map((wait) => wait.thread);
  // In the order of waiting, so that the arrows go round.
  const ordered: number[] = [];
  for (let at = cycle[0]; at !== undefined && !ordered.includes(at); ) {
    ordered.push(at);
    const next = waits.find((wait) => wait.thread === at)?.for_thread;
    if (next === null || next === undefined || !cycle.includes(next)) break;
    at = next;
  }
  for (const thread of [...cycle, ...threads]) if (!ordered.includes(thread)) ordered.push(thread);
  const nodes = ordered.map((thread) => {
    const wait = waits.find((each) => each.thread === thread);
    return {
      thread,
      name: name(thread),
      sub: wait ? `${wait.operation} at ${wait.site}` : 'finished or running',
      event: select && (() => select(thread)),
    };
  });
  const edges: WaitEdge[] = [];
  for (const wait of waits) {
    if (wait.for_thread === null) continue;
    const held = bug?.threads[wait.for_thread]?.holds?.find((each) => each.object === wait.object);
    edges.push({
      from: ordered.indexOf(wait.thread),
      to: ordered.indexOf(wait.for_thread),
      label: wait.object ? `waits for ${wait.object}` : wait.operation === 'join' ? 'waits for its end' : wait.operation,
      detail: held ? `held since ${held.site}` : '',
      inCycle: wait.in_cycle,
    });
  }
  return { nodes, edges };
}

export function cycleOfWarning(warning: Warning): WaitPicture {
  const nodes = warning.threads.map((thread, i) => ({
    thread: i + 1,
    name: thread.name,
    sub: `at ${thread.site}`,
  }));
  const edges = warning.threads.map((thread, from) => {
    const holder = warning.threads.findIndex((other) => other.holds === thread.takes);
    const to = holder < 0 ? (from + 1) % nodes.length : holder;
    return { from, to, label: `waits for ${thread.takes}`, detail: `held since ${warning.threads[to].holds_site}`, inCycle: true };
  });
  return { nodes, edges };
}

const width = 720;
const box = { width: 190, height: 54 };

export function WaitCycle({ nodes, edges }: WaitPicture) {
  const inside = new Set(edges.filter((edge) => edge.inCycle).flatMap((edge) => [edge.from, edge.to]));
  const round = nodes.map((_, i) => i).filter((i) => inside.has(i));
  const beside = nodes.map((_, i) => i).filter((i) => !inside.has(i));
  const radius = { x: 235, y: round.length <= 2 ? 0 : 60 + 22 * round.length };
  const top = 110 + radius.y;
  const height = top + radius.y + 100 + Math.ceil(beside.length / 3) * 120;
  const spot = (node: number) => {
    const place = round.indexOf(node);
    if (place >= 0) {
      const angle = Math.PI + (2 * Math.PI * place) / Math.max(round.length, 2);
      return { x: width / 2 + radius.x * Math.cos(angle), y: top + radius.y * Math.sin(angle) };
    }
    const index = beside.indexOf(node);
    return { x: 130 + (index % 3) * 230, y: top + radius.y + 145 + Math.floor(index / 3) * 120 };
  };
  return (
    <div class="cycle">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={wordsOf({ nodes, edges })}>
        <defs>
          <marker id="wait-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
            <path d="M0 0L10 5L0 10z" fill="context-stroke" />
          </marker>
        </defs>
        {edges.map((edge, i) => (
          <Edge key={i} edge={edge} from={spot(edge.from)} to={spot(edge.to)} />
        ))}
        {nodes.map((node, i) => {
          const at = spot(i);
          return (
            <g
              key={i}
              class="node"
              style={{ '--colour': threadColour(node.thread), cursor: node.event ? 'pointer' : undefined }}
              transform={`translate(${at.x - box.width / 2} ${at.y - box.height / 2})`}
              tabIndex={node.event ? 0 : undefined}
              role={node.event ? 'button' : undefined}
              aria-label={node.event ? `Go to where ${node.name} waits` : undefined}
              onClick={node.event}
              onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && node.event?.()}
            >
              <rect width={box.width} height={box.height} rx="8" />
              <text x={box.width / 2} y="22">
                {shortened(node.name, 20)}
              </text>
              <text class="sub" x={box.width / 2} y="41">
                {shortened(node.sub, 30)}
              </text>
              <title>{`${node.name}: ${node.sub}`}</title>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

interface Spot {
  x: number;
  y: number;
}

// Bent to the left of its way, so that two that go to and fro do not lie on each other.
function Edge({ edge, from, to }: { edge: WaitEdge; from: Spot; to: Spot }) {
  const self = edge.from === edge.to;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const bend = self ? 0 : Math.min(60, length * 0.22);
  const control = {
    x: middle.x + ((to.y - from.y) / length) * bend * 2,
    y: middle.y - ((to.x - from.x) / length) * bend * 2,
  };
  const start = self ? { x: from.x - 40, y: from.y - box.height / 2 } : border(from, control);
  const end = self ? { x: from.x + 40, y: from.y - box.height / 2 } : border(to, control);
  const path = self
    ? `M${start.x} ${start.y}C${start.x} ${start.y - 55} ${end.x} ${end.y - 55} ${end.x} ${end.y}`
    : `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`;
  const label = self
    ? { x: from.x, y: from.y - box.height / 2 - 46 }
    : { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 };
  const style = edge.inCycle ? '' : 'outside';
  // On the outer side of the bend.
  const isUpright = !self && Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  const lines = isUpright ? { label: -2, detail: 14 } : self || control.y <= middle.y ? { label: -24, detail: -8 } : { label: 18, detail: 34 };
  return (
    <g>
      <path class={`edge ${style}`} d={path} marker-end="url(#wait-head)" />
      <text
        class={`label ${style} ${isUpright ? 'beside' : ''}`}
        x={label.x + (isUpright ? 12 : 0)}
        y={label.y + (edge.detail || isUpright ? lines.label : lines.detail)}
      >
        {shortened(edge.label, 36)}
      </text>
      {edge.detail && (
        <text
          class={`label outside ${isUpright ? 'beside' : ''}`}
          x={label.x + (isUpright ? 12 : 0)}
          y={label.y + lines.detail}
        >
          {shortened(edge.detail, 40)}
        </text>
      )}
    </g>
  );
}

// Where a line from the middle of a box to `towards` leaves it.
function border(middle: Spot, towards: Spot): Spot {
  const dx = towards.x - middle.x;
  const dy = towards.y - middle.y;
  const scale = Math.min(
    dx === 0 ? Infinity : (box.width / 2 + 4) / Math.abs(dx),
    dy === 0 ? Infinity : (box.height / 2 + 4) / Math.abs(dy),
  );
  return Number.isFinite(scale) ? { x: middle.x + dx * scale, y: middle.y + dy * scale } : middle;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function wordsOf({ nodes, edges }: WaitPicture): string {
  return edges
    .map((edge) => `${nodes[edge.from].name}: ${edge.label} (${nodes[edge.to].name})`)
    .join('; ');
}
