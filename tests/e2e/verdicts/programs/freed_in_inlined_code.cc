// A destructor frees a block that another thread uses after that. The destructor is inlined into a function
// of the C++ library: the reports name its line and the constructor's, not the lines of main.
//
// run: => heap-error
// says: allocated\s+at\s+\S*freed_in_inlined_code.cc:17
// says: freed\s+at\s+\S*freed_in_inlined_code.cc:18
// replays: :18 in Owner::~Owner\s[^]*called from \S*:30 in main
// options: --executions 300
#include <cstdlib>
#include <memory>
#include <thread>

namespace {

struct Owner {
  int* block;
  Owner() : block(static_cast<int*>(std::malloc(sizeof(int)))) { *block = 0; }
  ~Owner() { std::free(block); }
};

volatile int seen;

}  // namespace

int main() {
  auto owner = std::make_shared<Owner>();
  int* const block = owner->block;
  std::thread reader([block] { seen = *block; });
  std::this_thread::yield();
  owner.reset();
  reader.join();
}
