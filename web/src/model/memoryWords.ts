// What is said of a bug's context switches and older values.
import type { BugResult } from '../data';
import { counted, withThousands } from './numbers';

export function whatIsEnough(switches: number, staleReads: number): string {
  if (switches === 0 && staleReads === 0) return 'No context switch is needed';
  const parts = [];
  if (staleReads > 0) parts.push(counted(staleReads, 'stale read'));
  if (switches > 0) parts.push(counted(switches, 'context switch'));
  return `${parts.join(' and ')} ${parts.length === 1 && staleReads + switches === 1 ? 'is' : 'are'} enough`;
}

// Whether it needs weak memory, and what would order its threads.
export function memoryWords(bug: BugResult | undefined): string[] {
  const words: string[] = [];
  if (bug?.sequential_tries)
    words.push(`It needs weak memory: ${counted(bug.sequential_tries, 'execution')} under sequential consistency did not show it.`);
  const missing = bug?.missing_orders;
  if (!missing) return words;
  const orders = missing.orders.map(({ operation, place }) => `${operation} at ${place}`).join(' and ');
  words.push(
    missing.fails_nevertheless
      ? `It needs more than ${orders}: with that, execution ${withThousands(missing.executions)} showed it again.`
      : `With ${orders}, ${counted(missing.executions, 'execution')} did not show it.`,
  );
  return words;
}
