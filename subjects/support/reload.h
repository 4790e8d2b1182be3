// Plain fields of Java, which threads read and write at the same time, as plain variables.
#pragma once

namespace subjects {

// Keeps the compiler from joining or leaving out accesses to plain variables: what is read or written on both
// sides of this is read or written twice.
[[gnu::always_inline]] inline void reload() {
  asm volatile("" ::: "memory");
}

}  // namespace subjects
