/* A producer announces each of two jobs through an eventfd; the consumer waits for an announcement and does a
   job. Bug: announcements add up. Two that nobody has read yet are read at once, and only one job is done.
   Deadlock when they are. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { kJobs = 2 };

static int events;

static void* produce(void* unused) {
  for (int i = 0; i < kJobs; ++i) eventfd_write(events, 1);
  return unused;
}

int main(void) {
  events = eventfd(0, 0);
  assert(events >= 0);
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int done = 0; done < kJobs; ++done) {
    uint64_t announced = 0;
    ssize_t got = read(events, &announced, sizeof announced);
    assert(got == sizeof announced && announced > 0);
  }
  pthread_join(producer, NULL);
  close(events);
  return 0;
}
