// The functions of libc that Heddle's own definitions stand in front of. Looked up on first use, so that
// interposed functions work before any constructor has run.
#pragma once

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace heddle::runtime {

// X(name) for every function that is called behind its interposed namesake.
// clang-format off
#define HEDDLE_REAL_FUNCTIONS(X)                                                                     \
  X(_exit) X(abort) X(accept) X(accept4) X(alarm) X(asctime_r) X(bind) X(clock_gettime)              \
  X(clock_nanosleep) X(clone) X(close) X(close_range) X(closefrom) X(connect) X(creat) X(ctime_r) X(dup) X(dup2) X(dup3)         \
  X(epoll_create)                                                                                    \
  X(epoll_create1) X(epoll_ctl) X(epoll_pwait) X(epoll_pwait2) X(epoll_wait) X(eventfd) X(exit)      \
  X(fclose) X(fcntl) X(fcntl64) X(fgets) X(flock) X(fopen) X(fopen64) X(fork) X(freopen) X(freopen64) X(fputs) X(fread)      \
  X(fwrite) X(getdelim) X(getentropy) X(getitimer) X(getline) X(getrandom) X(gettimeofday)           \
  X(gmtime_r) X(ioctl) X(kill) X(listen) X(localtime_r) X(malloc_usable_size) X(nanosleep) X(open) X(open64)            \
  X(openat) X(openat64) X(pause) X(pipe) X(pipe2) X(poll) X(ppoll) X(prctl) X(pread) X(pread64)      \
  X(pselect) X(pthread_barrier_destroy) X(pthread_barrier_init) X(pthread_barrier_wait)              \
  X(pthread_cancel) X(pthread_clockjoin_np) X(pthread_cond_broadcast) X(pthread_cond_clockwait)      \
  X(pthread_cond_destroy) X(pthread_cond_init) X(pthread_cond_signal) X(pthread_cond_timedwait)      \
  X(pthread_cond_wait) X(pthread_create) X(pthread_detach) X(pthread_exit)                           \
  X(pthread_getaffinity_np) X(pthread_getattr_np) X(pthread_getcpuclockid) X(pthread_getname_np)     \
  X(pthread_getschedparam) X(pthread_getspecific) X(pthread_join) X(pthread_key_create)              \
  X(pthread_key_delete) X(pthread_kill) X(pthread_mutex_clocklock) X(pthread_mutex_consistent)       \
  X(pthread_mutex_destroy) X(pthread_mutex_init) X(pthread_mutex_lock) X(pthread_mutex_timedlock)    \
  X(pthread_mutex_trylock) X(pthread_mutex_unlock) X(pthread_once) X(pthread_rwlock_clockrdlock)     \
  X(pthread_rwlock_clockwrlock) X(pthread_rwlock_destroy) X(pthread_rwlock_init)                     \
  X(pthread_rwlock_rdlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock)               \
  X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_unlock)                   \
  X(pthread_rwlock_wrlock) X(pthread_setaffinity_np) X(pthread_setcancelstate)                       \
  X(pthread_setcanceltype) X(pthread_setname_np) X(pthread_setschedparam) X(pthread_setschedprio)    \
  X(pthread_setspecific) X(pthread_sigmask) X(pthread_sigqueue) X(pthread_spin_destroy)              \
  X(pthread_spin_init) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock)           \
  X(pthread_testcancel) X(pthread_timedjoin_np) X(pthread_tryjoin_np) X(puts) X(pwrite)              \
  X(pwrite64) X(qsort) X(quick_exit) X(raise) X(read) X(readv) X(recv) X(recvfrom) X(recvmmsg)       \
  X(recvmsg) X(sched_yield) X(select) X(sem_clockwait) X(sem_destroy) X(sem_getvalue) X(sem_init)    \
  X(sem_post) X(sem_timedwait) X(sem_trywait) X(sem_wait) X(send) X(sendmmsg) X(sendmsg) X(sendto)   \
  X(setitimer) X(shutdown) X(sigaction) X(sigaltstack) X(sigpending) X(sigprocmask) X(sigqueue)      \
  X(sigsuspend) X(sigtimedwait) X(sigwait) X(sigwaitinfo) X(sleep) X(socket) X(socketpair)           \
  X(strerror_r) X(strftime) X(strtok_r) X(time) X(timer_create) X(timerfd_create)                    \
  X(timerfd_gettime) X(timerfd_settime) X(ualarm) X(usleep) X(vasprintf) X(vdprintf) X(vfork)        \
  X(vfprintf) X(vprintf) X(vsnprintf) X(vsprintf) X(wait4) X(waitid) X(write) X(writev)
// clang-format on

struct RealFunctions {
#define HEDDLE_DECLARE(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
  void (*cxa_throw)(void*, void*, void (*)(void*));
};

const RealFunctions& real();

// Any other function behind ours, or null.
void* find_real(const char* name);

template <typename Function>
Function* libc(const char* name) {
  return reinterpret_cast<Function*>(find_real(name));
}

}  // namespace heddle::runtime
