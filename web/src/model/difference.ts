import type { Difference } from '../data';

// "Two replays differ first at step 7: main.0 went on from u.cc:25 to u.cc:26 in one and to u.cc:28 in the other."
export function differenceText(found: Difference): string {
  const from = found.after ? ` from ${found.after}` : '';
  const way = (place: string) => `to ${place || 'where it had to wait'}`;
  return (
    `Two replays differ first at step ${found.step}: ${found.thread} went on${from} ${way(found.one)} in one ` +
    `and ${way(found.other)} in the other. Look there for what decided it.`
  );
}
