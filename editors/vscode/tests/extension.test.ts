// The extension in a double of the editor, with a shell script in place of heddle.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { activate } from '../src/extension';
import { TestController, Uri, made } from './vscode';

const results = JSON.stringify({
  tests: [
    { name: 'Queue.Push', verdict: 'passed', seconds: 0.1, bugs: [] },
    {
      name: 'Queue.Pop',
      verdict: 'failed',
      seconds: 0.2,
      bugs: [{ kind: 'data-race', message: 'data race at queue.cc:7', file: 'queue.cc', line: 7, schedule: 'Queue.Pop/bug-1.schedule', essence: 'queue.cc:7 before queue.cc:9' }],
    },
    { name: 'Queue.Slow', verdict: 'uncontrolled', reason: 'no execution was over', seconds: 5, bugs: [] },
    { name: 'Queue.Off', verdict: 'skipped', seconds: 0, bugs: [] },
  ],
});
const sarif = JSON.stringify({
  runs: [{ results: [{ ruleId: 'deadlock', message: { text: 'deadlock' }, locations: [{ physicalLocation: { artifactLocation: { uri: 'bank.cc' }, region: { startLine: 15 } } }] }] }],
});

// Says what heddle would say, and notes how it was called.
function standIn(folder: string): string {
  const script = path.join(folder, 'heddle');
  writeFileSync(path.join(folder, 'results.json'), results);
  writeFileSync(path.join(folder, 'results.sarif'), sarif);
  writeFileSync(
    script,
    `#!/bin/sh
echo "$*" >> '${folder}/calls'
case "$*" in
  *broken*) echo 'heddle: not a test program' >&2; exit 2;;
  *--list*) printf 'Queue.Push\\nQueue.Pop\\nQueue.Slow\\nQueue.Off  (disabled)\\n';;
  test*) cat '${folder}/results.json'; exit 1;;
  run*) cat '${folder}/results.sarif'; exit 1;;
  report*) mkdir -p heddle-out; echo '<p>the page</p>' > heddle-out/report.html;;
esac
`,
  );
  chmodSync(script, 0o755);
  return script;
}

let folder = '';
const calls = () => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');
const never = { isCancellationRequested: false, onCancellationRequested: () => undefined };

function start(programs: string[]): TestController {
  folder = mkdtempSync(path.join(tmpdir(), 'heddle-extension-'));
  made.folder = folder;
  made.configuration = { path: standIn(folder), testPrograms: programs };
  made.controllers.length = made.errors.length = made.panels.length = made.launches.length = 0;
  made.commands.clear();
  made.diagnostics.clear();
  activate({ subscriptions: [], globalStorageUri: Uri.file(path.join(folder, 'storage')) } as never);
  return made.controllers[0];
}

describe('the Test Explorer', () => {
  let controller: TestController;
  beforeEach(async () => {
    controller = start(['build/queue_test', 'build/broken']);
    await controller.refreshHandler!();
  });

  it('has the tests of every program, and what is wrong with others', () => {
    const [queue, broken] = [...controller.items.all.values()];
    expect([...queue.children.all.values()].map(({ label, description }) => [label, description])).toEqual([
      ['Queue.Push', ''],
      ['Queue.Pop', ''],
      ['Queue.Slow', ''],
      ['Queue.Off', 'disabled'],
    ]);
    expect(broken.error).toBe('heddle: not a test program');
  });

  it('shows what became of each test', async () => {
    const queue = [...controller.items.all.values()][0];
    await controller.run!({ include: [queue] }, never);
    const [run] = controller.runs;
    expect(run.told.slice(4)).toEqual(['passed Queue.Push', 'failed Queue.Pop', 'errored Queue.Slow', 'skipped Queue.Off', 'end']);
    expect(run.messages[0].message).toBe('data race at queue.cc:7\nThe order that makes it fail: queue.cc:7 before queue.cc:9');
    expect(run.messages[0].location?.uri.fsPath).toBe(path.join(folder, 'queue.cc'));
    expect(run.messages[0].location?.range).toMatchObject({ line: 6 });
    expect(calls().pop()).toBe('test --out heddle-out --json - -- build/queue_test');
    expect(made.diagnostics.get(path.join(folder, 'queue.cc'))?.[0].code).toBe('data-race');
  });

  it('explores the selected test alone, and leaves out what is excluded', async () => {
    const queue = [...controller.items.all.values()][0];
    const [push, pop] = [...queue.children.all.values()];
    await controller.run!({ include: [pop] }, never);
    expect(calls().pop()).toBe('test --out heddle-out --json - --filter Queue.Pop -- build/queue_test');
    expect(controller.runs[0].told).toEqual(['started Queue.Pop', 'failed Queue.Pop', 'end']);
    await controller.run!({ include: [queue], exclude: [push] }, never);
    expect(calls().pop()).not.toContain('Queue.Push');
  });

  it('says why tests could not be explored', async () => {
    const broken = [...controller.items.all.values()][1];
    broken.children.add(controller.createTestItem('x', 'Broken.Test'));
    await controller.run!({ include: [broken] }, never);
    expect(controller.runs[0].told).toEqual(['started Broken.Test', 'errored Broken.Test', 'end']);
    expect(controller.runs[0].messages[0].message).toBe('heddle: not a test program');
  });
});

describe('commands', () => {
  it('explore a program, show its bugs, and open the page', async () => {
    start([]);
    made.typed = './bank 10';
    await made.commands.get('heddle.exploreProgram')!();
    expect(calls()).toEqual(['run --out heddle-out --sarif - -- ./bank 10', 'report heddle-out']);
    const [bug] = made.diagnostics.get(path.join(folder, 'bank.cc'))!;
    expect(bug.range.start.line).toBe(14);
    expect(made.panels[0].webview.html).toBe('<p>the page</p>\n');
  });

  it('say what heddle complains about', async () => {
    start([]);
    made.typed = './broken';
    await made.commands.get('heddle.exploreProgram')!();
    expect(made.errors).toEqual(['heddle: heddle: not a test program']);
  });

  it('replay a schedule in the debugger', async () => {
    start([]);
    mkdirSync(path.join(folder, 'heddle-out'));
    const schedule = path.join(folder, 'heddle-out/bug-1.schedule');
    writeFileSync(schedule, 'heddle schedule 1\nprogram ./bank\n');
    made.files = [Uri.file(schedule)];
    await made.commands.get('heddle.replayInDebugger')!();
    const [launch] = made.launches as { program: string; miDebuggerPath: string }[];
    expect(launch.program).toBe(path.join(folder, 'bank'));
    expect(readFileSync(launch.miDebuggerPath, 'utf8')).toContain(`replay ${schedule} --gdb -- "$@"`);
  });
});
