// How what is covered grows from execution to execution, for tables and plots.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/formats/svg_plot.h"
#include "study/cells.h"

namespace heddle::study {

std::uint64_t covered_after(const Cell& cell, std::uint64_t executions);

// After each of the first so many executions, the mean over all cells.
std::vector<double> mean_growth(std::span<const Cell* const> cells, std::uint64_t executions);

// Point by point; all of them have the same length.
std::vector<double> mean_curve(std::span<const std::vector<double>> curves);

// The first so many executions of it, from nothing on.
report::Curve curve_of(const std::string& name, const std::vector<double>& growth, std::size_t end);

}  // namespace heddle::study
