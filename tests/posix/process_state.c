/* Calls that change the process's place in the system, start other programs, or change the file system; and
   those that change mappings. They do what they always do. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

extern char** environ;

static char folder[64] = "/tmp/heddle-posix-XXXXXX";

/* 0, or not allowed here. */
static int done_or_forbidden(int result) {
  return result == 0 || errno == EPERM || errno == EACCES;
}

static void places(void) {
  char before[4096], now[4096];
  CHECK(getcwd(before, sizeof before) != NULL);
  CHECK(chdir(folder) == 0 && getcwd(now, sizeof now) != NULL && strcmp(now, folder) == 0);
  const int root = open("/", O_RDONLY | O_DIRECTORY);
  CHECK(root >= 0 && fchdir(root) == 0 && getcwd(now, sizeof now) != NULL && strcmp(now, "/") == 0);
  CHECK(done_or_forbidden(chroot("/")));
  CHECK(chdir(before) == 0 && close(root) == 0);
  const mode_t mask = umask(077);
  CHECK(umask(mask) == 077);
}

static void limits(void) {
  CHECK(nice(0) == getpriority(PRIO_PROCESS, 0));
  CHECK(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)) == 0);
  struct rlimit limit, now;
  CHECK(getrlimit(RLIMIT_CORE, &limit) == 0);
  limit.rlim_cur = 0;
  CHECK(setrlimit(RLIMIT_CORE, &limit) == 0 && getrlimit(RLIMIT_CORE, &now) == 0 && now.rlim_cur == 0);
  struct rlimit64 same = {now.rlim_cur, now.rlim_max};
  CHECK(setrlimit64(RLIMIT_CORE, &same) == 0);
  cpu_set_t processors;
  CHECK(sched_getaffinity(0, sizeof processors, &processors) == 0);
  CHECK(sched_setaffinity(0, sizeof processors, &processors) == 0);
  const struct sched_param parameters = {.sched_priority = 0};
  CHECK(sched_setscheduler(0, SCHED_OTHER, &parameters) == 0);
  CHECK(setuid(getuid()) == 0 && setgid(getgid()) == 0 && seteuid(geteuid()) == 0 && setegid(getegid()) == 0);
  CHECK(setpgid(0, 0) == 0 || errno == EPERM);
  CHECK(setsid() > 0 || errno == EPERM);
  CHECK(unshare(0) == 0);
  static char page[4096];
  CHECK(mlock(page, sizeof page) == 0 || errno == ENOMEM || errno == EPERM);
  CHECK(mlockall(0) == -1 && errno == EINVAL);
}

static void files(void) {
  CHECK(chdir(folder) == 0);
  char pattern[] = "fileXXXXXX", inner[] = "innerXXXXXX";
  const int file = mkstemp(pattern);
  CHECK(file >= 0 && ftruncate(file, 100) == 0 && fchmod(file, 0600) == 0 && close(file) == 0);
  struct stat status;
  CHECK(truncate(pattern, 50) == 0 && chmod(pattern, 0644) == 0);
  CHECK(stat(pattern, &status) == 0 && status.st_size == 50 && (status.st_mode & 0777) == 0644);
  CHECK(rename(pattern, "other") == 0 && renameat(AT_FDCWD, "other", AT_FDCWD, "file") == 0);
  CHECK(link("file", "second") == 0 && symlink("file", "third") == 0 && mkfifo("pipe", 0600) == 0);
  CHECK(unlink("second") == 0 && unlinkat(AT_FDCWD, "third", 0) == 0 && remove("pipe") == 0 &&
        unlink("file") == 0);
  CHECK(mkdtemp(inner) != NULL && mkdir("one", 0700) == 0 && mkdirat(AT_FDCWD, "two", 0700) == 0);
  CHECK(rmdir(inner) == 0 && rmdir("one") == 0 && rmdir("two") == 0 && rmdir("two") == -1 && errno == ENOENT);
  FILE* temporary = tmpfile();
  CHECK(temporary != NULL && fputs("text", temporary) >= 0 && fclose(temporary) == 0);
  char name[64];
  snprintf(name, sizeof name, "/heddle-posix-%d", (int)getpid());
  const int shared = shm_open(name, O_CREAT | O_RDWR, 0600);
  CHECK(shared >= 0 && close(shared) == 0 && shm_unlink(name) == 0);
  const int segment = shmget(IPC_PRIVATE, 4096, 0600);
  CHECK(segment >= 0 && shmctl(segment, IPC_RMID, NULL) == 0);
}

static void programs(void) {
  CHECK(WEXITSTATUS(system("exit 3")) == 3);
  FILE* output = popen("echo word", "r");
  char text[16] = "";
  CHECK(output != NULL && fgets(text, sizeof text, output) != NULL && strcmp(text, "word\n") == 0 &&
        pclose(output) == 0);
  char* arguments[] = {"sh", "-c", "exit 4", NULL};
  pid_t child;
  int result;
  CHECK(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0);
  CHECK(waitpid(child, &result, 0) == child && WEXITSTATUS(result) == 4);
  CHECK(posix_spawnp(&child, "sh", NULL, NULL, arguments, environ) == 0);
  CHECK(waitpid(child, &result, 0) == child && WEXITSTATUS(result) == 4);
}

static void* mappings(void* unused) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char* memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED && memory[0] == 0);
  memory[0] = 1;
  memory = mremap(memory, 2 * page, 64 * page, MREMAP_MAYMOVE);
  CHECK(memory != MAP_FAILED && memory[0] == 1 && memory[63 * page] == 0);
  CHECK(mprotect(memory, page, PROT_READ) == 0 && memory[0] == 1);
  CHECK(mprotect(memory + 1, page, PROT_READ) == -1 && errno == EINVAL);
  CHECK(munmap(memory, 64 * page) == 0);
  CHECK(mmap64(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  return unused;
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, mappings, NULL) == 0);
  for (int i = 0; i < 2; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  places();
  limits();
  files();
  programs();
  CHECK(chdir("/") == 0 && rmdir(folder) == 0);
  return 0;
}
