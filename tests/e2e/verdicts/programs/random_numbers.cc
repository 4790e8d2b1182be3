// Ends with a status that is drawn at random, in one of many ways. All numbers come from the seed of the
// search, so the replay ends with the same status.
//
// run: getrandom => exit-status
// run: getentropy => exit-status
// run: syscall => exit-status
// run: open => exit-status
// run: openat => exit-status
// run: readv => exit-status
// run: pread => exit-status
// run: fopen => exit-status
// run: fdopen => exit-status
// run: ifstream => exit-status
// run: device => exit-status
// run: arc4random => exit-status
// run: arc4random_buf => exit-status
// run: arc4random_uniform => exit-status
// run: auxiliary => exit-status
// carriers: contexts
// compilers: gxx
// options: --executions 20
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>

extern "C" {
std::uint32_t arc4random() noexcept;
void arc4random_buf(void*, std::size_t) noexcept;
std::uint32_t arc4random_uniform(std::uint32_t) noexcept;
}

using Number = std::uint32_t;

Number read_number(int file) {
  Number number = 0;
  assert(read(file, &number, sizeof number) == sizeof number);
  close(file);
  return number;
}

Number read_number(FILE* file) {
  Number number = 0;
  assert(std::fread(&number, sizeof number, 1, file) == 1 && fileno(file) >= 0);
  std::fclose(file);
  return number;
}

const std::map<std::string, Number (*)()> kWays = {
    {"getrandom",
     [] {
       Number number = 0;
       assert(getrandom(&number, sizeof number, 0) == sizeof number);
       return number;
     }},
    {"getentropy",
     [] {
       Number number = 0;
       assert(getentropy(&number, sizeof number) == 0);
       return number;
     }},
    {"syscall",
     [] {
       Number number = 0;
       assert(syscall(SYS_getrandom, &number, sizeof number, 0) == sizeof number);
       return number;
     }},
    {"open", [] { return read_number(open("/dev/urandom", O_RDONLY)); }},
    {"openat", [] { return read_number(openat(AT_FDCWD, "/dev/random", O_RDONLY)); }},
    {"pread",
     [] {
       Number number = 0;
       const int file = open("/dev/urandom", O_RDONLY);
       assert(pread(file, &number, sizeof number, 0) == sizeof number);
       close(file);
       return number;
     }},
    {"readv",
     [] {
       Number numbers[2] = {};
       const iovec vectors[] = {{&numbers[0], sizeof(Number)}, {&numbers[1], sizeof(Number)}};
       const int file = open("/dev/urandom", O_RDONLY);
       assert(readv(file, vectors, 2) == 2 * sizeof(Number));
       close(file);
       return numbers[0] ^ numbers[1];
     }},
    {"fopen", [] { return read_number(std::fopen("/dev/urandom", "r")); }},
    {"fdopen", [] { return read_number(fdopen(open("/dev/urandom", O_RDONLY), "r")); }},
    {"ifstream",
     [] {
       Number number = 0;
       std::ifstream file("/dev/urandom", std::ios::binary);
       file.read(reinterpret_cast<char*>(&number), sizeof number);
       assert(file);
       return number;
     }},
    {"device", [] { return static_cast<Number>(std::random_device()()); }},
    {"arc4random", [] { return arc4random(); }},
    {"arc4random_buf",
     [] {
       Number number = 0;
       arc4random_buf(&number, sizeof number);
       return number;
     }},
    {"arc4random_uniform", [] { return arc4random_uniform(1'000'000); }},
    {"auxiliary",
     [] {
       Number number = 0;
       std::memcpy(&number, reinterpret_cast<const void*>(getauxval(AT_RANDOM)), sizeof number);
       return number;
     }},
};

int main(int, char** arguments) {
  Number number = 0;
  std::thread drawing([&] { number = kWays.at(arguments[1])(); });
  drawing.join();
  return 1 + static_cast<int>(number % 100);
}
