// Small programs with and without a data race: for each memory order, each way to wait, each kind of memory
// and each lifetime. Without arguments the program lists them: chapter, name, verdict, and why
// ThreadSanitizer differs, with tabs between. The first argument names one, the second says which of the two
// threads is to come first.
#include <cstdio>
#include <cstring>

#include "chapters/case.h"
#include "chapters/handing.h"
#include "chapters/lifetime.h"
#include "chapters/locks.h"
#include "chapters/memory.h"
#include "chapters/orders.h"
#include "chapters/threads.h"
#include "chapters/waiting.h"

namespace race_cases {

struct Chapter {
  const char* name;
  Cases cases;
};

const Chapter chapters[] = {{"orders", orders::chapter()},    {"locks", locks::chapter()},
                            {"waiting", waiting::chapter()},  {"threads", threads::chapter()},
                            {"handing", handing::chapter()},  {"memory", memory::chapter()},
                            {"lifetime", lifetime::chapter()}};

void list() {
  for (const Chapter& chapter : chapters)
    for (const Case& each : chapter.cases)
      std::printf("%s\t%s\t%s\t%s\n", chapter.name, each.name,
                  each.verdict == Right::kRacy ? "racy" : "clean", each.thread_sanitizer_differs);
}

int run(const char* name) {
  for (const Chapter& chapter : chapters)
    for (const Case& each : chapter.cases)
      if (std::strcmp(each.name, name) == 0) {
        each.run();
        return 0;
      }
  std::fprintf(stderr, "there is no case '%s'\n", name);
  return 2;
}

}  // namespace race_cases

int main(int count, char** arguments) {
  if (count < 2) {
    race_cases::list();
    return 2;
  }
  if (count == 3)
    race_cases::ahead =
        std::strcmp(arguments[2], "first") == 0 ? race_cases::Ahead::kFirst : race_cases::Ahead::kSecond;
  return race_cases::run(arguments[1]);
}
