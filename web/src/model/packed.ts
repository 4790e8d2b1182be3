// Long columns of numbers come as text (src/report/page/packed_columns.h): how many bytes a number has, and base64.
import type { Numbers, PageData, Trace } from '../data';

export function unpacked(text: string): Int32Array {
  const size = Number(text[0]);
  const bytes = atob(text.slice(1));
  const count = Math.floor(bytes.length / size);
  const numbers = new Int32Array(count);
  for (let i = 0, at = 0; i < count; ++i) {
    let number = 0;
    for (let byte = 0; byte < size; ++byte) number |= bytes.charCodeAt(at++) << (8 * byte);
    numbers[i] = number - 1;
  }
  return numbers;
}

function column(numbers: Numbers | string): Numbers {
  return typeof numbers === 'string' ? unpacked(numbers) : numbers;
}

// Rows of so many numbers, one after the other; long ones come as a text for each column.
export function flat(rows: readonly (readonly number[])[] | readonly string[], width: number): Int32Array {
  if (isPacked(rows)) {
    const columns = rows.map(unpacked);
    const numbers = new Int32Array(columns[0].length * width);
    columns.forEach((each, column) => {
      for (let row = 0; row < each.length; ++row) numbers[row * width + column] = each[row];
    });
    return numbers;
  }
  const numbers = new Int32Array(rows.length * width);
  rows.forEach((row, i) => numbers.set(row.slice(0, width), i * width));
  return numbers;
}

function isPacked(rows: readonly (readonly number[])[] | readonly string[]): rows is readonly string[] {
  return typeof rows[0] === 'string';
}

function unpackTrace(trace: Trace): void {
  const { events } = trace;
  for (const name of Object.keys(events) as (keyof Trace['events'])[]) events[name] = column(events[name]);
}

// What means nothing to a reader, or turns the direction of writing, as an escape: a program under test may print anything.
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

export function visible(text: string): string {
  return text.replace(harmful, (letter) => {
    if (letter === '\r') return '\\r';
    const code = letter.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

// In JSON such characters are escapes, or bytes of UTF-8; most pages have none, and reading those is fast.
const suspicious = /\\u00[0189]|\\[bfr]|\\u20[0-6]|\\ufeff|[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/i;

export function readPage(text: string): PageData | null {
  const reviver = suspicious.test(text) ? (_: string, value: unknown) => (typeof value === 'string' ? visible(value) : value) : undefined;
  const data = JSON.parse(text, reviver) as PageData | null;
  for (const bug of data?.bugs ?? []) if (bug.trace) unpackTrace(bug.trace);
  return data;
}
