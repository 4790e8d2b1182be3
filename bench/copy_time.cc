#include "copy_time.h"

#include <cstring>

#include "median.h"

using heddle::bench::median_of;
using heddle::bench::now_nanoseconds;

double heddle_bench_copy_time(std::size_t size) {
  static char source[4096], target[4096];
  constexpr int kCopies = 1'000'000;
  return median_of(7, [size] {
    const double start = now_nanoseconds();
    for (int i = 0; i < kCopies; ++i) {
      std::size_t hidden = size;
      asm volatile("" : "+r"(hidden) : : "memory");
      std::memcpy(target, source, hidden);
    }
    return (now_nanoseconds() - start) / kCopies;
  });
}
