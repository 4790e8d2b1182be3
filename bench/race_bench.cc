// What the race detector costs, without the engine around it: nanoseconds for one operation, and as a ratio
// to the cheapest, an access that tells nothing new.
#include <chrono>
#include <cstdio>

#include "detect/race_detector.h"
#include "median.h"

namespace {

using heddle::Moment;
using heddle::OperationKind;
using heddle::RaceDetector;
using heddle::ThreadId;

constexpr std::uint64_t kData = 0x10'0000;
constexpr std::uint64_t kMutex = 0x20'0000;
constexpr std::uint64_t kFlag = 0x30'0000;
constexpr unsigned kRounds = 200'000;

Moment at(ThreadId thread, unsigned event) {
  return {thread, OperationKind::kRead, 1 + event % 64, event};
}

// Nanoseconds for one of the `operations` that a round performs, with that many threads.
template <typename Round>
double cost(ThreadId threads, double operations, const Round& round) {
  static RaceDetector& detector = *new RaceDetector;
  return heddle::bench::median_of(7, [&] {
    detector.begin();
    for (ThreadId thread = 1; thread < threads; ++thread)
      detector.order().create_thread({0, OperationKind::kThreadCreate, 1, 0}, thread);
    const auto start = std::chrono::steady_clock::now();
    for (unsigned i = 1; i <= kRounds; ++i) round(detector, i);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return detector.races().empty() ? time.count() / kRounds / operations : -1.0;
  });
}

void print(const char* what, double time, double cheapest) {
  std::printf("%-52s %8.1f ns %8.2f\n", what, time, time / cheapest);
}

}  // namespace

int main() {
  const double same =
      cost(2, 1, [](RaceDetector& detector, unsigned i) { detector.read(at(0, i), kData, 4); });
  print("read, the same epoch", same, same);
  print("write, the same epoch",
        cost(2, 1, [](RaceDetector& detector, unsigned i) { detector.write(at(0, i), kData, 4); }), same);
  print("write of 8 bytes, the same epoch",
        cost(2, 1, [](RaceDetector& detector, unsigned i) { detector.write(at(0, i), kData, 8); }), same);
  print("read, among 4,096 words",
        cost(2, 1,
             [](RaceDetector& detector, unsigned i) {
               detector.read(at(0, i), kData + 4 * (i * 2654435761u % 4096), 4);
             }),
        same);
  print("read, shared by 8 threads",
        cost(8, 1,
             [](RaceDetector& detector, unsigned i) {
               detector.read(at(static_cast<ThreadId>(i % 8), i), kData, 4);
             }),
        same);
  for (const ThreadId threads : {2, 8, 16, 64}) {
    const double locked = cost(threads, 1, [threads](RaceDetector& detector, unsigned i) {
      const Moment now = at(static_cast<ThreadId>(i % threads), i);
      detector.order().lock(now, kMutex);
      detector.read(now, kData, 4);
      detector.write(now, kData, 4);
      detector.order().unlock(now, kMutex);
    });
    char what[64];
    std::snprintf(what, sizeof what, "lock, read, write, unlock in turn, %u threads", unsigned{threads});
    print(what, locked, same);
  }
  print("release store, acquire load",
        cost(2, 2,
             [](RaceDetector& detector, unsigned i) {
               detector.atomic_store(at(0, i), kFlag, 4, std::memory_order_release);
               detector.atomic_load(at(1, i), kFlag, 4, std::memory_order_acquire);
             }),
        same);
  print("sequentially consistent update by 8 threads in turn",
        cost(8, 1,
             [](RaceDetector& detector, unsigned i) {
               detector.atomic_update(at(static_cast<ThreadId>(i % 8), i), kFlag, 4,
                                      std::memory_order_seq_cst);
             }),
        same);
  print("forget 64 bytes where nothing was",
        cost(2, 1, [](RaceDetector& detector, unsigned i) { detector.forget(0x50'0000 + 64 * i, 64); }),
        same);
  print("an execution begins", cost(2, 1, [](RaceDetector& detector, unsigned) { detector.begin(); }), same);
  return 0;
}
