#include "runtime/isolation/after_main.h"

#include <dlfcn.h>
#include <link.h>
#include <cstddef>
#include <cstdint>

#include "runtime/naming/load_map.h"
#include "runtime/system/definitions.h"

namespace heddle::runtime {

namespace {

using Function = void (*)();

struct DestructorFunctions {
  const Function* array = nullptr;
  std::size_t size = 0;
  Function last = nullptr;  // the startup files' own, or that of the linker's option -fini

  // The startup files bring one of the array with them, which has nothing to do in a process that ends.
  bool is_only_of_startup_files() const { return size == 1 && last != nullptr; }
};

using Flush = void* (*)(void*);
using BufferOf = void* const* (*)(const void*);

struct Stream {
  const char* name;
  const char* flush_name;
  const char* buffer_name;
  void* object = nullptr;
  Flush flush = nullptr;
  BufferOf buffer_of = nullptr;
};

constexpr const char* kFlush = "_ZNSo5flushEv";
constexpr const char* kFlushWide = "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv";
constexpr const char* kBuffer = "_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv";
constexpr const char* kBufferWide = "_ZNKSt9basic_iosIwSt11char_traitsIwEE5rdbufEv";
// libc++ has its function for the buffer in every program.
constexpr const char* kFlushOfClang = "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flushEv";
constexpr const char* kFlushWideOfClang = "_ZNSt3__113basic_ostreamIwNS_11char_traitsIwEEE5flushEv";
constexpr const char* kUnknown = "";

DestructorFunctions destructor_functions;
Stream streams[] = {
    {"_ZSt4cout", kFlush, kBuffer},
    {"_ZSt4cerr", kFlush, kBuffer},
    {"_ZSt4clog", kFlush, kBuffer},
    {"_ZSt5wcout", kFlushWide, kBufferWide},
    {"_ZSt5wcerr", kFlushWide, kBufferWide},
    {"_ZSt5wclog", kFlushWide, kBufferWide},
    {"_ZNSt3__14coutE", kFlushOfClang, kUnknown},
    {"_ZNSt3__14clogE", kFlushOfClang, kUnknown},
    {"_ZNSt3__15wcoutE", kFlushWideOfClang, kUnknown},
    {"_ZNSt3__15wclogE", kFlushWideOfClang, kUnknown},
};

// The dynamic linker visits the program first.
int read_program(dl_phdr_info* info, std::size_t, void* result) {
  auto& destructors = *static_cast<DestructorFunctions*>(result);
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      const ElfW(Addr) address = info->dlpi_addr + entry->d_un.d_ptr;
      if (entry->d_tag == DT_FINI_ARRAY) destructors.array = reinterpret_cast<const Function*>(address);
      if (entry->d_tag == DT_FINI_ARRAYSZ) destructors.size = entry->d_un.d_val / sizeof(Function);
      if (entry->d_tag == DT_FINI) destructors.last = reinterpret_cast<Function>(address);
    }
  }
  return 1;
}

// A program without <iostream> may never have constructed it: then it has no virtual table.
bool is_constructed(const Stream& stream) {
  return stream.object != nullptr && stream.flush != nullptr &&
         *static_cast<void* const*>(stream.object) != nullptr;
}

// Whether a class of the program writes what goes to the stream.
bool has_buffer_of_program(const Stream& stream) {
  if (stream.buffer_of == nullptr) return false;
  constexpr int kOffsetOfVirtualBase = -3;  // where the Itanium ABI has it
  const auto* table = *static_cast<const std::ptrdiff_t* const*>(stream.object);
  const void* base = static_cast<const char*>(stream.object) + table[kOffsetOfVirtualBase];
  void* const* buffer = stream.buffer_of(base);
  return buffer != nullptr && !load_map().is_system_code(reinterpret_cast<std::uint64_t>(*buffer));
}

}  // namespace

void find_what_runs_after_main() {
  dl_iterate_phdr(read_program, &destructor_functions);
  // A program may hold the streams itself (a copy relocation), which a search behind this library misses.
  using FindSymbol = void* (*)(void*, const char*);
  const auto find = reinterpret_cast<FindSymbol>(next_definition("dlsym"));
  for (Stream& stream : streams) {
    stream.object = find(RTLD_DEFAULT, stream.name);
    stream.flush = reinterpret_cast<Flush>(find(RTLD_DEFAULT, stream.flush_name));
    stream.buffer_of = reinterpret_cast<BufferOf>(find(RTLD_DEFAULT, stream.buffer_name));
  }
}

void run_destructor_functions() {
  const DestructorFunctions& destructors = destructor_functions;
  const bool has_own = destructors.array != nullptr && !destructors.is_only_of_startup_files();
  for (std::size_t i = has_own ? destructors.size : 0; i > 0; --i) destructors.array[i - 1]();
  if (destructors.last != nullptr) destructors.last();
}

void flush_standard_streams(bool output_counts) {
  for (const Stream& stream : streams)
    if (is_constructed(stream) && (output_counts || has_buffer_of_program(stream)))
      stream.flush(stream.object);
}

}  // namespace heddle::runtime
