#include "process/process_pool.h"

#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "process/signals.h"

namespace heddle::process {

namespace {

constexpr int kTickMilliseconds = 100;

// What stands before each message in the pipe.
struct MessageHead {
  enum Kind : std::uint32_t { kMessage, kProblem };
  std::uint32_t kind;
  std::uint32_t size;
};

void send_message(const Descriptor& pipe, MessageHead::Kind kind, const std::string& text) {
  const MessageHead head{kind, static_cast<std::uint32_t>(text.size())};
  const std::string message = std::string(reinterpret_cast<const char*>(&head), sizeof head) + text;
  if (!write_all(pipe, message)) _exit(1);  // the process that listened is gone
}

int do_job(const ProcessPool& pool, std::size_t job, const Descriptor& pipe) {
  leave_interrupts_to_parent();
  if (pool.stopping == Stopping::kKill) std::signal(SIGTERM, SIG_DFL);
  const Result<bool> done = pool.work(
      job, [&pipe](const std::string& message) { send_message(pipe, MessageHead::kMessage, message); });
  if (done) return 0;
  std::string problem = done.error();
  std::replace(problem.begin(), problem.end(), '\n', ' ');
  send_message(pipe, MessageHead::kProblem, problem);
  return 0;
}

struct Worker {
  std::size_t job;
  Child child;
  Descriptor pipe;
  std::string unread;  // the beginning of a message
  JobEnd end;
};

class RunningPool {
 public:
  explicit RunningPool(const ProcessPool& pool) : pool_(pool) {}

  bool run(std::size_t count) {
    std::size_t next = 0;
    bool stopped = pool_.stop();
    while ((!stopped && next < count) || !workers_.empty()) {
      while (!stopped && next < count && workers_.size() < std::max<std::size_t>(1, pool_.at_a_time))
        start(next++);
      wait_for_news();
      pool_.tick(running());
      if (stopped || !pool_.stop()) continue;
      stopped = true;
      stop_all();
    }
    return !stopped;
  }

 private:
  void start(std::size_t job) {
    Result<Pipe> pipe = make_pipe();
    if (!pipe) return cannot_start(job, pipe.error());
    ChildOptions options;
    options.ends_with_us = true;
    options.body = [this, job, &pipe] {
      pipe->read_end.close();
      return do_job(pool_, job, pipe->write_end);
    };
    Result<Child> child = Child::start(options);
    if (!child) return cannot_start(job, child.error());
    workers_.push_back({job, std::move(*child), std::move(pipe->read_end), {}, {}});
  }

  void cannot_start(std::size_t job, const std::string& reason) const {
    pool_.ended(job, {"no process could be started for it: " + reason, Ending::lost()});
  }

  void wait_for_news() {
    if (workers_.empty()) return;
    std::vector<pollfd> pipes;
    for (const Worker& worker : workers_) pipes.push_back({worker.pipe.number(), POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), kTickMilliseconds) <= 0) return;
    for (std::size_t i = 0; i < pipes.size(); ++i)
      if (pipes[i].revents != 0) listen_to(workers_[i]);
    std::erase_if(workers_, [](const Worker& worker) { return !worker.pipe.is_open(); });
  }

  void listen_to(Worker& worker) const {
    if (!read_some(worker.pipe, worker.unread)) return finish(worker);
    MessageHead head;
    std::size_t done = 0;
    while (worker.unread.size() - done >= sizeof head) {
      std::memcpy(&head, worker.unread.data() + done, sizeof head);
      if (worker.unread.size() - done - sizeof head < head.size) break;
      const std::string text = worker.unread.substr(done + sizeof head, head.size);
      done += sizeof head + head.size;
      if (head.kind == MessageHead::kProblem)
        worker.end.problem = text;
      else
        pool_.said(worker.job, text);
    }
    worker.unread.erase(0, done);
  }

  void finish(Worker& worker) const {
    worker.pipe.close();
    worker.end.ending = worker.child.wait();
    pool_.ended(worker.job, worker.end);
  }

  void stop_all() {
    if (pool_.stopping == Stopping::kKill) return workers_.clear();
    for (Worker& worker : workers_) worker.child.send(SIGTERM);
  }

  std::vector<std::size_t> running() const {
    std::vector<std::size_t> jobs;
    for (const Worker& worker : workers_) jobs.push_back(worker.job);
    return jobs;
  }

  const ProcessPool& pool_;
  std::vector<Worker> workers_;
};

}  // namespace

bool ProcessPool::run(std::size_t count) const {
  return RunningPool(*this).run(count);
}

}  // namespace heddle::process
