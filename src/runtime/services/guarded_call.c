// In C, so that the exception of whatever language passes through with the unwinder's own personality only.
struct guard {
  void (*undo)(void*);
  void* argument;
};

static void run_undo(struct guard* guard) {
  if (guard->undo) guard->undo(guard->argument);
}

void heddle_guarded_call(void (*function)(void*), void (*undo)(void*), void* argument);

void heddle_guarded_call(void (*function)(void*), void (*undo)(void*), void* argument) {
  struct guard guard __attribute__((cleanup(run_undo))) = {undo, argument};
  function(argument);
  guard.undo = 0;
}
