// Two threads write to a std::ostringstream without a lock. The code of the stream is inside libstdc++.so,
// which no compiler instruments: only its calls of memcpy are seen. Bug: both write to the same place.
#include <cassert>
#include <sstream>
#include <thread>

std::ostringstream diary;

int main() {
  diary << "monday, ";
  std::thread other([] { diary << "tuesday, "; });
  diary << "wednesday, ";
  other.join();
  const std::string text = diary.str();
  assert(text == "monday, tuesday, wednesday, " || text == "monday, wednesday, tuesday, ");
}
