// The functions of libc that Heddle's own definitions stand in front of. Looked up on first use, so that interposed
// functions work before any constructor has run.
#pragma once

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

namespace heddle::runtime {

// X(name) for every function that is called behind its interposed namesake.
#define HEDDLE_REAL_FUNCTIONS(X)                                                                                       \
  X(_exit) X(abort) X(alarm) X(clock_gettime) X(clock_nanosleep) X(exit) X(fork) X(getentropy) X(getitimer)            \
  X(getrandom) X(gettimeofday) X(kill) X(nanosleep) X(pause) X(pthread_barrier_destroy) X(pthread_barrier_init)        \
  X(pthread_barrier_wait) X(pthread_cancel) X(pthread_clockjoin_np) X(pthread_cond_broadcast)                          \
  X(pthread_cond_clockwait) X(pthread_cond_destroy) X(pthread_cond_init) X(pthread_cond_signal)                        \
  X(pthread_cond_timedwait) X(pthread_cond_wait) X(pthread_create) X(pthread_detach) X(pthread_exit)                   \
  X(pthread_getaffinity_np) X(pthread_getcpuclockid) X(pthread_getname_np) X(pthread_getschedparam)                    \
  X(pthread_getspecific) X(pthread_join) X(pthread_key_create) X(pthread_key_delete) X(pthread_kill)                   \
  X(pthread_mutex_clocklock) X(pthread_mutex_consistent) X(pthread_mutex_destroy) X(pthread_mutex_init)                \
  X(pthread_mutex_lock) X(pthread_mutex_timedlock) X(pthread_mutex_trylock) X(pthread_mutex_unlock) X(pthread_once)    \
  X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) X(pthread_rwlock_destroy) X(pthread_rwlock_init)         \
  X(pthread_rwlock_rdlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_tryrdlock)     \
  X(pthread_rwlock_trywrlock) X(pthread_rwlock_unlock) X(pthread_rwlock_wrlock) X(pthread_setaffinity_np)              \
  X(pthread_setcancelstate) X(pthread_setcanceltype) X(pthread_setname_np) X(pthread_setschedparam)                    \
  X(pthread_setschedprio) X(pthread_setspecific) X(pthread_sigmask) X(pthread_sigqueue) X(pthread_spin_destroy)        \
  X(pthread_spin_init) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) X(pthread_testcancel)       \
  X(pthread_timedjoin_np) X(pthread_tryjoin_np) X(quick_exit) X(raise) X(sched_yield) X(sem_clockwait)                 \
  X(sem_destroy) X(sem_getvalue) X(sem_init) X(sem_post) X(sem_timedwait) X(sem_trywait) X(sem_wait) X(setitimer)      \
  X(sigaction) X(sigpending) X(sigprocmask) X(sigqueue) X(sigsuspend) X(sigtimedwait) X(sigwait) X(sigwaitinfo)        \
  X(sleep) X(time) X(timer_create) X(ualarm) X(usleep) X(vfork)

struct RealFunctions {
#define HEDDLE_DECLARE(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
};

const RealFunctions& real();

// Any other function behind ours, or null.
void* find_real(const char* name);

}  // namespace heddle::runtime
