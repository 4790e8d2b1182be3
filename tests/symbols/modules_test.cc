// Everything but the plain case: C, shared libraries, stripped files, separate, split, partial, compressed
// and broken debug information, and how files are called.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "symbols/symbolizer.h"
#include "test_program.h"

namespace heddle::symbols::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kProgram = R"(#include "probe.h"
namespace bank {
struct Account { int number; long balance; };
Account accounts[3];
[[gnu::always_inline]] inline void inlined() {
  HERE("inlined");
}
__attribute__((noinline)) void deposit(int amount) {
  accounts[1].balance += amount;
  HERE("deposit");
  inlined();
}
}
int main() {
  bank::deposit(1);
  DATA("accounts", bank::accounts[1].balance);
}
)";

class Modules : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("probe.h", kProbeHeader); }

  std::string build(const std::string& command) {
    const Outcome compiled = run_in(folder_.path(), command);
    EXPECT_EQ(compiled.status, 0) << command << "\n" << compiled.output;
    addresses_ = printed_addresses(folder_.path(), "./bank");
    EXPECT_FALSE(addresses_.empty());
    return folder_.file("bank");
  }
  // kProgram, compiled in one go.
  std::string build_bank(const std::string& compiler_and_flags) {
    folder_.write("bank.cc", kProgram);
    return build(compiler_and_flags + " bank.cc -o bank");
  }

  TemporaryFolder folder_;
  Symbolizer symbolizer_;
  std::map<std::string, uint64_t> addresses_;
};

TEST_F(Modules, MayBeWrittenInC) {
  const std::string text = R"(#include "probe.h"
struct account { int number; long balance; };
static struct account accounts[3];
_Thread_local int local;
__attribute__((noinline)) static void deposit(int amount) {
  static int calls;
  calls += amount;
  DATA("calls", calls);
  HERE("deposit");
}
int main(void) {
  deposit(1);
  local = accounts[0].number;
  DATA("balance", accounts[1].balance);
  TLS("local", local);
  return 0;
}
)";
  folder_.write("bank.c", text);
  ASSERT_TRUE(is_installed("gcc"));
  for (const char* compiler : {"gcc", "clang-19"}) {
    if (!is_installed(compiler)) continue;
    const std::string program = build(std::string(compiler) + " -g -O1 bank.c -o bank");
    Symbolizer symbolizer;
    const SourceFrame frame = symbolizer.frames(program, addresses_["deposit"], true).front();
    EXPECT_EQ(frame.function, "deposit");
    EXPECT_EQ(frame.file, "bank.c");
    EXPECT_EQ(frame.line, line_of(text, "HERE(\"deposit"));
    EXPECT_EQ(symbolizer.variable(program, addresses_["calls"]).value_or(Variable{}).name,
              "deposit()::calls");
    EXPECT_EQ(symbolizer.variable(program, addresses_["balance"]).value_or(Variable{}).place,
              "accounts[1].balance");
    EXPECT_EQ(symbolizer.tls_variable(program, addresses_["local"]).value_or(Variable{}).name, "local");
  }
}

TEST_F(Modules, MayBeSharedLibraries) {
  folder_.write("library.cc", R"(#include "probe.h"
namespace library {
thread_local int local;
int state;
void call() {
  HERE("call");
  DATA("state", state);
  TLS("local", local);
}
}
)");
  folder_.write("bank.cc", "namespace library { void call(); }\nint main() { library::call(); }\n");
  build("g++ -g -O1 -fPIC -shared library.cc -o library.so && g++ -g bank.cc ./library.so -o bank");
  const std::string library = folder_.file("library.so");
  const SourceFrame frame = symbolizer_.user_frame(library, addresses_["call"], true).value_or(SourceFrame{});
  EXPECT_EQ(frame.function, "library::call");
  EXPECT_EQ(frame.file, "library.cc");
  EXPECT_EQ(frame.line, 6);
  EXPECT_EQ(symbolizer_.variable(library, addresses_["state"]).value_or(Variable{}).name, "library::state");
  EXPECT_EQ(symbolizer_.tls_variable(library, addresses_["local"]).value_or(Variable{}).name,
            "library::local");
}

TEST_F(Modules, WithoutDebugInformationHaveSymbols) {
  const std::string program = build_bank("g++ -O1");
  EXPECT_FALSE(symbolizer_.has_debug_info(program));
  const SourceFrame frame = symbolizer_.frames(program, addresses_["deposit"], true).front();
  EXPECT_EQ(frame.function, "bank::deposit");
  EXPECT_EQ(frame.full_function, "bank::deposit(int)");
  EXPECT_EQ(frame.file, "");
  EXPECT_EQ(frame.line, 0);
  EXPECT_FALSE(frame.library);
  const Variable variable = symbolizer_.variable(program, addresses_["accounts"]).value_or(Variable{});
  EXPECT_EQ(variable.place, "bank::accounts");
  EXPECT_EQ(variable.offset, 24U);
}

TEST_F(Modules, StrippedOnesHaveWhatTheyExport) {
  const std::string program = build_bank("g++ -g -O1 -rdynamic -s");
  EXPECT_EQ(symbolizer_.frames(program, addresses_["deposit"], true).front().function, "bank::deposit");
  EXPECT_EQ(symbolizer_.variable(program, addresses_["accounts"]).value_or(Variable{}).name,
            "bank::accounts");
}

TEST_F(Modules, StrippedOnesHaveOffsets) {
  const std::string program = build_bank("g++ -g -O1 -s");
  const SourceFrame frame = symbolizer_.frames(program, addresses_["deposit"], false).front();
  std::ostringstream expected;
  expected << "bank+0x" << std::hex << addresses_["deposit"];
  EXPECT_EQ(frame.function, expected.str());
  EXPECT_FALSE(symbolizer_.variable(program, addresses_["accounts"]).has_value());
}

TEST_F(Modules, FindTheirSeparateDebugInformation) {
  const std::string program = build_bank("g++ -g -O1");
  ASSERT_EQ(run_in(folder_.path(),
                   "mkdir .debug && objcopy --only-keep-debug bank .debug/bank.debug && "
                   "objcopy --strip-all --add-gnu-debuglink=.debug/bank.debug bank")
                .status,
            0);
  EXPECT_TRUE(symbolizer_.has_debug_info(program));
  EXPECT_EQ(symbolizer_.frames(program, addresses_["deposit"], true).front().line,
            line_of(kProgram, "HERE(\"deposit"));
  EXPECT_EQ(symbolizer_.variable(program, addresses_["accounts"]).value_or(Variable{}).place,
            "bank::accounts[1].balance");

  // That of another build would name wrong lines.
  ASSERT_EQ(run_in(folder_.path(), "g++ -g -O0 bank.cc -o .debug/bank.debug").status, 0);
  EXPECT_FALSE(Symbolizer().has_debug_info(program));
}

// Checked by the checksum where the linker writes no build id.
TEST_F(Modules, FindSeparateDebugInformationWithoutABuildId) {
  const std::string program = build_bank("g++ -g -O1 -Wl,--build-id=none");
  EXPECT_FALSE(symbolizer_.build_id(program).has_value());
  ASSERT_EQ(run_in(folder_.path(),
                   "objcopy --only-keep-debug bank bank.debug && "
                   "objcopy --strip-all --add-gnu-debuglink=bank.debug bank")
                .status,
            0);
  EXPECT_TRUE(Symbolizer().has_debug_info(program));
  ASSERT_EQ(run_in(folder_.path(), "printf x >> bank.debug").status, 0);
  EXPECT_FALSE(Symbolizer().has_debug_info(program));
}

struct Format {
  const char* flags;
  bool has_types;
};

// Forms of debug information that are not the default. Only the lines and functions of the smallest are
// known.
TEST_F(Modules, UnderstandEveryFormOfDebugInformation) {
  ASSERT_TRUE(is_installed("g++"));
  for (const Format& format : {
           Format{"g++ -O1 -g -gdwarf-5 -gsplit-dwarf", true},
           Format{"g++ -O1 -g -gdwarf-4 -gsplit-dwarf", true},
           Format{"clang++-19 -O1 -g -gsplit-dwarf", true},
           Format{"g++ -O1 -g -gz", true},
           Format{"g++ -O1 -g -fdebug-types-section", true},
           Format{"g++ -O1 -g -flto", true},
           Format{"g++ -O1 -g -ffunction-sections -fdata-sections -Wl,--gc-sections", true},
           Format{"clang++-19 -O1 -g -fuse-ld=lld -ffunction-sections -Wl,--gc-sections", true},
           Format{"g++ -O1 -g1", false},
           Format{"clang++-19 -O1 -gline-tables-only", false},
           Format{"g++ -O1 -g -static", true},
           Format{"g++ -O1 -g -gdwarf-3 -gno-strict-dwarf", true},
       }) {
    SCOPED_TRACE(format.flags);
    const std::string flags = format.flags;
    if (!is_installed(flags.substr(0, flags.find(' ')))) continue;
    if (flags.find("lld") != std::string::npos && !is_installed("ld.lld")) continue;
    const std::string program = build_bank(flags);
    Symbolizer symbolizer;
    EXPECT_TRUE(symbolizer.has_debug_info(program));
    const std::vector<SourceFrame> deposit = symbolizer.frames(program, addresses_["deposit"], true);
    EXPECT_EQ(deposit.front().function, "bank::deposit");
    EXPECT_EQ(deposit.front().file, "bank.cc");
    EXPECT_EQ(deposit.front().line, line_of(kProgram, "HERE(\"deposit"));
    const std::vector<SourceFrame> inlined = symbolizer.frames(program, addresses_["inlined"], true);
    ASSERT_EQ(inlined.size(), 2U);
    EXPECT_THAT(inlined[0].function, EndsWith("inlined"));
    EXPECT_EQ(inlined[0].line, line_of(kProgram, "HERE(\"inlined"));
    EXPECT_EQ(inlined[1].function, "bank::deposit");
    EXPECT_EQ(inlined[1].line, line_of(kProgram, "  inlined();"));
    EXPECT_EQ(symbolizer.variable(program, addresses_["accounts"]).value_or(Variable{}).place,
              format.has_types ? "bank::accounts[1].balance" : "bank::accounts");
  }
}

// A class is described only where its constructor is; the unit with the variable has a declaration.
TEST_F(Modules, FindTypesInOtherUnits) {
  if (!is_installed("clang++-19")) GTEST_SKIP() << "clang++-19 is not installed";
  folder_.write("account.h", "namespace bank { struct Account { Account(); int number; long balance; }; }\n");
  folder_.write("account.cc",
                "#include \"account.h\"\nbank::Account::Account() : number(1), balance(2) {}\n");
  folder_.write("bank.cc", R"(#include "account.h"
#include "probe.h"
bank::Account account;
int main() { probe_print("balance", (char*)&account + 8); }
)");
  const std::string program = build("clang++-19 -g account.cc bank.cc -o bank");
  EXPECT_EQ(symbolizer_.variable(program, addresses_["balance"]).value_or(Variable{}).place,
            "account.balance");
}

TEST_F(Modules, HaveBuildIds) {
  const std::string program = build_bank("g++ -Wl,--build-id=0x0123456789abcdef");
  EXPECT_EQ(symbolizer_.build_id(program), "0123456789abcdef");
}

TEST_F(Modules, OfTheSystemAreLibraries) {
  folder_.write("bank.cc",
                "#include <cstdio>\n#include <cstdlib>\nint main() { std::printf(\"x %lx\\n\", 1L); }\n");
  const std::string program = build("g++ -g bank.cc -o bank");
  const std::string needed =
      run_in(folder_.path(), "ldd ./bank | sed -n 's/.*libc.so.6 => \\([^ ]*\\).*/\\1/p'").output;
  ASSERT_THAT(needed, EndsWith("libc.so.6\n"));
  const std::string libc = needed.substr(0, needed.size() - 1);
  const std::string symbol =
      run_in(folder_.path(), "nm -D '" + libc + "' | grep ' T pthread_mutex_lock' | head -1").output;
  const uint64_t address = std::strtoull(symbol.c_str(), nullptr, 16);
  EXPECT_THAT(symbolizer_.frames(libc, address, false).front().function, HasSubstr("pthread_mutex_lock"));
  EXPECT_TRUE(symbolizer_.frames(libc, address, false).front().library);
  EXPECT_FALSE(symbolizer_.user_frame(libc, address, false).has_value());
}

TEST_F(Modules, MayBeMissingOrNoElfFiles) {
  const std::string text = folder_.write("text", "no program\n");
  const std::string empty = folder_.write("empty", "");
  for (const std::string& path :
       {folder_.file("missing"), text, empty, folder_.path().string(), std::string()}) {
    EXPECT_THAT(symbolizer_.frames(path, 0x12ab, true).front().function, EndsWith("+0x12aa")) << path;
    EXPECT_FALSE(symbolizer_.variable(path, 0x12ab).has_value());
    EXPECT_FALSE(symbolizer_.tls_variable(path, 0).has_value());
    EXPECT_FALSE(symbolizer_.build_id(path).has_value());
    EXPECT_FALSE(symbolizer_.has_debug_info(path));
  }
  EXPECT_EQ(symbolizer_.frames(folder_.file("missing"), 0, true).front().function, "missing+0x0");
}

// Damaged in many ways, always the same ones: nothing that is said of it matters, only that it ends well.
TEST_F(Modules, MayBeBroken) {
  const std::string program = build_bank("g++ -g -O1");
  std::ifstream file(program, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  ASSERT_FALSE(addresses_.empty());
  std::mt19937 random(1);
  const auto ask = [&](const std::string& path) {
    Symbolizer symbolizer;
    for (const auto& [label, address] : addresses_) {
      EXPECT_FALSE(symbolizer.frames(path, address, true).empty());
      symbolizer.variable(path, address);
      symbolizer.tls_variable(path, 0);
    }
  };
  for (int round = 0; round < 60; ++round) {
    ask(folder_.write("short", bytes.substr(0, random() % bytes.size())));
    std::string damaged = bytes;
    const size_t changes = 1U << (random() % 11);
    for (size_t i = 0; i < changes; ++i)
      damaged[64 + random() % (bytes.size() - 64)] = static_cast<char>(random());
    ask(folder_.write("damaged", damaged));
  }
}

// The variable's name in the debug information goes on behind the end of its unit.
TEST_F(Modules, MayHaveNamesWithoutAnEnd) {
  folder_.write("bank.c", R"(#include "probe.h"
int balance;
int main() { DATA("balance", balance); }
__asm__(
    ".section .debug_abbrev\n"
    ".byte 1, 0x11, 1, 0x25, 0x08, 0, 0\n"           // DW_TAG_compile_unit: DW_AT_producer
    ".byte 2, 0x34, 0, 0x02, 0x18, 0x03, 0x08, 0, 0\n"  // DW_TAG_variable: DW_AT_location, DW_AT_name
    ".byte 0\n"
    ".section .debug_info\n"
    ".4byte 2f - 1f\n"
    "1: .2byte 4\n"
    ".4byte .debug_abbrev\n"
    ".byte 8, 1\n"
    ".asciz \"as\"\n"
    ".byte 2, 9, 3\n"
    ".8byte balance\n"
    ".ascii \"wrong\"\n"
    "2: .asciz \" name\"\n"
    ".text\n");
)");
  const std::string program = build("gcc bank.c -o bank");
  EXPECT_TRUE(symbolizer_.has_debug_info(program));
  EXPECT_EQ(symbolizer_.variable(program, addresses_["balance"]).value_or(Variable{}).place, "balance");
}

// Without a look at it, libdw would go on reading behind the section.
TEST_F(Modules, MayHaveTextsWithoutAnEnd) {
  folder_.write("bank.c", R"(int main() { return 0; }
__asm__(
    ".section .debug_abbrev\n"
    ".byte 1, 0x11, 0, 0x03, 0x0e, 0, 0\n"  // DW_TAG_compile_unit: DW_AT_name, in .debug_str
    ".byte 0\n"
    ".section .debug_info\n"
    ".4byte 2f - 1f\n"
    "1: .2byte 4\n"
    ".4byte .debug_abbrev\n"
    ".byte 8, 1\n"
    ".4byte .debug_str\n"
    "2:\n"
    ".section .debug_str\n"
    ".ascii \"bank\"\n"
    TEXT_END
    ".text\n");
)");
  ASSERT_EQ(run_in(folder_.path(), "gcc -DTEXT_END='\".byte 0\\n\"' bank.c -o whole").status, 0);
  ASSERT_EQ(run_in(folder_.path(), "gcc -DTEXT_END= bank.c -o bank").status, 0);
  EXPECT_TRUE(symbolizer_.has_debug_info(folder_.file("whole")));
  EXPECT_FALSE(symbolizer_.has_debug_info(folder_.file("bank")));
}

TEST_F(Modules, CallFilesAsTheUserDid) {
  folder_.write("source/bank.cc", kProgram);
  const std::string folder = folder_.path().string();
  const auto frame = [&](const std::string& command, const std::string& working_directory) {
    build(command);
    return Symbolizer(working_directory).frames(folder_.file("bank"), addresses_["deposit"], true).front();
  };
  ASSERT_TRUE(is_installed("g++"));
  for (const std::string& compiler :
       {std::string("g++"), std::string("g++ -gdwarf-4"), std::string("clang++-19")}) {
    if (!is_installed(compiler.substr(0, compiler.find(' ')))) continue;
    SCOPED_TRACE(compiler);
    SourceFrame found = frame(compiler + " -g -I. source/bank.cc -o bank", "/");
    EXPECT_EQ(found.file, "source/bank.cc");
    EXPECT_EQ(found.path, folder + "/source/bank.cc");

    found = frame("mkdir -p out && cd out && " + compiler + " -g -I.. ../source/bank.cc -o ../bank", "/");
    EXPECT_EQ(found.file, "../source/bank.cc");
    EXPECT_EQ(found.path, folder + "/source/bank.cc");

    const std::string absolute = compiler + " -g -I. '" + folder + "/source/bank.cc' -o bank";
    EXPECT_EQ(frame(absolute, folder).file, "source/bank.cc");
    EXPECT_EQ(frame(absolute, folder + "/source").file, "bank.cc");
    EXPECT_EQ(frame(absolute, folder + "/elsewhere").file, folder + "/source/bank.cc");

    found = frame(compiler + " -g -I. -ffile-prefix-map='" + folder + "'=. source/bank.cc -o bank", folder);
    EXPECT_EQ(found.file, "source/bank.cc");
    EXPECT_EQ(found.path, folder + "/source/bank.cc");
  }
}

}  // namespace
}  // namespace heddle::symbols::testing
