// SHA-256, by OpenSSL: what files of a store are called by, and what a signature file lists.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "event/result.h"

struct evp_md_ctx_st;

namespace heddle::campaigns {

inline constexpr std::size_t kDigestLength = 64;  // hexadecimal digits

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(const void* data, std::size_t size);
  void add(std::string_view text) { add(text.data(), text.size()); }
  std::string finish();  // 64 lower-case hexadecimal digits

 private:
  evp_md_ctx_st* context_;
};

std::string sha256(std::string_view text);
Result<std::string> sha256_of_file(const std::string& path);
bool is_digest(std::string_view text);

}  // namespace heddle::campaigns
