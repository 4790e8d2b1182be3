// heddle as a process of the editor.
import { spawn } from 'node:child_process';

import type { CommandLine } from './commandLine';

export interface Finished {
  status: number | null; // null: it could not be started, or was ended by a signal
  output: string;
  errors: string;
}

export interface Cancellation {
  onCancellationRequested(listener: () => void): unknown;
}

export function runHeddle(
  line: CommandLine,
  folder: string,
  onError: (text: string) => void = () => undefined,
  cancelled?: Cancellation,
): Promise<Finished> {
  return new Promise((resolve) => {
    let output = '';
    let errors = '';
    const child = spawn(line.command, line.words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    cancelled?.onCancellationRequested(() => child.kill('SIGINT')); // heddle then writes what it has
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
      onError(data.toString());
    });
    child.on('error', (error) => resolve({ status: null, output, errors: errors + error.message }));
    child.on('close', (status) => resolve({ status, output, errors }));
  });
}
