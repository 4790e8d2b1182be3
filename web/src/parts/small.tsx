// Pieces that every view uses.
import { useState } from 'preact/hooks';

import type { FrameText } from '../data';

export const threadColours = 24; // that style.css has: --t0 to --t23

export function threadColour(thread: number): string {
  return `var(--t${thread % threadColours})`;
}

export function ThreadChip({ thread, name }: { thread: number; name: string }) {
  return (
    <span class="chip thread" style={{ '--colour': threadColour(thread) }}>
      {name}
    </span>
  );
}

export function KindChip({ kind }: { kind: string }) {
  return <span class={`chip kind ${kind === 'data-race' ? 'race' : ''}`}>{kind.replaceAll('-', ' ')}</span>;
}

export function Facts({ facts }: { facts: [string, string | number | undefined][] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

// A line for the shell, with a button that copies it.
export function Command({ text, what }: { text: string; what?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div>
      {what && <div class="small dim">{what}</div>}
      <div class="command">
        <code>{text}</code>
        <button type="button" onClick={copy} aria-label={`Copy: ${text}`}>
          {copied ? 'copied' : 'copy'}
        </button>
      </div>
    </div>
  );
}

// Pages from a file are not always trusted with the clipboard; the old way works there.
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

export function StackList({ stack }: { stack: FrameText[] }) {
  if (stack.length === 0) return <p class="dim small">No call stack is known.</p>;
  return (
    <ol class="frames">
      {stack.map((frame, i) => (
        <li key={i}>
          {frame.function || '?'} <span class="dim">{frame.site}</span>
        </li>
      ))}
    </ol>
  );
}

export function Empty({ children }: { children: preact.ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
