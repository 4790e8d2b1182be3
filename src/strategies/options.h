// The options of a strategy, `key=value,...`, read one by one. The first that is wrong becomes the error.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace heddle {

struct StrategySpec {
  std::string name;
  std::map<std::string, std::string> options;
};

class OptionReader {
 public:
  explicit OptionReader(const StrategySpec& spec) : spec_(spec) {}

  // What there is, for the error about an option that there is not.
  void allow(std::string_view options) { allowed_ = options; }

  std::uint64_t integer(const std::string& key, std::uint64_t otherwise, std::uint64_t least,
                        std::uint64_t most);
  double probability(const std::string& key, double otherwise);
  bool flag(const std::string& key, bool otherwise);
  // The index of the word.
  std::size_t word(const std::string& key, std::size_t otherwise,
                   std::initializer_list<std::string_view> words);
  // In nanoseconds; written as 10ms, 50us or 1s.
  std::uint64_t duration(const std::string& key, std::uint64_t otherwise, std::uint64_t most);

  std::string text(const std::string& key);

  void refuse(std::string reason);
  // An option that was never read is an error. Empty: all is well.
  std::string problem();

 private:
  // False: it was not given.
  bool take(const std::string& key, std::string& value);
  void refuse_value(const std::string& key, const std::string& value, const std::string& allowed);

  StrategySpec spec_;
  std::string problem_;
  std::string_view allowed_;
};

}  // namespace heddle
