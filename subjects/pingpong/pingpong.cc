// Four threads play with one ball, which always belongs to one player.
// Bug: a thread takes the ball away from its player, waits for some time, and gives it to the next one.
// There is no lock.
// Fails when another thread looks for the player in between and finds none: a null pointer.
#include <array>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

constexpr int kThreads = 4;

struct Player {
  int hits = 0;
};

std::mutex mutex;  // only the twin takes it
std::array<Player, kThreads + 1> players;
Player* player = &players[kThreads];  // of the ball

template <int id>
void play() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  ++player->hits;
  player = nullptr;
  std::this_thread::yield();  // where the Java program waits for 50 ms
  player = &players[id];
}

int main() {
  std::array threads{std::thread(play<0>), std::thread(play<1>), std::thread(play<2>), std::thread(play<3>)};
  for (std::thread& thread : threads) thread.join();
}
