// Thread-safe, and wrong all the same: pop() returns what came first. Needs a Token, which only a factory can
// make.
#pragma once

#include <deque>
#include <mutex>

class Token {
 public:
  static Token number(int number) {
    Token token;
    token.number_ = number;
    return token;
  }
  int number() const { return number_; }

 private:
  Token() = default;
  int number_ = 0;
};

class Stack {
 public:
  void push(Token token) {
    const std::scoped_lock lock(mutex_);
    tokens_.push_back(token.number());
  }
  int pop() {
    const std::scoped_lock lock(mutex_);
    if (tokens_.empty()) return 0;
    const int token = tokens_.front();
    tokens_.pop_front();
    return token;
  }

 private:
  std::mutex mutex_;
  std::deque<int> tokens_;
};
