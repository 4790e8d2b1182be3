#include "report/text/early_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/model/text.h"

namespace heddle::report {

std::vector<std::string> early_deadlines(const ExecutionReport& report, const Places& places) {
  const auto name = [&](ThreadId thread) {
    return thread < report.threads.size() ? visible(report.threads[thread]) : "another thread";
  };
  std::vector<std::string> texts;
  const std::size_t kept = std::min<std::size_t>(report.early.count, EarlyDeadlines::kMostKept);
  for (std::size_t i = 0; i < kept; ++i) {
    const EarlyDeadline& each = report.early.first[i];
    std::string text =
        fmt::format("the {} of {} at {} ends before {}{}", each.sleeps ? "sleep" : "wait",
                    nanoseconds_text(each.lasts), places.place(each.site), name(each.other),
                    each.others > 1 ? fmt::format(" and {} go on", counted(each.others - 1, "other thread"))
                                    : " goes on");
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string early_text(const ExecutionReport& report, Shrunk shrunk, const Places& places) {
  std::vector<std::string> texts = early_deadlines(report, places);
  if (texts.empty()) return {};
  if (report.early.count > EarlyDeadlines::kMostKept)
    texts.push_back(counted(report.early.count - EarlyDeadlines::kMostKept, "more wait") + " likewise");
  return (shrunk == Shrunk::kYes ? "only if " : "in this schedule ") + listed(texts);
}

std::string early_lines(const ExecutionReport& report, Shrunk shrunk, const Places& places) {
  std::string text = early_text(report, shrunk, places);
  if (text.empty()) return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return wrapped(text + ".", 0, 2);
}

}  // namespace heddle::report
