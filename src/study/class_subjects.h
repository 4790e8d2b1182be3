// The classes of the two papers about thread-safe classes: where they are, and what the papers measured.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "classes/operations.h"
#include "search/search.h"
#include "study/subjects.h"

namespace heddle::study {

// Where a class is: a header in subjects/classes.
struct ClassSource {
  std::string_view name;
  std::string_view header;
  std::string_view class_name;
};

// "Efficient Test Case Generation for Thread-Safe Classes", Tables 1 and 2: seconds to the bug, at most 3600.
struct ContestFigures {
  std::uint64_t methods;
  std::uint64_t pairs;
  double bc_contest;
  double covcon;
  double contege;
  double nainom;
  double autocontest;  // negative: it crashed
};

struct ContestClass {
  ClassSource source;
  std::string_view bug;
  std::optional<ContestFigures> paper;  // nothing: a class that the paper does not have
};

std::span<const ContestClass> contest_classes();

// A mean with its standard deviation.
struct PaperMean {
  double mean = 0;
  double deviation = 0;
};

// "Diversity driven adaptive test generation for concurrent data structures", Tables 2 to 5.
struct AtgFigures {
  PaperMean iroots;
  PaperMean profiles;
  PaperMean tests;
  double seconds = 0;
};

inline constexpr std::array<std::string_view, 4> kAtgAlgorithms = {"mrt", "s-atg", "d-atg", "sd-atg"};

struct AtgStructure {
  ClassSource source;
  std::array<AtgFigures, 4> paper;  // by algorithm
};

std::span<const AtgStructure> atg_structures();

// Table 7. Its iroots are not known.
struct AtgMutant {
  std::string_view name;  // "c21"
  unsigned number;        // -DHEDDLE_MUTANT=21
  std::size_t structure;  // among atg_structures()
  std::array<AtgFigures, 4> paper;
};

std::span<const AtgMutant> atg_mutants();

// A mutant among the classes of the other paper.
ContestClass as_contest_class(const AtgMutant& mutant);

// Table 8, of OptimisticList.
struct AtgThreshold {
  unsigned n;
  std::array<AtgFigures, 4> paper;  // iroots and seconds
};

inline constexpr std::string_view kThresholdStructure = "optimistic-list";
std::span<const AtgThreshold> atg_thresholds();

// A class that is ready to be tested.
struct ClassSubject {
  Subject driver;
  std::optional<Subject> specification;  // another driver that says what is right
  Races races = Races::kReport;
  std::shared_ptr<const classes::Operations> operations;
  double analysis_seconds = 0;  // that it took to read the class
  double compile_seconds = 0;
};

}  // namespace heddle::study
