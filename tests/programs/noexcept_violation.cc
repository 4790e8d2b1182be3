// One thread loads a price list while another looks a price up; a lock guards the map.
// Bug: price_of() promises not to throw, but std::map::at() does when the price is not there yet.
// Fails when the look-up comes before the loading.
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::mutex prices_lock;
std::map<std::string, int> prices;

void load_prices() {
  std::lock_guard lock(prices_lock);
  prices["thread"] = 3;
}

int price_of(const std::string& article) noexcept {
  std::lock_guard lock(prices_lock);
  return prices.at(article);
}

int main() {
  int price = 0;
  std::thread loader(load_prices);
  std::thread customer([&price] { price = price_of("thread"); });
  loader.join();
  customer.join();
  return price == 3 ? 0 : 1;
}
