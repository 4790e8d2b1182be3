// Which view is shown: the part of the address behind '#', so that a view can be bookmarked and the browser's back button
// does what people expect. "#/bug/1", "#/bug/1/at/57", "#/coverage".
import { signal } from '@preact/signals';

export interface Route {
  view: string;
  bug: number; // place in PageData.bugs, from 1; 0: none
  at: number; // the number of an event; 0: not told
}

export function parseRoute(hash: string): Route {
  const words = hash.replace(/^#\/?/, '').split('/');
  const number = (word: string | undefined) => (word && /^\d+$/.test(word) ? Number(word) : 0);
  return {
    view: words[0] || 'start',
    bug: words[0] === 'bug' ? number(words[1]) : 0,
    at: words[2] === 'at' ? number(words[3]) : 0,
  };
}

export const route = signal<Route>(parseRoute(location.hash));
addEventListener('hashchange', () => (route.value = parseRoute(location.hash)));

// Where we are within a view is not worth a step of the back button.
export function noteStep(bug: number, at: number): void {
  history.replaceState(null, '', `#/bug/${bug}/at/${at}`);
}
