// The tests of a binary, each with its verdict; the bugs of those that failed.
import { useState } from 'preact/hooks';

import type { PageData, TestResult } from '../data';
import { counted, secondsText, withThousands } from '../model/numbers';
import { Empty } from '../parts/small';
import { BugList } from './overview';

export function TestsView({ data }: { data: PageData }) {
  const [verdict, setVerdict] = useState('');
  const [words, setWords] = useState('');
  const results = data.tests;
  if (!results) return <Empty>There are no results of tests in this page.</Empty>;
  const counts = new Map<string, number>();
  for (const test of results.tests) counts.set(test.verdict, (counts.get(test.verdict) ?? 0) + 1);
  const shown = results.tests
    .map((test, place) => ({ test, place }))
    .filter(
      ({ test }) =>
        (verdict === '' || test.verdict === verdict) && test.name.toLowerCase().includes(words.toLowerCase()),
    );
  const failing = results.tests.map((test, place) => ({ test, place })).filter(({ test }) => (test.bugs ?? []).length > 0);
  return (
    <>
      <section class="card stack">
        <h1 class="mono">{results.program}</h1>
        <p>{[...counts].map(([name, count]) => `${withThousands(count)} ${name === 'no-threads' ? 'without threads' : name}`).join(', ')}</p>
      </section>
      <section class="card">
        <div class="toolbar">
          <select
            aria-label="Verdict"
            value={verdict}
            onChange={(event) => setVerdict(event.currentTarget.value)}
          >
            <option value="">all verdicts</option>
            {[...counts.keys()].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            type="search"
            aria-label="Search tests"
            placeholder="name"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <span class="dim small">{counted(shown.length, 'test')}</span>
        </div>
        <div class="scroll-x">
          <table>
            <thead>
              <tr>
                <th>test</th>
                <th>verdict</th>
                <th class="right">executions</th>
                <th class="right">time</th>
                <th>note</th>
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, 1000).map(({ test, place }) => (
                <Line key={place} test={test} />
              ))}
            </tbody>
          </table>
        </div>
        {shown.length > 1000 && <p class="dim small">The first 1,000 are shown: search for the others.</p>}
      </section>
      {failing.map(({ test, place }) => (
        <section key={place}>
          <h2 class="mono">{test.name}</h2>
          <BugList bugs={test.bugs} pages={data.bugs} test={place} />
        </section>
      ))}
    </>
  );
}

function Line({ test }: { test: TestResult }) {
  return (
    <tr>
      <td class="mono">{test.name}</td>
      <td class={`verdict-${test.verdict}`}>{test.verdict}</td>
      <td class="right">{test.executions !== undefined ? withThousands(test.executions) : ''}</td>
      <td class="right">{test.seconds !== undefined ? secondsText(test.seconds) : ''}</td>
      <td class="small dim">{test.note ?? test.bugs?.[0]?.message ?? ''}</td>
    </tr>
  );
}
