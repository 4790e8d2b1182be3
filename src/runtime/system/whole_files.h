// Whole files, by system calls of our own.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::runtime {

// As far as it can be read.
std::string read_all(int file);
// Empty: it is not there.
std::string read_file(const std::string& path);

bool write_all(int file, std::span<const std::uint8_t> bytes);

}  // namespace heddle::runtime
