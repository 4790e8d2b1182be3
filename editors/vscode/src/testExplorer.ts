// The tests of heddle.testPrograms in the Test Explorer.
import * as path from 'node:path';
import * as vscode from 'vscode';

import { exploreTests, listTests, parseList } from './commandLine';
import type { Settings } from './commandLine';
import { runHeddle } from './heddle';
import { parseTestResults } from './results';
import type { Bug, TestOutcome } from './results';

export interface Workspace {
  folder: string;
  settings: () => Settings;
  programs: () => string[];
  show: (text: string) => void; // in the output channel
  onResults: (tests: TestOutcome[]) => void;
}

export function makeTestExplorer(workspace: Workspace): vscode.TestController {
  const controller = vscode.tests.createTestController('heddle', 'Heddle');
  controller.refreshHandler = () => refresh(controller, workspace);
  controller.resolveHandler = (item) => (item ? undefined : refresh(controller, workspace));
  controller.createRunProfile(
    'Explore schedules',
    vscode.TestRunProfileKind.Run,
    (request, token) => explore(controller, workspace, request, token),
    true,
  );
  return controller;
}

async function refresh(controller: vscode.TestController, workspace: Workspace): Promise<void> {
  const items: vscode.TestItem[] = [];
  for (const program of workspace.programs()) {
    const file = vscode.Uri.file(path.resolve(workspace.folder, program));
    const item = controller.createTestItem(program, path.basename(program), file);
    items.push(item);
    const listed = await runHeddle(listTests(workspace.settings(), program), workspace.folder);
    if (listed.status !== 0) {
      item.error = listed.errors.trim();
      continue;
    }
    for (const { name, note } of parseList(listed.output)) {
      const test = controller.createTestItem(`${program}\n${name}`, name);
      test.description = note;
      item.children.add(test);
    }
  }
  controller.items.replace(items);
}

// By program: the tests that were asked for; none: all of it.
export function asked(controller: vscode.TestController, request: vscode.TestRunRequest): Map<vscode.TestItem, vscode.TestItem[]> {
  const wanted = new Map<vscode.TestItem, vscode.TestItem[]>();
  const excluded = new Set(request.exclude ?? []);
  const all: vscode.TestItem[] = [];
  controller.items.forEach((item) => all.push(item));
  for (const item of request.include ?? all) {
    if (excluded.has(item)) continue;
    const program = item.parent ?? item;
    const tests = wanted.get(program) ?? [];
    const children: vscode.TestItem[] = [];
    if (item.parent) children.push(item);
    else item.children.forEach((child) => children.push(child));
    wanted.set(program, [...tests, ...children.filter((child) => !excluded.has(child) && !tests.includes(child))]);
  }
  return wanted;
}

async function explore(
  controller: vscode.TestController,
  workspace: Workspace,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  for (const [program, tests] of asked(controller, request)) {
    if (token.isCancellationRequested) break;
    let total = 0;
    program.children.forEach(() => ++total);
    for (const test of tests) run.started(test);
    const names = tests.length === total ? [] : tests.map((test) => test.label);
    const line = exploreTests(workspace.settings(), program.id, names);
    const finished = await runHeddle(line, workspace.folder, (text) => workspace.show(text), token);
    if (finished.status === null || finished.status > 1) {
      const message = new vscode.TestMessage(finished.errors.trim() || 'heddle ended without results');
      if (finished.output === '') for (const test of tests) run.errored(test, message);
      if (finished.output === '') continue;
    }
    const outcomes = parseTestResults(finished.output, workspace.folder, workspace.settings().resultsFolder);
    workspace.onResults(outcomes);
    for (const outcome of outcomes) {
      const test = tests.find((each) => each.label === outcome.name);
      if (test) tell(run, test, outcome);
    }
  }
  run.end();
}

export function tell(run: vscode.TestRun, test: vscode.TestItem, outcome: TestOutcome): void {
  const duration = outcome.seconds * 1000;
  switch (outcome.verdict) {
    case 'failed':
      run.failed(test, outcome.bugs.map(messageOf), duration);
      break;
    case 'uncontrolled':
      run.errored(test, new vscode.TestMessage(outcome.reason), duration);
      break;
    case 'skipped':
    case 'interrupted':
      run.skipped(test);
      break;
    default:
      run.passed(test, duration);
  }
}

export function messageOf(bug: Bug): vscode.TestMessage {
  const lines = [bug.message, bug.details, bug.essence && `The order that makes it fail: ${bug.essence}`];
  const message = new vscode.TestMessage(lines.filter(Boolean).join('\n'));
  if (bug.file && bug.line > 0)
    message.location = new vscode.Location(vscode.Uri.file(bug.file), new vscode.Position(bug.line - 1, 0));
  return message;
}
