// Light or dark: as the system says, until the person says something else.
import { signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const key = 'heddle-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

// A page from a file may not be allowed to remember anything.
function remembered(): Theme | null {
  try {
    const word = localStorage.getItem(key);
    return word === 'light' || word === 'dark' ? word : null;
  } catch {
    return null;
  }
}

export const theme = signal<Theme>(remembered() ?? (system.matches ? 'dark' : 'light'));

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  applyTheme();
  try {
    localStorage.setItem(key, theme.value);
  } catch {
    // It holds until the page is closed.
  }
}

system.addEventListener('change', () => {
  if (remembered()) return;
  theme.value = system.matches ? 'dark' : 'light';
  applyTheme();
});
