#include "classes/run/driver_build.h"

#include <filesystem>

#include "classes/driver_source.h"
#include "host/output_folder.h"

namespace heddle::classes {

bool lacks_definitions(const std::string& compiler_words) {
  return compiler_words.find("undefined reference") != std::string::npos ||
         compiler_words.find("undefined symbol") != std::string::npos;
}

Result<std::string> build_driver(const DriverPlan& plan, Operations& operations, const Compile& compile) {
  constexpr int kAttempts = 4;
  const std::string file = std::filesystem::path(plan.source).filename().string();
  for (int attempt = 1;; ++attempt) {
    const DriverSource source = driver_source(operations, {plan.includes});
    if (const Result<bool> written = host::write_file(plan.source, source.text); !written)
      return Error{written.error()};
    Result<std::string> words = compile(plan.source, plan.program, plan.flags);
    if (!words || words->empty()) return words;
    if (lacks_definitions(*words)) return words;  // a source file or a library is missing, not a method
    const std::set<std::size_t> blamed = source.blamed(*words, file);
    if (blamed.empty() || attempt == kAttempts || plan.may_leave_out == MayLeaveOut::kNothing) return words;
    operations = operations.without(blamed, "a program that calls it does not compile");
  }
}

}  // namespace heddle::classes
