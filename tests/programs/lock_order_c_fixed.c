/* The repaired twin of lock_order_c: two C threads copy a number between two cells, one in each direction.
 * Both lock the left cell first, whatever the direction. */
#include <pthread.h>

struct cell {
  pthread_mutex_t lock;
  int value;
};

struct copy_job {
  struct cell* source;
  struct cell* target;
};

static struct cell left = {PTHREAD_MUTEX_INITIALIZER, 1};
static struct cell right = {PTHREAD_MUTEX_INITIALIZER, 2};

static void* copy(void* argument) {
  struct copy_job* job = argument;
  pthread_mutex_lock(&left.lock);
  pthread_mutex_lock(&right.lock);
  job->target->value = job->source->value;
  pthread_mutex_unlock(&right.lock);
  pthread_mutex_unlock(&left.lock);
  return NULL;
}

int main(void) {
  struct copy_job to_right = {&left, &right};
  struct copy_job to_left = {&right, &left};
  pthread_t first, second;
  pthread_create(&first, NULL, copy, &to_right);
  pthread_create(&second, NULL, copy, &to_left);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return left.value == right.value ? 0 : 1;
}
