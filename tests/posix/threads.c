/* pthread_create, join in all its forms, detach, exit, attributes. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

static sem_t go, gone, known;
static int cleaned;
static pid_t number_of_waiting;

static void* give_back(void* argument) {
  return argument;
}
static void* wait_for_go(void* argument) {
  number_of_waiting = gettid();
  CHECK(sem_post(&known) == 0);
  CHECK(sem_wait(&go) == 0);
  return argument;
}
static void clean(void* amount) {
  cleaned += *(int*)amount;
}
static void deeper(void* result) {
  pthread_exit(result);
}
static void* leave_early(void* result) {
  int one = 1, ten = 10;
  pthread_cleanup_push(clean, &one);
  pthread_cleanup_push(clean, &ten);
  deeper(result);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}
static void* say_gone(void* unused) {
  (void)unused;
  CHECK(sem_post(&gone) == 0);
  return NULL;
}
static void* join_main(void* main_thread) {
  CHECK(pthread_join(pthread_self(), NULL) == EDEADLK);
  CHECK(!pthread_equal(pthread_self(), *(pthread_t*)main_thread));
  return NULL;
}

int main(void) {
  int value = 7;
  void* result;
  pthread_t thread, self = pthread_self();
  CHECK(sem_init(&go, 0, 0) == 0 && sem_init(&gone, 0, 0) == 0 && sem_init(&known, 0, 0) == 0);

  CHECK(pthread_create(&thread, NULL, give_back, &value) == 0);
  CHECK(pthread_join(thread, &result) == 0 && result == &value);
  CHECK(pthread_create(&thread, NULL, leave_early, &value) == 0);
  CHECK(pthread_join(thread, &result) == 0 && result == &value && cleaned == 11);
  CHECK(pthread_create(&thread, NULL, join_main, &self) == 0);
  CHECK(pthread_join(thread, NULL) == 0);

  CHECK(pthread_create(&thread, NULL, wait_for_go, &value) == 0);
  CHECK(pthread_tryjoin_np(thread, &result) == EBUSY);
  struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(pthread_timedjoin_np(thread, &result, &soon) == ETIMEDOUT);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);

  CHECK(pthread_setname_np(thread, "worker") == 0);
  CHECK(pthread_setname_np(thread, "a name that is too long") == ERANGE);
  char name[16];
  CHECK(pthread_getname_np(thread, name, sizeof name) == 0 && strcmp(name, "worker") == 0);
  int policy = -1;
  struct sched_param parameters = {0};
  CHECK(pthread_getschedparam(thread, &policy, &parameters) == 0 && policy == SCHED_OTHER);
  CHECK(pthread_setschedparam(thread, SCHED_OTHER, &parameters) == 0);
  CHECK(pthread_setschedprio(thread, 0) == 0);
  parameters.sched_priority = 1000;
  CHECK(pthread_setschedparam(thread, SCHED_FIFO, &parameters) == EINVAL);
  cpu_set_t processors;
  CHECK(pthread_getaffinity_np(thread, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) > 0);
  CHECK(pthread_setaffinity_np(thread, sizeof processors, &processors) == 0);
  cpu_set_t one, none, given;
  CPU_ZERO(&one);
  CPU_ZERO(&none);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &processors)) CPU_SET(i, &one);
  CHECK(pthread_setaffinity_np(thread, sizeof one, &one) == 0);
  CHECK(pthread_getaffinity_np(thread, sizeof given, &given) == 0 && CPU_EQUAL(&given, &one));
  CHECK(pthread_getaffinity_np(self, sizeof given, &given) == 0 && CPU_EQUAL(&given, &processors));
  CHECK(pthread_setaffinity_np(thread, sizeof none, &none) == EINVAL);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0 && CPU_ISSET(sched_getcpu(), &one));
  unsigned number = CPU_SETSIZE, node = CPU_SETSIZE;
  CHECK(getcpu(&number, &node) == 0 && CPU_ISSET(number, &one) && node < CPU_SETSIZE);
  CHECK(sched_getaffinity(0, sizeof given, &given) == 0 && CPU_EQUAL(&given, &one));
  CHECK(pthread_getaffinity_np(self, sizeof given, &given) == 0 && CPU_EQUAL(&given, &one));
  CHECK(sched_setaffinity(0, sizeof none, &none) == -1 && errno == EINVAL);
  CHECK(sched_getaffinity(0, 1, &given) == -1 && errno == EINVAL);
  CHECK(sched_setaffinity(0, sizeof processors, &processors) == 0);
  CHECK(CPU_ISSET(sched_getcpu(), &processors));
  CHECK(sem_wait(&known) == 0);
  CHECK(gettid() == getpid() && syscall(SYS_gettid) == gettid());
  CHECK(number_of_waiting != gettid() && number_of_waiting != 0);
  CHECK(tgkill(getpid(), number_of_waiting, 0) == 0 && tgkill(getpid(), 1, 0) == -1 && errno == ESRCH);
  CHECK(syscall(SYS_tgkill, getpid(), number_of_waiting, 0) == 0);
  CHECK(sched_getaffinity(number_of_waiting, sizeof given, &given) == 0 && CPU_EQUAL(&given, &one));
  CHECK(sched_setaffinity(number_of_waiting, sizeof processors, &processors) == 0);
  const int nice_before = getpriority(PRIO_PROCESS, 0);
  CHECK(nice(0) == nice_before);
  CHECK(setpriority(PRIO_PROCESS, number_of_waiting, 19) == 0);
  CHECK(getpriority(PRIO_PROCESS, number_of_waiting) == 19 && getpriority(PRIO_PROCESS, 0) == nice_before);
  parameters.sched_priority = 0;
  CHECK(sched_setscheduler(number_of_waiting, SCHED_BATCH, &parameters) == 0);
  CHECK(sched_getscheduler(number_of_waiting) == SCHED_BATCH && sched_getscheduler(0) == SCHED_OTHER);
  CHECK(sched_setparam(number_of_waiting, &parameters) == 0);
  CHECK(sched_getparam(number_of_waiting, &parameters) == 0 && parameters.sched_priority == 0);
  clockid_t clock;
  struct timespec time;
  CHECK(pthread_getcpuclockid(thread, &clock) == 0);
  CHECK(pthread_getcpuclockid(self, &clock) == 0 && clock_gettime(clock, &time) == 0);
  CHECK(sem_post(&go) == 0);
  CHECK(pthread_join(thread, &result) == 0 && result == &value);

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  CHECK(pthread_create(&thread, &attributes, say_gone, NULL) == 0);
  CHECK(sem_wait(&gone) == 0);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  CHECK(pthread_attr_setstacksize(&attributes, 16 << 20) == 0);
  CHECK(pthread_create(&thread, &attributes, say_gone, NULL) == 0);
  CHECK(sem_wait(&gone) == 0);
  CHECK(pthread_detach(thread) == 0);
  CHECK(pthread_create(&thread, NULL, wait_for_go, &value) == 0);
  CHECK(pthread_detach(thread) == 0);
  CHECK(pthread_join(thread, NULL) == EINVAL);
  CHECK(pthread_detach(thread) == EINVAL);
  CHECK(sem_post(&go) == 0);
  pthread_exit(NULL); /* the process ends with its last thread, with status 0 */
}
