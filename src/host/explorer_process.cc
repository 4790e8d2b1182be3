#include "host/explorer_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "host/default_signals.h"
#include "schedule/registry.h"

namespace heddle::host {

namespace {

constexpr int kPollMilliseconds = 100;
constexpr int kPatience = 5;  // polls
// Out of the way of the program's own descriptors.
constexpr int kFirstDescriptor = 900;

std::string error_text(const char* what) {
  return std::string(what) + ": " + std::strerror(errno);
}

// Written by the child when it cannot start the program.
struct StartFailure {
  int error;
};

[[noreturn]] void start_program(const LaunchOptions& options, int socket, int progress, int output, int input,
                                int failure, pid_t parent) {
  setsid();  // Ctrl-C is for us alone
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // it was killed before we asked to be told
  if (!options.randomise_addresses)
    personality(static_cast<unsigned long>(personality(0xffffffff)) | ADDR_NO_RANDOMIZE);
  dup2(input, 0);
  dup2(output, 1);
  dup2(output, 2);
  int kept[3] = {socket, progress, output};
  for (int& descriptor : kept) {
    int moved = fcntl(descriptor, F_DUPFD, kFirstDescriptor);
    if (moved < 0) moved = fcntl(descriptor, F_DUPFD, 200);
    descriptor = moved < 0 ? dup(descriptor) : moved;
  }
  const std::string control =
      std::to_string(kept[0]) + "," + std::to_string(kept[1]) + "," + std::to_string(kept[2]);
  setenv(kControlVariable, control.c_str(), 1);
  if (!options.program.links_runtime) {
    const char* original = std::getenv("LD_PRELOAD");
    const std::string before = original != nullptr ? original : "";
    setenv(kOriginalPreloadVariable, before.c_str(), 1);
    setenv("LD_PRELOAD", (options.runtime_library + (before.empty() ? "" : ":" + before)).c_str(), 1);
  }
  // The folder may be gone: then it runs where we do.
  if (!options.folder.empty() && chdir(options.folder.c_str()) == 0 && std::getenv("PWD") != nullptr)
    setenv("PWD", options.folder.c_str(), 1);
  std::vector<char*> arguments{const_cast<char*>(options.program.path.c_str())};
  for (const std::string& argument : options.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  give_default_signals();
  execv(options.program.path.c_str(), arguments.data());
  const StartFailure told{errno};
  [[maybe_unused]] const ssize_t written = write(failure, &told, sizeof told);
  _exit(127);
}

bool is_guided(const SearchSettings& settings) {
  const Result<std::unique_ptr<Strategy>> strategy = make_strategy(settings.strategy, settings.requirements);
  return strategy && (*strategy)->needs().guides;  // what is wrong with it the explorer will say
}

// A file in memory with the given contents, open for reading.
int memory_file(const char* name, const std::string& contents) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  std::size_t done = 0;
  while (file >= 0 && done < contents.size()) {
    const ssize_t written = write(file, contents.data() + done, contents.size() - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

Result<std::unique_ptr<ExplorerProcess>> ExplorerProcess::start(const LaunchOptions& options) {
  std::unique_ptr<ExplorerProcess> process(new ExplorerProcess);
  int sockets[2];
  int failure[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return Error{error_text("socketpair")};
  if (pipe2(failure, O_CLOEXEC) != 0) return Error{error_text("pipe")};
  process->socket_ = sockets[0];
  process->output_ = memfd_create("heddle-output", MFD_CLOEXEC);
  const int progress = memfd_create("heddle-progress", MFD_CLOEXEC);
  const int input = memory_file("heddle-input", options.input);
  if (process->output_ < 0 || progress < 0 || input < 0 || ftruncate(progress, sizeof(Progress)) != 0)
    return Error{error_text("memfd_create")};
  void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, progress, 0);
  if (memory == MAP_FAILED) return Error{error_text("mmap")};
  process->progress_ = static_cast<Progress*>(memory);

  const pid_t parent = getpid();
  process->pid_ = fork();
  if (process->pid_ < 0) return Error{error_text("fork")};
  if (process->pid_ == 0)
    start_program(options, sockets[1], progress, process->output_, input, failure[1], parent);
  close(sockets[1]);
  close(progress);
  close(input);
  close(failure[1]);
  StartFailure told{};
  const ssize_t got = read(failure[0], &told, sizeof told);
  close(failure[0]);
  if (got == sizeof told)
    return Error{"cannot start '" + options.program.path + "': " + std::strerror(told.error)};

  Result<std::vector<std::uint8_t>> message = process->receive(MessageType::kHello, nullptr);
  if (!message) {
    const std::string words = process->output(2000);
    if (process->has_problem_) return Error{message.error()};
    return Error{"the program ended before Heddle could take it over" +
                 (words.empty() ? std::string() : "; it said:\n" + words)};
  }
  Reader reader(*message);
  if (!decode(reader, process->hello_))
    return Error{"the program's libheddle.so does not understand this heddle"};
  if (process->hello_.version != HEDDLE_VERSION)
    return Error{"the program was linked with libheddle.so " + process->hello_.version + ", this is heddle " +
                 HEDDLE_VERSION + ": rebuild the program"};
  return process;
}

ExplorerProcess::~ExplorerProcess() {
  if (socket_ >= 0) close(socket_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (output_ >= 0) close(output_);
  if (progress_ != nullptr) munmap(progress_, sizeof(Progress));
}

Error ExplorerProcess::lost() const {
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_ && WIFSIGNALED(status))
    return Error{std::string("the explorer process was ended by a signal: ") + strsignal(WTERMSIG(status))};
  return Error{"the explorer process ended unexpectedly"};
}

Result<bool> ExplorerProcess::send(const std::vector<std::uint8_t>& message) {
  const std::uint64_t size = message.size();
  const auto write_all = [this](const void* data, std::size_t left) {
    for (const auto* bytes = static_cast<const char*>(data); left > 0;) {
      const ssize_t written = ::send(socket_, bytes, left, MSG_NOSIGNAL);
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
    pollfd poll_for{socket_, POLLIN, 0};
    const int ready = poll(&poll_for, 1, kPollMilliseconds);
    // An execution that does not end by itself is not waited for.
    if (watch && watch())
      progress_->stop.store(++asked_to_stop > kPatience ? kStopNow : 1, std::memory_order_relaxed);
    if (ready <= 0) continue;
    const ssize_t got = recv(socket_, target, left, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return lost();
    target += got;
    left -= static_cast<std::size_t>(got);
    if (left != 0) continue;
    if (body) break;
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
  progress_->stop.store(0, std::memory_order_relaxed);
  if (Result<bool> sent = send(encode(request)); !sent) return Error{sent.error()};
  Result<std::vector<std::uint8_t>> message = receive(MessageType::kPaused, watch);
  if (!message) return Error{message.error()};
  SearchPaused paused;
  Reader reader(*message);
  if (!decode(reader, paused)) return Error{"the explorer's report of the search is damaged"};
  hello_.modules = paused.modules;
  return paused;
}

Result<Replayed> ExplorerProcess::replay(const ReplayRequest& request, const Watch& watch) {
  progress_->stop.store(0, std::memory_order_relaxed);  // a search may have been stopped
  if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) return Error{error_text("output file")};
  if (Result<bool> sent = send(encode(request)); !sent) return Error{sent.error()};
  Result<std::vector<std::uint8_t>> message = receive(MessageType::kReplayed, watch);
  if (!message) return Error{message.error()};
  Replayed replayed;
  Reader reader(*message);
  if (!decode(reader, replayed)) return Error{"the explorer's report of the replay is damaged"};
  hello_.modules = replayed.modules;
  return replayed;
}

std::string ExplorerProcess::output(std::size_t limit) const {
  std::string text(limit, '\0');
  const ssize_t got = pread(output_, text.data(), limit, 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace heddle::host
