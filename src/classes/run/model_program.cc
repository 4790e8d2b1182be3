#include "classes/run/model_program.h"

#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "classes/model_json.h"

namespace heddle::classes {

namespace {

struct Answer {
  std::string output;
  int status = 0;  // as waitpid() tells it
};

// Standard output of a command whose errors go where ours do.
Result<Answer> answer_of(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe(ends) != 0) return Error{std::string("pipe: ") + std::strerror(errno)};
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return Error{std::string("fork: ") + std::strerror(errno)};
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  Answer answer;
  char buffer[4096];
  for (;;) {
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answer.output.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  while (waitpid(child, &answer.status, 0) < 0 && errno == EINTR) {
  }
  return answer;
}

}  // namespace

Result<ClassModel> ask_for_model(const ModelRequest& request) {
  if (access(request.program.c_str(), X_OK) != 0)
    return Error{
        "heddle-class-model is not there: it is built where Clang's libraries are (on Debian: apt install "
        "libclang-19-dev llvm-19-dev, then build Heddle again)"};
  std::vector<std::string> words = {request.program, request.header, "--class", request.class_name};
  if (!request.build_folder.empty()) words.insert(words.end(), {"-p", request.build_folder});
  if (!request.flags.empty()) words.emplace_back("--");
  words.insert(words.end(), request.flags.begin(), request.flags.end());
  Result<Answer> answer = answer_of(words);
  if (!answer) return Error{answer.error()};
  if (!WIFEXITED(answer->status) || WEXITSTATUS(answer->status) != 0)
    return Error{"the class could not be read"};
  return read_class_model(answer->output);
}

}  // namespace heddle::classes
