// Open files of this process that close themselves. None stays open in a program that is started, unless
// ChildOptions::kept names it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "event/result.h"

namespace heddle::process {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

  // Another one for the same file; its number is the first free one that is not smaller. Closed: there is
  // none.
  Descriptor duplicate(int least_number) const;

 private:
  int number_ = -1;
};

// The errors below name the system call that failed. No descriptor gets the number of a standard stream, even
// where that is closed.
struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};
Result<Pipe> make_pipe();

struct SocketPair {
  Descriptor ours;
  Descriptor theirs;
};
Result<SocketPair> make_socket_pair();

// A file without a path, which holds `contents` and is read from its beginning.
Result<Descriptor> make_memory_file(const char* name, std::string_view contents = {});

// False: it could not be written to the end.
bool write_all(const Descriptor& descriptor, std::string_view text);

// One read, which may wait; appends to `text` what fits below `most` bytes and drops the rest. False at the
// end of the stream.
bool read_some(const Descriptor& descriptor, std::string& text, std::size_t most = ~std::size_t{0});

std::string read_to_end(const Descriptor& descriptor);

}  // namespace heddle::process
