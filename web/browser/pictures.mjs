// The first screen of a bug of each kind, as docs/pictures shows them: what failed, which lines, in which order.
//   node pictures.mjs HEDDLE PROGRAMS WORK_FOLDER PICTURES
// PROGRAMS: the folder of the small programs of the end-to-end tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [heddle, programs, work, pictures] = process.argv.slice(2).map((path) => resolve(path));

const own = join(dirname(fileURLToPath(import.meta.url)), 'programs');

// By what goes wrong.
const bugs = {
  'lost-update': 'lost_update',
  'deadlock': 'lock_order',
  'lost-wakeup': 'lost_wakeup',
  'partial-deadlock': 'partial_deadlock_exit',
  'livelock': 'poll_missed_value',
  'race': 'race',
  'use-after-free': 'node_freed',
  'stack-error': 'loop_returned',
  'crash': 'null_publication',
  'lock-misuse': 'unlock_not_owner',
  'exception': 'worker_throws',
  'exit-status': 'exit_from_thread',
};

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
});
const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
let failed = false;
for (const [kind, name] of Object.entries(bugs)) {
  const folder = existsSync(join(own, `${name}.cc`)) ? own : programs;
  const extension = existsSync(join(folder, `${name}.cc`)) ? 'cc' : 'c';
  copyFileSync(join(folder, `${name}.${extension}`), join(work, `${name}.${extension}`));
  const compiler = extension === 'cc' ? ['c++', '-std=c++20'] : ['cc'];
  execFileSync(heddle, [...compiler, '-g', `${name}.${extension}`, '-o', name], { cwd: work });
  const run = (...words) => spawnSync(heddle, words, { cwd: work, encoding: 'utf8' });
  const out = `out-${name}`;
  const found = run('run', '--quiet', '--out', out, '--', `./${name}`);
  if (found.status !== 1) {
    console.error(`${name}: ${found.status}\n${found.stdout}${found.stderr}`);
    failed = true;
    continue;
  }
  run('report', '--quiet', out, '--bug', '1');
  await page.goto(`file://${join(work, out, 'report.html')}#/`);
  await page.locator('.steps .line, .bug-list a').first().waitFor();
  const listed = page.locator('.bug-list a').first(); // of several bugs
  if (await listed.isVisible()) await listed.click();
  await page.locator('.steps .line').first().waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(pictures, `bug-${kind}.png`) });
  console.log(`${kind}: ${(await page.locator('h1').first().innerText()).split('\n')[0]}`);
}
await browser.close();
process.exit(failed ? 1 : 0);
