// The functions of libc that Heddle's own definitions stand in front of. Looked up on first use, so that interposed
// functions work before any constructor has run.
#pragma once

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::runtime {

// X(name) for every function that is called behind its interposed namesake.
#define HEDDLE_REAL_FUNCTIONS(X)                                                                                   \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_exit) X(pthread_mutex_init)                        \
  X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock)               \
  X(pthread_mutex_clocklock) X(pthread_mutex_unlock) X(pthread_cond_init) X(pthread_cond_destroy)                  \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) X(pthread_cond_signal)                  \
  X(pthread_cond_broadcast) X(pthread_once) X(pthread_key_create) X(pthread_key_delete) X(pthread_getspecific)     \
  X(pthread_setspecific) X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait)   \
  X(sem_post) X(sem_getvalue) X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait)           \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock)            \
  X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock)                             \
  X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockwrlock)                          \
  X(pthread_rwlock_unlock) X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock)                       \
  X(pthread_spin_trylock) X(pthread_spin_unlock) X(pthread_setname_np) X(sched_yield) X(nanosleep)                 \
  X(clock_nanosleep) X(usleep) X(sleep) X(clock_gettime) X(gettimeofday) X(time) X(sigaction) X(raise) X(kill) X(pthread_kill) X(fork) X(vfork)     \
  X(exit) X(_exit) X(quick_exit) X(abort) X(getrandom) X(getentropy)                                               \
  X(read) X(readv) X(write) X(writev) X(close) X(dup2) X(dup3) X(fcntl) X(fcntl64) X(flock) X(recv) X(recvfrom)    \
  X(recvmsg) X(recvmmsg) X(send) X(sendto) X(sendmsg) X(sendmmsg) X(accept) X(accept4) X(connect) X(shutdown)      \
  X(poll) X(ppoll) X(select) X(pselect) X(epoll_ctl) X(epoll_wait) X(epoll_pwait) X(epoll_pwait2) X(wait4) X(waitid) \
  X(timerfd_create) X(timerfd_gettime) X(timerfd_settime) X(sigaltstack)

struct RealFunctions {
#define HEDDLE_DECLARE(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
};

const RealFunctions& real();

// Any other function behind ours, or null.
void* find_real(const char* name);

}  // namespace heddle::runtime
