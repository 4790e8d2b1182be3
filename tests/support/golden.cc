#include "support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddle {

void expect_golden(const std::string& folder, const std::string& name, const std::string& text) {
  const std::string path = folder + "/" + name;
  const char* update = std::getenv("HEDDLE_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    EXPECT_TRUE(stream.flush()) << "cannot write " << path;
    return;
  }
  std::ifstream stream(path, std::ios::binary);
  ASSERT_TRUE(stream) << path << " is missing; HEDDLE_UPDATE_GOLDEN=1 writes it";
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_EQ(golden.str(), text) << path << " differs; HEDDLE_UPDATE_GOLDEN=1 accepts the change";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace heddle
