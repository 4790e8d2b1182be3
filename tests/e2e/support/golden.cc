#include "support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddle::e2e {

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(HEDDLE_TEST_SOURCES) + "/golden/" + name;
  if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_EQ(golden.str(), text) << "differs from " << path << " (HEDDLE_UPDATE_GOLDEN=1 writes it anew)";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace heddle::e2e
