// printf and its relatives: they read the format and the texts that its arguments point to, and some of them
// write a buffer.
#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include "runtime/interpose/call_memory.h"
#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

bool is_one_of_letters(char letter, const char* letters) {
  for (; *letters != '\0'; ++letters)
    if (*letters == letter) return true;
  return false;
}

// Goes through a format as printf does, argument by argument.
class FormatReader {
 public:
  FormatReader(const CallMemory& memory, const char* format, va_list arguments)
      : memory_(memory), at_(format) {
    va_copy(arguments_, arguments);
  }
  ~FormatReader() { va_end(arguments_); }
  FormatReader(const FormatReader&) = delete;
  FormatReader& operator=(const FormatReader&) = delete;

  // What is not understood ends it: of the arguments behind nothing is known then.
  void read() {
    while (next_directive())
      if (!take_directive()) return;
  }

 private:
  bool next_directive() {
    while (*at_ != '\0' && *at_ != '%') ++at_;
    if (*at_ == '\0') return false;
    ++at_;
    return true;
  }

  // A number in the format or among the arguments; -1: none, or one that is negative.
  long take_number() {
    if (*at_ == '*') {
      ++at_;
      return va_arg(arguments_, int);
    }
    if (*at_ < '0' || *at_ > '9') return -1;
    long number = 0;
    while (*at_ >= '0' && *at_ <= '9') number = number * 10 + (*at_++ - '0');
    return number;
  }

  // Returns how many letters say that an integer is long; 2 for all that are as wide as a long long.
  int take_width_of_argument() {
    int width = 0;
    for (; is_one_of_letters(*at_, "hljztqL"); ++at_)
      if (*at_ == 'l')
        ++width;
      else if (*at_ != 'h')
        width = 2;
    return width;
  }

  bool take_directive() {
    while (is_one_of_letters(*at_, "-+ #0'I")) ++at_;
    take_number();
    if (*at_ == '$') return false;  // arguments by their numbers
    long precision = -1;
    if (*at_ == '.') {
      ++at_;
      precision = take_number();
      if (precision < 0 && at_[-1] == '.') precision = 0;
    }
    const bool is_long_double = *at_ == 'L';
    return take_argument(take_width_of_argument(), precision, is_long_double);
  }

  bool take_argument(int width, long precision, bool is_long_double) {
    const char conversion = *at_;
    if (conversion == '\0') return false;
    ++at_;
    if (conversion == '%' || conversion == 'm') return true;
    if (is_one_of_letters(conversion, "diouxXcB")) {
      if (width == 0)
        va_arg(arguments_, int);
      else
        va_arg(arguments_, std::int64_t);  // long and long long have the same width
      return true;
    }
    if (is_one_of_letters(conversion, "eEfFgGaA")) {
      if (is_long_double)
        va_arg(arguments_, long double);
      else
        va_arg(arguments_, double);
      return true;
    }
    if (conversion == 's' && width == 0) {
      const auto* text = va_arg(arguments_, const char*);
      if (precision < 0)
        memory_.reads_text(text);
      else
        memory_.reads_text(text, static_cast<std::size_t>(precision));
      return true;
    }
    if (!is_one_of_letters(conversion, "spnSC")) return false;
    va_arg(arguments_, void*);
    return true;
  }

  const CallMemory& memory_;
  const char* at_;
  va_list arguments_;
};

void read_arguments(const CallMemory& memory, const char* format, va_list arguments) {
  if (!memory.is_seen()) return;
  memory.reads_text(format);
  FormatReader(memory, format, arguments).read();
}

// With the result of snprintf: so long the text would have been.
int wrote_text(const CallMemory& memory, const char* to, std::size_t room, int length) {
  if (length >= 0 && room != 0) memory.writes(to, std::min(static_cast<std::size_t>(length) + 1, room));
  return length;
}

constexpr std::size_t kUnlimited = ~std::size_t{0};

}  // namespace

// HEDDLE_PRINTS(name, parameters, call): a function with the last parameter `format`, and arguments behind
// it. `call` prints with `list`; the result of it is returned.
#define HEDDLE_PRINTS(name, parameters, call)  \
  int name parameters {                        \
    const CallMemory memory(HEDDLE_CALL_SITE); \
    va_list list;                              \
    va_start(list, format);                    \
    read_arguments(memory, format, list);      \
    const int result = call;                   \
    va_end(list);                              \
    return result;                             \
  }
// The same with a list of arguments.
#define HEDDLE_PRINTS_LIST(name, parameters, call) \
  int name parameters {                            \
    const CallMemory memory(HEDDLE_CALL_SITE);     \
    read_arguments(memory, format, list);          \
    return call;                                   \
  }

extern "C" {

HEDDLE_PRINTS(printf, (const char* format, ...), real().vprintf(format, list))
HEDDLE_PRINTS_LIST(vprintf, (const char* format, va_list list), real().vprintf(format, list))
HEDDLE_PRINTS(fprintf, (FILE * file, const char* format, ...), real().vfprintf(file, format, list))
HEDDLE_PRINTS_LIST(vfprintf, (FILE * file, const char* format, va_list list),
                   real().vfprintf(file, format, list))
HEDDLE_PRINTS(dprintf, (int descriptor, const char* format, ...), real().vdprintf(descriptor, format, list))
HEDDLE_PRINTS_LIST(vdprintf, (int descriptor, const char* format, va_list list),
                   real().vdprintf(descriptor, format, list))
HEDDLE_PRINTS(sprintf, (char* to, const char* format, ...) noexcept,
              wrote_text(memory, to, kUnlimited, real().vsprintf(to, format, list)))
HEDDLE_PRINTS_LIST(vsprintf, (char* to, const char* format, va_list list) noexcept,
                   wrote_text(memory, to, kUnlimited, real().vsprintf(to, format, list)))
HEDDLE_PRINTS(snprintf, (char* to, std::size_t room, const char* format, ...) noexcept,
              wrote_text(memory, to, room, real().vsnprintf(to, room, format, list)))
HEDDLE_PRINTS_LIST(vsnprintf, (char* to, std::size_t room, const char* format, va_list list) noexcept,
                   wrote_text(memory, to, room, real().vsnprintf(to, room, format, list)))
HEDDLE_PRINTS(asprintf, (char** to, const char* format, ...) noexcept, real().vasprintf(to, format, list))
HEDDLE_PRINTS_LIST(vasprintf, (char** to, const char* format, va_list list) noexcept,
                   real().vasprintf(to, format, list))

}  // extern "C"
