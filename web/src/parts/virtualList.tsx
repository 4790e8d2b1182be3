// A list of any length of which only the rows in view are elements.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { scrolledTo, visibleRows } from '../model/virtualRows';

interface Props {
  count: number;
  rowHeight: number;
  current: number; // is scrolled into view when it changes
  label: string;
  role?: 'listbox' | 'region';
  centre?: boolean; // a current row that was out of view is put into the middle
  width?: string;
  most?: string; // the height that it has at most, and only as much of it as the rows need; otherwise the style says
  row: (index: number, style: Record<string, string>) => ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function VirtualList(props: Props) {
  const { count, rowHeight, current, centre } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

  const look = () => {
    const element = box.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current < 0) return;
    const height = element.clientHeight;
    const near = scrolledTo(current, rowHeight, element.scrollTop, height);
    const isOut = near !== element.scrollTop;
    element.scrollTop = isOut && centre ? Math.max((current + 0.5) * rowHeight - height / 2, 0) : near;
    look();
  }, [current, count, rowHeight, centre]);

  const { first, last } = visibleRows(count, rowHeight, view.top, view.height);
  const rows = [];
  for (let i = first; i <= last; ++i)
    rows.push(props.row(i, { top: `${i * rowHeight}px`, height: `${rowHeight}px` }));
  return (
    <div
      class="virtual"
      ref={box}
      style={props.most ? { height: `min(${props.most}, ${count * rowHeight + 2}px)` } : undefined}
      tabIndex={0}
      role={props.role ?? 'region'}
      aria-label={props.label}
      aria-activedescendant={props.role === 'listbox' && current >= 0 ? `row-${current}` : undefined}
      onScroll={look}
      onKeyDown={props.onKeyDown}
    >
      <div class="inside" style={{ height: `${count * rowHeight}px`, width: props.width ?? '100%' }}>
        {rows}
      </div>
    </div>
  );
}
