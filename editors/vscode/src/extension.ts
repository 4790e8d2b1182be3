// What the editor calls.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

import { exploreProgram, makePage } from './commandLine';
import type { Settings } from './commandLine';
import { gdbWrapper, programOf, replayLaunch } from './debugLaunch';
import { runHeddle } from './heddle';
import { problemsOf, showProblems } from './problems';
import { parseSarif } from './results';
import { makeTestExplorer } from './testExplorer';

function settings(): Settings {
  const given = vscode.workspace.getConfiguration('heddle');
  return {
    heddle: given.get('path', 'heddle'),
    options: given.get('options', []),
    resultsFolder: given.get('resultsFolder', 'heddle-out'),
  };
}

export function activate(context: vscode.ExtensionContext): void {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!folder) return;
  const channel = vscode.window.createOutputChannel('Heddle');
  const problems = vscode.languages.createDiagnosticCollection('heddle');
  const show = (text: string) => channel.append(text);
  context.subscriptions.push(
    channel,
    problems,
    makeTestExplorer({
      folder,
      settings,
      programs: () => vscode.workspace.getConfiguration('heddle').get<string[]>('testPrograms', []),
      show,
      onResults: (tests) => showProblems(problems, problemsOf(tests)),
    }),
    vscode.commands.registerCommand('heddle.exploreProgram', async () => {
      const line = await vscode.window.showInputBox({ prompt: 'The program and its arguments', value: './build/program' });
      if (!line) return;
      const [program, ...words] = line.split(/\s+/);
      channel.show(true);
      const finished = await runHeddle(exploreProgram(settings(), program, words), folder, show);
      if (finished.output === '') {
        void vscode.window.showErrorMessage(`heddle: ${finished.errors.trim().split('\n').pop() ?? ''}`);
        return;
      }
      showProblems(problems, parseSarif(finished.output, folder));
      if (finished.status === 1) await openReport(folder);
    }),
    vscode.commands.registerCommand('heddle.openReport', () => openReport(folder)),
    vscode.commands.registerCommand('heddle.replayInDebugger', (file?: vscode.Uri) =>
      replayInDebugger(context, folder, file),
    ),
    vscode.commands.registerCommand('heddle.stepBack', stepBack),
  );
}

async function openReport(folder: string): Promise<void> {
  const made = await runHeddle(makePage(settings()), folder);
  if (made.status !== 0) {
    void vscode.window.showErrorMessage(made.errors.trim());
    return;
  }
  const file = path.resolve(folder, settings().resultsFolder, 'report.html');
  const panel = vscode.window.createWebviewPanel('heddle', 'Heddle', vscode.ViewColumn.Beside, {
    enableScripts: true,
    retainContextWhenHidden: true,
  });
  // The page asks for nothing: its own policy forbids it.
  panel.webview.html = readFileSync(file, 'utf8');
}

async function replayInDebugger(context: vscode.ExtensionContext, folder: string, given?: vscode.Uri): Promise<void> {
  const pattern = new vscode.RelativePattern(folder, `${settings().resultsFolder}/**/*.schedule`);
  const files = given ? [given] : await vscode.workspace.findFiles(pattern);
  const names = files.map((file) => path.relative(folder, file.fsPath)).sort();
  const chosen = names.length > 1 ? await vscode.window.showQuickPick(names, { placeHolder: 'Which schedule?' }) : names[0];
  if (!chosen) return;
  const schedule = path.resolve(folder, chosen);
  const storage = context.globalStorageUri.fsPath;
  mkdirSync(storage, { recursive: true });
  const wrapper = path.join(storage, 'replay-gdb.sh');
  writeFileSync(wrapper, gdbWrapper(settings().heddle, schedule));
  chmodSync(wrapper, 0o755);
  const program = path.resolve(folder, programOf(readFileSync(schedule, 'utf8')));
  await vscode.debug.startDebugging(
    vscode.workspace.workspaceFolders?.[0],
    replayLaunch(program, folder, wrapper, `Heddle: ${path.basename(chosen)}`),
  );
}

// gdb cannot go back by itself; heddle's commands replay to the step before.
async function stepBack(): Promise<void> {
  await vscode.debug.activeDebugSession?.customRequest('evaluate', {
    expression: '-exec heddle step -1',
    context: 'repl',
  });
}

export function deactivate(): void {
  // Everything is in the subscriptions.
}
