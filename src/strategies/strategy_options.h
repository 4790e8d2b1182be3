// The options of every strategy, as the values that it is made from.
#pragma once

#include <variant>

#include "strategies/adaptive_search.h"
#include "strategies/complete_search.h"
#include "strategies/deadlock_fuzzer.h"
#include "strategies/exhaustive_search.h"
#include "strategies/fifo.h"
#include "strategies/hars_online.h"
#include "strategies/iroot.h"
#include "strategies/noise.h"
#include "strategies/pct.h"
#include "strategies/pctwm.h"
#include "strategies/plan.h"
#include "strategies/random_walk.h"
#include "strategies/rpro.h"
#include "strategies/tsa.h"

namespace heddle {

struct NoOptions {};

using StrategyOptions =
    std::variant<NoOptions, WalkOptions, FifoOptions, PctOptions, PctwmOptions, RproOptions, PlanOptions,
                 NoiseOptions, TsaOptions, IRootOptions, DeadlockTarget, HarsOnlineOptions, AdaptiveOptions,
                 ExhaustiveOptions, CompleteOptions>;

}  // namespace heddle
