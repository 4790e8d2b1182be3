/* Shared by volatile_message.c and volatile_taken_for_atomic.c. */
static volatile int ready;
static int message;
static int with_fences;

static void fence(void) {
  if (with_fences) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void* send_message(void* nothing) {
  message = 42;
  fence();
  ready = 1;
  return nothing;
}

int main(int count, char** arguments) {
  with_fences = count > 1 && strcmp(arguments[1], "fences") == 0;
  pthread_t sender;
  pthread_create(&sender, NULL, send_message, NULL);
  if (ready) {
    fence();
    if (message != 42) abort();
  }
  pthread_join(sender, NULL);
  return 0;
}
