// The frame of the programs that `heddle class` writes to test a class: a table of operations, and a loop
// that makes the calls of a test case which it is given as data (heddle/task_abi.h). C++17, and the standard
// library alone.
//
// A task is a test case to run with threads, or orders of its calls to run one after the other on fresh
// objects: by one thread, or each call by its own thread when its turn has come.
#pragma once

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <heddle/task_abi.h>

namespace heddle::driver {

// ---- What a value looks like. Addresses differ from run to run: they are never told.

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                              decltype(std::end(std::declval<const T&>()))>> : std::true_type {};

template <typename T, typename = void>
struct IsStreamable : std::false_type {};
template <typename T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T>
struct IsOwner : std::false_type {};
template <typename T>
struct IsOwner<std::shared_ptr<T>> : std::true_type {};
template <typename T, typename D>
struct IsOwner<std::unique_ptr<T, D>> : std::true_type {};

template <typename T>
struct IsTuple : std::false_type {};
template <typename A, typename B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <typename... A>
struct IsTuple<std::tuple<A...>> : std::true_type {};

// Whether something of this process is there: a number that is an address, of an object or of a thread.
inline bool is_address(std::uint64_t value) {
  if (value <= 0xffffffff) return false;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  unsigned char is_there;
  return mincore(reinterpret_cast<void*>(value & ~(page - 1)), 1, &is_there) == 0;
}

// The same in what a class prints of itself.
inline std::string without_addresses(std::string_view text) {
  constexpr std::size_t kShortestAddress = 9;  // above four gigabytes, where stacks and heaps are
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_hexadecimal = text.substr(at, 2) == "0x";
    const std::size_t first = is_hexadecimal ? at + 2 : at;
    const std::size_t end = std::min(
        text.find_first_not_of(is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789", first), text.size());
    const std::string digits(text.substr(first, end - first));
    const bool is_number = digits.size() >= kShortestAddress && digits.size() <= 20;
    if (is_number && (is_hexadecimal || is_address(std::strtoull(digits.c_str(), nullptr, 10)))) {
      result += "an address";
      at = end;
    } else {
      const std::size_t next = std::max(end, at + 1);
      result += text.substr(at, next - at);
      at = next;
    }
  }
  return result;
}

template <typename T>
void describe(std::string& text, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    text += value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    text += {'\'', value, '\''};
  } else if constexpr (std::is_integral_v<T>) {
    text += sizeof value == 8 && is_address(static_cast<std::uint64_t>(value)) ? "an address"
                                                                               : std::to_string(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    std::ostringstream stream;
    stream << value;
    text += stream.str();
  } else if constexpr (std::is_enum_v<T>) {
    text += std::to_string(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_pointer_v<T> && !std::is_convertible_v<T, const char*>) {
    text += value == nullptr ? "null" : "a pointer";
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    if constexpr (std::is_pointer_v<T>) {
      if (value == nullptr) {
        text += "null";
        return;
      }
    }
    text += '"';
    text += without_addresses(std::string_view(value));
    text += '"';
  } else if constexpr (std::is_same_v<T, std::thread::id>) {
    text += value == std::thread::id() ? "no thread" : "a thread";
  } else if constexpr (IsOptional<T>::value || IsOwner<T>::value) {
    if (value)
      describe(text, *value);
    else
      text += IsOwner<T>::value ? "null" : "nothing";
  } else if constexpr (IsTuple<T>::value) {
    text += '(';
    const char* between = "";
    std::apply([&](const auto&... each) { ((text += between, between = ", ", describe(text, each)), ...); },
               value);
    text += ')';
  } else if constexpr (IsRange<T>::value) {
    text += '{';
    const char* between = "";
    for (const auto& each : value) {
      text += between;
      between = ", ";
      describe(text, each);
    }
    text += '}';
  } else if constexpr (IsStreamable<T>::value) {
    std::ostringstream stream;
    stream << value;
    text += without_addresses(stream.str());
  } else {
    text += "an object";
  }
}

// ---- The task.

struct Call {
  std::uint32_t operation = 0;
  std::vector<std::uint64_t> seeds;
};
using Calls = std::vector<Call>;

struct Task {
  enum Mode : std::uint8_t { kThreads, kOrders, kTurns };
  std::uint8_t mode = kThreads;
  std::uint32_t objects = 1;
  std::vector<std::uint8_t> observed;  // by observer: whether the final state is looked at with it
  Call constructor;
  Calls prefix;
  std::vector<Calls> suffixes;
  std::vector<std::vector<std::uint8_t>>
      orders;  // of the threads' calls, numbered one thread after the other
};

class TaskReader {
 public:
  TaskReader() { size_ = heddle_task(&bytes_); }
  bool is_empty() const { return size_ == 0; }

  Task task() {
    Task task;
    task.mode = number<std::uint8_t>();
    task.objects = number<std::uint32_t>();
    task.observed = bytes();
    task.constructor = call();
    task.prefix = calls();
    task.suffixes.resize(number<std::uint32_t>());
    for (Calls& suffix : task.suffixes) suffix = calls();
    task.orders.resize(number<std::uint32_t>());
    for (auto& order : task.orders) order = bytes();
    return task;
  }

 private:
  template <typename T>
  T number() {
    T value = 0;
    for (std::size_t i = 0; i < sizeof value && at_ < size_; ++i)
      value = static_cast<T>(value | (static_cast<T>(bytes_[at_++]) << (8 * i)));
    return value;
  }

  std::vector<std::uint8_t> bytes() {
    std::vector<std::uint8_t> result(number<std::uint32_t>());
    for (std::uint8_t& byte : result) byte = number<std::uint8_t>();
    return result;
  }

  Call call() {
    Call made;
    made.operation = number<std::uint32_t>();
    made.seeds.resize(number<std::uint32_t>());
    for (std::uint64_t& seed : made.seeds) seed = number<std::uint64_t>();
    return made;
  }

  Calls calls() {
    Calls made(number<std::uint32_t>());
    for (Call& each : made) each = call();
    return made;
  }

  const unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
};

// ---- What is told: each piece is a letter, a number, and a text behind its length.

enum class Piece : std::uint8_t {
  kInvoked = 'i',      // by the thread
  kReturned = 'r',     // with this value
  kThrew = 't',        // this exception
  kBeforeThrew = 'x',  // the call with this number, of those before the threads
  kReady = 'b',        // the object is there, and the calls before the threads are made
  kOrder = 'o',        // the order with this number begins
  kState = 's',        // of all objects at the end
  kObserver = 'v',     // the observer with this number is about to look
  kNoObject = 'n',     // the constructor threw
};

inline constexpr std::size_t kLongestText = 2000;

// There is no room for long texts. What was cut off is still told apart.
inline std::string shortened(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  const std::string rest = " ... and more, in all #" + std::to_string(hash);
  return std::string(text.substr(0, kLongestText - rest.size())) + rest;
}

inline void tell(Piece piece, std::uint32_t number, std::string_view text = {}) {
  if (text.size() > kLongestText) return tell(piece, number, shortened(text));
  constexpr std::size_t kHeader = 1 + 4 + 4;
  unsigned char bytes[kHeader + kLongestText];
  const std::size_t size = text.size();
  bytes[0] = static_cast<unsigned char>(piece);
  for (int i = 0; i < 4; ++i) {
    bytes[1 + i] = static_cast<unsigned char>(number >> (8 * i));
    bytes[5 + i] = static_cast<unsigned char>(size >> (8 * i));
  }
  text.copy(reinterpret_cast<char*>(bytes) + kHeader, size);
  heddle_tell(bytes, kHeader + size);
}

// ---- The calls.

// Results that later calls may be given, by the number of the call that returned them. Calls before the
// threads count from 0, those of thread t from (t + 1) * kNumbers.
class Results {
 public:
  static constexpr std::size_t kNumbers = 100;

  template <typename T>
  void keep(std::size_t number, const T& value) {
    kept_.push_back({number, &typeid(T), std::make_shared<T>(value)});
  }

  template <typename T>
  const T* find(std::size_t number) const {
    for (const Kept& each : kept_)
      if (each.number == number && *each.type == typeid(T)) return static_cast<const T*>(each.value.get());
    return nullptr;
  }

 private:
  struct Kept {
    std::size_t number;
    const std::type_info* type;
    std::shared_ptr<void> value;
  };
  std::vector<Kept> kept_;
};

template <typename Class>
struct Objects {
  std::vector<std::unique_ptr<Class>> all;
  Results results;  // of the calls before the threads
};

template <typename Class>
class Context {
 public:
  Context(Objects<Class>& objects, Results& results, const Call& call, std::size_t number)
      : objects_(objects), results_(results), call_(call), number_(number) {}

  Class& object(std::size_t argument) { return *objects_.all[seed(argument) % objects_.all.size()]; }
  Class& only_object() { return *objects_.all[0]; }
  std::uint64_t seed(std::size_t argument) const {
    return argument < call_.seeds.size() ? call_.seeds[argument] : 0;
  }

  void returned() {}
  template <typename T>
  void returned(const T& value) {
    describe(text_, value);
  }
  template <typename T>
  void put_out(const T& value) {
    text_ += text_.empty() ? "gives " : " and gives ";
    describe(text_, value);
  }
  template <typename T>
  void keep(const T& value) {
    results_.template keep<T>(number_, value);
  }
  template <typename T>
  const T* earlier(std::size_t argument) const {
    return seed(argument) >= kFirstResult ? results_.template find<T>(seed(argument) - kFirstResult)
                                          : nullptr;
  }
  const std::string& text() const { return text_; }

  static constexpr std::uint64_t kFirstResult = 1000;

 private:
  Objects<Class>& objects_;
  Results& results_;
  const Call& call_;
  std::size_t number_;
  std::string text_;
};

template <typename Class>
struct Table {
  using Constructor = Class* (*)(Context<Class>&);
  using Operation = void (*)(Context<Class>&);
  using Observer = void (*)(const Class&, std::string&);
  std::vector<Constructor> constructors;
  std::vector<Operation> operations;
  std::vector<Observer> observers;
};

inline std::string name_of(const std::type_info& type) {
  int status = 0;
  char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string text = name != nullptr ? name : type.name();
  std::free(name);
  return text;
}

// Calls `action`; the name of what it threw, or nothing.
template <typename Action>
std::optional<std::string> thrown_by(Action&& action) {
  try {
    action();
    return std::nullopt;
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const std::exception& exception) {
    return name_of(typeid(exception));
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return type != nullptr ? name_of(*type) : std::string("an exception");
  }
}

template <typename Class>
class Run {
 public:
  Run(const Table<Class>& table, const Task& task) : table_(table), task_(task) {}

  void with_threads() {
    Objects<Class> objects;
    if (!make(objects)) return;
    std::vector<Results> results(task_.suffixes.size(), objects.results);
    std::vector<std::thread> threads;
    threads.reserve(task_.suffixes.size());
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      threads.emplace_back([this, &objects, &mine = results[thread], thread] {
        for (std::size_t i = 0; i < task_.suffixes[thread].size(); ++i) {
          tell(Piece::kInvoked, static_cast<std::uint32_t>(thread));
          call(objects, mine, thread, i);
        }
      });
    for (std::thread& each : threads) each.join();
    look(objects);
  }

  void in_orders() {
    std::vector<Place> places;
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      for (std::size_t i = 0; i < task_.suffixes[thread].size(); ++i) places.push_back({thread, i});
    for (std::size_t i = 0; i < task_.orders.size(); ++i) {
      Objects<Class> objects;
      tell(Piece::kOrder, static_cast<std::uint32_t>(i));
      if (!make(objects)) continue;
      std::vector<Place> order;
      for (const std::uint8_t number : task_.orders[i]) order.push_back(places[number]);
      if (task_.mode == Task::kTurns)
        in_turns(objects, order);
      else
        for (const Place& place : order) call(objects, objects.results, place.thread, place.call);
      look(objects);
    }
  }

 private:
  struct Place {
    std::size_t thread;
    std::size_t call;
  };

  void in_turns(Objects<Class>& objects, const std::vector<Place>& order) {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t turn = 0;
    std::vector<Results> results(task_.suffixes.size(), objects.results);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < task_.suffixes.size(); ++thread)
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < order.size(); ++i) {
          if (order[i].thread != thread) continue;
          std::unique_lock<std::mutex> lock(mutex);
          changed.wait(lock, [&] { return turn == i; });
          lock.unlock();
          call(objects, results[thread], thread, order[i].call);
          lock.lock();
          ++turn;
          changed.notify_all();
        }
      });
    for (std::thread& each : threads) each.join();
  }

  bool make(Objects<Class>& objects) {
    const std::optional<std::string> thrown = thrown_by([&] {
      for (std::uint32_t i = 0; i < task_.objects; ++i) {
        Results none;
        Context<Class> context(objects, none, task_.constructor, 0);
        objects.all.emplace_back(table_.constructors[task_.constructor.operation](context));
      }
    });
    if (thrown) {
      tell(Piece::kNoObject, 0, *thrown);
      return false;
    }
    for (std::size_t i = 0; i < task_.prefix.size(); ++i) {
      Context<Class> context(objects, objects.results, task_.prefix[i], i);
      if (thrown_by([&] { table_.operations[task_.prefix[i].operation](context); }))
        tell(Piece::kBeforeThrew, static_cast<std::uint32_t>(i));
    }
    tell(Piece::kReady, 0);
    return true;
  }

  void call(Objects<Class>& objects, Results& results, std::size_t thread, std::size_t number) {
    const Call& made = task_.suffixes[thread][number];
    Context<Class> context(objects, results, made, (thread + 1) * Results::kNumbers + number);
    const std::optional<std::string> thrown = thrown_by([&] { table_.operations[made.operation](context); });
    if (thrown)
      tell(Piece::kThrew, static_cast<std::uint32_t>(thread), *thrown);
    else
      tell(Piece::kReturned, static_cast<std::uint32_t>(thread), context.text());
  }

  void look(const Objects<Class>& objects) {
    std::string state;
    for (const std::unique_ptr<Class>& object : objects.all) {
      for (std::size_t i = 0; i < table_.observers.size() && i < task_.observed.size(); ++i) {
        if (task_.observed[i] == 0) continue;
        tell(Piece::kObserver, static_cast<std::uint32_t>(i));
        if (!state.empty()) state += ", ";
        if (const auto thrown = thrown_by([&] { table_.observers[i](*object, state); }))
          state += "throws " + *thrown;
      }
    }
    tell(Piece::kState, 0, state);
  }

  const Table<Class>& table_;
  const Task& task_;
};

template <typename Class>
int run(const Table<Class>& table) {
  TaskReader reader;
  if (reader.is_empty()) return 0;
  const Task task = reader.task();
  Run<Class> run(table, task);
  if (task.mode == Task::kThreads)
    run.with_threads();
  else
    run.in_orders();
  return 0;
}

}  // namespace heddle::driver
