import type { RefObject } from 'preact';

const keys: [string[], string][] = [
  [['→', 'l'], 'one step forward'],
  [['←', 'h'], 'one step back'],
  [['Shift →', 'n'], 'to the next switch of threads'],
  [['Shift ←', 'p'], 'to the switch before'],
  [[']'], "the same thread's next step"],
  [['['], "the same thread's step before"],
  [['Home', 'End'], 'to the first step, to the failure'],
  [['+', '-', '0'], 'zoom in, zoom out, show everything'],
  [['e', 'E'], 'to the next or the last place whose order matters'],
  [['/'], 'search the steps'],
  [['a'], 'all steps, or only those that other threads can notice'],
  [['t'], 'light or dark'],
  [['?'], 'this help'],
];

export function HelpDialog({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <table>
        <tbody>
          {keys.map(([names, meaning]) => (
            <tr key={meaning}>
              <td>
                {names.map((name, i) => (
                  <span key={name}>
                    {i > 0 && ' '}
                    <kbd>{name}</kbd>
                  </span>
                ))}
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small dim">
        On the timeline: click a step to go there, drag to move, Ctrl and the wheel to zoom. The strip below it shows all of the
        execution.
      </p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
