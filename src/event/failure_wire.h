// Failures, modules and executions as bytes.
#pragma once

#include "event/execution.h"
#include "event/failure.h"
#include "event/modules.h"
#include "event/wire.h"

namespace heddle {

void put(Writer& writer, const Failure& failure);
void get(Reader& reader, Failure& failure);
void put(Writer& writer, const ModuleTable& modules);
void get(Reader& reader, ModuleTable& modules);
void put(Writer& writer, const Divergence& divergence);
void get(Reader& reader, Divergence& divergence);

}  // namespace heddle
