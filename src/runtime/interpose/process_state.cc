// Calls that change what no restoring of memory brings back: the process's place in the system, other
// processes, files. They do what they always do; after the execution it is put back where that is possible
// (isolation/kernel_state.h), and otherwise the process is replaced by a fresh one.
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>

#include "runtime/interpose/interpose.h"
#include "runtime/services/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

// HEDDLE_PASS_ON(result, name, (parameters), (arguments), exceptions)
#define HEDDLE_PASS_ON(result, name, parameters, arguments, ...) \
  extern "C" result name parameters __VA_ARGS__ {                \
    note_irreversible(#name);                                    \
    return libc<result parameters>(#name) arguments;             \
  }

// For calls that change one file, told by its path or descriptor.
#define HEDDLE_PASS_ON_FILE(result, name, parameters, arguments, file, ...) \
  extern "C" result name parameters __VA_ARGS__ {                           \
    if (!is_put_back(file)) note_irreversible(#name);                       \
    return libc<result parameters>(#name) arguments;                        \
  }

// For calls that change what is put back.
#define HEDDLE_PASS_ON_CHANGE(what, result, name, parameters, arguments) \
  extern "C" result name parameters noexcept {                           \
    process_changes().what = true;                                       \
    return libc<result parameters>(#name) arguments;                     \
  }

HEDDLE_PASS_ON_CHANGE(folder, int, chdir, (const char* path), (path))
HEDDLE_PASS_ON_CHANGE(folder, int, fchdir, (int folder), (folder))
HEDDLE_PASS_ON_CHANGE(file_mask, mode_t, umask, (mode_t mask), (mask))
HEDDLE_PASS_ON_CHANGE(limits, int, setrlimit, (__rlimit_resource_t which, const rlimit* limit),
                      (which, limit))
HEDDLE_PASS_ON_CHANGE(limits, int, setrlimit64, (__rlimit_resource_t which, const rlimit64* limit),
                      (which, limit))
HEDDLE_PASS_ON(int, chroot, (const char* path), (path), noexcept)
HEDDLE_PASS_ON(int, setuid, (uid_t id), (id), noexcept)
HEDDLE_PASS_ON(int, setgid, (gid_t id), (id), noexcept)
HEDDLE_PASS_ON(int, seteuid, (uid_t id), (id), noexcept)
HEDDLE_PASS_ON(int, setegid, (gid_t id), (id), noexcept)
HEDDLE_PASS_ON(pid_t, setsid, (), (), noexcept)
HEDDLE_PASS_ON(int, setpgid, (pid_t process, pid_t group), (process, group), noexcept)
HEDDLE_PASS_ON(int, unshare, (int flags), (flags), noexcept)
HEDDLE_PASS_ON(int, mlock, (const void* start, std::size_t size), (start, size), noexcept)
HEDDLE_PASS_ON(int, mlockall, (int flags), (flags), noexcept)

HEDDLE_PASS_ON_FILE(int, unlink, (const char* path), (path), path, noexcept)
HEDDLE_PASS_ON(int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags), noexcept)
HEDDLE_PASS_ON_FILE(int, remove, (const char* path), (path), path, noexcept)
extern "C" int rename(const char* from, const char* to) noexcept {
  if (!is_put_back(from) || !is_put_back(to)) note_irreversible("rename");
  return libc<int(const char*, const char*)>("rename")(from, to);
}
HEDDLE_PASS_ON(int, renameat, (int from_folder, const char* from, int to_folder, const char* to),
               (from_folder, from, to_folder, to), noexcept)
HEDDLE_PASS_ON_FILE(int, mkdir, (const char* path, mode_t mode), (path, mode), path, noexcept)
HEDDLE_PASS_ON(int, mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode), noexcept)
HEDDLE_PASS_ON_FILE(int, rmdir, (const char* path), (path), path, noexcept)
HEDDLE_PASS_ON(int, link, (const char* from, const char* to), (from, to), noexcept)
HEDDLE_PASS_ON_FILE(int, symlink, (const char* from, const char* to), (from, to), to, noexcept)
HEDDLE_PASS_ON_FILE(int, truncate, (const char* path, off_t size), (path, size), path, noexcept)
HEDDLE_PASS_ON_FILE(int, ftruncate, (int file, off_t size), (file, size), file, noexcept)
HEDDLE_PASS_ON_FILE(int, chmod, (const char* path, mode_t mode), (path, mode), path, noexcept)
HEDDLE_PASS_ON_FILE(int, fchmod, (int file, mode_t mode), (file, mode), file, noexcept)
HEDDLE_PASS_ON_FILE(int, mkfifo, (const char* path, mode_t mode), (path, mode), path, noexcept)
HEDDLE_PASS_ON(int, mkstemp, (char* pattern), (pattern))
HEDDLE_PASS_ON(char*, mkdtemp, (char* pattern), (pattern), noexcept)
HEDDLE_PASS_ON(FILE*, tmpfile, (), ())
HEDDLE_PASS_ON(int, shm_open, (const char* name, int flags, mode_t mode), (name, flags, mode))
HEDDLE_PASS_ON(int, shm_unlink, (const char* name), (name))
HEDDLE_PASS_ON(int, shmget, (key_t key, std::size_t size, int flags), (key, size, flags), noexcept)

HEDDLE_PASS_ON(int, system, (const char* command), (command))
HEDDLE_PASS_ON(FILE*, popen, (const char* command, const char* mode), (command, mode))
HEDDLE_PASS_ON(int, posix_spawn,
               (pid_t * child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment),
               (child, path, actions, attributes, arguments, environment))
HEDDLE_PASS_ON(int, posix_spawnp,
               (pid_t * child, const char* file, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment),
               (child, file, actions, attributes, arguments, environment))
