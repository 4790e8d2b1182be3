#include "host/native_run.h"

#include "process/collect.h"

namespace heddle::host {

Result<NativeOutcome> run_natively(const std::vector<std::string>& words, const NativeLimits& limits) {
  process::ChildOptions options;
  options.words = words;
  options.input = process::Stream::nowhere();
  options.own_session = true;  // so that its own children can be ended with it
  options.ends_with_us = true;
  options.default_signals = true;
  Result<process::Collected> collected =
      process::collect(options, process::Keep::kBoth, {limits.seconds, limits.bytes});
  if (!collected) return NativeOutcome{127, "", "cannot be started: " + collected.error() + "\n"};
  if (collected->late)
    return Error{"it did not end within " + std::to_string(static_cast<int>(limits.seconds)) + " seconds"};
  return NativeOutcome{collected->ending.shell_status(), std::move(collected->output),
                       std::move(collected->errors)};
}

}  // namespace heddle::host
