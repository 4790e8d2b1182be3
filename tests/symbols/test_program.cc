#include "test_program.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddle::symbols::testing {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-symbols-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  path_ = std::filesystem::canonical(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

Outcome run_in(const std::filesystem::path& folder, const std::string& command) {
  Outcome outcome;
  const std::string shell = "cd '" + folder.string() + "' && { " + command + "; } 2>&1";
  FILE* pipe = popen(shell.c_str(), "r");
  if (pipe == nullptr) return outcome;
  std::array<char, 4096> buffer;
  for (size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

bool is_installed(const std::string& program) {
  return run_in("/", "command -v " + program).status == 0;
}

std::ostream& operator<<(std::ostream& out, const Build& build) {
  return out << build.compiler << " " << build.flags;
}

std::vector<Build> builds() {
  return {{"GccPlain", "g++", "-O0 -g -gdwarf-5"},
          {"GccOptimised", "g++", "-O2 -g -gdwarf-4 -no-pie"},
          {"ClangPlain", "clang++-19", "-O0 -g -gdwarf-4"},
          {"ClangOptimised", "clang++-19", "-O2 -g -gdwarf-5"}};
}

const char* const kProbeHeader = R"(
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <stdint.h>
#include <stdio.h>

struct probe_query { uintptr_t address; uintptr_t bias; uintptr_t tls; };

static int probe_visit(struct dl_phdr_info* info, size_t size, void* data) {
  struct probe_query* query = (struct probe_query*)data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || query->address < begin || query->address >= begin + segment->p_memsz) continue;
    query->bias = info->dlpi_addr;
    query->tls = (uintptr_t)info->dlpi_tls_data;
    return 1;
  }
  return 0;
}

static void probe_print(const char* label, const void* address) {
  struct probe_query query = {(uintptr_t)address, 0, 0};
  dl_iterate_phdr(probe_visit, &query);
  printf("%s %lx\n", label, (unsigned long)(query.address - query.bias));
}

static void probe_print_tls(const char* label, const void* address) {
  struct probe_query query = {(uintptr_t)&probe_print, 0, 0};
  dl_iterate_phdr(probe_visit, &query);
  printf("%s %lx\n", label, (unsigned long)((uintptr_t)address - query.tls));
}

__attribute__((noinline)) static void probe_here(const char* label) {
  probe_print(label, __builtin_return_address(0));
  __asm__ volatile("");
}

/* The statement after the call keeps it from becoming a jump. */
#define HERE(label) do { probe_here(label); __asm__ volatile(""); } while (0)
#define DATA(label, object) probe_print(label, &(object))
#define TLS(label, object) probe_print_tls(label, &(object))
)";

std::map<std::string, uint64_t> printed_addresses(const std::filesystem::path& folder,
                                                  const std::string& program) {
  std::map<std::string, uint64_t> addresses;
  std::istringstream lines(run_in(folder, program).output);
  std::string label;
  uint64_t address = 0;
  while (lines >> label >> std::hex >> address) addresses[label] = address;
  return addresses;
}

int line_of(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find(part) != std::string::npos) return number;
  }
  return 0;
}

}  // namespace heddle::symbols::testing
