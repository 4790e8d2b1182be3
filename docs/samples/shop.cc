// A shop with a till: one thread sells, another one counts and orders.
#include <mutex>
#include <thread>

std::mutex till;
int coins = 10, goods = 3;

void sell() {
  {
    std::lock_guard lock(till);
    --goods;
  }
  std::lock_guard lock(till);
  ++coins;
}

void order() {
  int short_of = 0;
  {
    std::lock_guard lock(till);
    short_of = 5 - goods;
  }
  std::lock_guard lock(till);
  coins -= short_of;
}

int main() {
  std::thread seller(sell), buyer(order);
  seller.join();
  buyer.join();
}
