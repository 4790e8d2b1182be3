# gdb commands for a program that Heddle controls; `heddle replay FILE --gdb` loads them.
#   heddle threads        every thread of the program with its stack
#   heddle thread NAME    go to a suspended thread: backtrace, frame and print are about it from then on
#   heddle back           return to the thread that runs
#   heddle failure        say what happened and select the user's frame
# Those that go along the schedule are in heddle_gdb_events.py.
# The program's threads share one kernel thread, so gdb itself sees one. Where the others are is in their saved registers;
# libheddle.so tells where these lie (src/runtime/services/debugger.h) by an exported symbol, debug information is not needed.
import os
import re

import gdb

FIELDS = ['version', 'threads', 'current', 'name', 'registers', 'finished', 'enabled', 'operation', 'operation_names',
          'operation_count', 'object', 'event', 'events', 'performed', 'stop_at', 'stop_at_switch']
VERSION = 2

LIBRARIES = re.compile(r'^(libheddle|libc\.so|libc-2|libpthread|libm\.so|libstdc\+\+|libgcc_s|libc\+\+|ld-linux|ld-2|libtsan)')
SYSTEM_SOURCES = re.compile(r'^/usr/(local/)?include/|^/usr/lib(64)?/(gcc|clang|llvm)|/include/c\+\+/|/lib/(gcc|clang)/')
LIBRARY_FUNCTIONS = re.compile(r'^(std::|__gnu_cxx::|__cxxabiv1::|__gthread_|__libc_|__cxa_|__tsan_|_start$)')


# --- whose code a frame is ---

def module_of(frame):
    path = gdb.solib_name(frame.pc())
    return os.path.basename(path) if path else ''


def is_of_heddle(frame):
    return module_of(frame).startswith('libheddle')


def is_code(address):
    try:
        gdb.selected_inferior().read_memory(address, 1)
        return True
    except gdb.MemoryError:
        return False


def is_users(frame):
    if frame.type() not in (gdb.NORMAL_FRAME, gdb.INLINE_FRAME) or LIBRARIES.match(module_of(frame)):
        return False
    if LIBRARY_FUNCTIONS.match(frame.name() or ''):
        return False
    # The function's file, not the line's: a line may be of something that was inlined into it and left no frame.
    table = frame.function().symtab if frame.function() else frame.find_sal().symtab
    if not is_code(frame.pc()):
        return False
    # Without debug information a frame of the program itself is as good as it gets.
    return not SYSTEM_SOURCES.search(os.path.normpath(table.fullname())) if table else not gdb.solib_name(frame.pc())


def frames():
    frame = gdb.newest_frame()
    for _ in range(1000):
        if frame is None:
            return
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def users_frame():
    return next((frame for frame in frames() if frame.is_valid() and is_users(frame)), None)


class WithoutHeddle:
    """Leaves out of a backtrace what Heddle did inside and outside of the user's frames, with the library's frames there;
    bt -no-filters shows all."""

    def __init__(self):
        self.name = 'heddle'
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, decorators):
        held = []  # not the user's, and perhaps not worth showing
        users = False
        for decorator in decorators:
            if not is_users(decorator.inferior_frame()):
                held.append(decorator)
                continue
            if users or not self.hides(held):
                yield from held
            held = []
            users = True
            yield decorator
        if not users or not self.hides(held):
            yield from held

    @staticmethod
    def hides(decorators):
        return any(is_of_heddle(decorator.inferior_frame()) for decorator in decorators)


# --- the threads of the program ---

def words(address, count):
    data = bytes(gdb.selected_inferior().read_memory(address, 8 * count))
    return [int.from_bytes(data[i:i + 8], 'little') for i in range(0, len(data), 8)]


def text(address):
    return gdb.selected_inferior().read_memory(address, 256).tobytes().split(b'\0')[0].decode(errors='replace')


NOT_RUNNING = "The program is not running under Heddle (yet). 'run' starts the schedule, 'heddle goto N' goes to an event of it."


def view_address():
    return int(gdb.parse_and_eval('(unsigned long)&heddle_debugger'))


def view():
    try:
        if gdb.selected_inferior().pid == 0:
            raise gdb.GdbError(NOT_RUNNING)
        fields = dict(zip(FIELDS, words(view_address(), len(FIELDS))))
    except (gdb.error, gdb.MemoryError):
        raise gdb.GdbError(NOT_RUNNING)
    if fields['version'] == 0:
        raise gdb.GdbError(NOT_RUNNING)
    if fields['version'] != VERSION:
        raise gdb.GdbError('This script is not the one that belongs to libheddle.so.')
    return fields


class Thread:
    def __init__(self, fields, address, current, number):
        self.number = number
        byte = lambda offset: gdb.selected_inferior().read_memory(address + offset, 1).tobytes()[0]
        self.name = text(words(address + fields['name'], 1)[0])
        self.registers = words(address + fields['registers'], 1)[0]
        self.current = address == current
        self.finished = byte(fields['finished']) != 0
        self.enabled = byte(fields['enabled']) != 0
        kind = byte(fields['operation'])
        known = kind < fields['operation_count']
        self.operation = text(words(fields['operation_names'] + 8 * kind, 1)[0]) if known else '?'
        self.object = words(address + fields['object'], 1)[0]

    def state(self):
        if self.finished:
            return 'finished'
        if self.current:
            return 'is here'
        if self.operation == 'start':
            return 'has not started'
        return ('can go on' if self.enabled else 'waits') + ', next operation: ' + self.operation

    def has_stack(self):
        return not self.finished and (self.current or (self.operation != 'start' and self.is_saved()))

    def is_saved(self):
        # With --carrier threads Heddle saves no registers: the kernel has them.
        x86 = 'x86-64' in gdb.selected_inferior().architecture().name()
        return self.registers != 0 and words(self.registers + 8 * (6 if x86 else 12), 1)[0] != 0


def threads():
    fields = view()
    begin, end = words(fields['threads'], 2)
    current = words(fields['current'], 1)[0]
    addresses = words(begin, (end - begin) // 8) if begin != end else []
    return [Thread(fields, address, current, number) for number, address in enumerate(addresses, 1)]


# --- going to a suspended thread ---

def saved_registers(context):
    """What the registers are once heddle_switch has returned to the context (src/runtime/arch)."""
    if 'x86-64' in gdb.selected_inferior().architecture().name():
        rbx, rbp, r12, r13, r14, r15, rsp, fs_base = words(context, 8)
        return {'rbx': rbx, 'rbp': rbp, 'r12': r12, 'r13': r13, 'r14': r14, 'r15': r15, 'rsp': rsp + 8, 'fs_base': fs_base,
                'pc': words(rsp, 1)[0]}
    values = words(context, 14)
    registers = {'x%d' % (19 + i): values[i] for i in range(12)}
    registers.update(sp=values[12], tpidr=values[13], pc=values[11])
    return registers


original = {}  # of the running thread, while another one is looked at
repaired = {}  # what the registers really were after a jump to nowhere


def write_registers(registers):
    gdb.newest_frame().select()
    for name, value in registers.items():
        try:
            gdb.execute('set var $%s = %d' % (name, value), to_string=True)
        except gdb.error:
            if name not in ('fs_base', 'tpidr'):  # thread-local variables are then the running thread's
                raise


def back():
    if original:
        write_registers(original)
        original.clear()


def go_to(thread):
    back()
    if thread.current:
        return
    target = saved_registers(thread.registers)
    gdb.newest_frame().select()
    for name in target:
        try:
            original[name] = int(gdb.parse_and_eval('(unsigned long)$' + name))
        except gdb.error:
            pass
    write_registers(target)


def select_users_frame(show=True):
    frame = users_frame()
    if frame is not None:
        frame.select()
    if show:
        gdb.execute('frame')
    return frame


def repair_jump_to_nowhere():
    """After a call through a bad pointer the caller is where the call would have returned to; gdb guesses otherwise."""
    frame = gdb.newest_frame()
    if is_code(frame.pc()):
        return
    gdb.newest_frame().select()
    if 'x86-64' in frame.architecture().name():
        stack = int(gdb.parse_and_eval('(unsigned long)$rsp'))
        caller, registers = words(stack, 1)[0], {'rsp': stack + 8}
    else:
        caller, registers = int(gdb.parse_and_eval('(unsigned long)$x30')), {}
    registers['pc'] = caller - 1  # within the call
    for name in registers:
        repaired[name] = int(gdb.parse_and_eval('(unsigned long)$' + name))
    write_registers(registers)


# --- commands ---

headline = ''


class Heddle(gdb.Command):
    """The threads of a program that Heddle controls."""

    def __init__(self):
        super().__init__('heddle', gdb.COMMAND_STACK, prefix=True)


class Command(gdb.Command):
    def __init__(self, name, function, description):
        self.__doc__ = description
        self.function = function
        super().__init__('heddle ' + name, gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        self.function(argument.strip())


def stop_at_failure(argument):
    global headline
    headline = argument
    for place in ('break heddle_failure', 'catch signal SIGSEGV SIGBUS SIGFPE SIGILL SIGSYS'):
        gdb.execute('with breakpoint pending on -- ' + place, to_string=True)
        gdb.execute('commands\nsilent\nheddle failure\nend', to_string=True)
    # Registers of another thread must not be gone on with.
    for resumption in ('continue', 'stepi', 'nexti', 'finish', 'until', 'advance'):
        gdb.execute('define hook-%s\nheddle resume\nend' % resumption, to_string=True)


def show_failure(_):
    original.clear()  # a new stop: nothing is left of the one before
    repaired.clear()
    if headline:
        gdb.write('\n%s\n' % headline)
    repair_jump_to_nowhere()
    if users_frame() is None:
        gdb.write('No frame of your code is left on this stack: main has returned, or the thread is over.\n')
    select_users_frame()


def show_threads(_):
    view()  # refuses if there is no program
    selected = gdb.selected_frame().level()
    looked_at = dict(original)
    now = {name: int(gdb.parse_and_eval('(unsigned long)$' + name)) for name in looked_at}
    back()
    try:
        for thread in threads():
            gdb.write('%d %s: %s' % (thread.number, thread.name, thread.state()))
            if thread.has_stack():
                go_to(thread)
                users = users_frame()
                if users is None and thread.operation == 'start':
                    gdb.write(', about to start\n')
                    continue
                stack = gdb.execute('bt 40', to_string=True)
                if users is None and not thread.current:
                    stack = '(in library code)\n' + stack
                gdb.write('\n' + re.sub('(?m)^(?=.)', '  ', stack))
            else:
                gdb.write('\n')
    finally:
        back()
        if looked_at:
            original.update(looked_at)
            write_registers(now)
        next(frame for frame in frames() if frame.level() == selected).select()


def thread_called(name):
    """By its name, or by its number in `heddle threads`."""
    for thread in threads():
        if name in (thread.name, str(thread.number)):
            return thread
    raise gdb.GdbError('There is no thread %s. One of: %s' % (name, thread_names()))


def thread_names():
    return ', '.join('%d %s' % (thread.number, thread.name) for thread in threads())


def show_thread(name):
    if not name:
        raise gdb.GdbError('Which thread? One of: ' + thread_names())
    thread = thread_called(name)
    if not thread.has_stack():
        if not thread.finished and thread.operation != 'start':
            raise gdb.GdbError("%s runs on a kernel thread of its own: gdb's 'info threads' shows it." % thread.name)
        raise gdb.GdbError('%s %s: there is no stack to look at.' % (thread.name, thread.state()))
    go_to(thread)
    gdb.write('%d %s: %s\n' % (thread.number, thread.name, thread.state()))
    select_users_frame()


def show_help(_):
    gdb.write('heddle threads       every thread of the program with its stack\n'
              'heddle thread NAME   go to a suspended thread (its number will do): bt, frame and print are about it then\n'
              'heddle back          return to the thread that runs\n'
              'heddle failure       what happened, and the frame of your code where it did\n'
              'heddle where         which event of the schedule is next, and of how many\n'
              'heddle step [N]      on to the next event, or by N of them\n'
              'heddle reverse-step  back to the event before; the schedule is run again up to there\n'
              'heddle next-switch   on to the next event of another thread\n'
              'heddle goto N        to event N, forwards or backwards\n'
              'heddle list [N]      the events around this one, or around event N\n'
              'next, step           perform the event, and on from the line that was shown\n'
              'bt -no-filters       the stack with the frames of libheddle.so\n'
              'run                  the same schedule again from the start, with your breakpoints\n')


def go_back(_):
    if original:
        back()
        select_users_frame(show=False)


def prepare_to_resume(_):
    back()
    if repaired:
        write_registers(repaired)
        repaired.clear()


Heddle()
Command('stop-at-failure', stop_at_failure, 'Stop where the program fails, and say this.')
Command('failure', show_failure, 'Say what happened and select the frame of your code where it did.')
Command('threads', show_threads, 'Show every thread of the program with its stack.')
Command('thread', show_thread, 'Go to a suspended thread: bt, frame and print are about it from then on.')
Command('back', go_back, 'Return to the thread that runs.')
Command('resume', prepare_to_resume, 'Put all registers back, before the program goes on.')
Command('help', show_help, 'Say what the heddle commands do.')
WithoutHeddle()
gdb.execute('source ' + os.path.join(os.path.dirname(os.path.abspath(__file__)), 'heddle_gdb_events.py'))
