#include "host/program_file.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstring>
#include <filesystem>
#include <memory>

#include "process/descriptor.h"

namespace heddle::host {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kOurMachine =
#if defined(__x86_64__)
    EM_X86_64;
#else
    EM_AARCH64;
#endif

struct File {
  process::Descriptor descriptor;
  Elf* elf = nullptr;
  ~File() {
    if (elf != nullptr) elf_end(elf);
  }
};

// Objects among them are copied into the executable, so that they need not be undefined.
bool is_standard_input(const char* name) {
  for (const char* one : {"stdin", "_ZSt3cin", "_ZSt4wcin", "getchar", "scanf", "__isoc99_scanf"})
    if (std::strcmp(name, one) == 0) return true;
  return false;
}

// Reads the dynamic section and the dynamic symbols; false when there is no dynamic section at all.
bool read_dynamic(Elf* elf, ProgramFile& program) {
  bool dynamic = false;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr || header.sh_entsize == 0) continue;
    const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
    if (header.sh_type == SHT_DYNAMIC) {
      dynamic = true;
      for (int i = 0; i < count; ++i) {
        GElf_Dyn entry;
        if (gelf_getdyn(data, i, &entry) == nullptr || entry.d_tag != DT_NEEDED) continue;
        const char* name = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
        if (name != nullptr && std::strncmp(name, "libheddle.so", 12) == 0) program.links_runtime = true;
      }
    } else if (header.sh_type == SHT_DYNSYM) {
      for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, i, &symbol) == nullptr) continue;
        const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (name == nullptr) continue;
        if (symbol.st_shndx == SHN_UNDEF && std::strncmp(name, "__tsan_", 7) == 0)
          program.instrumented = true;
        if (is_standard_input(name)) program.reads_standard_input = true;
      }
    }
  }
  return dynamic;
}

}  // namespace

std::string find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string candidate = rest.substr(0, colon) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  return name;
}

Result<ProgramFile> inspect_program(const std::string& name) {
  const std::string path = find_in_path(name);
  struct stat status{};
  if (stat(path.c_str(), &status) != 0)
    return Error{"there is no program '" + name + "': " + std::strerror(errno)};
  if (S_ISDIR(status.st_mode)) return Error{"'" + name + "' is a directory; name the program in it"};
  if (access(path.c_str(), X_OK) != 0)
    return Error{"'" + name + "' is not executable; is it a source file? Compile it with 'heddle c++' first"};
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0)
    return Error{"'" + name +
                 "' is setuid or setgid: the system does not let Heddle's library into it; run a copy "
                 "without that bit"};

  File file;
  file.descriptor = process::Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.descriptor.is_open()) return Error{"cannot read '" + name + "': " + std::strerror(errno)};
  char magic[4] = {};
  if (read(file.descriptor.number(), magic, sizeof magic) >= 2 && magic[0] == '#' && magic[1] == '!')
    return Error{"'" + name + "' is a script; give the program that it starts"};
  if (std::memcmp(magic, ELFMAG, SELFMAG) != 0) return Error{"'" + name + "' is not an ELF program"};
  elf_version(EV_CURRENT);
  file.elf = elf_begin(file.descriptor.number(), ELF_C_READ, nullptr);
  GElf_Ehdr header;
  if (file.elf == nullptr || gelf_getehdr(file.elf, &header) == nullptr)
    return Error{"'" + name + "' is a damaged ELF file"};
  if (header.e_machine != kOurMachine || header.e_ident[EI_CLASS] != ELFCLASS64)
    return Error{"'" + name +
                 "' is built for another machine; Heddle runs programs of this one, 64 bits, only"};
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return Error{"'" + name + "' is an ELF file but no program (an object file?); link it first"};

  ProgramFile program;
  program.path = fs::absolute(path).lexically_normal().string();
  if (!read_dynamic(file.elf, program))
    return Error{
        "'" + name +
        "' is statically linked: there is nothing to take its threads over with; link it without -static"};
  return program;
}

}  // namespace heddle::host
