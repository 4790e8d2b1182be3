#include "test_runs.h"

namespace heddle::report::testing {

TestBug assertion_bug() {
  TestBug bug;
  bug.id = 1;
  bug.kind = "exit-status";
  bug.message = "Expected equality of these values: count Which is: 1 2";
  bug.details = "Expected equality of these values:\n  count\n    Which is: 1\n  2\n";
  bug.subject = bug.message;
  bug.where = {"", "/home/user/project/tests/counter_test.cc", "counter_test.cc:31", 31};
  bug.threads = {
      {"main", "about to end the process", {{"main", "/home/user/project/main.cc", "main.cc:9", 9}}}};
  bug.execution = 3;
  bug.tactic = "random";
  bug.essence = "2 context switches are enough: counter.cc:14 before counter.cc:14";
  const CodePlace addition{"add", "/home/user/project/counter.cc", "counter.cc:14", 14};
  bug.steps = {{"main.0", addition}, {"main.1", addition}};
  bug.schedule = "bug-1.schedule";
  bug.output = "[ RUN      ] Counter.LosesUpdates\n";
  bug.text = "the report in full\n";
  return bug;
}

TestBug deadlock_bug() {
  TestBug bug;
  bug.id = 1;
  bug.kind = "deadlock";
  bug.message = "deadlock: main.0 and main.1 wait for each other";
  bug.subject = "deadlock";
  bug.functions = "deposit, withdraw";
  bug.where = {"deposit", "/home/user/project/bank.cc", "bank.cc:14", 14};
  const CodePlace root{"main", "/home/user/project/main.cc", "main.cc:9", 9};
  bug.threads = {{"main.0", "waits to lock `b`, held by main.1", {bug.where, root}},
                 {"main.1",
                  "waits to lock `a`, held by main.0",
                  {{"withdraw", "/usr/include/shared/with space.h", "with space.h:7", 7}}}};
  bug.execution = 12;
  bug.schedule = "bug-1.schedule";
  bug.text = "the deadlock in full\n";
  return bug;
}

TestReport report_of(const std::string& name, TestVerdict verdict) {
  TestReport report;
  report.name = name;
  report.folder = folder_names({name}).front();
  report.verdict = verdict;
  return report;
}

std::string awkward_text() {
  std::string text =
      "bell \a escape \033[31m latin \xe9 no character \xef\xbf\xbf end ]]> <tag> & \"quote\" 100%";
  text.push_back('\0');
  return text + "\r\nnext: line, \xf0\x9f\x98\x80";
}

TestRun every_verdict() {
  TestRun run;
  run.description.program = "./bank_test";
  run.description.options.executions = 1000;
  run.description.options.seconds = 10;
  run.description.options.search.strategy = "auto";
  run.framework = "GoogleTest";
  run.jobs = 2;
  run.seconds = 3.25;
  run.working_folder = "/home/user/project";
  run.started = "2026-01-31T12:00:00";
  run.machine = "workshop";
  run.known_file = "heddle-known.json";

  TestReport passed = report_of("Bank.Passes", TestVerdict::kPassed);
  passed.executions = 1000;
  passed.seconds = 0.31;
  TestReport quiet = report_of("Small/Bank.HasNoThreads/0", TestVerdict::kNoThreads);
  quiet.executions = 1;
  quiet.seconds = 0.01;
  TestReport failed = report_of("Counter.LosesUpdates", TestVerdict::kFailed);
  failed.executions = 3;
  failed.seconds = 0.05;
  failed.bugs = {assertion_bug()};
  TestReport always = report_of("Counter.IsWrong", TestVerdict::kFailed);
  always.executions = 1;
  always.fails_always = true;
  always.bugs = {assertion_bug()};
  always.bugs[0].essence.clear();
  always.bugs[0].steps.clear();
  TestReport known = report_of("Bank.Deadlocks", TestVerdict::kKnown);
  known.executions = 1000;
  known.bugs = {deadlock_bug()};
  known.bugs[0].known = true;
  TestReport skipped = report_of("BankDeathTest.Dies", TestVerdict::kSkipped);
  skipped.reason = "a death test: it forks, and only the parent would be under control";
  TestReport lost = report_of("Bank.Hangs", TestVerdict::kUncontrolled);
  lost.reason = "execution 1 came to no scheduling point";
  TestReport open = report_of("Bank.NotDone", TestVerdict::kInterrupted);
  run.tests = {passed, quiet, failed, always, known, skipped, lost, open};
  run.not_seen = {{"Bank.Passes", "data-race", "audit", "total"}};
  return run;
}

}  // namespace heddle::report::testing
