#include "host/explorer_process.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "host/framework_message.h"
#include "strategies/registry.h"

namespace heddle::host {

namespace {

constexpr int kPollMilliseconds = 100;
constexpr int kPatience = 5;  // polls
constexpr std::chrono::milliseconds kMoment(1);
constexpr int kMostMoments = 1000;
// Out of the way of the program's own descriptors.
constexpr int kFirstDescriptor = 900;
constexpr int kFirstDescriptorWhereFewAreAllowed = 200;

std::string error_text(const char* what) {
  return std::string(what) + ": " + std::strerror(errno);
}

process::Descriptor out_of_the_way(const process::Descriptor& descriptor) {
  for (const int least : {kFirstDescriptor, kFirstDescriptorWhereFewAreAllowed})
    if (process::Descriptor moved = descriptor.duplicate(least); moved.is_open()) return moved;
  return descriptor.duplicate(0);
}

// The folder may be gone: then the program runs where we do.
bool can_run_in(const std::string& folder) {
  std::error_code error;
  return !folder.empty() && std::filesystem::is_directory(folder, error) && access(folder.c_str(), X_OK) == 0;
}

std::vector<process::Variable> variables_for(const LaunchOptions& options, const ExecutionPlace& place,
                                             const std::string& control) {
  std::vector<process::Variable> variables{{kControlVariable, control}};
  if (!options.program.links_runtime) {
    const char* original = std::getenv("LD_PRELOAD");
    const std::string before = original != nullptr ? original : "";
    variables.push_back({kOriginalPreloadVariable, before});
    variables.push_back({"LD_PRELOAD", options.runtime_library + (before.empty() ? "" : ":" + before)});
  }
  if (can_run_in(options.folder) && std::getenv("PWD") != nullptr)
    variables.push_back({"PWD", options.folder});
  variables.insert(variables.end(), place.variables().begin(), place.variables().end());
  return variables;
}

// `output` takes what the program prints before the explorer serves requests.
Result<process::Child> start_program(const LaunchOptions& options, const ExecutionPlace& place,
                                     const process::Descriptor& socket, const process::Descriptor& progress,
                                     const process::Descriptor& output, const process::Descriptor& input) {
  process::ChildOptions child;
  child.words = {options.program.path};
  for (std::string& argument : place.fill_in(options.arguments)) child.words.push_back(std::move(argument));
  child.own_session = true;  // Ctrl-C is for us alone
  child.ends_with_us = true;
  child.fixed_addresses = !options.randomise_addresses;
  child.default_signals = true;
  child.input = process::Stream::to(input);
  child.output = child.errors = process::Stream::to(output);
  const process::Descriptor kept[] = {out_of_the_way(socket), out_of_the_way(progress),
                                      out_of_the_way(output)};
  for (const process::Descriptor& descriptor : kept) child.kept.push_back(descriptor.number());
  const std::string control = std::to_string(child.kept[0]) + "," + std::to_string(child.kept[1]) + "," +
                              std::to_string(child.kept[2]);
  child.variables = variables_for(options, place, control);
  if (can_run_in(options.folder)) child.folder = options.folder;
  return process::Child::start(child);
}

}  // namespace

Result<std::unique_ptr<ExplorerProcess>> ExplorerProcess::start(const LaunchOptions& options) {
  std::unique_ptr<ExplorerProcess> explorer(new ExplorerProcess);
  Result<ExecutionPlace> place = ExecutionPlace::take(options.surroundings, options.folder);
  if (!place) return Error{place.error()};
  explorer->place_ = std::move(*place);
  Result<process::SocketPair> sockets = process::make_socket_pair();
  if (!sockets) return Error{sockets.error()};
  explorer->socket_ = std::move(sockets->ours);
  Result<process::Descriptor> output = process::make_memory_file("heddle-output");
  if (!output) return Error{output.error()};
  explorer->output_ = std::move(*output);
  const Result<process::Descriptor> input = process::make_memory_file("heddle-input", options.input);
  if (!input) return Error{input.error()};
  const Result<process::Descriptor> progress = process::make_memory_file("heddle-progress");
  if (!progress) return Error{progress.error()};
  if (ftruncate(progress->number(), sizeof(Progress)) != 0) return Error{error_text("ftruncate")};
  void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, progress->number(), 0);
  if (memory == MAP_FAILED) return Error{error_text("mmap")};
  explorer->progress_ = static_cast<Progress*>(memory);

  Result<process::Child> child =
      start_program(options, explorer->place_, sockets->theirs, *progress, explorer->output_, *input);
  if (!child) return Error{"cannot start '" + options.program.path + "': " + child.error()};
  explorer->child_ = std::move(*child);
  sockets->theirs.close();  // so that the end of the explorer closes the connection

  Result<std::vector<std::uint8_t>> message = explorer->receive(MessageType::kHello, nullptr);
  if (!message) {
    const std::string words = explorer->output(2000);
    if (explorer->has_problem_) return Error{message.error()};
    return Error{"the program ended before Heddle could take it over" +
                 (words.empty() ? std::string() : "; it said:\n" + words)};
  }
  Reader reader(*message);
  if (!decode(reader, explorer->hello_))
    return Error{"the program's libheddle.so does not understand this heddle"};
  if (explorer->hello_.version != HEDDLE_VERSION)
    return Error{"the program was linked with libheddle.so " + explorer->hello_.version +
                 ", this is heddle " + HEDDLE_VERSION + ": rebuild the program"};
  return explorer;
}

ExplorerProcess::~ExplorerProcess() {
  socket_.close();
  child_ = process::Child();
  if (progress_ != nullptr) munmap(progress_, sizeof(Progress));
}

// The connection is closed a moment before the process has ended.
Error ExplorerProcess::lost() {
  std::optional<process::Ending> ending = child_.ended();
  for (int i = 0; i < kMostMoments && !ending; ++i) {
    std::this_thread::sleep_for(kMoment);
    ending = child_.ended();
  }
  if (ending && ending->signal() != 0)
    return Error{"the explorer process was ended by a signal: " + ending->signal_name()};
  return Error{"the explorer process ended unexpectedly"};
}

Result<bool> ExplorerProcess::send(const std::vector<std::uint8_t>& message) {
  const std::uint64_t size = message.size();
  const auto write_all = [this](const void* data, std::size_t left) {
    for (const auto* bytes = static_cast<const char*>(data); left > 0;) {
      const ssize_t written = ::send(socket_.number(), bytes, left, MSG_NOSIGNAL);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes += written;
      left -= static_cast<std::size_t>(written);
    }
    return true;
  };
  if (!write_all(&size, sizeof size) || !write_all(message.data(), message.size())) return lost();
  return true;
}

Result<std::vector<std::uint8_t>> ExplorerProcess::receive(MessageType expected, const Watch& watch) {
  std::uint64_t size = 0;
  std::vector<std::uint8_t> message;
  std::uint8_t* target = reinterpret_cast<std::uint8_t*>(&size);
  std::size_t left = sizeof size;
  bool body = false;
  int asked_to_stop = 0;
  for (;;) {
    pollfd poll_for{socket_.number(), POLLIN, 0};
    const int ready = poll(&poll_for, 1, kPollMilliseconds);
    // An execution that does not end by itself is not waited for.
    if (watch && watch())
      progress_->stop.store(++asked_to_stop > kPatience ? kStopNow : 1, std::memory_order_relaxed);
    if (ready <= 0) continue;
    const ssize_t got = recv(socket_.number(), target, left, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return lost();
    target += got;
    left -= static_cast<std::size_t>(got);
    if (left != 0) continue;
    if (body || size == 0) break;
    body = true;
    message.resize(size);
    target = message.data();
    left = message.size();
  }
  if (message.empty()) return Error{"the explorer sent an empty message"};
  const auto type = static_cast<MessageType>(message[0]);
  message.erase(message.begin());
  if (type == MessageType::kProblem) {
    Reader reader(message);
    std::string text;
    reader.get(text);
    has_problem_ = true;
    return Error{text};
  }
  if (type != expected) return Error{"the explorer sent an unexpected message"};
  return message;
}

Result<SearchPaused> ExplorerProcess::search(const SearchRequest& request, const Watch& watch) {
  if (request.fresh) guided_ = is_guided(request.settings) ? std::make_unique<GuidedSearch>() : nullptr;
  if (guided_ == nullptr) return run(request, watch);
  return guided_->search(request, watch, [&](const SearchRequest& part) { return run(part, watch); });
}

Result<SearchPaused> ExplorerProcess::run(const SearchRequest& request, const Watch& watch) {
  if (Result<bool> begun = begin(request); !begun) return Error{begun.error()};
  return finish(watch);
}

Result<bool> ExplorerProcess::begin(const SearchRequest& request) {
  progress_->stop.store(0, std::memory_order_relaxed);
  if (request.fresh) {  // until it shows its own
    progress_->executions.store(request.before.executions, std::memory_order_relaxed);
    progress_->steps.store(request.before.steps, std::memory_order_relaxed);
    progress_->failed.store(request.before.failed, std::memory_order_relaxed);
  }
  return send(encode(request));
}

Result<SearchPaused> ExplorerProcess::finish(const Watch& watch) {
  Result<std::vector<std::uint8_t>> message = receive(MessageType::kPaused, watch);
  if (!message) return Error{message.error()};
  SearchPaused paused;
  Reader reader(*message);
  if (!decode(reader, paused)) return Error{"the explorer's report of the search is damaged"};
  hello_.modules = paused.modules;
  return paused;
}

Result<Replayed> ExplorerProcess::replay(const ReplayRequest& request, const Watch& watch) {
  if (Result<bool> begun = begin_replay(request); !begun) return Error{begun.error()};
  return finish_replay(watch);
}

bool ExplorerProcess::has_answered() const {
  pollfd poll_for{socket_.number(), POLLIN, 0};
  return poll(&poll_for, 1, 0) > 0;
}

Result<bool> ExplorerProcess::begin_replay(const ReplayRequest& request) {
  progress_->stop.store(0, std::memory_order_relaxed);  // a search may have been stopped
  if (ftruncate(output_.number(), 0) != 0 || lseek(output_.number(), 0, SEEK_SET) != 0)
    return Error{error_text("output file")};
  return send(encode(request));
}

Result<Replayed> ExplorerProcess::finish_replay(const Watch& watch) {
  Result<std::vector<std::uint8_t>> message = receive(MessageType::kReplayed, watch);
  if (!message) return Error{message.error()};
  Replayed replayed;
  Reader reader(*message);
  if (!decode(reader, replayed)) return Error{"the explorer's report of the replay is damaged"};
  hello_.modules = replayed.modules;
  note_expectation(replayed.report.failure);
  return replayed;
}

// A test framework that is not satisfied ends the program with a status. What it expected stands in the
// output.
void ExplorerProcess::note_expectation(Failure& failure) const {
  constexpr std::size_t kMostOutput = 256 * 1024;
  if (failure.kind != FailureKind::kExitStatus || !failure.text.empty()) return;
  const std::optional<FrameworkMessage> said = framework_message(output(kMostOutput));
  if (!said) return;
  failure.text = said->brief();
  if (said->line > 0)
    failure.text =
        said->file.substr(said->file.rfind('/') + 1) + ":" + std::to_string(said->line) + ": " + failure.text;
}

std::string ExplorerProcess::output(std::size_t limit) const {
  struct stat file{};
  if (fstat(output_.number(), &file) == 0) limit = std::min(limit, static_cast<std::size_t>(file.st_size));
  std::string text(limit, '\0');
  const ssize_t got = pread(output_.number(), text.data(), limit, 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace heddle::host
