#include "campaigns/digest.h"

#include <openssl/evp.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace heddle::campaigns {

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (context_ == nullptr || EVP_DigestInit_ex(context_, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("OpenSSL has no SHA-256");
}

Sha256::~Sha256() {
  EVP_MD_CTX_free(context_);
}

void Sha256::add(const void* data, std::size_t size) {
  EVP_DigestUpdate(context_, data, size);
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_, bytes.data(), &size);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::string sha256(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.finish();
}

Result<std::string> sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  Sha256 digest;
  std::vector<char> part(1 << 16);
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())), file.gcount() > 0)
    digest.add(part.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return Error{"cannot read '" + path + "'"};
  return digest.finish();
}

bool is_digest(std::string_view text) {
  return text.size() == kDigestLength && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace heddle::campaigns
