// Which rows of a long list are on the screen. Only these become elements.
export interface Visible {
  first: number;
  last: number; // inclusive; less than `first`: none
}

const rowsAhead = 8; // rows beyond the edges, for smooth scrolling

export function visibleRows(count: number, rowHeight: number, top: number, height: number): Visible {
  const first = Math.max(Math.floor(top / rowHeight) - rowsAhead, 0);
  const last = Math.min(Math.ceil((top + height) / rowHeight) + rowsAhead, count) - 1;
  return { first, last };
}

// Where to scroll so that a row is seen; where we are if it is.
export function scrolledTo(row: number, rowHeight: number, top: number, height: number): number {
  const margin = Math.min(2 * rowHeight, Math.max((height - rowHeight) / 2, 0));
  const from = row * rowHeight;
  if (from - margin < top) return Math.max(from - margin, 0);
  if (from + rowHeight + margin > top + height) return from + rowHeight + margin - height;
  return top;
}
