// mem* and str*, which Heddle does itself where the program calls them: each must do what POSIX says, for all
// sizes, with overlap, at the edges. The reference is made of loops. Two threads, each with memory of its
// own.
#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <string>
#include <thread>
#include <vector>

void require(bool condition, const char* what, std::size_t size) {
  if (condition) return;
  std::printf("FAILED: %s, size %zu\n", what, size);
  std::exit(1);
}

std::vector<char> pattern(std::size_t size) {
  std::vector<char> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + i % 23);
  return bytes;
}

bool same(const char* one, const char* other, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if (one[i] != other[i]) return false;
  return true;
}

const std::size_t kSizes[] = {0,  1,  2,  3,  7,   8,   9,   15,   16,   17,   31,  32,
                              33, 63, 64, 65, 255, 256, 257, 1000, 1023, 4096, 5001};

void check_copies() {
  for (const std::size_t size : kSizes) {
    const std::vector<char> source = pattern(size);
    std::vector<char> target(size + 2, '#');
    require(std::memcpy(target.data() + 1, source.data(), size) == target.data() + 1,
            "memcpy returns the target", size);
    require(same(target.data() + 1, source.data(), size) && target[0] == '#' && target[size + 1] == '#',
            "memcpy", size);
    require(mempcpy(target.data() + 1, source.data(), size) == target.data() + 1 + size, "mempcpy", size);
    std::memset(target.data() + 1, '+', size);
    for (std::size_t i = 0; i < size; ++i) require(target[i + 1] == '+', "memset", size);
    require(target[0] == '#' && target[size + 1] == '#', "memset's edges", size);
    bzero(target.data() + 1, size);
    for (std::size_t i = 0; i < size; ++i) require(target[i + 1] == 0, "bzero", size);
    for (const std::size_t distance : {0u, 1u, 5u, 8u, 100u, 300u})
      for (const bool up : {false, true}) {
        std::vector<char> room = pattern(size + distance);
        const std::vector<char> before = room;
        const std::size_t from = up ? 0 : distance, to = up ? distance : 0;
        std::memmove(room.data() + to, room.data() + from, size);
        require(same(room.data() + to, before.data() + from, size), "memmove", size);
      }
  }
}

void check_searches() {
  for (const std::size_t size : kSizes) {
    std::vector<char> one = pattern(size), other = one;
    require(std::memcmp(one.data(), other.data(), size) == 0 && bcmp(one.data(), other.data(), size) == 0,
            "equal", size);
    if (size == 0) continue;
    other[size - 1] = '~';
    require(
        std::memcmp(one.data(), other.data(), size) < 0 && std::memcmp(other.data(), one.data(), size) > 0,
        "memcmp", size);
    require(std::memchr(other.data(), '~', size) == &other[size - 1], "memchr", size);
    require(std::memchr(one.data(), '~', size) == nullptr && memrchr(one.data(), '~', size) == nullptr,
            "not there", size);
    require(memrchr(other.data(), '~', size) == &other[size - 1], "memrchr", size);
    require(memmem(other.data(), size, "~", 1) == &other[size - 1], "memmem", size);
  }
}

void check_texts() {
  for (const std::size_t size : kSizes) {
    std::vector<char> bytes = pattern(size);
    bytes.push_back('\0');
    const char* text = bytes.data();
    require(std::strlen(text) == size && strnlen(text, size / 2) == size / 2, "strlen", size);
    std::vector<char> target(2 * size + 16, '#');
    require(std::strcpy(target.data(), text) == target.data() && same(target.data(), text, size + 1),
            "strcpy", size);
    require(target[size + 1] == '#', "strcpy's edge", size);
    require(stpcpy(target.data(), text) == target.data() + size, "stpcpy", size);
    require(std::strcat(target.data(), "xyz") == target.data() && std::strlen(target.data()) == size + 3,
            "strcat", size);
    require(same(target.data() + size, "xyz", 4) && target[size + 4] == '#', "strcat's edge", size);
    std::strncat(target.data(), "uvw", 2);
    require(same(target.data() + size + 3, "uv", 3), "strncat", size);
    std::strncpy(target.data(), text, size + 8);
    for (std::size_t i = size; i < size + 8; ++i) require(target[i] == 0, "strncpy fills", size);
    require(same(target.data(), text, size), "strncpy", size);
    std::memset(target.data(), '#', target.size());
    std::strncpy(target.data(), text, size / 2);
    require(same(target.data(), text, size / 2) && target[size / 2] == '#', "strncpy cuts", size);
    char* copy = strdup(text);
    require(std::strcmp(copy, text) == 0 && strcasecmp(copy, text) == 0, "strdup", size);
    std::free(copy);
    copy = strndup(text, size / 2);
    require(std::strlen(copy) == size / 2 && std::strncmp(copy, text, size / 2) == 0, "strndup", size);
    require(strncasecmp(copy, text, size / 2) == 0, "strncasecmp", size);
    std::free(copy);
    require(std::strchr(text, '\0') == text + size && std::strrchr(text, '\0') == text + size,
            "strchr of the end", size);
    require(std::strchr(text, '~') == nullptr && strchrnul(text, '~') == text + size, "strchr", size);
    require(std::strspn(text, "abcdefghijklmnopqrstuvwxyz") == size && std::strcspn(text, "~!") == size,
            "strspn", size);
    require(std::strpbrk(text, "~!") == nullptr && std::strstr(text, "~") == nullptr, "strstr", size);
    if (size > 3) {
      require(std::strchr(text, 'c') == text + 2 && std::strpbrk(text, "dc") == text + 2, "strpbrk", size);
      require(std::strstr(text, "bc") == text + 1 && std::strcmp(text, "abb") > 0, "strcmp", size);
      require(strcasecmp(text, "ABB") > 0 && std::strncmp(text, "abX", 2) == 0, "strncmp", size);
    }
  }
}

void check_wide() {
  const wchar_t text[] = L"wide letters";
  wchar_t target[16];
  require(std::wcslen(text) == 12 && std::wmemcpy(target, text, 13) == target, "wmemcpy", 13);
  require(std::wmemcmp(target, text, 13) == 0, "wmemcmp", 13);
  std::wmemmove(target + 1, target, 13);
  require(target[1] == L'w' && target[12] == L's', "wmemmove", 13);
  std::wmemset(target, L'x', 3);
  require(target[0] == L'x' && target[2] == L'x' && target[3] == text[2], "wmemset", 3);
}

void check_strings() {
  std::string text;
  for (int i = 0; i < 40; ++i) text.append("abc").insert(text.size() / 2, "-");
  require(text.size() == 160 && text.find("abcabc") != std::string::npos, "std::string", text.size());
  const std::string copy = text;
  require(copy == text && copy.compare(text) == 0, "a copy", text.size());
  text.replace(10, 20, "+").erase(3, 5);
  require(text.size() == 136, "replace and erase", text.size());
}

void check_all() {
  check_copies();
  check_searches();
  check_texts();
  check_wide();
  check_strings();
}

int main() {
  std::thread other(check_all);
  check_all();
  other.join();
  std::puts("ALL OK");
}
