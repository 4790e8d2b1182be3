// The options of every strategy, as the values that it is made from.
#pragma once

#include <variant>

#include "schedule/adaptive_search.h"
#include "schedule/deadlock_fuzzer.h"
#include "schedule/exhaustive_search.h"
#include "schedule/fifo.h"
#include "schedule/hars_online.h"
#include "schedule/iroot.h"
#include "schedule/noise.h"
#include "schedule/pct.h"
#include "schedule/plan.h"
#include "schedule/random_walk.h"
#include "schedule/rpro.h"
#include "schedule/tsa.h"

namespace heddle {

struct NoOptions {};

using StrategyOptions = std::variant<NoOptions, WalkOptions, FifoOptions, PctOptions, RproOptions,
                                     PlanOptions, NoiseOptions, TsaOptions, IRootOptions, DeadlockTarget,
                                     HarsOnlineOptions, AdaptiveOptions, ExhaustiveOptions>;

}  // namespace heddle
