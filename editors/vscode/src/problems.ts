// Bugs in the Problems view.
import * as vscode from 'vscode';

import type { Problem, TestOutcome } from './results';

export function showProblems(collection: vscode.DiagnosticCollection, problems: readonly Problem[]): void {
  const byFile = new Map<string, vscode.Diagnostic[]>();
  for (const problem of problems) {
    const diagnostic = new vscode.Diagnostic(
      lineRange(problem.line),
      problem.message,
      problem.known ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Error,
    );
    diagnostic.source = 'heddle';
    diagnostic.code = problem.rule;
    diagnostic.relatedInformation = problem.related.map(
      ({ file, line, message }) =>
        new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.file(file), lineRange(line)), message),
    );
    byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), diagnostic]);
  }
  collection.clear();
  for (const [file, diagnostics] of byFile) collection.set(vscode.Uri.file(file), diagnostics);
}

export function problemsOf(tests: readonly TestOutcome[]): Problem[] {
  return tests.flatMap((test) =>
    test.bugs
      .filter((bug) => bug.file !== '' && bug.line > 0)
      .map((bug) => ({
        file: bug.file,
        line: bug.line,
        message: [`${test.name}: ${bug.message}`, bug.essence].filter(Boolean).join('\n'),
        rule: bug.kind,
        known: test.verdict === 'known',
        related: [],
      })),
  );
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 1000);
}
