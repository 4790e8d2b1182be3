// What belongs to a thread stays with it while others run, checked inside heddle::explore: thread_local
// objects, errno, exceptions in flight, the control of the floating-point unit and its registers, ways to
// end. For every architecture. Argument: executions of each strategy (50). Prints what was done; returns 1 if
// anything was lost on the way.
#include <heddle/heddle.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 5;
constexpr int kRoundings[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

std::atomic<int> shared{0};

// A shared access and nothing else: here another thread may run.
void let_others_run() {
  shared.fetch_add(1, std::memory_order_relaxed);
}

struct Counted {
  Counted() { ++constructed; }
  ~Counted() {
    assert(text.size() == 100);
    let_others_run();
    ++destroyed;
  }
  std::string text;
  static std::atomic<int> constructed;
  static std::atomic<int> destroyed;
};
std::atomic<int> Counted::constructed{0};
std::atomic<int> Counted::destroyed{0};

thread_local int own_number = 7;
thread_local int own_zero;
thread_local Counted own_object;

double third() {
  volatile double one = 1.0;
  volatile double three = 3.0;
  return one / three;
}

// One third as each rounding makes it, and its negative: together they tell the four apart.
struct Thirds {
  std::array<double, 4> positive;
  std::array<double, 4> negative;
};

double negative_third() {
  volatile double one = -1.0;
  volatile double three = 3.0;
  return one / three;
}

Thirds compute_thirds() {
  Thirds thirds;
  for (std::size_t i = 0; i < 4; ++i) {
    fesetround(kRoundings[i]);
    thirds.positive[i] = third();
    thirds.negative[i] = negative_third();
  }
  fesetround(FE_TONEAREST);
  return thirds;
}

const Thirds kThirds = compute_thirds();

void check_rounding(int id) {
  const auto mode = static_cast<std::size_t>(id % 4);
  assert(fegetround() == kRoundings[mode]);
  assert(third() == kThirds.positive[mode]);
  assert(negative_third() == kThirds.negative[mode]);
}

// Enough values in flight that some live in registers that a callee keeps.
double sum_across_switches(int id) {
  double a = id, b = id + 0.25, c = id + 0.5, d = id + 0.75, e = id + 1, f = id + 2, g = id + 3, h = id + 4;
  for (int i = 0; i < 3; ++i) {
    let_others_run();
    a += b, b += c, c += d, d += e, e += f, f += g, g += h, h += 1;
  }
  return a + b + c + d + e + f + g + h;
}

class Witness {
 public:
  explicit Witness(int depth) { frame_.fill(depth); }
  ~Witness() {
    assert(std::uncaught_exceptions() == 1);
    let_others_run();
    assert(std::uncaught_exceptions() == 1);
    for (int value : frame_) assert(value == frame_.front());
  }

 private:
  std::array<int, 16> frame_;
};

void throw_from_depth(int depth) {
  const Witness witness(depth);
  let_others_run();
  if (depth == 0) throw std::runtime_error("boom");
  throw_from_depth(depth - 1);
}

void check_exceptions(int id) {
  try {
    throw_from_depth(2 + id);
    assert(!"thrown");
  } catch (const std::runtime_error& outer) {
    let_others_run();
    try {
      throw id;
    } catch (int inner) {
      let_others_run();
      assert(inner == id);
    }
    assert(std::strcmp(outer.what(), "boom") == 0);
  }
  assert(std::uncaught_exceptions() == 0);
}

void work(int id) {
  assert(own_number == 7 && own_zero == 0 && own_object.text.empty());
  assert(fegetround() == FE_UPWARD);  // as its creator's
  own_number = own_zero = id;
  own_object.text.assign(100, static_cast<char>('a' + id));
  fesetround(kRoundings[id % 4]);
  const pthread_t self = pthread_self();
  const double sum = sum_across_switches(id);
  for (int round = 0; round < kRounds; ++round) {
    errno = 1000 + id;
    let_others_run();
    assert(errno == 1000 + id);
    assert(own_number == id && own_zero == id);
    assert(own_object.text == std::string(100, static_cast<char>('a' + id)));
    assert(pthread_equal(self, pthread_self()) != 0);
    check_rounding(id);
    check_exceptions(id);
    assert(sum_across_switches(id) == sum);
  }
}

struct EndNotice {
  std::atomic<int>& ended;
  ~EndNotice() { ++ended; }
};

void* leave_by_pthread_exit(void* argument) {
  const EndNotice notice{*static_cast<std::atomic<int>*>(argument)};
  own_object.text.assign(100, 'x');
  try {
    let_others_run();
    pthread_exit(argument);
  } catch (...) {
    let_others_run();
    throw;  // pthread_exit unwinds by an exception that may be caught but not kept
  }
}

void body() {
  shared = 0;
  Counted::constructed = Counted::destroyed = 0;
  std::atomic<int> ended{0};
  fesetround(FE_UPWARD);
  std::vector<std::thread> workers;
  for (int id = 0; id < kThreads; ++id) workers.emplace_back(work, id);
  pthread_t exiting;
  assert(pthread_create(&exiting, nullptr, leave_by_pthread_exit, &ended) == 0);
  void* result = nullptr;
  assert(pthread_join(exiting, &result) == 0);
  for (std::thread& worker : workers) worker.join();
  assert(fegetround() == FE_UPWARD);
  fesetround(FE_TONEAREST);
  assert(result == &ended && ended == 1);
  assert(Counted::constructed == kThreads + 1);
  assert(Counted::destroyed == kThreads + 1);
}

bool explore(const char* strategy, const char* granularity, std::uint64_t executions) {
  const heddle::Exploration result = heddle::explore(
      {.strategy = strategy, .executions = executions, .seconds = 600, .granularity = granularity}, body);
  std::cout << strategy << ", " << granularity << ": " << result.executions << " executions, "
            << result.switches << " switches";
  if (!result.ok()) std::cout << ": " << result.message << result.error;
  std::cout << std::endl;
  return result.ok() && result.executions == executions && result.switches >= 5 * executions;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t executions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50;
  bool ok = kThirds.positive[0] != kThirds.positive[2] && kThirds.negative[0] != kThirds.negative[1];
  ok = explore("random", "shared", executions) && ok;
  ok = explore("random", "all", executions) && ok;
  ok = explore("fifo", "shared", 1) && ok;
  std::cout << (ok ? "ALL OK" : "LOST") << std::endl;
  return ok ? 0 : 1;
}
