import { render } from 'preact';

import { App } from './app';
import type { PageData } from './data';
import { applyTheme } from './theme';
import './style.css';

function readData(): PageData | null {
  try {
    return JSON.parse(document.getElementById('heddle-data')?.textContent ?? 'null') as PageData | null;
  } catch {
    return null;
  }
}

applyTheme();
render(<App data={readData()} />, document.getElementById('page')!);
