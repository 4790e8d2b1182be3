// Stands for a program under control in explorer_process_test: it talks to `heddle` as the runtime does, or
// as one that is broken, old or killed would. The first argument says which.
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "search/messages.h"

using namespace heddle;

namespace {

int connection = -1;
int output = -1;
Progress* progress = nullptr;

void send(const std::vector<std::uint8_t>& message) {
  const std::uint64_t size = message.size();
  if (write(connection, &size, sizeof size) != sizeof size ||
      write(connection, message.data(), size) != static_cast<ssize_t>(size))
    std::exit(0);
}

void read_all(void* data, std::size_t left) {
  for (auto* bytes = static_cast<char*>(data); left > 0;) {
    const ssize_t got = read(connection, bytes, left);
    if (got <= 0) std::exit(0);  // `heddle` has hung up
    bytes += got;
    left -= static_cast<std::size_t>(got);
  }
}

std::vector<std::uint8_t> receive() {
  std::uint64_t size = 0;
  read_all(&size, sizeof size);
  std::vector<std::uint8_t> message(size);
  read_all(message.data(), size);
  return message;
}

void wait_for_stop(std::uint32_t word) {
  while (progress->stop.load() != word) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void say_hello(const std::string& script) {
  if (script == "ends") {
    std::puts("no such file");
    std::exit(1);
  }
  if (script == "cannot begin") {
    send(encode_problem("there is no shared memory"));
    std::exit(3);
  }
  Hello hello;
  hello.version = script == "is old" ? "0.0.1" : HEDDLE_VERSION;
  std::vector<std::uint8_t> message = encode(hello);
  if (script == "says half a hello") message.resize(message.size() / 2);
  send(message);
}

constexpr std::uint64_t kWithoutEnd = 1;  // a number of executions, or a step limit

void answer_search(const std::string& script, Reader& reader) {
  SearchRequest request;
  if (!decode(reader, request)) return send(encode_problem("damaged request"));
  if (script == "is killed") std::raise(SIGKILL);
  if (script == "says nothing") return send({});
  if (script == "says something else") return send(encode(Replayed{}));
  if (script == "has a problem") return send(encode_problem("no such strategy"));
  if (script == "stops") wait_for_stop(1);
  if (script == "hangs" || request.executions == kWithoutEnd) wait_for_stop(kStopNow);
  SearchPaused answer;
  answer.reason = progress->stop.load() == 0 ? PauseReason::kBudget : PauseReason::kStopped;
  answer.totals.executions = request.executions;
  answer.uses_outside = script == "uses a port";
  answer.modules.modules.resize(1);
  answer.modules.modules[0].path = "plugin.so";
  std::vector<std::uint8_t> message = encode(answer);
  if (script == "says half an answer") message.resize(message.size() / 2);
  send(message);
}

void answer_replay(const std::string& script, Reader& reader) {
  ReplayRequest request;
  if (!decode(reader, request)) return send(encode_problem("damaged request"));
  if (script == "dies in replays") std::raise(SIGKILL);
  if (request.execution.step_limit == kWithoutEnd) wait_for_stop(kStopNow);
  dprintf(output, "step limit %d\n", static_cast<int>(request.execution.step_limit));
  Replayed answer;
  answer.report.end = progress->stop.load() == 0 ? End::kFailed : End::kStuck;
  answer.event_hash = request.execution.step_limit;
  answer.uses_outside = script == "uses a port";
  send(encode(answer));
}

}  // namespace

int main(int, char** arguments) {
  const std::string script = arguments[1];
  int progress_file = -1;
  if (std::sscanf(std::getenv(kControlVariable), "%d,%d,%d", &connection, &progress_file, &output) != 3)
    return 3;
  progress = static_cast<Progress*>(
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, progress_file, 0));
  say_hello(script);
  for (;;) {
    const std::vector<std::uint8_t> message = receive();
    Reader reader(message);
    MessageType type{};
    reader.get(type);
    if (type == MessageType::kSearch)
      answer_search(script, reader);
    else
      answer_replay(script, reader);
  }
}
