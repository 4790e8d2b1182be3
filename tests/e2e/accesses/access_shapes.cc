// One data race, written down in every way that C++ has for an access. `access_shapes` prints the names,
// `access_shapes NAME` lets two threads run the two sides of one, `access_shapes NAME guarded` does it under
// a lock.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <coroutine>
#include <cstdarg>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

// Variables and functions are visible from outside: the compiler does not know what else uses them.
#if defined(__clang__)
#define NOT_INLINED [[gnu::noinline]]
#else
#define NOT_INLINED [[gnu::noipa]]
#endif

NOT_INLINED void use(long value) {
  asm volatile("" ::"r"(value));
}

// --- Types ---

enum Colour { kRed, kGreen };
struct Small {
  long a;
};
struct Pair {
  long a, b;
};
struct ThreeBytes {
  char a, b, c;
};
struct FiveBytes {
  char bytes[5];
};
struct Seventeen {
  char bytes[17];
};
struct Big {
  long a[8];
};
struct Huge {
  long a[64];
};
struct Floats {
  float a, b, c, d;
};
struct Mixed {
  double a;
  int b;
};
struct Nested {
  int a;
  Pair inner;
};
struct Bits {
  unsigned low : 3, high : 5;
};
struct WideBits {
  unsigned long low : 20, high : 40;
};
union Either {
  int i;
  float f;
};
struct Empty {};
struct WithBase : Empty {
  int a = 0;
};
struct [[gnu::packed]] Packed {
  char a;
  int b;
};
struct alignas(64) Aligned {
  int a;
};
struct Shape {
  virtual long area() { return 1; }
  virtual ~Shape() = default;
};
struct Square : Shape {
  long side = 1;
  long area() override { return side * side; }
};
struct Taker {
  virtual long take(Pair pair) { return pair.a + pair.b; }
  virtual Pair give() { return {1, 2}; }
  virtual ~Taker() = default;
};
using Four = int __attribute__((vector_size(16)));
using Clock = std::chrono::steady_clock;

// --- Functions that take and give ---

template <typename T>
NOT_INLINED long take(T value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  return std::accumulate(bytes, bytes + sizeof value, 0L);
}
NOT_INLINED long take_second(int, Pair pair) {
  return pair.b;
}
NOT_INLINED long take_many(int, int, int, int, int, int, int, int, Pair pair) {
  return pair.b;
}
NOT_INLINED long take_variadic(int count, ...) {
  va_list list;
  va_start(list, count);
  const Pair pair = va_arg(list, Pair);
  va_end(list);
  return pair.b;
}
template <typename T>
NOT_INLINED T give() {
  return T{};
}
NOT_INLINED Pair give_or_throw(bool fails) {
  if (fails) throw 1;
  return {1, 2};
}
NOT_INLINED Big give_big_or_throw(bool fails) {
  if (fails) throw 1;
  return {};
}
struct Noisy {
  ~Noisy() { use(1); }
};
NOT_INLINED Pair operator+(Pair one, Small other) {
  return {one.a + other.a, one.b};
}

// --- What is shared ---

bool flag;
char letter;
short number16;
int number32;
long number64;
__int128 number128;
float real32;
double real64;
long double real128;
Colour colour;
int* pointer = &number32;
long Pair::* member = &Pair::a;
long (*function)(Small) = take<Small>;
Small small;
Pair pair;
ThreeBytes three_bytes;
FiveBytes five_bytes;
Seventeen seventeen;
Big big, other_big;
Huge huge;
Floats floats;
Mixed mixed;
Nested nested;
Bits bits;
WideBits wide_bits;
Either either;
WithBase with_base;
Packed packed;
Aligned aligned;
Four four;
int array[16];
int table[4][4];
Pair pairs[4];
char text[64];
std::string_view view = "a";
std::optional<int> maybe;
std::complex<double> complex64;
std::complex<float> complex32;
__complex__ double builtin_complex;
std::thread::id identity;
std::span<int> some_ints = array;
std::pair<int, int> two;
std::tuple<int, long> tuple;
std::variant<int, double> variant;
Clock::time_point moment;
std::array<int, 4> four_ints;
std::bitset<64> set_of_bits;
std::string string = "a long string that needs the heap";
std::vector<int> vector(4);
std::map<int, int> map{{1, 1}};
std::unordered_map<int, int> hashed{{1, 1}};
std::set<int> ordered{1};
std::deque<int> deque(4);
std::list<int> list{1};
std::any any = 1;
std::function<long()> callable = [] { return 1L; };
std::shared_ptr<int> counted = std::make_shared<int>(1);
std::unique_ptr<int> owned = std::make_unique<int>(1);
Shape* shape = new Square;
Taker taker;
std::atomic<int> atomic{0};
volatile int volatile32;
std::exception_ptr thrown;
Pair* heap_pair = new Pair{1, 2};
int& reference = number32;

struct ThreadLocal {
  thread_local static inline int value = 0;
};
int* value_of_another_thread = nullptr;

Pair& function_static() {
  static Pair value{1, 2};
  return value;
}

// A frame that lives until the program ends; `counter` lies in it.
struct Frame {
  struct promise_type {
    int* counter = nullptr;
    Frame get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int& value) {
      counter = &value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};
Frame count() {
  int counter = 0;
  for (;;) {
    co_yield counter;
    ++counter;
  }
}
Frame frame = count();

struct Case {
  const char* name;
  void (*first)();
  void (*second)();
};

const Case cases[] = {
    // scalars
    {"bool", [] { flag = true; }, [] { use(flag); }},
    {"condition", [] { flag = true; },
     [] {
       if (flag) use(1);
     }},
    {"char", [] { letter = 'a'; }, [] { use(letter); }},
    {"short", [] { number16 = 1; }, [] { use(number16); }},
    {"int", [] { number32 = 1; }, [] { use(number32); }},
    {"long", [] { number64 = 1; }, [] { use(number64); }},
    {"int128", [] { number128 = 1; }, [] { use(static_cast<long>(number128)); }},
    {"float", [] { real32 = 1; }, [] { use(static_cast<long>(real32)); }},
    {"double", [] { real64 = 1; }, [] { use(static_cast<long>(real64)); }},
    {"long_double", [] { real128 = 1; }, [] { use(static_cast<long>(real128)); }},
    {"enumeration", [] { colour = kGreen; }, [] { use(colour); }},
    {"switch", [] { colour = kGreen; },
     [] {
       switch (colour) {
         case kRed:
           use(1);
           break;
         default:
           use(2);
       }
     }},
    {"pointer", [] { pointer = array; }, [] { use(*pointer); }},
    {"through_pointer", [] { *pointer = 2; }, [] { use(number32); }},
    {"reference", [] { reference = 2; }, [] { use(number32); }},
    {"pointer_to_member", [] { member = &Pair::b; }, [] { use(Pair{1, 2}.*member); }},
    {"function_pointer", [] { function = take<Small>; }, [] { use(function(Small{1})); }},
    {"increment", [] { ++number64; }, [] { number64++; }},
    {"addition", [] { number64 += 2; }, [] { use(number64); }},
    {"shift", [] { number32 <<= 1; }, [] { use(number32); }},
    {"bits_of_an_integer", [] { number32 |= 4; }, [] { number32 &= ~1; }},
    {"conditional_store", [] { number64 = flag ? 1 : 2; }, [] { use(number64); }},
    {"bit_fields", [] { bits.high = 1; }, [] { bits.low = 1; }},
    {"wide_bit_fields", [] { wide_bits.high = 1; }, [] { use(wide_bits.low); }},
    {"union", [] { either.i = 1; }, [] { use(static_cast<long>(either.f)); }},
    {"packed", [] { packed.b = 1; }, [] { use(packed.b); }},
    {"volatile", [] { volatile32 = 1; }, [] { use(volatile32); }},

    // arrays and vectors
    {"element", [] { array[number16 & 7] = 3; }, [] { use(array[0]); }},
    {"element_of_a_table", [] { table[1][2] = 3; }, [] { use(table[1][2]); }},
    {"loop_over_an_array", [] { array[2] = 1; },
     [] {
       long sum = 0;
       for (int each : array) sum += each;
       use(sum);
     }},
    {"filling_loop",
     [] {
       for (int& each : array) each = 7;
     },
     [] { use(array[9]); }},
    {"std_array", [] { four_ints[1] = 1; },
     [] { use(std::accumulate(four_ints.begin(), four_ints.end(), 0)); }},
    {"vector_type", [] { four = Four{1, 2, 3, 4}; }, [] { use(four[2]); }},
    {"vector_arithmetic", [] { four += four; }, [] { use(four[2]); }},
    {"vector_type_by_value", [] { four[1] = 1; }, [] { use(take(four)); }},
    {"complex_part", [] { __real__ builtin_complex = 1; },
     [] { use(static_cast<long>(__real__ builtin_complex)); }},

    // structs that are copied
    {"struct_assigned", [] { big = other_big; }, [] { use(big.a[3]); }},
    {"struct_copied", [] { pair = Pair{1, 2}; },
     [] {
       const Pair copy = pair;
       use(copy.b);
     }},
    {"structured_binding", [] { pair.a = 1; },
     [] {
       const auto [x, y] = pair;
       use(x + y);
     }},
    {"struct_in_struct", [] { nested.inner.b = 1; },
     [] {
       const Nested copy = nested;
       use(copy.inner.b);
     }},
    {"struct_cleared", [] { huge = {}; }, [] { use(huge.a[40]); }},
    {"union_copied", [] { either.i = 1; },
     [] {
       const Either copy = either;
       use(copy.i);
     }},
    {"empty_base", [] { with_base.a = 1; },
     [] {
       const WithBase copy = with_base;
       use(copy.a);
     }},
    {"over_aligned", [] { aligned.a = 1; },
     [] {
       const Aligned copy = aligned;
       use(copy.a);
     }},
    {"captured", [] { small = Small{1}; },
     [] {
       const auto f = [s = small] { return s.a; };
       use(f());
     }},
    {"array_of_structs", [] { pairs[2] = {1, 2}; }, [] { use(pairs[2].b); }},

    // structs that are passed by value
    {"small_by_value", [] { small.a = 1; }, [] { use(take(small)); }},
    {"pair_by_value", [] { pair.b = 1; }, [] { use(take(pair)); }},
    {"three_bytes_by_value", [] { three_bytes.c = 1; }, [] { use(take(three_bytes)); }},
    {"five_bytes_by_value", [] { five_bytes.bytes[4] = 1; }, [] { use(take(five_bytes)); }},
    {"seventeen_bytes_by_value", [] { seventeen.bytes[16] = 1; }, [] { use(take(seventeen)); }},
    {"big_by_value", [] { big.a[0] = 1; }, [] { use(take(big)); }},
    {"huge_by_value", [] { huge.a[63] = 1; }, [] { use(take(huge)); }},
    {"floats_by_value", [] { floats.d = 1; }, [] { use(take(floats)); }},
    {"mixed_by_value", [] { mixed.b = 1; }, [] { use(take(mixed)); }},
    {"nested_by_value", [] { nested.inner.b = 1; }, [] { use(take(nested)); }},
    {"union_by_value", [] { either.i = 1; }, [] { use(take(either)); }},
    {"member_by_value", [] { nested.inner.b = 1; }, [] { use(take(nested.inner)); }},
    {"element_by_value", [] { pairs[1].b = 1; }, [] { use(take(pairs[1])); }},
    {"through_pointer_by_value", [] { heap_pair->b = 1; }, [] { use(take(*heap_pair)); }},
    {"second_argument", [] { pair.b = 1; }, [] { use(take_second(1, pair)); }},
    {"argument_on_the_stack", [] { pair.b = 1; }, [] { use(take_many(1, 2, 3, 4, 5, 6, 7, 8, pair)); }},
    {"variadic_argument", [] { pair.b = 1; }, [] { use(take_variadic(1, pair)); }},
    {"virtual_call_by_value", [] { pair.b = 1; },
     [] {
       Taker* taken = &taker;
       asm("" : "+r"(taken));
       use(taken->take(pair));
     }},
    {"operator_by_value", [] { pair.b = 1; }, [] { use((pair + Small{1}).b); }},
    {"packed_by_value", [] { packed.b = 1; }, [] { use(take(packed)); }},
    {"string_view_by_value", [] { view = "bc"; }, [] { use(take(view)); }},
    {"optional_by_value", [] { maybe = 3; }, [] { use(take(maybe)); }},
    {"complex_double_by_value", [] { complex64 = {1, 2}; }, [] { use(take(complex64)); }},
    {"complex_float_by_value", [] { complex32 = {1, 2}; }, [] { use(take(complex32)); }},
    {"builtin_complex_by_value", [] { builtin_complex = 1; }, [] { use(take(builtin_complex)); }},
    {"thread_id_by_value", [] { identity = std::this_thread::get_id(); }, [] { use(take(identity)); }},
    {"span_by_value", [] { some_ints = std::span(array, 2); }, [] { use(take(some_ints)); }},
    {"std_pair_by_value", [] { two.second = 1; }, [] { use(take(two)); }},
    {"tuple_by_value", [] { std::get<1>(tuple) = 1; }, [] { use(take(tuple)); }},
    {"variant_by_value", [] { variant = 2.5; }, [] { use(take(variant)); }},
    {"time_point_by_value", [] { moment += std::chrono::seconds(1); }, [] { use(take(moment)); }},
    {"std_array_by_value", [] { four_ints[3] = 1; }, [] { use(take(four_ints)); }},
    {"bitset_by_value", [] { set_of_bits.set(3); }, [] { use(take(set_of_bits)); }},
    {"static_by_value", [] { function_static().b = 1; }, [] { use(take(function_static())); }},

    // structs that are returned
    {"small_returned", [] { small = give<Small>(); }, [] { use(small.a); }},
    {"pair_returned", [] { pair = give<Pair>(); }, [] { use(pair.b); }},
    {"three_bytes_returned", [] { three_bytes = give<ThreeBytes>(); }, [] { use(three_bytes.c); }},
    {"seventeen_bytes_returned", [] { seventeen = give<Seventeen>(); }, [] { use(seventeen.bytes[16]); }},
    {"big_returned", [] { big = give<Big>(); }, [] { use(big.a[1]); }},
    {"floats_returned", [] { floats = give<Floats>(); }, [] { use(static_cast<long>(floats.d)); }},
    {"mixed_returned", [] { mixed = give<Mixed>(); }, [] { use(mixed.b); }},
    {"union_returned", [] { either = give<Either>(); }, [] { use(either.i); }},
    {"view_returned", [] { view = give<std::string_view>(); }, [] { use(static_cast<long>(view.size())); }},
    {"complex_returned", [] { complex64 = give<std::complex<double>>(); },
     [] { use(static_cast<long>(complex64.imag())); }},
    {"returned_to_an_element", [] { pairs[1] = give<Pair>(); }, [] { use(pairs[1].b); }},
    {"returned_to_a_member", [] { nested.inner = give<Pair>(); }, [] { use(nested.inner.b); }},
    {"returned_to_the_heap", [] { *heap_pair = give<Pair>(); }, [] { use(heap_pair->b); }},
    {"returned_by_a_virtual_call",
     [] {
       Taker* taken = &taker;
       asm("" : "+r"(taken));
       pair = taken->give();
     },
     [] { use(pair.b); }},
    {"returned_or_thrown",
     [] {
       const Noisy noisy;
       pair = give_or_throw(flag);
     },
     [] { use(pair.b); }},
    {"big_returned_or_thrown",
     [] {
       const Noisy noisy;
       big = give_big_or_throw(flag);
     },
     [] { use(big.a[1]); }},
    {"returned_in_a_try_block",
     [] {
       try {
         pair = give_or_throw(flag);
       } catch (int) {
         use(1);
       }
     },
     [] { use(pair.b); }},

    // what functions of the library touch
    {"memset", [] { std::memset(array, 1, sizeof array); }, [] { use(array[3]); }},
    {"memcpy", [] { std::memcpy(array, text, 8); }, [] { use(array[1]); }},
    {"memcpy_of_a_struct", [] { std::memcpy(&pair, text, sizeof pair); }, [] { use(pair.b); }},
    {"memmove", [] { std::memmove(text + 1, text, 8); }, [] { use(text[3]); }},
    {"memcmp", [] { big.a[7] = 1; }, [] { use(std::memcmp(&big, &other_big, sizeof big)); }},
    {"strcpy", [] { std::strcpy(text, "abc"); }, [] { use(text[1]); }},
    {"strlen", [] { text[0] = 'a'; }, [] { use(static_cast<long>(std::strlen(text))); }},
    {"strchr", [] { text[0] = 'a'; }, [] { use(std::strchr(text, 'b') != nullptr); }},
    {"builtin_memcpy", [] { __builtin_memcpy(text, "abcdefgh", 8); },
     [] { use(static_cast<long>(__builtin_strlen(text))); }},
    {"swap", [] { std::swap(array[0], array[1]); }, [] { use(array[0]); }},
    {"fill", [] { std::fill(std::begin(array), std::end(array), 3); }, [] { use(array[5]); }},
    {"copy", [] { std::copy(array, array + 4, array + 8); }, [] { use(array[9]); }},
    {"sort", [] { std::sort(std::begin(array), std::end(array), std::greater<int>()); },
     [] { array[3] = 9; }},

    // objects of the C++ library
    {"string", [] { string += 'b'; }, [] { use(static_cast<long>(string.size())); }},
    {"string_letters", [] { string[1] = 'x'; }, [] { use(string.find('q') == 0); }},
    {"vector", [] { vector.push_back(1); }, [] { use(static_cast<long>(vector.size())); }},
    {"vector_element", [] { vector[2] = 1; }, [] { use(vector[2]); }},
    {"map", [] { map[2] = 2; }, [] { use(map.count(2)); }},
    {"unordered_map", [] { hashed[2] = 2; }, [] { use(hashed.count(2)); }},
    {"set", [] { ordered.insert(2); }, [] { use(ordered.count(2)); }},
    {"deque", [] { deque.push_back(2); }, [] { use(static_cast<long>(deque.size())); }},
    {"list", [] { list.push_back(2); }, [] { use(static_cast<long>(list.size())); }},
    {"any", [] { any = 2; }, [] { use(any.has_value()); }},
    {"std_function", [] { callable = [] { return 2L; }; }, [] { use(callable()); }},
    {"shared_pointer", [] { counted = std::make_shared<int>(2); },
     [] {
       const std::shared_ptr<int> copy = counted;
       use(*copy);
     }},
    {"unique_pointer", [] { owned.reset(new int(2)); }, [] { use(owned != nullptr); }},
    {"optional", [] { maybe = 3; }, [] { use(maybe.value_or(0)); }},
    {"variant", [] { variant = 2.5; }, [] { use(static_cast<long>(variant.index())); }},
    {"bitset", [] { set_of_bits.set(3); }, [] { use(set_of_bits.test(4)); }},

    // what the language does behind the scenes
    {"virtual_table", [] { new (static_cast<void*>(shape)) Shape; }, [] { use(shape->area()); }},
    {"dynamic_type", [] { new (static_cast<void*>(shape)) Shape; },
     [] { use(dynamic_cast<Square*>(shape) != nullptr); }},
    {"typeid", [] { new (static_cast<void*>(shape)) Shape; }, [] { use(typeid(*shape) == typeid(Square)); }},
    {"function_static", [] { function_static().a = 1; }, [] { use(function_static().a); }},
    {"coroutine_frame", [] { frame.handle.resume(); }, [] { use(*frame.handle.promise().counter); }},
    {"exception_object",
     [] {
       try {
         std::rethrow_exception(thrown);
       } catch (Pair& caught) {
         caught.b = 1;
       }
     },
     [] {
       try {
         std::rethrow_exception(thrown);
       } catch (const Pair& caught) {
         use(caught.b);
       }
     }},
    {"exception_by_value",
     [] {
       try {
         std::rethrow_exception(thrown);
       } catch (Pair& caught) {
         caught.b = 1;
       }
     },
     [] {
       try {
         std::rethrow_exception(thrown);
       } catch (Pair caught) {
         use(caught.b);
       }
     }},
    {"thread_local_of_another", [] { *value_of_another_thread = 1; }, [] { use(*value_of_another_thread); }},
    {"atomic_and_plain", [] { atomic.store(1, std::memory_order_relaxed); },
     [] { use(*reinterpret_cast<int*>(&atomic)); }},
    {"atomic_ref", [] { std::atomic_ref<int>(number32).fetch_add(1, std::memory_order_relaxed); },
     [] { use(number32); }},

    // assembly
    {"asm_output", [] { asm(""
                            : "=m"(number32)); }, [] { use(number32); }},
    {"asm_input", [] { number32 = 1; }, [] { asm volatile("" ::"m"(number32)); }},
    {"asm_both", [] { asm(""
                          : "+m"(number32)); }, [] { use(number32); }},
    {"asm_struct", [] { asm(""
                            : "=m"(pair)); }, [] { use(pair.b); }},
};

int main(int count, char** arguments) {
  thrown = std::make_exception_ptr(Pair{1, 2});
  value_of_another_thread = &ThreadLocal::value;
  for (const Case& each : cases) {
    if (count == 1) {
      std::puts(each.name);
      continue;
    }
    if (std::string_view(arguments[1]) != each.name) continue;
    const bool guarded = count > 2;
    std::mutex mutex;
    const auto run = [&](void (*side)()) {
      if (!guarded) return side();
      const std::lock_guard lock(mutex);
      side();
    };
    std::thread first(run, each.first);
    run(each.second);
    first.join();
    return 0;
  }
  return count == 1 ? 0 : 2;
}
