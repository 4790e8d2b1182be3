// Files in a store: in chunks, by the SHA-256 of what they hold, checked on their way out.
#pragma once

#include <cstdint>
#include <string>

#include "event/result.h"
#include "store/database.h"

namespace heddle::campaigns {

inline constexpr std::size_t kChunk = 1 << 20;
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;

// Nothing is sent where the store has it. Its digest.
Result<std::string> put_file(store::Database& database, const store::Patience& patience,
                             const std::string& path);

// The file must not be there. What is damaged is a sentence, and no file.
Result<bool> fetch_file(store::Database& database, const store::Patience& patience, const std::string& digest,
                        const std::string& path);

}  // namespace heddle::campaigns
