// The repaired twin of atomic_struct: each change is made by compare_exchange, and none is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  long first = 0;
  long second = 0;
};
struct Colour {
  unsigned char red = 0, green = 0, blue = 0;
};
struct Vector {
  long x = 0, y = 0, z = 0;
};

std::atomic<Pair> pair{Pair()};
std::atomic<Colour> colour{Colour()};
std::atomic<Vector> vector{Vector()};

template <typename T, typename Change>
void update(std::atomic<T>& variable, Change change) {
  T before = variable.load();
  T after;
  do {
    after = before;
    change(after);
  } while (!variable.compare_exchange_weak(before, after));
}

void change() {
  update(pair, [](Pair& p) { ++p.first, ++p.second; });
  update(colour, [](Colour& c) { ++c.red, ++c.blue; });
  update(vector, [](Vector& v) { ++v.x, ++v.z; });
}

int main() {
  std::thread one(change);
  std::thread other(change);
  one.join();
  other.join();
  assert(pair.exchange(Pair()).first == 2);
  assert(colour.load().red == 2 && vector.load().x == 2);
}
