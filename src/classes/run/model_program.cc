#include "classes/run/model_program.h"

#include <unistd.h>

#include "classes/model_json.h"
#include "compile/commands.h"

namespace heddle::classes {

Result<ClassModel> ask_for_model(const ModelRequest& request) {
  if (access(request.program.c_str(), X_OK) != 0)
    return Error{
        "heddle-class-model is not there: it is built where Clang's libraries are (on Debian: apt install "
        "libclang-19-dev llvm-19-dev, then build Heddle again)"};
  std::vector<std::string> words = {request.program, request.header};
  words.insert(words.end(), request.sources.begin(), request.sources.end());
  words.insert(words.end(), {"--class", request.class_name});
  if (!request.build_folder.empty()) words.insert(words.end(), {"-p", request.build_folder});
  if (!request.flags.empty()) words.emplace_back("--");
  words.insert(words.end(), request.flags.begin(), request.flags.end());
  const Result<compile::Spoken> answer = compile::answer_of(words, compile::Stream::kOutput);
  if (!answer) return Error{answer.error()};
  if (answer->status != 0) return Error{"the class could not be read"};
  return read_class_model(answer->text);
}

}  // namespace heddle::classes
