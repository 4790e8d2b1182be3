import { describe, expect, it } from 'vitest';

import { exploreTests, parseList, shellQuoted } from '../src/commandLine';
import { gdbWrapper, programOf, replayLaunch } from '../src/debugLaunch';
import { parseSarif, parseTestResults } from '../src/results';

describe('command lines', () => {
  const settings = { heddle: '/opt/heddle/bin/heddle', options: ['--time', '30s'], resultsFolder: 'out' };
  it('explore the tests that were asked for', () => {
    expect(exploreTests(settings, 'build/queue_test', ['Queue.Push', 'Queue.Pop']).words).toEqual(
      'test --out out --json - --time 30s --filter Queue.Push --filter Queue.Pop -- build/queue_test'.split(' '),
    );
    expect(exploreTests(settings, 'build/queue_test', []).words).not.toContain('--filter');
  });
  it('are quoted for the shell', () => {
    expect(shellQuoted('a/b.schedule')).toBe('a/b.schedule');
    expect(shellQuoted("it's here")).toBe(`'it'\\''s here'`);
    expect(gdbWrapper('heddle', '/my out/bug-1.schedule')).toBe(
      `#!/bin/sh\nexec heddle replay '/my out/bug-1.schedule' --gdb -- "$@"\n`,
    );
  });
  it('read the list of tests with what is against them', () => {
    expect(parseList('Queue.Push\nQueueDeathTest.Dies  (a death test: it forks)\n\n')).toEqual([
      { name: 'Queue.Push', note: '' },
      { name: 'QueueDeathTest.Dies', note: 'a death test: it forks' },
    ]);
  });
});

describe('results', () => {
  it('of tests have bugs with places and schedules', () => {
    const json = JSON.stringify({
      tests: [
        {
          name: 'Counter.CountsEveryCall',
          verdict: 'failed',
          seconds: 0.5,
          bugs: [
            { kind: 'exit-status', message: 'Expected equality', file: 'counter_test.cc', line: 31, schedule: 'Counter/bug-1.schedule' },
          ],
        },
        { name: 'Counter.HasOneThread', verdict: 'no-threads', seconds: 0, bugs: [] },
      ],
    });
    const [failed, passed] = parseTestResults(json, '/home/ann/bank', 'heddle-out');
    expect(failed.bugs[0].file).toBe('/home/ann/bank/counter_test.cc');
    expect(failed.bugs[0].schedule).toBe('/home/ann/bank/heddle-out/Counter/bug-1.schedule');
    expect(passed.bugs).toEqual([]);
  });
  it('of SARIF have the places whose order matters, in their order', () => {
    const at = (uri: string, startLine: number) => ({ physicalLocation: { artifactLocation: { uri, uriBaseId: 'SRCROOT' }, region: { startLine } } });
    const json = JSON.stringify({
      runs: [
        {
          results: [
            {
              ruleId: 'assertion',
              message: { text: 'assertion at bank.cc:50' },
              locations: [at('my%20bank.cc', 50)],
              codeFlows: [
                {
                  threadFlows: [
                    { locations: [{ location: { ...at('my%20bank.cc', 24), message: { text: 'main.1 comes after that' } }, executionOrder: 2 }] },
                    { locations: [{ location: { ...at('my%20bank.cc', 23), message: { text: 'main.0 comes first' } }, executionOrder: 1 }] },
                  ],
                },
                { threadFlows: [{ locations: [{ location: at('my%20bank.cc', 1) }] }] },
              ],
            },
            { ruleId: 'deadlock', message: { text: 'nowhere' } },
          ],
        },
      ],
    });
    const problems = parseSarif(json, '/home/ann/bank');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: '/home/ann/bank/my bank.cc', line: 50, rule: 'assertion', known: false });
    expect(problems[0].related.map(({ line, message }) => [line, message])).toEqual([
      [23, 'main.0 comes first'],
      [24, 'main.1 comes after that'],
    ]);
  });
});

describe('the debugger', () => {
  it('is left to heddle, which starts gdb on the schedule', () => {
    const launch = replayLaunch('/home/ann/bank/bank', '/home/ann/bank', '/home/ann/replay-gdb.sh', 'Heddle');
    expect(launch).toMatchObject({ type: 'cppdbg', MIMode: 'gdb', miDebuggerPath: '/home/ann/replay-gdb.sh', launchCompleteCommand: 'None' });
    expect(programOf('heddle schedule 1\nprogram ./bank\nfolder ..\n')).toBe('./bank');
    expect(programOf('')).toBe('');
  });
});
