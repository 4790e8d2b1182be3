// What was exercised: how it grew, and what is not covered yet.
import { useState } from 'preact/hooks';

import type { CoverageItem, CoverageMetric, PageData } from '../data';
import { counted, withThousands } from '../model/numbers';
import { Curve } from '../parts/curve';
import { Empty, Facts } from '../parts/small';
import { VirtualList } from '../parts/virtualList';

const titles: Record<string, string> = {
  'sync-pairs': 'Synchronization pairs',
  iroots: 'Interleaving roots',
  patterns: 'Access patterns',
};

export function CoverageView({ data }: { data: PageData }) {
  const coverage = data.coverage;
  const metrics = Object.entries(coverage?.metrics ?? {});
  if (!coverage || metrics.length === 0)
    return (
      <Empty>
        Nothing was measured: <code>heddle run --coverage sync-pairs</code>
      </Empty>
    );
  return (
    <>
      <h1>Coverage of {coverage.program}</h1>
      {metrics.map(([name, metric]) => (
        <Metric key={name} name={name} metric={metric} executions={coverage.executions} />
      ))}
    </>
  );
}

function Metric({ name, metric, executions }: { name: string; metric: CoverageMetric; executions: number }) {
  const estimated = metric.items.some((item) => item.estimated);
  const grownTo = metric.growth.length > 0 ? metric.growth[metric.growth.length - 1][0] : 0;
  return (
    <section class="card stack">
      <h2>{titles[name] ?? name}</h2>
      <Facts
        facts={[
          ['covered', withThousands(metric.covered)],
          ['of', estimated ? withThousands(metric.required) : undefined],
          ['not expected', metric.discovered > 0 ? withThousands(metric.discovered) : undefined],
          ['executions', withThousands(executions)],
          ['last new one in execution', grownTo > 0 ? withThousands(grownTo) : undefined],
        ]}
      />
      <Curve
        points={metric.growth}
        end={executions}
        required={estimated && metric.growth.every(([, value]) => value <= metric.required) ? metric.required : undefined}
        title={titles[name] ?? name}
        across="executions"
        up="covered"
      />
      <Items items={metric.items} />
    </section>
  );
}

const rowHeight = 25;

function Items({ items }: { items: CoverageItem[] }) {
  const [missing, setMissing] = useState(items.some((item) => !item.execution));
  const [words, setWords] = useState('');
  // Which of the threads does it is worth saying where the item tells them apart.
  const text = (item: CoverageItem) => {
    const several = item.steps.some((step) => step.thread !== item.steps[0].thread);
    return item.steps
      .map((step) => {
        const what = [step.operation, step.object, 'at', step.site].filter(Boolean).join(' ');
        return several ? `thread ${step.thread + 1}: ${what}` : what;
      })
      .join('  then  ');
  };
  const shown = items.filter(
    (item) => (!missing || !item.execution) && (words === '' || text(item).toLowerCase().includes(words.toLowerCase())),
  );
  return (
    <div>
      <div class="toolbar">
        <label>
          <input type="checkbox" checked={missing} onChange={(event) => setMissing(event.currentTarget.checked)} />
          only what is not covered
        </label>
        <input
          type="search"
          placeholder="file, function, object"
          aria-label="Search"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <span class="dim small">{counted(shown.length, 'row')}</span>
      </div>
      {shown.length === 0 ? (
        <p class="dim small">{missing ? 'Everything that is known was covered.' : 'Nothing.'}</p>
      ) : (
        <div style={{ display: 'grid' }}>
          <VirtualList
            count={shown.length}
            rowHeight={rowHeight}
            current={-1}
            most="34rem"
            label="What was covered and what was not"
            row={(i, style) => (
              <div key={i} class="line" style={{ ...style, paddingLeft: '0.6rem', gap: '0.8rem' }} title={text(shown[i])}>
                <span class={shown[i].execution ? 'good' : 'bad'}>{shown[i].execution ? '✓' : '✗'}</span>
                <span>{text(shown[i])}</span>
                {shown[i].execution && <span class="dim">execution {withThousands(shown[i].execution!)}</span>}
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
}
