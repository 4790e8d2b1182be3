// What heddle writes: results.json of `heddle test`, and SARIF.
import * as path from 'node:path';

export interface Bug {
  kind: string;
  message: string;
  details: string;
  file: string; // absolute, or empty
  line: number; // from 1; 0: not known
  schedule: string; // a file, absolute
  essence: string;
}

export interface TestOutcome {
  name: string;
  verdict: string; // passed, no-threads, failed, known, skipped, uncontrolled, interrupted
  reason: string;
  seconds: number;
  bugs: Bug[];
}

interface RawBug {
  kind?: string;
  message?: string;
  details?: string;
  file?: string;
  line?: number;
  schedule?: string;
  essence?: string;
}

interface RawTest {
  name?: string;
  verdict?: string;
  reason?: string;
  seconds?: number;
  bugs?: RawBug[];
}

// `folder`: where heddle ran; `results`: its output folder, seen from there.
export function parseTestResults(json: string, folder: string, results: string): TestOutcome[] {
  const document = JSON.parse(json) as { tests?: RawTest[] };
  return (document.tests ?? []).map((test) => ({
    name: test.name ?? '',
    verdict: test.verdict ?? '',
    reason: test.reason ?? '',
    seconds: test.seconds ?? 0,
    bugs: (test.bugs ?? []).map((bug) => ({
      kind: bug.kind ?? 'bug',
      message: bug.message ?? '',
      details: bug.details ?? '',
      file: bug.file ? path.resolve(folder, bug.file) : '',
      line: bug.line ?? 0,
      schedule: bug.schedule ? path.resolve(folder, results, bug.schedule) : '',
      essence: bug.essence ?? '',
    })),
  }));
}

export interface Problem {
  file: string;
  line: number; // from 1
  message: string;
  rule: string;
  known: boolean;
  related: { file: string; line: number; message: string }[]; // the places whose order matters
}

interface RawLocation {
  physicalLocation?: { artifactLocation?: { uri?: string; uriBaseId?: string }; region?: { startLine?: number } };
  message?: { text?: string };
}

interface RawSarif {
  runs?: {
    results?: {
      ruleId?: string;
      message?: { text?: string };
      locations?: RawLocation[];
      suppressions?: unknown[];
      codeFlows?: { threadFlows?: { locations?: { location?: RawLocation; executionOrder?: number }[] }[] }[];
    }[];
  }[];
}

export function parseSarif(json: string, folder: string): Problem[] {
  const document = JSON.parse(json) as RawSarif;
  const problems: Problem[] = [];
  for (const run of document.runs ?? [])
    for (const result of run.results ?? []) {
      const where = placeOf(result.locations?.[0], folder);
      if (!where) continue;
      // Only the flow of the essence says in which order its places come.
      const ordered = (result.codeFlows ?? [])
        .flatMap((flow) => flow.threadFlows ?? [])
        .flatMap((flow) => flow.locations ?? [])
        .filter((each) => each.executionOrder !== undefined)
        .sort((a, b) => a.executionOrder! - b.executionOrder!);
      problems.push({
        ...where,
        message: result.message?.text ?? '',
        rule: result.ruleId ?? 'bug',
        known: (result.suppressions ?? []).length > 0,
        related: ordered.flatMap(({ location }) => {
          const place = placeOf(location, folder);
          return place ? [{ ...place, message: location?.message?.text ?? '' }] : [];
        }),
      });
    }
  return problems;
}

function placeOf(location: RawLocation | undefined, folder: string): { file: string; line: number } | null {
  const physical = location?.physicalLocation;
  const uri = physical?.artifactLocation?.uri;
  const line = physical?.region?.startLine;
  if (!uri || !line) return null;
  const name = decodeURIComponent(uri);
  return { file: name.startsWith('file://') ? name.slice('file://'.length) : path.resolve(folder, name), line };
}
