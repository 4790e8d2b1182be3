// Three members of a local object are read without the lock that guards their writes: three races, each with
// the name of its member, in the report as in the explanation.
//
// run: => data-race
// options: --executions 200
// replays: The two accesses to `pool.waiting`:
// says: `pool.tasks`
// says: `pool.running`
// replays: holds `pool.mutex`
// never: a local variable
// explains: pool.waiting → false
// explains: pool.running = 1
#include <mutex>
#include <thread>

struct Pool {
  std::mutex mutex;
  bool waiting = false;
  int tasks = 0;
  long running = 0;

  void finish() {
    const std::lock_guard lock(mutex);
    waiting = true;
    ++tasks;
    ++running;
  }
  [[gnu::noinline]] bool idle() const { return !waiting && tasks == 0 && running == 0; }
};

int main() {
  Pool pool;
  std::thread worker([&] { pool.finish(); });
  const bool idle = pool.idle();
  worker.join();
  return idle && !pool.waiting ? 1 : 0;
}
