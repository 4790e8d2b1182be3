// What a child does with signals.
#pragma once

namespace heddle::process {

// The same signals for every program that is started, whatever this process does with its own. What the
// user's shell ignores (nohup) is not ignored either: an execution is to depend on its schedule alone.
void give_default_signals();

// For a child that runs a function: a terminal's Ctrl-C reaches the whole group, but the process that waits
// for the child decides. The signal is not ignored, only not heeded: what is ignored would be ignored by the
// programs that the child starts, too.
void leave_interrupts_to_parent();

// A SIGCHLD that is ignored, as some parents leave it, would make the statuses of children vanish.
void make_children_waitable();

}  // namespace heddle::process
