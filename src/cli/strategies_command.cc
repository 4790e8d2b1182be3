#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "strategies/registry.h"

namespace heddle::cli {

Verb add_strategies(CLI::App& application) {
  CLI::App* app = application.add_subcommand("strategies", "List the search strategies");
  app->footer("Example:\n  heddle run --strategy random:switch=0.1 ./bank");
  return {app, [] {
            for (const StrategyInfo& info : all_strategies()) {
              std::printf("%-15.*s %.*s\n", static_cast<int>(info.name.size()), info.name.data(),
                          static_cast<int>(info.summary.size()), info.summary.data());
              for (std::string_view rest = info.options; !rest.empty();) {
                const std::string_view line = rest.substr(0, rest.find('\n'));
                std::printf("%-15s   %.*s\n", "", static_cast<int>(line.size()), line.data());
                rest.remove_prefix(std::min(line.size() + 1, rest.size()));
              }
            }
            return static_cast<int>(kSuccess);
          }};
}

}  // namespace heddle::cli
