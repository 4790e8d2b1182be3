// Clang's thread safety attributes, on functions whose bodies are elsewhere.
#pragma once

namespace headers {

class __attribute__((capability("mutex"))) Mutex {
 public:
  void lock() __attribute__((acquire_capability()));
  void unlock() __attribute__((release_capability()));
};

class __attribute__((scoped_lockable)) Scoped {
 public:
  explicit Scoped(Mutex& mutex) __attribute__((acquire_capability(mutex)));
  ~Scoped() __attribute__((release_capability()));
};

class Attributes {
 public:
  //= x_ w {m_}; all under m_
  void locks() {
    m_.lock();
    x_ = 1;
    m_.unlock();
  }
  //= x_ w {m_}; all under m_; 1 not seen
  void scoped() {
    Scoped guard(m_);
    x_ = 1;
  }
  //= x_ w {m_}
  void required() __attribute__((requires_capability(m_))) { x_ = 1; }

 private:
  Mutex m_;
  int x_ = 0;
};

}  // namespace headers
