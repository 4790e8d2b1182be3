import { describe, expect, it } from 'vitest';

import { flat, readPage, unpacked, visible } from '../src/model/packed';

// As src/report/page/packed_columns.cc packs them; its test has the same texts.
describe('packed columns', () => {
  it('have one, two or four bytes a number, and -1', () => {
    expect([...unpacked('1AAEC/w==')]).toEqual([-1, 0, 1, 254]);
    expect([...unpacked('2AAAAAf//')]).toEqual([-1, 255, 65534]);
    expect([...unpacked('4AQAAAAEAAQA=')]).toEqual([0, 65536]);
    expect([...unpacked('1')]).toEqual([]);
  });
  it('may be rows', () => {
    expect([...flat([[1, 2], [3, 4]], 2)]).toEqual([1, 2, 3, 4]);
    expect([...flat(['1AgM=', '2AQAAAQ=='], 2)]).toEqual([1, 0, 2, 255]);
  });
});

describe('text of the program', () => {
  it('shows what would not be seen', () => {
    expect(visible('a\u001b[31mb\u202ec\u0000')).toBe('a\\x1b[31mb\\u202ec\\x00');
    expect(visible('tab\tand\nline')).toBe('tab\tand\nline');
  });
  it('is made visible when the page is read', () => {
    const text = JSON.stringify({ bugs: [], sources: [{ path: 'x', lines: ['\u001b[2J', 'plain'] }] });
    expect(readPage(text)?.sources[0].lines).toEqual(['\\x1b[2J', 'plain']);
    expect(readPage('{"bugs":[],"sources":[{"path":"x","lines":["\u202egnp"]}]}')?.sources[0].lines).toEqual(['\\u202egnp']);
    expect(readPage('null')).toBeNull();
  });
});
