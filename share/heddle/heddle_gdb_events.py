# Going along a schedule in gdb, event by event, forwards and backwards; heddle_gdb.py loads it and shares its names.
#   heddle where              which event is next, and of how many
#   heddle step [N]           on to the next event, or by N of them; a negative N goes back
#   heddle reverse-step [N]   back by one event, or by N of them
#   heddle next-switch        on to the next event of another thread
#   heddle goto N             to event N
#   heddle list [N]           the events around this one, or around event N
# Events are numbered from 1, as in the schedule file: all operations count. "At event N" means that events 1 to N - 1 have
# happened, and the thread that runs is about to perform N. The library calls heddle_debugger_event there, if it was asked to
# stop (src/runtime/services/debugger.h). Backwards is from the start again: the schedule leads to the same place each time.
NEVER = 0
SHOWN_AROUND = 5

known_events = []  # (thread, place, text) of event 1 and so on, as `heddle explain` says it; empty: not known


class Wish:
    """Where the program is to stop next, told to the library when the first event comes, or at once."""
    event = NEVER
    switch = False
    granted = False

    @classmethod
    def make(cls, event=NEVER, switch=False):
        cls.event, cls.switch, cls.granted = event, switch, False

    @classmethod
    def tell(cls):
        address = view_address()
        for name, value in (('stop_at', cls.event), ('stop_at_switch', int(cls.switch))):
            gdb.selected_inferior().write_memory(address + 8 * FIELDS.index(name), value.to_bytes(8, 'little'))


class EventBreakpoint(gdb.Breakpoint):
    """Not the user's: it has no number and is in no list."""

    def __init__(self):
        super().__init__('heddle_debugger_event', internal=True)
        self.silent = True

    def stop(self):
        if view()['event'] == Wish.event or Wish.switch:
            Wish.granted = True
            return True
        Wish.tell()  # the library always asks at the first event
        return False


def wait_for_library(event):
    # Earlier the place would be unknown, and gdb would say so.
    if 'libheddle' in os.path.basename(event.new_objfile.filename or ''):
        gdb.events.new_objfile.disconnect(wait_for_library)
        EventBreakpoint()


# --- where the program is ---

def position():
    """The event that the program is at, and whether it has happened."""
    fields = view()
    if fields['events'] == 0:
        raise gdb.GdbError('The schedule has not begun yet: the program is still before its first event.'
                           ' For a schedule of heddle::explore it begins with that call.')
    return fields['event'], fields['event'] == 0 or words(fields['performed'], 1)[0] >= fields['event'], fields['events']


def counted_events(count):
    return 'The schedule has %s.' % ('1 event' if count == 1 else '%d events' % count)


def object_text(address):
    if address == 0:
        return ''
    found = gdb.execute('info symbol %d' % address, to_string=True)
    return '' if found.startswith('No symbol') else ' ' + found.split(' in section')[0].replace(' + ', '+')


def event_text(number):
    """main.0: lock bob.mutex_ at bank.cc:18"""
    if 1 <= number <= len(known_events):
        thread, place, said = known_events[number - 1]
        return '%s: %s%s' % (thread, said, ' at ' + place if place else '')
    now = next((thread for thread in threads() if thread.current), None)
    return '%s: %s%s' % (now.name, now.operation, object_text(now.object)) if now else ''


def where_text():
    number, happened, count = position()
    if number == 0:
        return 'Before event 1 of %d.' % count
    if happened:
        known = number <= len(known_events)
        return 'After event %d of %d%s' % (number, count, ': ' + event_text(number) if known else '.')
    return 'At event %d of %d: %s' % (number, count, event_text(number))


def show_where(_):
    gdb.write(where_text() + '\n')


def show_event(thread_before=None):
    number, _, count = position()
    now = next((thread for thread in threads() if thread.current), None)
    if thread_before is not None and now is not None and now.name != thread_before:
        gdb.write('Switch from %s to %s.\n' % (thread_before, now.name))
    gdb.write('At event %d of %d: %s\n' % (number, count, event_text(number)))
    if users_frame() is None:
        gdb.write('No frame of your code is on this stack: the thread is about to start, or is over.\n')
        return
    select_users_frame()


# --- going there ---

def is_running():
    return gdb.selected_inferior().pid != 0


class UsersBreakpointsOff:
    """They belong to what lies ahead, not to what is only run again."""

    def __enter__(self):
        self.off = [each for each in gdb.breakpoints() or ()
                    if each.visible and each.enabled and each.location != 'heddle_failure']
        for each in self.off:
            each.enabled = False

    def __exit__(self, *_):
        for each in self.off:
            if each.is_valid():
                each.enabled = True


def resume(command, thread_before=None):
    """Runs the program until the wish is granted, or until something else stops it; says which."""
    prepare_to_resume('')
    try:
        said = gdb.execute(command, to_string=True)
    finally:
        granted = Wish.granted
        Wish.make()
        if is_running():
            Wish.tell()
    if granted:
        show_event(thread_before)
    elif said.strip():
        gdb.write(said.lstrip('\n'))
    return granted


def running_thread():
    return next((thread.name for thread in threads() if thread.current), None)


def next_number():
    """Of the first event that has not happened."""
    number, happened, _ = position()
    return number + 1 if happened else number


def go_forwards(target):
    _, _, count = position()
    before = running_thread()
    if target > count:
        # There is nothing to stop at: the program fails, or ends.
        if next_number() > count:
            raise gdb.GdbError(counted_events(count) + " All have happened; 'heddle goto N' goes back to one, 'run' to the start.")
        gdb.write(counted_events(count) + ' What follows is the end.\n')
        Wish.make()
    else:
        Wish.make(event=target)
        Wish.tell()
    resume('continue', before)


def go_from_the_start(target):
    Wish.make(event=target)
    with UsersBreakpointsOff():
        granted = resume('run')
    if not granted:
        raise gdb.GdbError('The program did not come to event %d again.' % target)


def number_in(argument, default=None):
    if not argument and default is not None:
        return default
    try:
        return int(gdb.parse_and_eval(argument)) if argument else None
    except (gdb.error, ValueError):
        raise gdb.GdbError("'%s' is not a number." % argument)


def go_to_event(target):
    number, happened, count = position() if is_running() else (0, True, 0)
    if count != 0 and not 1 <= target <= count:
        raise gdb.GdbError(counted_events(count) + ' They are numbered from 1.')
    if known_events and not 1 <= target <= len(known_events):
        raise gdb.GdbError(counted_events(len(known_events)) + ' They are numbered from 1.')
    if is_running() and target == number and not happened:
        gdb.write('Already there.\n')
        show_event()
    elif is_running() and target > number:
        go_forwards(target)
    else:
        go_from_the_start(target)


def goto(argument):
    target = number_in(argument)
    if target is None:
        raise gdb.GdbError("Which event? 'heddle where' says which is next, 'heddle list' shows those around it.")
    go_to_event(target)


def step(argument):
    distance = number_in(argument, 1)
    if distance < 0:
        return go_back_by(-distance)
    if distance == 0:
        raise gdb.GdbError('By how many events? 1 or more forwards, -1 or less backwards.')
    number, _, count = position()
    go_forwards(min(number + distance, count + 1))


def go_back_by(distance):
    target = next_number() - distance
    if target < 1:
        raise gdb.GdbError("That is before the first event. 'heddle goto 1' goes to it, 'run' starts again.")
    go_to_event(target)


def reverse_step(argument):
    distance = number_in(argument, 1)
    if distance < 1:
        raise gdb.GdbError('By how many events? 1 or more.')
    go_back_by(distance)


def next_switch(_):
    _, _, count = position()
    if next_number() > count:
        raise gdb.GdbError(counted_events(count) + ' All have happened.')
    before = running_thread()
    Wish.make(switch=True)
    Wish.tell()
    if not resume('continue', before):
        gdb.write('There was no switch any more.\n')


class ReturnBreakpoint(gdb.Breakpoint):
    """Where the user's code goes on, on this stack: other threads may come to the same place. (gdb's FinishBreakpoint misses
    callers that were inlined.)"""

    def __init__(self, users):
        self.stack = int(users.read_register('sp'))
        self.reached = False
        super().__init__('*%d' % users.pc(), internal=True)
        self.silent = True

    def stop(self):
        self.reached = self.reached or int(gdb.newest_frame().read_register('sp')) == self.stack
        return self.reached


def return_to_users_code(_):
    """At an event gdb is inside the library; its own `next` and `step` are meant for the line that was shown."""
    prepare_to_resume('')
    if gdb.newest_frame().name() != 'heddle_debugger_event':
        return
    users = users_frame()
    if users is None:
        raise gdb.GdbError("There is no line of your code to step over: 'heddle step' goes on to the next event.")
    returned = ReturnBreakpoint(users)
    try:
        said = gdb.execute('continue', to_string=True)
    finally:
        returned.delete()
    if not returned.reached:
        gdb.write(said.lstrip('\n'))
        raise gdb.GdbError('The program stopped before it came back to your code.')


def show_list(argument):
    if not known_events:
        raise gdb.GdbError('What the events are is known only where they are looked at: the schedule is one of heddle::explore,'
                           ' or too long.')
    now = position()[0] if is_running() else 0
    middle = number_in(argument, max(now, 1))
    if not 1 <= middle <= len(known_events):
        raise gdb.GdbError(counted_events(len(known_events)) + ' They are numbered from 1.')
    for number in range(max(1, middle - SHOWN_AROUND), min(len(known_events), middle + SHOWN_AROUND) + 1):
        switched = number > 1 and known_events[number - 1][0] != known_events[number - 2][0]
        gdb.write('%s%s %5d  %s\n' % ('=>' if number == now else '  ', '>>' if switched else '  ', number, event_text(number)))


def read_events(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        known_events[:] = [(line.rstrip('\n').split('\t', 2) + ['', ''])[:3] for line in file]


Command('where', show_where, 'Say which event of the schedule is next, and of how many.')
Command('step', step, 'Run on to the next event of the schedule, or by so many; a negative number goes back.')
Command('reverse-step', reverse_step, 'Go back by one event, or by so many: the schedule is run again up to there.')
Command('next-switch', next_switch, 'Run on to the next event of another thread.')
Command('goto', goto, 'Go to an event of the schedule, forwards or backwards.')
Command('list', show_list, 'Show the events around this one, or around the given one.')
Command('return', return_to_users_code, 'Perform the event and return to the line of your code, before next and step.')
Command('events-of', read_events, 'Read from a file what the events are.')
for stepping in ('next', 'step'):
    gdb.execute('define hook-%s\nheddle return\nend' % stepping, to_string=True)
gdb.execute('skip -rfu ^__tsan_', to_string=True)  # hooks are no functions of the user's
gdb.events.new_objfile.connect(wait_for_library)
