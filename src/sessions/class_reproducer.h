// Tests of a class as programs of their own: the one that failed, with a schedule, and those that passed.
#pragma once

#include <string>
#include <vector>

#include "classes/operations.h"
#include "classes/run/class_search.h"
#include "event/result.h"
#include "host/output_folder.h"
#include "report/formats/class_document.h"
#include "report/model/style.h"
#include "sessions/tool_paths.h"

namespace heddle::sessions {

struct Reproduced {
  report::ReproducerFiles files;
  FailureKind shown = FailureKind::kNone;  // by the schedule; kNone: there is none
  std::string text;                        // what there is, for a person
};

class ClassReproducer {
 public:
  // Of a class that these headers define; `specification` tells what its calls give one after the other. All
  // of them outlive this.
  ClassReproducer(const host::OutputFolder& folder, const ToolPaths& paths,
                  const std::vector<std::string>& includes, classes::DriverProcess& specification,
                  const report::Style& style)
      : folder_(folder), paths_(paths), includes_(includes), specification_(specification), style_(style) {}

  // The failing test as a program, with a schedule of its own, shrunk and explained. A program that fails in
  // another way than the test did becomes the violation: the report and the schedule say the same.
  Reproduced reproduce(classes::Violation& violation, const classes::Operations& operations) const;

  // Tests that pass, into a GoogleTest file in `folder`: one for each pair of methods that overlapped.
  Result<bool> emit(const std::vector<classes::KeptTest>& kept, const classes::Operations& operations,
                    const std::string& folder) const;

 private:
  // Whether there is a program now; otherwise the text says why.
  bool write_program(const classes::Violation& violation, const classes::Operations& operations,
                     const std::string& source, std::string& text) const;
  // How it failed by itself, leaving this schedule: as the violation did if it ever did so. kNone: it did
  // not.
  FailureKind find_schedule(const classes::Violation& violation, const std::string& program,
                            const std::string& schedule) const;
  // Standard output of this very tool, run again; its errors are not shown.
  std::string ask_heddle(std::vector<std::string> words) const;

  const host::OutputFolder& folder_;
  const ToolPaths& paths_;
  const std::vector<std::string>& includes_;
  classes::DriverProcess& specification_;
  const report::Style& style_;
};

}  // namespace heddle::sessions
