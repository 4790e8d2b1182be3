// heddle tell: a failure that a message on standard input describes, in words. heddle::explore asks for it,
// because only the tool can read debug information. Not for users, so not in the help.
#include <cstdio>
#include <iterator>

#include "cli/command.h"
#include "report/model/places.h"
#include "report/model/style.h"
#include "report/text/early_text.h"
#include "report/text/failure_text.h"
#include "report/text/headline.h"
#include "search/messages.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

std::vector<std::uint8_t> read_input() {
  std::vector<std::uint8_t> bytes;
  std::uint8_t buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, stdin)) > 0;)
    bytes.insert(bytes.end(), buffer, buffer + got);
  return bytes;
}

int tell_failure() {
  const std::vector<std::uint8_t> message = read_input();
  Reader reader(message);
  MessageType type{};
  reader.get(type);
  Replayed replayed;
  if (type != MessageType::kReplayed || !decode(reader, replayed))
    return complain(kWrongUse, "this is not the description of a failure");
  symbols::Symbolizer symbolizer;
  const report::Places places(replayed.modules, symbolizer);
  const Failure& failure = replayed.report.failure;
  std::fputs((report::headline(failure, places) + "\n").c_str(), stdout);
  std::fputs(report::failure_text(failure, places, report::Style()).c_str(), stdout);
  std::fputs(report::early_lines(replayed.report, report::Shrunk::kNo, places).c_str(), stdout);
  return kSuccess;
}

}  // namespace

Verb add_tell(CLI::App& application) {
  CLI::App* app = application.add_subcommand("tell", "Print a failure of heddle::explore in words");
  app->group("");
  return {app, tell_failure};
}

}  // namespace heddle::cli
