// Atomics of sixteen, three and twenty-four bytes, for which the compilers call libatomic's functions.
// Bug: a load, a change and a store in place of an exchange loop.
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

void change() {
  Pair p = pair.load();
  ++p.first, ++p.second;
  pair.store(p);
  Colour c = colour.load();
  ++c.red, ++c.blue;
  colour.store(c);
  Vector v = vector.load();
  ++v.x, ++v.z;
  vector.store(v);
}

int main() {
  std::thread one(change);
  std::thread other(change);
  one.join();
  other.join();
  assert(pair.load().first == pair.load().second);
  assert(pair.load().first + colour.load().red + vector.load().x == 6);
}
