// A message by every way that C++ has to use an atomic variable. With relaxed operations the reader sees the
// flag and an older value beside it; with release and acquire it does not.
//
// options: --memory c++ --executions 500 --races ignore --no-shrink
// run: bytes => assertion
// run: bytes ordered => nothing
// run: halves => assertion
// run: halves ordered => nothing
// run: words => assertion
// run: words ordered => nothing
// run: pointers => assertion
// run: pointers ordered => nothing
// run: pairs => assertion
// run: pairs ordered => nothing
// run: references => assertion
// run: references ordered => nothing
// run: flags => assertion
// run: flags ordered => nothing
// run: builtins => assertion
// run: builtins ordered => nothing
// run: builtins_in_memory => assertion
// run: builtins_in_memory ordered => nothing
// run: exchanges => assertion
// run: exchanges ordered => nothing
// run: additions => assertion
// run: additions ordered => nothing
// run: strong_exchanges => assertion
// run: strong_exchanges ordered => nothing
// run: weak_exchanges => assertion
// run: weak_exchanges ordered => nothing
// run: waits => assertion
// run: waits ordered => nothing
// run: floats => assertion
// run: floats ordered => nothing
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <thread>

namespace {

using std::memory_order;
constexpr memory_order kRelaxed = std::memory_order_relaxed;

// A variable that is 0 and becomes 1. What is read says whether it is 1.

template <typename T>
class Atomic {
 public:
  void set(memory_order order) { value_.store(T(1), order); }
  bool get(memory_order order) { return value_.load(order) == T(1); }

 private:
  std::atomic<T> value_{T(0)};
};

struct Pair {
  Pair() = default;
  explicit Pair(std::uint64_t both) : first(both), second(both) {}
  std::uint64_t first = 0, second = 0;
  bool operator==(const Pair&) const = default;
};

class Pairs {
 public:
  void set(memory_order order) { value_.store(Pair(1), order); }
  bool get(memory_order order) {
    const Pair seen = value_.load(order);
    assert(seen.first == seen.second || !"half of it");
    return seen.first == 1;
  }

 private:
  alignas(16) std::atomic<Pair> value_{Pair(0)};
};

class Pointers {
 public:
  void set(memory_order order) { value_.store(&target_, order); }
  bool get(memory_order order) { return value_.load(order) != nullptr; }

 private:
  int target_ = 0;
  std::atomic<int*> value_{nullptr};
};

class References {
 public:
  void set(memory_order order) { std::atomic_ref<long>(value_).store(1, order); }
  bool get(memory_order order) { return std::atomic_ref<long>(value_).load(order) == 1; }

 private:
  alignas(std::atomic_ref<long>::required_alignment) long value_ = 0;
};

class Flags {
 public:
  void set(memory_order order) { value_.test_and_set(order); }
  bool get(memory_order order) { return value_.test(order); }

 private:
  std::atomic_flag value_;
};

int builtin_order(memory_order order) {
  return order == kRelaxed                    ? __ATOMIC_RELAXED
         : order == std::memory_order_acquire ? __ATOMIC_ACQUIRE
                                              : __ATOMIC_RELEASE;
}

class Builtins {
 public:
  void set(memory_order order) { __atomic_store_n(&value_, 1, builtin_order(order)); }
  bool get(memory_order order) { return __atomic_load_n(&value_, builtin_order(order)) == 1; }

 private:
  std::uint16_t value_ = 0;
};

class BuiltinsInMemory {
 public:
  void set(memory_order order) {
    long one = 1;
    __atomic_store(&value_, &one, builtin_order(order));
  }
  bool get(memory_order order) {
    long seen = 0;
    __atomic_load(&value_, &seen, builtin_order(order));
    return seen == 1;
  }

 private:
  long value_ = 0;
};

class Exchanges {
 public:
  void set(memory_order order) { value_.exchange(1, order); }
  bool get(memory_order order) { return value_.load(order) == 1; }

 private:
  std::atomic<unsigned char> value_{0};
};

// Whoever adds nothing reads, too: an older value, as long as no other addition has read that.
class Additions {
 public:
  void set(memory_order order) { value_.store(1, order); }
  bool get(memory_order order) { return value_.fetch_add(0, order) == 1; }

 private:
  std::atomic<int> value_{0};
};

template <bool kIsWeak>
class CompareExchanges {
 public:
  void set(memory_order order) {
    int expected = 0;
    while (!exchange(expected, 1, order)) assert(expected == 0);
  }
  bool get(memory_order order) {
    int expected = 2;
    assert(!exchange(expected, 2, order));
    return expected == 1;
  }

 private:
  bool exchange(int& expected, int desired, memory_order order) {
    return kIsWeak ? value_.compare_exchange_weak(expected, desired, order)
                   : value_.compare_exchange_strong(expected, desired, order);
  }
  std::atomic<int> value_{0};
};

class Waits {
 public:
  void set(memory_order order) {
    value_.store(1, order);
    value_.notify_one();
  }
  bool get(memory_order order) {
    value_.wait(0, order);
    return true;
  }

 private:
  std::atomic<int> value_{0};
};

template <typename Flag, typename Data>
void send(memory_order set, memory_order get) {
  static Flag flag;
  static Data data;
  std::thread writer([=] {
    data.set(kRelaxed);
    flag.set(set);
  });
  std::thread reader([=] {
    if (flag.get(get)) assert(data.get(kRelaxed));
  });
  writer.join();
  reader.join();
}

}  // namespace

int main(int count, char** arguments) {
  const bool is_ordered = count > 2;
  const memory_order set = is_ordered ? std::memory_order_release : kRelaxed;
  const memory_order get = is_ordered ? std::memory_order_acquire : kRelaxed;
  const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
  if (is("bytes")) send<Atomic<bool>, Atomic<signed char>>(set, get);
  if (is("halves")) send<Atomic<short>, Atomic<short>>(set, get);
  if (is("words")) send<Atomic<int>, Atomic<std::uint64_t>>(set, get);
  if (is("pointers")) send<Pointers, Pointers>(set, get);
  if (is("pairs")) send<Pairs, Pairs>(set, get);
  if (is("references")) send<References, References>(set, get);
  if (is("flags")) send<Flags, Flags>(set, get);
  if (is("builtins")) send<Builtins, Builtins>(set, get);
  if (is("builtins_in_memory")) send<BuiltinsInMemory, BuiltinsInMemory>(set, get);
  if (is("exchanges")) send<Exchanges, Exchanges>(set, get);
  if (is("additions")) send<Additions, Additions>(set, is_ordered ? std::memory_order_acq_rel : get);
  if (is("strong_exchanges")) send<CompareExchanges<false>, CompareExchanges<false>>(set, get);
  if (is("weak_exchanges")) send<CompareExchanges<true>, CompareExchanges<true>>(set, get);
  if (is("waits")) send<Waits, Atomic<int>>(set, get);
  if (is("floats")) send<Atomic<float>, Atomic<double>>(set, get);
}
