#pragma once

namespace heddle {

template <typename T>
struct Factory;

template <>
struct Factory<Token> {
  static Token make(int number) { return Token::number(number + 1); }
};

}  // namespace heddle
