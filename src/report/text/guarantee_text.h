// What `heddle guarantee` says: with what probability one execution triggers a bug of some depth, and how
// many executions make it likely.
#pragma once

#include <string>
#include <vector>

#include "report/model/style.h"
#include "search/search.h"

namespace heddle::report {

struct GuaranteeQuestion {
  ProgramSize size;              // without atomic reads where memory is sequentially consistent
  bool measured = false;         // otherwise given on the command line
  std::vector<unsigned> depths;  // each of them
  std::uint64_t radius = 10;
  std::uint64_t stores = 2;  // h
  double confidence = 0.95;
};

std::string guarantee_text(const GuaranteeQuestion& question, const Style& style);

}  // namespace heddle::report
