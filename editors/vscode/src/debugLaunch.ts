// Replaying in the C/C++ extension's debugger. It starts what it takes for gdb; `heddle replay --gdb` starts gdb on the
// schedule, runs to the failure, and passes on what it is asked.
import { shellQuoted } from './commandLine';

export function gdbWrapper(heddle: string, schedule: string): string {
  return `#!/bin/sh\nexec ${shellQuoted(heddle)} replay ${shellQuoted(schedule)} --gdb -- "$@"\n`;
}

export interface ReplayLaunch {
  [key: string]: unknown;
  type: 'cppdbg';
  request: 'launch';
  name: string;
  program: string;
  cwd: string;
  MIMode: 'gdb';
  miDebuggerPath: string;
  stopAtEntry: boolean;
  customLaunchSetupCommands: { text: string; description: string; ignoreFailures: boolean }[];
  launchCompleteCommand: 'None';
}

// gdb has started and stopped the program by itself: the extension is not to load or run one.
export function replayLaunch(program: string, folder: string, wrapper: string, name: string): ReplayLaunch {
  return {
    type: 'cppdbg',
    request: 'launch',
    name,
    program,
    cwd: folder,
    MIMode: 'gdb',
    miDebuggerPath: wrapper,
    stopAtEntry: false,
    customLaunchSetupCommands: [
      { text: '-enable-pretty-printing', description: 'values of the standard library', ignoreFailures: true },
    ],
    launchCompleteCommand: 'None',
  };
}

// The program that a schedule is of, as its file says.
export function programOf(schedule: string): string {
  return /^program (.*)$/m.exec(schedule)?.[1] ?? '';
}
