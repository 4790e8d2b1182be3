// Starts no thread at all: there is nothing to explore.
#include <cstdio>

int main() {
  std::puts("alone");
}
