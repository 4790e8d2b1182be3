// The command lines of heddle that the editor starts.
export interface Settings {
  heddle: string;
  options: string[];
  resultsFolder: string;
}

export interface CommandLine {
  command: string;
  words: string[];
}

export function listTests(settings: Settings, program: string): CommandLine {
  return { command: settings.heddle, words: ['test', '--list', '--', program] };
}

// Results for the editor are on standard output; what a person reads is on standard error.
export function exploreTests(settings: Settings, program: string, tests: readonly string[]): CommandLine {
  const filters = tests.flatMap((test) => ['--filter', test]);
  return {
    command: settings.heddle,
    words: ['test', '--out', settings.resultsFolder, '--json', '-', ...settings.options, ...filters, '--', program],
  };
}

export function exploreProgram(settings: Settings, program: string, words: readonly string[]): CommandLine {
  return {
    command: settings.heddle,
    words: ['run', '--out', settings.resultsFolder, '--sarif', '-', ...settings.options, '--', program, ...words],
  };
}

export function makePage(settings: Settings): CommandLine {
  return { command: settings.heddle, words: ['report', settings.resultsFolder] };
}

// The names that `heddle test --list` prints, each with what is against it: "Pool.Dies  (a death test: it forks)".
export interface ListedTest {
  name: string;
  note: string;
}

export function parseList(output: string): ListedTest[] {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, note] = /^(.*?)(?: {2}\((.*)\))?$/.exec(line)!;
      return { name, note: note ?? '' };
    });
}

export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
