import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One file for the editor, which brings the module 'vscode' itself. Tests get a double of it.
export default defineConfig({
  build: {
    target: 'node18',
    lib: { entry: 'src/extension.ts', formats: ['cjs'], fileName: () => 'extension.js' },
    rollupOptions: { external: ['vscode', /^node:/] },
    minify: false,
  },
  test: {
    alias: { vscode: fileURLToPath(new URL('./tests/vscode.ts', import.meta.url)) },
  },
});
