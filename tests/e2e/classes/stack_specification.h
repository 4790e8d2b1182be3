#pragma once

#include <deque>
#include <vector>

class RightStack {
 public:
  void push(Token token) { tokens_.push_back(token.number()); }
  int pop() {
    if (tokens_.empty()) return 0;
    const int token = tokens_.back();
    tokens_.pop_back();
    return token;
  }

 private:
  std::vector<int> tokens_;
};

class Queue {
 public:
  void push(Token token) { tokens_.push_back(token.number()); }
  int pop() {
    if (tokens_.empty()) return 0;
    const int token = tokens_.front();
    tokens_.pop_front();
    return token;
  }

 private:
  std::deque<int> tokens_;
};
