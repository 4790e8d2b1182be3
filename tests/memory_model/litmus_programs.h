// The small programs that everybody shows memory models by, with all their outcomes: under sequential
// consistency, and under the C++ memory model without load buffering. memory_program.h says how to read both.
// Both were worked out from the axioms (RC11, with the release sequences of C++20), not by Heddle.
#pragma once

#include <array>

namespace heddle::testing {

struct LitmusProgram {
  const char* name;
  const char* program;
  const char* sc;
  const char* cpp;
  // How many executions: what each load sees, and the order of the stores to each variable.
  unsigned sc_executions;
  unsigned cpp_executions;
};

// clang-format off
inline constexpr std::array<LitmusProgram, 20> kLitmusPrograms = {{
    {"cas-race",
     "cas x 0 1 acq_rel acquire\n"
     "cas x 0 2 acq_rel acquire\n"
     "load x acquire\n",
     "0,1,0,1 0,1,1,1 2,0,0,2 2,0,2,2",
     "0,1,0,1 0,1,1,1 2,0,0,2 2,0,2,2",
     4, 4},
    {"corr",
     "store x 1 relaxed\n"
     "store x 2 relaxed\n"
     "load x relaxed ; load x relaxed\n",
     "0,0,1 0,0,2 0,1,1 0,1,2 0,2,1 0,2,2 1,1,1 1,1,2 1,2,2 2,1,1 2,2,1 2,2,2",
     "0,0,1 0,0,2 0,1,1 0,1,2 0,2,1 0,2,2 1,1,1 1,1,2 1,2,2 2,1,1 2,2,1 2,2,2",
     12, 12},
    {"exchange-in-the-past",
     "swap x 1 relaxed ; store y 1 relaxed\n"
     "store y 2 relaxed ; swap x 2 relaxed\n",
     "0,1,2,1 0,1,2,2 2,0,1,1",
     "0,1,2,1 0,1,2,2 2,0,1,1 2,0,1,2",
     3, 4},
    {"iriw-acquire",
     "store x 1 release\n"
     "store y 1 release\n"
     "load x acquire ; load y acquire\n"
     "load y acquire ; load x acquire\n",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,0,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     15, 16},
    {"iriw-seq_cst",
     "store x 1 seq_cst\n"
     "store y 1 seq_cst\n"
     "load x seq_cst ; load y seq_cst\n"
     "load y seq_cst ; load x seq_cst\n",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     15, 15},
    {"lb-relaxed",
     "load x relaxed ; store y 1 relaxed\n"
     "load y relaxed ; store x 1 relaxed\n",
     "0,0,1,1 0,1,1,1 1,0,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1",
     3, 3},
    {"mp-fences",
     "store x 1 relaxed ; fence release ; store y 1 relaxed\n"
     "load y relaxed ; fence acquire ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     3, 3},
    {"mp-relaxed",
     "store x 1 relaxed ; store y 1 relaxed\n"
     "load y relaxed ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1",
     3, 4},
    {"mp-release-acquire",
     "store x 1 relaxed ; store y 1 release\n"
     "load y acquire ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     3, 3},
    {"mp-release-sequence-store",
     "store x 1 relaxed ; store y 1 release ; store y 2 relaxed\n"
     "load y acquire ; load x relaxed\n",
     "0,0,1,2 0,1,1,2 1,1,1,2 2,1,1,2",
     "0,0,1,2 0,1,1,2 1,1,1,2 2,0,1,2 2,1,1,2",
     4, 5},
    {"mp-release-sequence-update",
     "store x 1 relaxed ; store y 1 release\n"
     "add y 1 relaxed\n"
     "load y acquire ; load x relaxed\n",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,2 1,0,1,1,2 1,1,1,1,2 1,2,1,1,2",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,2 1,0,1,1,2 1,1,1,1,2 1,2,1,1,2",
     9, 9},
    {"sb-acq_rel",
     "store x 1 release ; load y acquire\n"
     "store y 1 release ; load x acquire\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1",
     3, 4},
    {"sb-fences",
     "store x 1 relaxed ; fence seq_cst ; load y relaxed\n"
     "store y 1 relaxed ; fence seq_cst ; load x relaxed\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     3, 3},
    {"sb-relaxed",
     "store x 1 relaxed ; load y relaxed\n"
     "store y 1 relaxed ; load x relaxed\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1",
     3, 4},
    {"sb-seq_cst",
     "store x 1 seq_cst ; load y seq_cst\n"
     "store y 1 seq_cst ; load x seq_cst\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     3, 3},
    {"seqlock-fences",
     "store s 1 relaxed ; fence release ; store d 1 relaxed ; store s 2 release\n"
     "load s acquire ; load d relaxed ; fence acquire ; load s relaxed\n",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     10, 10},
    {"seqlock-no-fence",
     "store s 1 relaxed ; store d 1 relaxed ; store s 2 release\n"
     "load s acquire ; load d relaxed ; load s relaxed\n",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,0,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     10, 11},
    {"two-plus-two-writes",
     "store x 1 relaxed ; store y 2 relaxed\n"
     "store y 1 relaxed ; store x 2 relaxed\n",
     "1,2 2,1 2,2",
     "1,1 1,2 2,1 2,2",
     3, 4},
    {"updates",
     "add x 1 relaxed ; load y relaxed\n"
     "add y 1 relaxed ; load x relaxed\n",
     "0,0,0,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1",
     3, 4},
    {"wrc",
     "store x 1 relaxed\n"
     "load x relaxed ; store y 1 release\n"
     "load y acquire ; load x relaxed\n",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,1 1,0,1,1,1 1,1,1,1,1",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,1 1,0,1,1,1 1,1,1,1,1",
     7, 7},
}};
// clang-format on

}  // namespace heddle::testing
