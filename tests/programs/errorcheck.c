/* Two C threads share an errorcheck mutex, which answers misuse with EDEADLK and EPERM.
 * Bug: a thread unlocks although its trylock failed; main returns the number of such attempts.
 * Fails with a status that is not 0 when one thread tries while the other holds the mutex. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t visit_lock;
static int visits;
static atomic_int refused_unlocks;

static void* visit(void* unused) {
  (void)unused;
  if (pthread_mutex_trylock(&visit_lock) == 0) {
    const int locked_again = pthread_mutex_lock(&visit_lock);
    assert(locked_again == EDEADLK);
    ++visits;
  }
  if (pthread_mutex_unlock(&visit_lock) == EPERM) atomic_fetch_add(&refused_unlocks, 1);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t checking;
  pthread_t first, second;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&visit_lock, &checking);
  pthread_mutexattr_destroy(&checking);

  pthread_create(&first, NULL, visit, NULL);
  pthread_create(&second, NULL, visit, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_mutex_destroy(&visit_lock);
  return atomic_load(&refused_unlocks);
}
