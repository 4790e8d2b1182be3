// The repaired twin of noexcept_violation: one thread loads a price list, another looks a price up.
// A price that is not there yet is an ordinary answer in place of an exception.
#include <cassert>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

std::mutex prices_lock;
std::map<std::string, int> prices;

void load_prices() {
  std::lock_guard lock(prices_lock);
  prices["thread"] = 3;
}

std::optional<int> price_of(const std::string& article) noexcept {
  std::lock_guard lock(prices_lock);
  const auto found = prices.find(article);
  if (found == prices.end()) return std::nullopt;
  return found->second;
}

int main() {
  std::optional<int> price;
  std::thread loader(load_prices);
  std::thread customer([&price] { price = price_of("thread"); });
  loader.join();
  customer.join();
  assert(price.value_or(3) == 3);
}
