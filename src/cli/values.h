// Words of the command line as values; each throws CLI::ValidationError with what is allowed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "host/hunt.h"
#include "search/executor.h"
#include "sessions/program_places.h"

namespace heddle::cli {

double parse_duration(const std::string& text);             // "30s", "2m", "1h", "500ms", "10"; in seconds
std::uint64_t parse_stall(const std::string& text);         // "100ms", "none", "any"; in nanoseconds
std::uint64_t parse_memory_limit(const std::string& text);  // "512M", "2G"; in bytes
Granularity parse_granularity(const std::string& text);
Races parse_races(const std::string& text);
Volatile parse_volatile(const std::string& text);
Unjoined parse_unjoined(const std::string& text);
Isolation parse_isolation(const std::string& text);
sessions::SnapshotChoice parse_snapshot(const std::string& text);
Carrier parse_carrier(const std::string& text);
Memory parse_memory(const std::string& text);
host::Until parse_until(const std::string& text);
// A list of metrics, and a window as a time or a number of executions.
MeterSettings parse_metrics(const std::string& text, const std::string& window);
// For options that take a number from 1 on.
CLI::Validator positive();
// --jobs of what gives the same results for any number, and its default: all cores.
unsigned default_jobs();
CLI::Option* add_jobs(CLI::App& app, unsigned& jobs, const std::string& what);
std::uint64_t parse_seed(const std::string& text);  // a number, or `random`

}  // namespace heddle::cli
