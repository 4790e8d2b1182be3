#include "study/process_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace heddle::study {

namespace {

constexpr int kPollMilliseconds = 200;
// A line that begins with it is the task's last one: an error.
constexpr char kProblemMark = '!';

struct Worker {
  std::size_t task = 0;
  pid_t process = -1;
  int pipe = -1;
  std::string unread;   // the beginning of a line
  std::string problem;  // that it told
};

void write_line(int pipe, std::string line) {
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = write(pipe, line.data() + done, line.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);  // the reader is gone
    done += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void work(const PoolTask& task, int pipe, pid_t parent) {
  // The parent decides when to end; if it is gone, so are we. Ctrl-C is not ignored, only not heeded:
  // what is ignored would be ignored by the program under test, too.
  std::signal(SIGINT, [](int) {});
  std::signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const Result<bool> done = task.run([pipe](const std::string& line) { write_line(pipe, line); });
  if (!done) {
    std::string problem = done.error();
    std::replace(problem.begin(), problem.end(), '\n', ' ');
    write_line(pipe, kProblemMark + problem);
  }
  _exit(0);
}

class Pool {
 public:
  Pool(const std::vector<PoolTask>& tasks, const PoolObserver& observer)
      : tasks_(tasks), observer_(observer) {}

  bool run(unsigned jobs) {
    std::size_t next = 0;
    while (next < tasks_.size() || !workers_.empty()) {
      while (next < tasks_.size() && workers_.size() < jobs) start(next++);
      wait_for_news();
      observer_.waited();
      if (observer_.interrupted()) {
        end_all();
        return false;
      }
    }
    return true;
  }

 private:
  void start(std::size_t task) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return observer_.ended(task, std::string("no pipe: ") + std::strerror(errno));
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process == 0) work(tasks_[task], ends[1], parent);
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      return observer_.ended(task, std::string("no process: ") + std::strerror(errno));
    }
    workers_.push_back({task, process, ends[0], {}, {}});
  }

  void wait_for_news() {
    std::vector<pollfd> pipes;
    for (const Worker& worker : workers_) pipes.push_back({worker.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), kPollMilliseconds) <= 0) return;
    for (std::size_t i = 0; i < pipes.size(); ++i)
      if (pipes[i].revents != 0) listen_to(workers_[i]);
    std::erase_if(workers_, [](const Worker& worker) { return worker.process < 0; });
  }

  void listen_to(Worker& worker) {
    char buffer[4096];
    const ssize_t got = ::read(worker.pipe, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) return finish(worker);
    worker.unread.append(buffer, static_cast<std::size_t>(got));
    for (std::size_t end; (end = worker.unread.find('\n')) != std::string::npos;) {
      const std::string line = worker.unread.substr(0, end);
      worker.unread.erase(0, end + 1);
      if (line.starts_with(kProblemMark))
        worker.problem = line.substr(1);
      else
        observer_.said(worker.task, line);
    }
  }

  void finish(Worker& worker) {
    close(worker.pipe);
    int status = 0;
    waitpid(worker.process, &status, 0);
    worker.process = -1;
    if (worker.problem.empty() && status != 0)
      worker.problem = "the process that searched it ended too early";
    observer_.ended(worker.task, worker.problem);
  }

  void end_all() {
    for (Worker& worker : workers_) {
      kill(worker.process, SIGKILL);
      close(worker.pipe);
      waitpid(worker.process, nullptr, 0);
    }
    workers_.clear();
  }

  const std::vector<PoolTask>& tasks_;
  const PoolObserver& observer_;
  std::vector<Worker> workers_;
};

}  // namespace

bool run_in_pool(const std::vector<PoolTask>& tasks, unsigned jobs, const PoolObserver& observer) {
  return Pool(tasks, observer).run(std::max(1u, jobs));
}

}  // namespace heddle::study
