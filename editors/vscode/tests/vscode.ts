// A double of the editor: as much of its API as the extension uses, and a record of what it was told.
export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}
export class Uri {
  private constructor(readonly fsPath: string) {}
  static file(path: string): Uri {
    return new Uri(path);
  }
}
export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Position | Range,
  ) {}
}
export class TestMessage {
  location?: Location;
  constructor(readonly message: string) {}
}
export class Diagnostic {
  source?: string;
  code?: string;
  relatedInformation?: DiagnosticRelatedInformation[];
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}
export class DiagnosticRelatedInformation {
  constructor(
    readonly location: Location,
    readonly message: string,
  ) {}
}
export class RelativePattern {
  constructor(
    readonly base: string,
    readonly pattern: string,
  ) {}
}
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
export const ViewColumn = { Beside: -2 };

export class TestItemCollection {
  readonly all = new Map<string, TestItem>();
  constructor(private readonly parent?: TestItem) {}
  add(item: TestItem): void {
    item.parent = this.parent;
    this.all.set(item.id, item);
  }
  replace(items: TestItem[]): void {
    this.all.clear();
    for (const item of items) this.add(item);
  }
  forEach(callback: (item: TestItem) => void): void {
    this.all.forEach((item) => callback(item));
  }
  get size(): number {
    return this.all.size;
  }
}
export class TestItem {
  readonly children = new TestItemCollection(this);
  parent?: TestItem;
  description?: string;
  error?: string;
  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri?: Uri,
  ) {}
}

// What a run was told, a line for each deed.
export class TestRun {
  readonly told: string[] = [];
  readonly messages: TestMessage[] = [];
  started(test: TestItem): void {
    this.told.push(`started ${test.label}`);
  }
  passed(test: TestItem): void {
    this.told.push(`passed ${test.label}`);
  }
  failed(test: TestItem, messages: TestMessage[]): void {
    this.told.push(`failed ${test.label}`);
    this.messages.push(...messages);
  }
  errored(test: TestItem, message: TestMessage): void {
    this.told.push(`errored ${test.label}`);
    this.messages.push(message);
  }
  skipped(test: TestItem): void {
    this.told.push(`skipped ${test.label}`);
  }
  end(): void {
    this.told.push('end');
  }
}

type RunHandler = (request: { include?: TestItem[]; exclude?: TestItem[] }, token: unknown) => Promise<void>;

export class TestController {
  readonly items = new TestItemCollection();
  readonly runs: TestRun[] = [];
  refreshHandler?: () => Promise<void>;
  resolveHandler?: (item?: TestItem) => Promise<void> | undefined;
  run?: RunHandler;
  createTestItem(id: string, label: string, uri?: Uri): TestItem {
    return new TestItem(id, label, uri);
  }
  createRunProfile(_label: string, _kind: number, handler: RunHandler): void {
    this.run = handler;
  }
  createTestRun(): TestRun {
    const run = new TestRun();
    this.runs.push(run);
    return run;
  }
  dispose(): void {}
}

export const made = {
  controllers: [] as TestController[],
  commands: new Map<string, (...words: unknown[]) => unknown>(),
  errors: [] as string[],
  panels: [] as { webview: { html: string } }[],
  launches: [] as unknown[],
  configuration: {} as Record<string, unknown>,
  folder: '',
  files: [] as Uri[],
  picked: undefined as string | undefined,
  typed: undefined as string | undefined,
  diagnostics: new Map<string, Diagnostic[]>(),
};

export const tests = {
  createTestController(): TestController {
    const controller = new TestController();
    made.controllers.push(controller);
    return controller;
  },
};
export const workspace = {
  get workspaceFolders() {
    return made.folder ? [{ uri: Uri.file(made.folder) }] : undefined;
  },
  getConfiguration: () => ({ get: (name: string, standard: unknown) => made.configuration[name] ?? standard }),
  findFiles: async () => made.files,
};
export const window = {
  createOutputChannel: () => ({ append() {}, show() {}, dispose() {} }),
  showErrorMessage: async (text: string) => void made.errors.push(text),
  showInputBox: async () => made.typed,
  showQuickPick: async () => made.picked,
  createWebviewPanel: () => {
    const panel = { webview: { html: '' } };
    made.panels.push(panel);
    return panel;
  },
};
export const languages = {
  createDiagnosticCollection: () => ({
    clear: () => made.diagnostics.clear(),
    set: (uri: Uri, diagnostics: Diagnostic[]) => void made.diagnostics.set(uri.fsPath, diagnostics),
    dispose() {},
  }),
};
export const commands = {
  registerCommand: (name: string, deed: (...words: unknown[]) => unknown) => {
    made.commands.set(name, deed);
    return { dispose() {} };
  },
};
export const debug = {
  activeDebugSession: undefined,
  startDebugging: async (_: unknown, launch: unknown) => made.launches.push(launch) > 0,
};
