// heddle report: the results of a folder as a page to look at.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/values.h"
#include "sessions/report_page.h"
#include "sessions/terminal.h"

namespace heddle::cli {

namespace {

struct ReportArguments {
  PageArguments page;
  bool open = false;
};

int report_page(const ReportArguments& arguments) {
  watch_for_interrupts();
  PageArguments page = arguments.page;
  page.page = page.data.empty() || !page.out.empty() || arguments.open;
  const Result<MadePage> made = make_page(page);
  if (!made) return complain(interrupted() ? kInterrupted : kWrongUse, made.error());
  if (!arguments.page.quiet) std::fputs(page_line(*made).c_str(), stdout);
  if (!arguments.open) return kSuccess;
  const Result<bool> opened = open_page(made->path);
  return opened ? kSuccess : complain(kWrongUse, opened.error());
}

}  // namespace

Verb add_report(CLI::App& application) {
  CLI::App* app =
      application.add_subcommand("report", "Turn the results of a run into a page, one HTML file");
  auto arguments = std::make_shared<ReportArguments>();
  PageArguments& a = arguments->page;
  app->add_option("DIR", a.folder,
                  "the folder of 'heddle run', 'heddle test', 'heddle class' or 'heddle study'")
      ->capture_default_str();
  app->add_option("--out", a.out, "where to write the page (report.html in DIR)");
  app->add_option(
      "--data", a.data,
      "write the page's data to this file, as JSON; no page then, unless --out or --open asks for it");
  app->add_option("--bug", a.bugs, "execute only this bug again; may be repeated")
      ->check(positive())
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app->add_option("--events", a.events, "show at most the last N events of each bug")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--program", a.program, "the program, if it is no longer at its recorded place");
  app->add_flag("--force", a.force, "continue even if the program was rebuilt");
  app->add_flag("--open", arguments->open, "open the page in a browser, with xdg-open");
  app->add_flag("--quiet", a.quiet, "no progress, and no message about the page");
  app->add_option("--template", a.page_template, "another page to put the data into")->group("");
  app->footer(
      "Every bug's schedule is executed again with all events recorded: the page shows what each thread did, "
      "on\n"
      "which lines. A bug that no longer fails as recorded is shown without that, and the page says "
      "why.\nOnly the first 10 data races are executed again; --bug chooses others.\n\n"
      "The page is one file that needs no network. It contains the source files of the events.\n\n"
      "Exit status: 0 written, 2 usage error, 130 interrupted.\n\n"
      "Examples:\n"
      "  heddle report\n"
      "  heddle report heddle-out --open\n"
      "  heddle report heddle-out --bug 12 --bug 13 --out two-races.html\n"
      "  heddle report heddle-out --data report.json");
  return {app, [arguments] { return report_page(*arguments); }};
}

}  // namespace heddle::cli
