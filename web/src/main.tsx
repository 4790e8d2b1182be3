import { render } from 'preact';

import { App } from './app';
import type { PageData } from './data';
import { readPage } from './model/packed';
import { applyTheme } from './theme';
import './style.css';

function readData(): PageData | null {
  try {
    return readPage(document.getElementById('heddle-data')?.textContent ?? 'null');
  } catch {
    return null;
  }
}

applyTheme();
render(<App data={readData()} />, document.getElementById('page')!);
