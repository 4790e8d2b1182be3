// An experiment: its tables and plots as the study wrote them.
import type { PageData } from '../data';
import { Empty } from '../parts/small';

export function StudyView({ data }: { data: PageData }) {
  const study = data.study;
  if (!study) return <Empty>There are no results of a study in this page.</Empty>;
  return (
    <>
      <h1>{study.title}</h1>
      {study.sections.map((section, i) => (
        <section key={i} class="card stack">
          <h2>{section.title}</h2>
          {section.before.map((text, j) => (
            <p key={j}>{text}</p>
          ))}
          {/* A picture in an image element cannot run anything, whatever it holds. */}
          {section.plot && (
            <img
              alt={section.title}
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(section.plot)}`}
              style={{ maxWidth: '100%', background: '#fff', borderRadius: '8px' }}
            />
          )}
          {section.table && <Table columns={section.table.columns} rows={section.table.rows} />}
          {section.after.map((text, j) => (
            <p key={j} class="small">
              {text}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}

function Table({ columns, rows }: { columns: string[]; rows: string[][] }) {
  const isFigure = (text: string) => /^[-+<>≤≥~]?[\d.,]+(e[-+]?\d+)?( ?(%|s|ms))?$|^-?$/.test(text.trim());
  const figures = columns.map((_, i) => i > 0 && rows.every((row) => isFigure(row[i] ?? '')));
  return (
    <div class="scroll-x">
      <table>
        <thead>
          <tr>
            {columns.map((name, i) =>
              name === '' ? (
                <td key={i} />
              ) : (
                <th key={i} class={figures[i] ? 'right' : ''}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((text, j) => (
                <td key={j} class={figures[j] ? 'right' : ''}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
