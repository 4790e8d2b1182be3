// Makes pages from real results and clicks through all of their views in a real browser, as a person would.
//   node clickThrough.mjs HEDDLE EXAMPLES WORK_FOLDER [PICTURES]
// PICTURES: where to put the screenshots that the documentation shows.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import axe from 'axe-core';

const [heddle, examples, work, pictures] = process.argv.slice(2).map((path) => resolve(path));
const programs = join(dirname(fileURLToPath(import.meta.url)), 'programs');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

// --- real results ---

function run(...words) {
  const done = spawnSync(heddle, words, { cwd: work, encoding: 'utf8' });
  if (done.status > 1) throw new Error(`heddle ${words.join(' ')}: ${done.status}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

// Compiles and explores; the answer is the page's address.
function explored(folder, name, options = []) {
  copyFileSync(join(folder, `${name}.cc`), join(work, `${name}.cc`)); // places are then named by file alone
  execFileSync(heddle, ['c++', '-g', `${name}.cc`, '-o', name], { cwd: work });
  run('run', '--quiet', '--out', `out-${name}`, ...options, '--', `./${name}`);
  return reported(`out-${name}`);
}

function reported(folder) {
  run('report', folder, '--events', '600000');
  return `file://${join(work, folder, 'report.html')}`;
}

// --- a browser ---

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
});
const screen = { width: 1400, height: 900 };
const context = await browser.newContext({ viewport: screen });
const page = await context.newPage();
const complaints = [];
page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
page.on('pageerror', (error) => complaints.push(error.message));
page.on('request', (request) => request.url().startsWith('http') && complaints.push(`asked for ${request.url()}`));

const text = (selector) => page.locator(selector).first().innerText();
const step = async () => Number(await page.getByLabel('Go to step').inputValue());
const elements = () => page.evaluate(() => document.querySelectorAll('*').length);

async function open(address, hash = '#/') {
  // Only a new address loads anew; a new hash does not.
  await page.goto('about:blank');
  await page.goto(address + hash);
  await page.locator('main').waitFor();
}

// What a key or a click changes is drawn before the next look.
async function press(key) {
  await page.keyboard.press(key);
  await settled();
}
async function click(place, options = {}) {
  await place.click(options);
  await settled();
}
// The browser tells of a new address a little later; until then keys are for the view before.
async function follow(link, arrived) {
  await click(link);
  await page.locator(arrived).first().waitFor();
  await settled();
}
async function goToStep(number) {
  await page.getByLabel('Go to step').fill(String(number));
  await page.getByLabel('Go to step').press('Enter');
  await settled();
}
function settled() {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function picture(name, options = { fullPage: true }) {
  if (!pictures) return;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
}

// What axe has against the page as it stands: labels, contrast, focus, roles. Only contrast has to do with
// the theme.
async function accessible(name) {
  for (let i = 0; i < 2; ++i) {
    await page.evaluate(() => window.axe ?? null).then((known) => known ?? page.evaluate(axe.source));
    const rules = i === 0 ? undefined : ['color-contrast'];
    const { violations } = await page.evaluate(
      (runOnly) => window.axe.run(document, { resultTypes: ['violations'], elementRef: false, ...(runOnly && { runOnly }) }),
      rules,
    );
    const found = violations.map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map((node) => `${node.target} (${node.any[0]?.message ?? ''})`).join('; ')}`);
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    assert.deepEqual(found, [], `${name}, ${theme}: axe`);
    await page.getByLabel('Light or dark').click();
    await settled();
  }
}

const views = [];
async function view(name, look) {
  await look();
  await accessible(name);
  assert.deepEqual(complaints, [], `${name}: the page complains`);
  views.push(name);
  console.log(`ok: ${name}`);
}

// --- what a person sees ---

const bank = explored(examples, 'bank');
await view('the bug first, where there is one', async () => {
  await open(bank);
  assert.match(await text('h1'), /assertion at bank\.cc:\d+/);
  await follow(page.getByRole('link', { name: 'Bugs' }), '.bug-list a');
  assert.match(await text('h1'), /\.\/bank/);
  assert.match(await text('.bug-list .headline'), /assertion at bank\.cc:\d+/);
  await follow(page.locator('.bug-list a').first(), '.steps .line.current');
  assert.match(await text('h1'), /assertion at bank\.cc:\d+/);
});

await view('everything of a bug on one screen', async () => {
  for (const part of ['.head h1', '.essence', '.head-words', '.timeline', '.steps', '.source', '.state']) {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box && box.height > 20 && box.y >= 0 && box.y + box.height <= screen.height, `${part}: ${JSON.stringify(box)}`);
  }
  assert.ok(await seen('.steps .line.current'), 'the failure is not in view');
  assert.ok(await seen('.source .line.current'), 'its line is not in view');
});

// Whether all of it can be seen without scrolling anything.
function seen(selector) {
  return page.locator(selector).first().evaluate((element) => {
    const box = element.getBoundingClientRect();
    const list = element.closest('.virtual').getBoundingClientRect();
    return box.top >= list.top - 1 && box.bottom <= list.bottom + 1 && box.bottom <= innerHeight;
  });
}

await view('the essence: links, marks, and a key of its own', async () => {
  const places = page.locator('.essence button.link');
  assert.ok((await places.count()) >= 2);
  for (const place of (await places.all()).slice(0, 2)) {
    await click(place);
    assert.equal(await place.getAttribute('aria-current'), 'step');
    const mark = await place.locator('.mark').innerText();
    assert.equal(await page.locator('.steps .line.current .mark').innerText(), mark);
    const line = (await place.locator('.dim').innerText()).replace(/.*:/, '');
    assert.equal((await text('.source .line.current .gutter')).trim(), line);
  }
  assert.ok((await page.locator('.essence-mark').count()) >= 2, 'no marks on the timeline');
  assert.ok((await page.locator('.strip-mark').count()) >= 2, 'no marks on the strip');
  const at = await step();
  await press('e');
  assert.notEqual(await step(), at);
  await press('E');
  assert.equal(await step(), at);
  await press('End');
});

await view('steps that are searched for', async () => {
  const rows = async () => Number((await text('.steps .dim')).replaceAll(',', '').match(/^\d+/)[0]);
  const all = await rows();
  await press('/');
  await page.keyboard.type('var:balance thread:main.0');
  await settled();
  const found = await rows();
  assert.ok(found > 0 && found < all, `${found} of ${all}`);
  for (const line of await page.locator('.steps .line').all())
    assert.match(await line.getAttribute('aria-label'), /^main\.0.*balance/);
  await press('Escape');
  assert.equal(await rows(), all);
  await press('End');
});

await view('the timeline: steps forward and back, with source and state', async () => {
  assert.match(await text('.steps .line.current'), /the assertion fails/);
  const lines = readFileSync(join(examples, 'bank.cc'), 'utf8').split('\n');
  assert.equal((await text('.source .line.current')).replace(/^\d+/, '').trim(), assertion(lines).trim());
  const last = await step();
  await press('ArrowLeft');
  const before = await step();
  assert.ok(before <= last);
  await press('Home');
  assert.equal(await page.getByLabel('Step back').isDisabled(), true);
  await click(page.getByLabel('Step forward'));
  const second = await text('.steps .line.current');
  await click(page.getByLabel('Step back'));
  assert.notEqual(await text('.steps .line.current'), second);
  // The same thread's next step is the same thread's.
  await press('End');
  assert.equal(await page.getByLabel('Step forward').isDisabled(), true);
  // A step by its number; the address remembers it.
  await goToStep(before);
  assert.equal(await step(), before);
  await page.waitForURL(new RegExp(`#/bug/1/at/${before}$`)); // the browser tells of a new address a little later
  await page.reload();
  assert.equal(await step(), before);
  await click(page.locator('.essence button.link').nth(1));
  await picture('report-timeline', {});
});

function assertion(lines) {
  return lines.find((line) => line.includes('assert('));
}

await view('all steps, zoom, and the mouse', async () => {
  const rows = async () => Number((await text('.steps .dim')).replaceAll(',', '').match(/^\d+/)[0]);
  const told = await rows();
  await page.getByLabel('all steps').check();
  assert.ok((await rows()) > told);
  await page.getByLabel('all steps').uncheck();
  const frame = async () => (await page.locator('.overview .frame').boundingBox()).width;
  await click(page.getByRole('button', { name: 'fit' }));
  const whole = await frame();
  await click(page.getByLabel('Zoom in'));
  assert.ok((await frame()) < whole);
  await press('0');
  assert.equal(await frame(), whole);
  await press('End');
  const at = await step();
  await click(page.locator('.lane-canvas'), { position: { x: 40, y: 20 } });
  assert.notEqual(await step(), at);
  assert.ok(await drawn(), 'nothing is drawn on the timeline');
});

// Whether any pixel of the lanes has a colour.
function drawn() {
  return page.evaluate(() => {
    const canvas = document.querySelector('.lane-canvas canvas');
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== 0);
  });
}

await view('the calls that led to a step', async () => {
  await press('Home');
  while ((await page.locator('.frames button').count()) < 2) await press('ArrowRight');
  const inner = await text('.source .line.current');
  await click(page.locator('.frames button').nth(1));
  assert.notEqual(await text('.source .line.current'), inner);
});

await view('light, dark, and a narrow window', async () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await press('t');
  const dark = await ground();
  assert.notEqual(light, dark);
  await press('t');
  await page.setViewportSize({ width: 400, height: 800 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `the page is ${wider} pixels wider than the window`);
  await page.setViewportSize(screen);
});

await view('what the keys do, by keyboard alone', async () => {
  await press('?');
  assert.match(await text('dialog'), /one step forward/);
  await press('Escape');
  await press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement !== document.body));
});

await view('how to run it again', async () => {
  const commands = await page.locator('#replay code').allInnerTexts();
  assert.ok(commands.some((line) => /^heddle replay \S*bug-1\.schedule --gdb$/.test(line)), commands.join());
});

await view('the deadlock', async () => {
  await open(explored(examples, 'deadlock'), '#/bug/1');
  assert.equal(await page.locator('.cycle .node').count(), 3);
  assert.equal(await page.locator('.cycle .edge:not(.outside)').count(), 2);
  assert.match(await page.locator('.cycle .label:not(.outside)').first().textContent(), /waits for \w+\.mutex/);
  assert.match(await text('.waits'), /waits to lock `\w+\.mutex`, held by main\.\d/);
  await picture('report-deadlock', {});
  // Each of the two locks is held by one and waited for by the other.
  const locks = page.locator('table.locks tbody tr');
  assert.equal(await locks.count(), 2);
  for (const row of await locks.all()) {
    const threads = await row.locator('.chip.thread').allInnerTexts();
    assert.equal(new Set(threads).size, 2);
  }
  await click(page.locator('.cycle .node').first());
  assert.match(await text('.steps .line.current'), /waits|lock/);
});

await view('who holds which lock at each step', async () => {
  await press('Home');
  assert.match(await text('.state'), /None\./);
  for (let i = 0; i < 200 && (await page.locator('table.locks tbody tr').count()) === 0; ++i)
    await press('ArrowRight');
  assert.equal(await page.locator('table.locks tbody tr').count(), 1);
  assert.match(await text('.steps .line.current'), /lock \w+\.mutex/);
  assert.equal(Number(await text('table.locks a')), await step());
});

await view('the race, and what is ordered', async () => {
  await open(explored(programs, 'race', ['--until', 'budget', '--executions', '300']), '#/overview');
  await follow(page.locator('.bug-list a', { hasText: 'ready' }).first(), '.access');
  const accesses = page.locator('.access');
  assert.equal(await accesses.count(), 2);
  assert.equal(await page.locator('.race-mark').count(), 2);
  // Nothing orders the two, so no arrow leads from the one to the other; a step that is ordered has its own.
  const arrows = () => page.locator('path.arrow').count();
  await press('Home');
  for (let i = 0; i < 50 && (await arrows()) === 0; ++i) await press('ArrowRight');
  assert.ok((await arrows()) >= 1 && (await arrows()) < 10, `${await arrows()} arrows`);
  await page.getByLabel('happens-before').uncheck();
  assert.equal(await arrows(), 0);
  await page.getByLabel('happens-before').check();
  await click(accesses.first().getByRole('button'));
  const first = await step();
  assert.match(await text('.steps .line.current'), /ready/);
  await click(accesses.nth(1).getByRole('button'));
  assert.notEqual(await step(), first);
  assert.match(await text('.steps .line.current'), /ready/);
  await picture('report-race', {});
});

await view('coverage', async () => {
  await follow(page.getByRole('link', { name: 'Coverage' }), '.curve path.grown');
  assert.match(await page.locator('.curve path.grown').first().getAttribute('d'), /^M.*[LHV]/);
  assert.match(await text('.facts'), /covered/);
  await page.getByLabel('only what is not covered').first().uncheck();
  assert.match(await text('.virtual .line'), /race\.cc:\d+/);
  await picture('report-coverage');
});

await view('an older value, in words and at its step', async () => {
  await open(explored(programs, 'message'), '#/bug/1');
  assert.match(await text('.head'), /stale reads? (and \d+ context switch(es)? )?(is|are) enough/);
  assert.match(await text('.sights'), /sees an older value of message/);
  assert.match(await text('.sights'), /With a release store at message\.cc:11/);
  await click(page.locator('.sights button.link').first());
  assert.match(await text('.steps .line.current'), /message → 0 \(older\)/);
});

await view('text that looks like a page of its own', async () => {
  await open(explored(programs, 'markup'), '#/bug/1');
  assert.notEqual(await page.title(), 'taken over');
  assert.match(await text('main'), /<\/pre><script>document\.title = 'taken over'<\/script><b>bold<\/b>/);
  await press('Home');
  const source = await page.locator('.source .virtual').innerText();
  assert.match(source, /<img src=x onerror=/);
  assert.match(source, /<\/script><script>document\.title/);
  assert.equal(await page.locator('main img, main script, main pre b').count(), 0);
});

await view('500,000 events', async () => {
  await open(explored(programs, 'long_way', ['--executions', '1', '--no-shrink', '--step-limit', '9000000']), '#/bug/1');
  const total = Number((await text('.toolbar')).replaceAll(',', '').match(/of (\d+)/)[1]);
  assert.ok(total > 500_000, `only ${total} events`);
  await page.getByLabel('all steps').check();
  const at = [await elements()];
  for (const key of ['Home', '0', 'End', '+']) {
    await press(key);
    at.push(await elements());
  }
  for (let i = 0; i < 20; ++i) await press('n');
  await goToStep(50_000);
  assert.equal(await step(), 50_000);
  at.push(await elements());
  assert.ok(Math.max(...at) < 2_500, `${at.join(', ')} elements`);
  assert.ok(await drawn());
});

// Built where Clang's libraries are.
copyFileSync(join(examples, 'bounded_queue.h'), join(work, 'bounded_queue.h'));
const queue = ['class', 'bounded_queue.h', '--class', 'BoundedQueue'];
if (spawnSync(heddle, [...queue, '--model-only'], { cwd: work }).status === 0)
  await view('a class and its failing test', async () => {
    run(...queue, '--out', 'out-class');
    await open(reported('out-class'));
    assert.match(await text('h1'), /BoundedQueue/);
    assert.ok((await page.locator('#class-test .card').count()) >= 2);
    await picture('report-class');
    await follow(page.getByRole('link', { name: /Walk through/ }), '.steps .line');
    assert.ok((await page.locator('.steps .line').count()) > 3);
  });

await view('the tests of a binary', async () => {
  copyFileSync(join(programs, 'counter_test.cc'), join(work, 'counter_test.cc'));
  const words = ['c++', '-g', 'counter_test.cc', '-o', 'counter_test', '-lgtest', '-lgtest_main'];
  execFileSync(heddle, words, { cwd: work });
  run('test', '--quiet', '--out', 'out-tests', '--', './counter_test');
  await open(reported('out-tests'));
  const verdict = (name) => page.locator('tr', { hasText: name }).locator('td').nth(1).innerText();
  assert.equal(await verdict('Counter.HasOneThread'), 'passed');
  assert.equal(await verdict('Counter.CountsEveryCall'), 'failed');
  await page.getByLabel('Verdict').selectOption('failed');
  assert.equal(await page.locator('main tbody tr').count(), 1);
  const [table, list] = [await page.locator('main table').boundingBox(), await page.locator('.bug-list').boundingBox()];
  assert.ok(table.y < list.y, 'the table comes first');
  await follow(page.locator('.bug-list a').first(), '.steps .line.current');
  await press('Home');
  const line = async () => ((await page.locator('.source .line.current').count()) > 0 ? text('.source .line.current') : '');
  for (let i = 0; i < 200 && !/number = number \+ 1/.test(await line()); ++i) await press('ArrowRight');
  assert.match(await line(), /number = number \+ 1/);
  assert.match((await page.locator('#replay code').allInnerTexts()).join(), /out-tests\/\S+\/bug-1\.schedule/);
});

// The subjects of studies are built beside the tool, but not for everybody.
if (existsSync(join(dirname(heddle), '../subjects/hawknl')))
  await view('a study', async () => {
    run('study', 'rpro', '--only', 'hawknl', '--executions', '20', '--out', 'out-study');
    await open(reported('out-study'));
    assert.ok((await page.locator('main table').count()) >= 1);
    assert.match(await text('main'), /hawknl/);
  });

await browser.close();
console.log(`${views.length} views, and the page never complained`);
