// Its source, its messages and its output hold what a careless page would take for its own.
#include <cstdio>
#include <cstdlib>
#include <thread>

int balance = 0;  // </script><script>document.title = "taken over"</script>

void add() {
  const int now = balance;  // <img src=x onerror="document.title = 'taken over'">
  balance = now + 1;
}

int main() {
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  if (balance != 2) {
    std::puts("</pre><script>document.title = 'taken over'</script><b>bold</b>");
    std::fflush(stdout);
    std::abort();
  }
}
