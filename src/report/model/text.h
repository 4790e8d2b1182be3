// Small pieces of text: numbers as people read them, lists, lines that fit a terminal, and words of the
// program under test that must not do anything to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

// How many columns a line of text has: 80, unless the user's terminal is another one.
inline constexpr std::size_t kUsualWidth = 80;
inline constexpr std::size_t kNarrowest = 60;
inline constexpr std::size_t kWidest = 200;
std::size_t line_width();
// Held between the narrowest and the widest; where words are read in columns, fewer or more are of no use.
void set_line_width(std::size_t columns);

std::string with_thousands(std::uint64_t number);                  // "2,345,678"
std::string counted(std::uint64_t number, std::string_view noun);  // "1 bug", "2,000 bugs"
std::string ordinal(std::uint64_t number);                         // "1st", "2nd", "11th"
std::string rounded(std::uint64_t number);                         // "812", "1.2 M", "3.0 G"
// "12,000 to 41,000", in two digits, rounded away from each other; "5,000" where these are the same.
std::string range_text(double from, double to);
std::string seconds_text(double seconds);                   // "0.04 s", "12.3 s", "2 min 5 s"
std::string nanoseconds_text(std::uint64_t nanoseconds);    // "50 ms", "1.5 s"; rounded to two digits
std::string clock_text(double seconds);                     // "0:42", "1:02:03"
std::string hexadecimal(std::uint64_t number);              // "0x12ab"
std::string listed(const std::vector<std::string>& items);  // "a", "a and b", "a, b and c"
// At most `limit` of them: "a, b and 7 more".
std::string listed(const std::vector<std::string>& items, std::size_t limit);

std::string_view base_name(std::string_view path);
std::string shell_quoted(std::string_view word);  // as it is, where the shell needs no quotes
std::string_view trimmed(std::string_view text);

// Text of the program under test on one line and without power over the terminal: control characters, what
// turns the direction of writing, and bytes that are no UTF-8 are shown as escapes ("\n", "\x1b"). A tab
// becomes spaces.
std::string visible(std::string_view text);
// The same for several lines, which stay apart.
std::string visible_lines(std::string_view text);

// Columns of text without escape sequences: one per character.
std::size_t width(std::string_view text);
std::string shortened(std::string_view text, std::size_t columns);       // "the beginning of..."
std::string shortened_path(std::string_view path, std::size_t columns);  // ".../the/end/of/it.cc:12"

// Breaks at spaces so that every line, indentation included, has at most line_width() columns. Lines after
// the first are indented by `hanging`. A word that is too long for a line is cut into pieces, unless it is a
// path: that can be copied. Ends with a line break.
std::string wrapped(std::string_view text, std::size_t indentation = 0, std::size_t hanging = 0);

}  // namespace heddle::report
