#include "process/child.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "process/signals.h"

namespace heddle::process {

namespace {

constexpr int kNotStarted = 127;  // as shells have it

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The files that may be the program, in the order in which they are tried.
std::vector<std::string> candidates(const ChildOptions& options) {
  const std::string& program = options.words.front();
  if (!options.search_path || program.find('/') != std::string::npos) return {program};
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "/bin:/usr/bin";
  std::vector<std::string> files;
  for (;;) {
    const std::size_t colon = rest.find(':');
    const std::string folder = rest.substr(0, colon);
    files.push_back(folder.empty() ? program : folder + "/" + program);
    if (colon == std::string::npos) return files;
    rest.erase(0, colon + 1);
  }
}

// What exec needs, made before the fork: after it nothing is allocated.
struct Program {
  explicit Program(const ChildOptions& options)
      : files(candidates(options)), environment(environment_with(options.variables)) {
    arguments = pointers_to(options.words);
    variables = pointers_to(environment);
  }

  std::vector<std::string> files;
  std::vector<std::string> environment;
  std::vector<char*> arguments;
  std::vector<char*> variables;
};

// Returns only if no file can be executed; errno says why.
void execute(const Program& program) {
  bool denied = false;
  for (const std::string& file : program.files) {
    execve(file.c_str(), program.arguments.data(), program.variables.data());
    if (errno == EACCES)
      denied = true;
    else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE && errno != ETIMEDOUT)
      return;
  }
  if (denied) errno = EACCES;
}

// From here to become() everything runs in the child.
bool place_stream(const Stream& stream, int target) {
  int source = stream.number();
  if (stream.is_nowhere()) source = open("/dev/null", target == STDIN_FILENO ? O_RDONLY : O_WRONLY);
  if (source < 0) return false;
  if (source == target) return fcntl(target, F_SETFD, 0) == 0;
  if (dup2(source, target) < 0) return false;
  if (stream.is_nowhere()) close(source);
  return true;
}

bool place_streams(const ChildOptions& options) {
  return (options.input.is_inherited() || place_stream(options.input, STDIN_FILENO)) &&
         (options.output.is_inherited() || place_stream(options.output, STDOUT_FILENO)) &&
         (options.errors.is_inherited() || place_stream(options.errors, STDERR_FILENO));
}

bool keep_open(const std::vector<int>& descriptors) {
  for (const int descriptor : descriptors)
    if (fcntl(descriptor, F_SETFD, 0) != 0) return false;
  return true;
}

bool prepare(const ChildOptions& options, pid_t parent) {
  if (options.own_session) setsid();
  if (options.ends_with_us) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(kNotStarted);  // it ended before we asked to be told
  }
  if (options.fixed_addresses) fix_addresses();
  if (!place_streams(options) || !keep_open(options.kept)) return false;
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) return false;
  if (options.default_signals) give_default_signals();
  if (options.signal_mask) sigprocmask(SIG_SETMASK, &*options.signal_mask, nullptr);
  return true;
}

// An exception must not reach the functions that called start(): they are the parent's.
int run_body(const std::function<int()>& body) noexcept {
  return body();
}

[[noreturn]] void become(const ChildOptions& options, const std::optional<Program>& program,
                         const Descriptor& failure, pid_t parent) {
  if (prepare(options, parent)) {
    if (!program) _exit(run_body(options.body));
    execute(*program);
  }
  const int error = errno;
  write_all(failure, {reinterpret_cast<const char*>(&error), sizeof error});
  _exit(kNotStarted);
}

Error in_words_of_system(int error) {
  return Error{std::strerror(error)};
}

}  // namespace

bool Ending::is_stopped() const {
  return !is_lost() && WIFSTOPPED(status_);
}

std::optional<int> Ending::exit_status() const {
  if (is_lost() || !WIFEXITED(status_)) return std::nullopt;
  return WEXITSTATUS(status_);
}

int Ending::signal() const {
  return !is_lost() && WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
}

std::string Ending::signal_name() const {
  return strsignal(signal());
}

int Ending::shell_status() const {
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

// The child tells through a pipe why it did not become the program. That pipe's end closes when it did.
Result<Child> Child::start(const ChildOptions& options) {
  make_children_waitable();
  Pipe failure;
  std::optional<Program> program;
  if (!options.body) {
    Result<Pipe> made = make_pipe();
    if (!made) return in_words_of_system(errno);
    failure = std::move(*made);
    program.emplace(options);
  }
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) return in_words_of_system(errno);
  if (id == 0) become(options, program, failure.write_end, parent);
  Child child(id, options.own_session);
  failure.write_end.close();
  int error = 0;
  const std::string told = program ? read_to_end(failure.read_end) : std::string();
  if (told.size() != sizeof error) return child;
  std::memcpy(&error, told.data(), sizeof error);
  return in_words_of_system(error);
}

Child::~Child() {
  kill();
  while (is_running()) wait();  // the first report may be that the child stopped
}

Child::Child(Child&& other) noexcept
    : id_(std::exchange(other.id_, -1)), own_session_(other.own_session_), ending_(other.ending_) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(own_session_, other.own_session_);
  std::swap(ending_, other.ending_);
  return *this;
}

std::optional<Ending> Child::ask(int flags) {
  if (ending_) return ending_;
  int status = 0;
  pid_t answer = 0;
  do {
    answer = waitpid(id_, &status, flags);
  } while (answer < 0 && errno == EINTR);
  if (answer == 0) return std::nullopt;
  const Ending ending = answer == id_ ? Ending(status) : Ending::lost();
  if (!ending.is_stopped()) ending_ = ending;
  return ending;
}

std::optional<Ending> Child::ended() {
  return ask(WNOHANG);
}

Ending Child::wait() {
  return *ask(0);
}

void Child::send(int signal) {
  if (is_running()) ::kill(id_, signal);
}

void Child::kill() {
  send(SIGKILL);
}

void Child::kill_group() {
  if (own_session_ && id_ > 0) ::kill(-id_, SIGKILL);
  kill();
}

void Child::let_go() {
  id_ = -1;
}

bool fix_addresses() {
  const int before = personality(0xffffffff);
  return before != -1 && personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) != -1 &&
         (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0;
}

}  // namespace heddle::process
