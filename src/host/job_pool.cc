#include "host/job_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace heddle::host {

namespace {

constexpr int kTickMilliseconds = 100;

struct Job {
  std::size_t number = 0;
  pid_t pid = -1;
  int pipe = -1;
  JobProgress* progress = nullptr;
  std::string answer;
  std::chrono::steady_clock::time_point start;
};

[[noreturn]] void do_job(const JobPool& pool, const Job& job, int answer_pipe, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  // A terminal's Ctrl-C reaches the whole group; whoever waits for us passes it on.
  signal(SIGINT, SIG_IGN);
  const std::string answer = pool.work(job.number, *job.progress);
  for (std::size_t done = 0; done < answer.size();) {
    const ssize_t written = write(answer_pipe, answer.data() + done, answer.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    done += static_cast<std::size_t>(written);
  }
  _exit(0);  // what is left in buffers is our parent's
}

// The problem, if it could not be started.
std::string start_job(const JobPool& pool, Job& job) {
  int ends[2];
  void* memory =
      mmap(nullptr, sizeof(JobProgress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0)
    return "no process could be started for it: " + std::string(std::strerror(errno));
  job.progress = new (memory) JobProgress{};
  job.start = std::chrono::steady_clock::now();
  const pid_t parent = getpid();
  job.pid = fork();
  if (job.pid == 0) {
    close(ends[0]);
    do_job(pool, job, ends[1], parent);
  }
  close(ends[1]);
  job.pipe = ends[0];
  return job.pid > 0 ? "" : "no process could be started for it: " + std::string(std::strerror(errno));
}

JobAnswer end_job(Job& job) {
  int status = 0;
  while (waitpid(job.pid, &status, 0) < 0 && errno == EINTR) continue;
  close(job.pipe);
  munmap(job.progress, sizeof(JobProgress));
  if (WIFSIGNALED(status))
    return {"", std::string("the process that explored it was ended by a signal: ") +
                    strsignal(WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0) return {"", "the process that explored it failed"};
  return {std::move(job.answer), ""};
}

// True at the end of the answer.
bool read_answer(Job& job) {
  char buffer[65536];
  const ssize_t got = read(job.pipe, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return false;
  if (got > 0) job.answer.append(buffer, static_cast<std::size_t>(got));
  return got <= 0;
}

std::vector<RunningJob> state_of(const std::vector<Job>& running) {
  std::vector<RunningJob> state;
  const auto now = std::chrono::steady_clock::now();
  for (const Job& job : running)
    state.push_back({job.number, job.progress->executions.load(std::memory_order_relaxed),
                     std::chrono::duration<double>(now - job.start).count()});
  return state;
}

}  // namespace

void JobPool::run(std::size_t count) const {
  std::vector<Job> running;
  std::size_t next = 0;
  bool stopping = false;
  for (;;) {
    if (!stopping && stop()) {
      stopping = true;
      for (const Job& job : running) kill(job.pid, SIGTERM);
    }
    while (!stopping && next < count && running.size() < at_a_time) {
      Job job;
      job.number = next++;
      if (const std::string problem = start_job(*this, job); problem.empty())
        running.push_back(std::move(job));
      else
        finished(job.number, {"", problem});
    }
    if (running.empty()) return;
    std::vector<pollfd> pipes;
    for (const Job& job : running) pipes.push_back({job.pipe, POLLIN, 0});
    poll(pipes.data(), pipes.size(), kTickMilliseconds);
    for (std::size_t i = running.size(); i-- > 0;) {
      if (pipes[i].revents == 0 || !read_answer(running[i])) continue;
      const std::size_t number = running[i].number;
      JobAnswer answer = end_job(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      finished(number, std::move(answer));
    }
    tick(state_of(running));
  }
}

}  // namespace heddle::host
