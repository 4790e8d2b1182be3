#include "event/kernel_answer.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <ctime>

namespace heddle {

namespace {

using Tells = WatchedCall::Tells;

constexpr unsigned kBytesOfExtendedStatus = 256;  // struct statx

// Calls that make processes or threads, and those that change memory or signals, are left alone.
constexpr WatchedCall kCalls[] = {
    {SYS_getpid, "getpid"},
    {SYS_getppid, "getppid"},
    {SYS_gettid, "gettid"},
    {SYS_getpgid, "getpgid"},
    {SYS_getsid, "getsid"},
    {SYS_read, "read", Tells::kAsManyBytesAsItReturns, 1},
    {SYS_pread64, "pread", Tells::kAsManyBytesAsItReturns, 1},
    {SYS_recvfrom, "recv", Tells::kAsManyBytesAsItReturns, 1},
    {SYS_readlinkat, "readlink", Tells::kAsManyBytesAsItReturns, 2},
    {SYS_getcwd, "getcwd", Tells::kAsManyBytesAsItReturns, 0},
    {SYS_getdents64, "readdir", Tells::kAsManyBytesAsItReturns, 1},
    {SYS_getrandom, "getrandom", Tells::kAsManyBytesAsItReturns, 0},
    {SYS_recvmsg, "recvmsg"},
    {SYS_fstat, "fstat", Tells::kSoManyBytes, 1, sizeof(struct stat)},
    {SYS_newfstatat, "stat", Tells::kSoManyBytes, 2, sizeof(struct stat)},
    {SYS_statx, "statx", Tells::kSoManyBytes, 4, kBytesOfExtendedStatus},
    {SYS_openat, "open"},
    {SYS_faccessat, "access"},
    {SYS_lseek, "lseek"},
    {SYS_ioctl, "ioctl"},
    {SYS_ppoll, "poll"},
    {SYS_pselect6, "select"},
    {SYS_epoll_pwait, "epoll_wait"},
    {SYS_accept, "accept"},
    {SYS_accept4, "accept"},
    {SYS_connect, "connect"},
    {SYS_bind, "bind"},
    {SYS_getsockname, "getsockname", Tells::kSoManyBytes, 1, sizeof(struct sockaddr)},
    {SYS_clock_gettime, "clock_gettime", Tells::kSoManyBytes, 1, sizeof(timespec)},
    {SYS_times, "times", Tells::kSoManyBytes, 0, sizeof(struct tms)},
    {SYS_getrusage, "getrusage", Tells::kSoManyBytes, 1, 2 * sizeof(timeval)},
    {SYS_sysinfo, "sysinfo", Tells::kSoManyBytes, 0, sizeof(struct sysinfo)},
    {SYS_uname, "uname", Tells::kSoManyBytes, 0, sizeof(struct utsname)},
    {SYS_sched_getaffinity, "sched_getaffinity", Tells::kAsManyBytesAsItReturns, 2},
    {SYS_wait4, "wait4"},
    {SYS_kill, "kill"},
#if defined(__x86_64__)
    {SYS_stat, "stat", Tells::kSoManyBytes, 1, sizeof(struct stat)},
    {SYS_lstat, "lstat", Tells::kSoManyBytes, 1, sizeof(struct stat)},
    {SYS_open, "open"},
    {SYS_access, "access"},
    {SYS_readlink, "readlink", Tells::kAsManyBytesAsItReturns, 1},
    {SYS_poll, "poll"},
    {SYS_epoll_wait, "epoll_wait"},
    {SYS_time, "time"},
#endif
};

}  // namespace

std::span<const WatchedCall> watched_calls() {
  return kCalls;
}

}  // namespace heddle
