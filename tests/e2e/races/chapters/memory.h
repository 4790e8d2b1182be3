// What is accessed, and how: sizes, neighbours, kinds of memory, the library's containers and functions.
#pragma once

#include <sys/mman.h>
#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "case.h"

namespace race_cases::memory {

struct Flags {
  char first = 0, second = 0, third = 0, fourth = 0;
} flags;

struct Bits {
  unsigned first : 4;
  unsigned second : 4;
} bits;

struct SeparateBits {
  unsigned first : 4;
  unsigned : 0;
  unsigned second : 4;
} separate_bits;

union Word {
  std::uint64_t whole;
  std::uint32_t halves[2];
} word;

void neighbours() {
  together([] { flags.first = 1; }, [] { flags.second = 1; });
}

void bit_fields() {
  together([] { bits.first = 1; }, [] { bits.second = 1; });
}

void overlap() {
  together([] { word.whole = 1; }, [] { word.halves[1] = 2; });
}

void apart() {
  together([] { word.halves[0] = 1; }, [] { word.halves[1] = 2; });
}

void readers() {
  data = 1;
  together([] { seen = data; }, [] { other = data; });
}

void atomic_and_plain(bool plain_writes) {
  static std::atomic<int> atomic{0};
  int* const plain = reinterpret_cast<int*>(&atomic);
  together([] { atomic.store(1, std::memory_order_seq_cst); },
           [=] {
             if (plain_writes)
               *plain = 2;
             else
               seen = *plain;
           });
}

void atomics() {
  static std::atomic<int> atomic{0};
  together([] { atomic.store(1, std::memory_order_relaxed); },
           [] { seen = atomic.load(std::memory_order_relaxed); });
}

void two_atomics() {
  static std::atomic<int> one{0}, two{0};
  together(
      [] {
        data = 1;
        one.store(1);
      },
      [] {
        if (two.load() == 0) seen = data;
      });
}

volatile int flag = 0;

void volatile_flag() {
  together([] { flag = 1; }, [] { seen = flag; });
}

void heap_block() {
  int* const block = new int[4]{};
  together([=] { block[2] = 1; }, [=] { seen = block[2]; });
  delete[] block;
}

void copied_memory() {
  static char from[64], to[64];
  together([] { std::memcpy(to, from, sizeof to); }, [] { seen = to[40]; });
}

void copied_string(bool locked) {
  static std::string text = "a text that is longer than what fits into the object";
  static std::mutex lock;
  together(
      [=] {
        std::unique_lock<std::mutex> guard(lock, std::defer_lock);
        if (locked) guard.lock();
        text = "another text that is longer than what fits into the object";
      },
      [=] {
        std::unique_lock<std::mutex> guard(lock, std::defer_lock);
        if (locked) guard.lock();
        const std::string copy = text;
        seen = copy[0];
      });
}

void vector_growth() {
  static std::vector<int> numbers(1);
  together([] { numbers.push_back(1); }, [] { seen = static_cast<int>(numbers.size()); });
}

void map_insertion(bool locked) {
  static std::map<int, int> numbers;
  static std::mutex lock;
  const auto insert = [=](int number) {
    std::unique_lock<std::mutex> guard(lock, std::defer_lock);
    if (locked) guard.lock();
    numbers.emplace(number, number);
  };
  together([=] { insert(1); }, [=] { insert(2); });
}

void separate_bit_fields() {
  together([] { separate_bits.first = 1; }, [] { separate_bits.second = 1; });
}

template <typename Number>
void number_of_type() {
  static Number number = 0;
  together([] { number = 1; }, [] { seen = static_cast<int>(number); });
}

struct Pair {
  std::int64_t first, second;
};

void struct_copied(bool other_member) {
  static Pair pair;
  static const Pair source{1, 2};
  together([] { pair = source; }, [=] { seen = static_cast<int>(other_member ? pair.second : pair.first); });
}

void members() {
  static Pair pair;
  together([] { pair.first = 1; }, [] { pair.second = 1; });
}

struct __attribute__((packed)) Packed {
  char head;
  std::int32_t number;
};

void unaligned(bool same) {
  static Packed packed;
  together([] { packed.number = 1; },
           [=] {
             if (same)
               seen = packed.number;
             else
               packed.head = 1;
           });
}

void volatile_and_plain() {
  static int number = 0;
  together([] { *const_cast<volatile int*>(&number) = 1; }, [] { number = 2; });
  look_at(number);
}

// Who of the two comes first must not matter.
void plain_then_atomic() {
  static int number = 0;
  together([] { number = 1; }, [] { __atomic_fetch_add(&number, 1, __ATOMIC_SEQ_CST); });
}

void plain_byte_of_atomic() {
  static std::atomic<std::uint32_t> number{0};
  together([] { reinterpret_cast<char*>(&number)[2] = 1; }, [] { number.store(1); });
}

// --- Where it lies ---

void local_of_main() {
  int local = 0;
  together([&] { local = 1; }, [&] { local = 2; });
}

void local_of_thread(bool joins) {
  std::thread([=] {
    int local = 0;
    std::thread child([&] { local = 1; });
    if (joins) child.join();
    local = 2;
    if (!joins) child.join();
  }).join();
}

void local_static() {
  const auto count = [] {
    static int calls = 0;
    ++calls;
  };
  together(count, count);
}

thread_local int of_this_thread = 0;

void thread_locals() {
  together([] { ++of_this_thread; }, [] { ++of_this_thread; });
}

void thread_local_of_main() {
  int* const of_main = &of_this_thread;
  together([=] { *of_main = 1; }, [=] { *of_main = 2; });
}

void mapped(bool apart) {
  auto* const block =
      static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  together([=] { block[8] = 1; }, [=] { block[apart ? 9 : 8] = 2; });
  munmap(block, 4096);
}

template <typename Allocate>
void allocated(Allocate allocate) {
  int* const block = static_cast<int*>(allocate());
  block[3] = 0;
  together([=] { block[3] = 1; }, [=] { seen = block[3]; });
  std::free(block);
}

void array_elements(bool same) {
  static int numbers[8];
  together([] { numbers[3] = 1; }, [=] { numbers[same ? 3 : 4] = 2; });
  look_at(numbers[3] + numbers[4]);
}

// --- Functions of the library ---

char from[64] = "from", to[64];

template <typename Use>
void used_by_function(Use use) {
  together([] { to[5] = 'x'; }, use);
}

void read_together() {
  together([] { seen = std::memcmp(from, to, sizeof to); }, [] { other = std::memcmp(from, to, sizeof to); });
}

// --- Containers ---

void vector_elements() {
  static std::vector<int> numbers(4);
  together([] { numbers[1] = 1; }, [] { numbers[2] = 1; });
}

void vector_of_bool() {
  static std::vector<bool> marks(64);
  together([] { marks[1] = true; }, [] { marks[2] = true; });
}

void bits_of_bitset() {
  static std::bitset<64> marks;
  together([] { marks[1] = true; }, [] { marks[2] = true; });
}

void map_lookups() {
  static const std::map<int, int> numbers{{1, 2}, {3, 4}};
  together([] { seen = numbers.at(1); }, [] { other = numbers.at(3); });
}

// operator[] of a key that is there does not change a map, and of one that is not does.
void map_brackets(int key) {
  static std::map<int, int> numbers{{1, 2}, {3, 4}};
  together([] { seen = numbers[1]; }, [=] { other = numbers[key]; });
}

void unordered_map_insertion() {
  static std::unordered_map<int, int> numbers{{1, 1}};
  together([] { numbers.emplace(2, 2); }, [] { seen = static_cast<int>(numbers.count(1)); });
}

void list_nodes() {
  static std::list<int> numbers{1, 2};
  together([] { numbers.front() = 3; }, [] { numbers.back() = 4; });
}

void list_insertion() {
  static std::list<int> numbers{1, 2};
  together([] { numbers.push_back(3); }, [] { numbers.push_front(4); });
}

void optional_reset() {
  static std::optional<int> number = 1;
  together([] { number.reset(); }, [] { seen = number.has_value() ? 1 : 0; });
}

void variant_change() {
  static std::variant<int, long> number = 1;
  together([] { number = 2L; }, [] { seen = static_cast<int>(number.index()); });
}

// The standard streams may be used by all threads at once.
void output() {
  together([] { std::cout << 1; }, [] { std::cout << 2; });
}

Cases chapter() {
  using enum Right;
  static constexpr const char* kInlined = "g++ writes the bytes itself, without a hook";
  static constexpr Case kAll[] = {
      {"neighbours", kClean, neighbours},
      {"bit_fields", kRacy, bit_fields},
      {"bit_fields_apart", kClean, separate_bit_fields},
      {"overlap", kRacy, overlap},
      {"apart", kClean, apart},
      {"readers", kClean, readers},
      {"char", kRacy, number_of_type<char>},
      {"short", kRacy, number_of_type<short>},
      {"long", kRacy, number_of_type<long>},
      {"float", kRacy, number_of_type<float>},
      {"double", kRacy, number_of_type<double>},
      {"long_double", kRacy, number_of_type<long double>},
      {"bool", kRacy, number_of_type<bool>},
      {"wide_integer", kRacy, number_of_type<__int128>},
      {"struct_first_member", kRacy, [] { struct_copied(false); }},
      {"struct_last_member", kRacy, [] { struct_copied(true); }},
      {"members", kClean, members},
      {"unaligned", kRacy, [] { unaligned(true); }},
      {"unaligned_neighbour", kClean, [] { unaligned(false); }},
      {"atomic_plain_read", kRacy, [] { atomic_and_plain(false); }},
      {"atomic_plain_write", kRacy, [] { atomic_and_plain(true); }},
      {"plain_then_atomic", kRacy, plain_then_atomic},
      {"plain_byte_of_atomic", kRacy, plain_byte_of_atomic},
      {"atomics", kClean, atomics},
      {"two_atomics", kRacy, two_atomics},
      {"volatile_flag", kRacy, volatile_flag},
      {"volatile_and_plain", kRacy, volatile_and_plain},
      {"local_of_main", kRacy, local_of_main},
      {"local_of_thread", kRacy, [] { local_of_thread(false); }},
      {"local_of_thread_joined", kClean, [] { local_of_thread(true); }},
      {"local_static", kRacy, local_static},
      {"thread_locals", kClean, thread_locals},
      {"thread_local_of_main", kRacy, thread_local_of_main},
      {"mapped", kRacy, [] { mapped(false); }},
      {"mapped_apart", kClean, [] { mapped(true); }},
      {"heap_block", kRacy, heap_block},
      {"malloc", kRacy, [] { allocated([] { return std::malloc(16); }); }},
      {"calloc", kRacy, [] { allocated([] { return std::calloc(4, 4); }); }},
      {"realloc", kRacy, [] { allocated([] { return std::realloc(std::malloc(4), 16); }); }},
      {"aligned_alloc", kRacy, [] { allocated([] { return std::aligned_alloc(64, 64); }); }},
      {"array_element", kRacy, [] { array_elements(true); }},
      {"array_elements", kClean, [] { array_elements(false); }},
      {"copied_memory", kRacy, copied_memory},
      {"memset", kRacy, [] { used_by_function([] { std::memset(to, 0, sizeof to); }); }, kInlined},
      {"memmove", kRacy, [] { used_by_function([] { std::memmove(to + 1, to, 32); }); }},
      {"memcmp", kRacy, [] { used_by_function([] { seen = std::memcmp(to, to + 1, 32); }); }},
      {"strlen", kRacy, [] { used_by_function([] { seen = static_cast<int>(std::strlen(to + 5)); }); }},
      {"strcpy", kRacy, [] { used_by_function([] { std::strcpy(to + 3, from); }); }},
      {"fill", kRacy, [] { used_by_function([] { std::fill(to, to + 32, 'y'); }); }, kInlined},
      {"copy_elsewhere", kClean, [] { used_by_function([] { std::memcpy(to + 32, from, 8); }); }},
      {"read_together", kClean, read_together},
      {"string", kRacy, [] { copied_string(false); }},
      {"string_locked", kClean, [] { copied_string(true); }},
      {"vector_growth", kRacy, vector_growth},
      {"vector_elements", kClean, vector_elements},
      {"vector_of_bool", kRacy, vector_of_bool},
      {"bitset", kRacy, bits_of_bitset},
      {"map", kRacy, [] { map_insertion(false); }},
      {"map_locked", kClean, [] { map_insertion(true); }},
      {"map_lookups", kClean, map_lookups},
      {"map_known_key", kClean, [] { map_brackets(3); }},
      {"map_new_key", kRacy, [] { map_brackets(2); }},
      {"unordered_map", kRacy, unordered_map_insertion},
      {"list_nodes", kClean, list_nodes},
      {"list_insertion", kRacy, list_insertion},
      {"optional", kRacy, optional_reset},
      {"variant", kRacy, variant_change},
      {"output", kClean, output},
  };
  return kAll;
}

}  // namespace race_cases::memory
