// One thread destroys a synchronisation object, another one uses it. A mutex orders them, but nothing keeps
// the destruction from coming first.
//
// run: rwlock => heap-error
// run: semaphore => heap-error
// run: barrier => heap-error
// run: condition => heap-error
// run: spinlock => heap-error
// run: mutex => heap-error
// options: --executions 100
// says: use\s+of\s+destroyed\s+(read\s+write\s+lock|semaphore|barrier|condition\s+variable|spin\s+lock|mutex)
// carriers: contexts
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
const char* kind;

pthread_rwlock_t rwlock;
sem_t semaphore;
pthread_barrier_t barrier;
pthread_cond_t condition;
pthread_spinlock_t spinlock;
pthread_mutex_t mutex;

static void initialise(void) {
  pthread_rwlock_init(&rwlock, 0);
  sem_init(&semaphore, 0, 1);
  pthread_barrier_init(&barrier, 0, 1);
  pthread_cond_init(&condition, 0);
  pthread_spin_init(&spinlock, 0);
  pthread_mutex_init(&mutex, 0);
}

static void* destroy(void* unused) {
  pthread_mutex_lock(&order);
  pthread_rwlock_destroy(&rwlock);
  sem_destroy(&semaphore);
  pthread_barrier_destroy(&barrier);
  pthread_cond_destroy(&condition);
  pthread_spin_destroy(&spinlock);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_unlock(&order);
  return unused;
}

static void* use(void* unused) {
  pthread_mutex_lock(&order);
  if (!strcmp(kind, "rwlock")) {
    pthread_rwlock_rdlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
  } else if (!strcmp(kind, "semaphore")) {
    sem_wait(&semaphore);
    sem_post(&semaphore);
  } else if (!strcmp(kind, "barrier")) {
    pthread_barrier_wait(&barrier);
  } else if (!strcmp(kind, "condition")) {
    pthread_cond_signal(&condition);
  } else if (!strcmp(kind, "spinlock")) {
    pthread_spin_lock(&spinlock);
    pthread_spin_unlock(&spinlock);
  } else {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_unlock(&order);
  return unused;
}

int main(int count, char** arguments) {
  kind = arguments[1];
  initialise();
  pthread_t destroyer, user;
  pthread_create(&destroyer, 0, destroy, 0);
  pthread_create(&user, 0, use, 0);
  pthread_join(destroyer, 0);
  pthread_join(user, 0);
  return 0;
}
