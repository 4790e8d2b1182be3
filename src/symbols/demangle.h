// Names of symbols as a person reads them. Demangled C++ names carry template arguments, parameters and
// return types that drown the one thing a reader looks for, so each has a short form besides the full one.
#pragma once

#include <string>
#include <string_view>

namespace heddle::symbols {

// "_ZN4Bank8transferEii" is "Bank::transfer(int, int)"; what is no mangled C++ name is returned as it is,
// without the version that the linker appends ("stdout@GLIBC_2.2.5").
std::string demangle(std::string_view symbol);

// "void Bank::transfer<int>(int, int) const [clone .cold]" is "Bank::transfer", and
// "main::{lambda()#1}::operator()() const" is "main::lambda#1".
std::string short_function_name(std::string_view demangled);

// "transfer(int, int)::lock" is "transfer()::lock". Short template arguments stay: Pool<int>::lock and
// Pool<char>::lock are two variables.
std::string short_variable_name(std::string_view demangled);

}  // namespace heddle::symbols
