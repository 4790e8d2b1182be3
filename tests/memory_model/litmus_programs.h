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
};

// clang-format off
inline constexpr std::array<LitmusProgram, 20> kLitmusPrograms = {{
    {"cas-race",
     "cas x 0 1 acq_rel acquire\n"
     "cas x 0 2 acq_rel acquire\n"
     "load x acquire\n",
     "0,1,0,1 0,1,1,1 2,0,0,2 2,0,2,2",
     "0,1,0,1 0,1,1,1 2,0,0,2 2,0,2,2"},
    {"corr",
     "store x 1 relaxed\n"
     "store x 2 relaxed\n"
     "load x relaxed ; load x relaxed\n",
     "0,0,1 0,0,2 0,1,1 0,1,2 0,2,1 0,2,2 1,1,1 1,1,2 1,2,2 2,1,1 2,2,1 2,2,2",
     "0,0,1 0,0,2 0,1,1 0,1,2 0,2,1 0,2,2 1,1,1 1,1,2 1,2,2 2,1,1 2,2,1 2,2,2"},
    {"exchange-in-the-past",
     "swap x 1 relaxed ; store y 1 relaxed\n"
     "store y 2 relaxed ; swap x 2 relaxed\n",
     "0,1,2,1 0,1,2,2 2,0,1,1",
     "0,1,2,1 0,1,2,2 2,0,1,1 2,0,1,2"},
    {"iriw-acquire",
     "store x 1 release\n"
     "store y 1 release\n"
     "load x acquire ; load y acquire\n"
     "load y acquire ; load x acquire\n",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,0,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1"},
    {"iriw-seq_cst",
     "store x 1 seq_cst\n"
     "store y 1 seq_cst\n"
     "load x seq_cst ; load y seq_cst\n"
     "load y seq_cst ; load x seq_cst\n",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,0,1,0,1,1 0,0,1,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1 0,1,1,0,1,1 0,1,1,1,1,1 1,0,0,0,1,1 1,0,0,1,1,1 1,0,1,1,1,1 1,1,0,0,1,1 1,1,0,1,1,1 1,1,1,0,1,1 1,1,1,1,1,1"},
    {"lb-relaxed",
     "load x relaxed ; store y 1 relaxed\n"
     "load y relaxed ; store x 1 relaxed\n",
     "0,0,1,1 0,1,1,1 1,0,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1"},
    {"mp-fences",
     "store x 1 relaxed ; fence release ; store y 1 relaxed\n"
     "load y relaxed ; fence acquire ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,1,1,1"},
    {"mp-relaxed",
     "store x 1 relaxed ; store y 1 relaxed\n"
     "load y relaxed ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1"},
    {"mp-release-acquire",
     "store x 1 relaxed ; store y 1 release\n"
     "load y acquire ; load x relaxed\n",
     "0,0,1,1 0,1,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,1,1,1"},
    {"mp-release-sequence-store",
     "store x 1 relaxed ; store y 1 release ; store y 2 relaxed\n"
     "load y acquire ; load x relaxed\n",
     "0,0,1,2 0,1,1,2 1,1,1,2 2,1,1,2",
     "0,0,1,2 0,1,1,2 1,1,1,2 2,0,1,2 2,1,1,2"},
    {"mp-release-sequence-update",
     "store x 1 relaxed ; store y 1 release\n"
     "add y 1 relaxed\n"
     "load y acquire ; load x relaxed\n",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,2 1,0,1,1,2 1,1,1,1,2 1,2,1,1,2",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,2 1,0,1,1,2 1,1,1,1,2 1,2,1,1,2"},
    {"sb-acq_rel",
     "store x 1 release ; load y acquire\n"
     "store y 1 release ; load x acquire\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1"},
    {"sb-fences",
     "store x 1 relaxed ; fence seq_cst ; load y relaxed\n"
     "store y 1 relaxed ; fence seq_cst ; load x relaxed\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,1,1,1 1,0,1,1 1,1,1,1"},
    {"sb-relaxed",
     "store x 1 relaxed ; load y relaxed\n"
     "store y 1 relaxed ; load x relaxed\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,0,1,1 0,1,1,1 1,0,1,1 1,1,1,1"},
    {"sb-seq_cst",
     "store x 1 seq_cst ; load y seq_cst\n"
     "store y 1 seq_cst ; load x seq_cst\n",
     "0,1,1,1 1,0,1,1 1,1,1,1",
     "0,1,1,1 1,0,1,1 1,1,1,1"},
    {"seqlock-fences",
     "store s 1 relaxed ; fence release ; store d 1 relaxed ; store s 2 release\n"
     "load s acquire ; load d relaxed ; fence acquire ; load s relaxed\n",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2"},
    {"seqlock-no-fence",
     "store s 1 relaxed ; store d 1 relaxed ; store s 2 release\n"
     "load s acquire ; load d relaxed ; load s relaxed\n",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2",
     "0,0,0,1,2 0,0,1,1,2 0,0,2,1,2 0,1,0,1,2 0,1,1,1,2 0,1,2,1,2 1,0,1,1,2 1,0,2,1,2 1,1,1,1,2 1,1,2,1,2 2,1,2,1,2"},
    {"two-plus-two-writes",
     "store x 1 relaxed ; store y 2 relaxed\n"
     "store y 1 relaxed ; store x 2 relaxed\n",
     "1,2 2,1 2,2",
     "1,1 1,2 2,1 2,2"},
    {"updates",
     "add x 1 relaxed ; load y relaxed\n"
     "add y 1 relaxed ; load x relaxed\n",
     "0,0,0,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1",
     "0,0,0,0,1,1 0,0,0,1,1,1 0,1,0,0,1,1 0,1,0,1,1,1"},
    {"wrc",
     "store x 1 relaxed\n"
     "load x relaxed ; store y 1 release\n"
     "load y acquire ; load x relaxed\n",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,1 1,0,1,1,1 1,1,1,1,1",
     "0,0,0,1,1 0,0,1,1,1 0,1,0,1,1 0,1,1,1,1 1,0,0,1,1 1,0,1,1,1 1,1,1,1,1"},
}};
// clang-format on

}  // namespace heddle::testing
