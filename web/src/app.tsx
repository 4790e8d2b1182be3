// The frame around the views: where one can go, light or dark, and what the keys do.
import { useEffect, useRef } from 'preact/hooks';

import type { PageData } from './data';
import { HelpDialog } from './parts/helpDialog';
import { route } from './route';
import { theme, toggleTheme } from './theme';
import { BugView } from './views/bug';
import { ClassView } from './views/class';
import { CoverageView } from './views/coverage';
import { Overview } from './views/overview';
import { StudyView } from './views/study';
import { TestsView } from './views/tests';

interface Place {
  view: string;
  title: string;
}

function placesOf(data: PageData): Place[] {
  const places: Place[] = [];
  if (data.run || !(data.class || data.tests || data.study)) places.push({ view: 'overview', title: 'Bugs' });
  if (data.tests) places.push({ view: 'tests', title: 'Tests' });
  if (data.class) places.push({ view: 'class', title: 'Class' });
  if (data.coverage) places.push({ view: 'coverage', title: 'Coverage' });
  if (data.study) places.push({ view: 'study', title: 'Study' });
  return places;
}

// With one bug the page opens on it: that is what everybody came for.
function shownBug(data: PageData): number {
  const { view, bug } = route.value;
  if (view === 'bug' && data.bugs[bug - 1]) return bug;
  const isOnlyOne = data.bugs.length === 1 && !data.class && !data.study && !data.tests;
  return view === 'start' && isOnlyOne ? 1 : 0;
}

function View({ data, first }: { data: PageData; first: string }) {
  const { view } = route.value;
  const bug = shownBug(data);
  if (bug !== 0) return <BugView key={bug} data={data} place={bug} />;
  switch (view === 'overview' || view === 'bug' || view === 'start' ? first : view) {
    case 'tests':
      return <TestsView data={data} />;
    case 'class':
      return <ClassView data={data} />;
    case 'coverage':
      return <CoverageView data={data} />;
    case 'study':
      return <StudyView data={data} />;
    default:
      return <Overview data={data} />;
  }
}

export function App({ data }: { data: PageData | null }) {
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (event.key === '?') help.current?.showModal();
      if (event.key === 't') toggleTheme();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const view = route.value.view;
  useEffect(() => {
    document.title = data ? `${titleOf(data)} - Heddle` : 'Heddle';
    scrollTo(0, 0);
  }, [view, route.value.bug]);

  if (!data)
    return (
      <main>
        <div class="card">
          <h1>There is no data in this page</h1>
          <p>
            <code>heddle report FOLDER</code> makes a page from the results of <code>heddle run</code>,{' '}
            <code>test</code>, <code>class</code> or <code>study</code>.
          </p>
        </div>
      </main>
    );
  const places = placesOf(data);
  const first = places[0]?.view ?? 'overview';
  const here = view === 'overview' || view === 'bug' || view === 'start' ? first : view;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="#/">
          <svg width="22" height="22" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M1 5h5v6h4V5h5" fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
          Heddle
        </a>
        <nav aria-label="Views">
          {places.map((place) => (
            <a
              key={place.view}
              href={`#/${place.view}`}
              aria-current={here === place.view ? 'page' : undefined}
            >
              {place.title}
            </a>
          ))}
        </nav>
        <div class="row">
          <button type="button" onClick={() => help.current?.showModal()} aria-label="Keys and help">
            ?
          </button>
          <button type="button" onClick={toggleTheme} aria-label="Light or dark">
            {theme.value === 'dark' ? 'light' : 'dark'}
          </button>
        </div>
      </header>
      <main id="main">
        <View data={data} first={first} />
      </main>
      <footer>
        Made by Heddle {data.heddle} from <code>{data.folder}</code>
        {data.made && `, ${data.made.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC')}`}. What was
        explored are sequentially consistent interleavings for the given input.
      </footer>
      <HelpDialog dialog={help} />
    </>
  );
}

function titleOf(data: PageData): string {
  return data.class?.class ?? data.study?.title ?? data.tests?.program ?? data.run?.program ?? 'Report';
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}
