import { expect, it } from 'vitest';

import { differenceText } from '../src/model/difference';
import { counted, secondsText, withThousands } from '../src/model/numbers';
import { command, inFolder } from '../src/model/shellWords';

it('quotes what a shell would take apart', () => {
  expect(command('heddle', 'replay', 'heddle-out/bug-1.schedule')).toBe('heddle replay heddle-out/bug-1.schedule');
  expect(command('heddle', 'replay', "it's here/$(rm).schedule")).toBe("heddle replay 'it'\\''s here/$(rm).schedule'");
  expect(inFolder('out/', 'a')).toBe('out/a');
  expect(inFolder('.', 'a')).toBe('a');
});

it('writes numbers as people read them', () => {
  expect(withThousands(1234567)).toBe('1,234,567');
  expect(counted(1, 'bug')).toBe('1 bug');
  expect(counted(2, 'context switch')).toBe('2 context switches');
  expect(secondsText(0.034)).toBe('0.03 s');
  expect(secondsText(125)).toBe('2 min 5 s');
});

it('says where two replays went different ways', () => {
  const found = { step: 7, thread: 'main.0', after: 'a.cc:25', one: 'a.cc:26', other: '' };
  expect(differenceText(found)).toBe(
    'Two replays differ first at step 7: main.0 went on from a.cc:25 to a.cc:26 in one and to where it had to wait ' +
      'in the other. Look there for what decided it.',
  );
  expect(differenceText({ ...found, after: '' })).toContain('main.0 went on to a.cc:26');
});
