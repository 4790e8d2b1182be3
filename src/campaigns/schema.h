// The tables of a store. One text for SQLite and PostgreSQL; a step that was published never changes.
#pragma once

#include <span>

#include "store/migrations.h"

namespace heddle::campaigns {

std::span<const store::Migration> all_migrations();

// What a text in a row may have at most: names, words, and what people read.
inline constexpr std::size_t kLongestName = 4'096;
inline constexpr std::size_t kLongestText = 1 << 20;

}  // namespace heddle::campaigns
