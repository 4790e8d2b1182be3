// An object that must not be moved is made where it is to be. A class that inherits this from a base was
// copied.
//
// run: => nothing
// options: --executions 100
#include <thread>

struct Immovable {
  Immovable() = default;
  Immovable(Immovable&&) = delete;
};

struct Operation : Immovable {
  Operation* self;
  long result = 0;
  long more[4] = {};
  Operation() : self(this) {}
};

[[gnu::noinline]] Operation connect() {
  return Operation();
}

int main() {
  Operation operation = connect();
  std::thread worker([&operation] { operation.self->result = 1; });
  worker.join();
  return operation.self == &operation ? 0 : 1;
}
