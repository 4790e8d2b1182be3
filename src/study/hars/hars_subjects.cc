#include "study/hars/hars_subjects.h"

#include <algorithm>

namespace heddle::study {

namespace {

constexpr double kNone = -1;

// A line is a line of Table II: ARS, HARS, SR, MCR, TSA.
// clang-format off
constexpr std::array kHarsSubjects = {
    HarsSubject{"account", "Account", 373, 10, "atomicity", {1.550, 1.390, 1.810, 9.200, kNone}, {9.360, 6.688, 2.063, 1660.598, kNone}},
    HarsSubject{"airline", "Airline", 136, 20, "order", {27.050, 27.240, 20.780, 8.000, kNone}, {6.263, 7.460, 6.499, 187.526, kNone}},
    HarsSubject{"alarmclock", "Alarmclock", 351, 8, "race", {2.840, 2.830, 4.220, kNone, kNone}, {2.347, 3.536, 1.574, kNone, kNone}},
    HarsSubject{"allocationvector", "Allocationvector", 348, 2, "atomicity", {1.130, 1.000, 1.010, 4.000, 1.900}, {0.192, 0.096, 0.231, 1.377, 56.677}},
    HarsSubject{"atmoerror", "Atmoerror", 67, 2, "race", {1.010, 1.030, 1.040, 1.000, kNone}, {0.160, 0.280, 0.106, 0.150, kNone}, true},
    HarsSubject{"bakery", "Bakery", 111, 2, "atomicity", {25.070, 13.780, 54.780, kNone, 85.600}, {1.834, 1.439, 8.056, kNone, 2.548}},
    HarsSubject{"boundedbuffer", "Boundedbuffer", 136, 3, "deadlock", {1.000, 1.000, 1.000, 1.000, kNone}, {0.097, 0.080, 0.203, 0.359, kNone}, true},
    HarsSubject{"checkfield", "Checkfield", 44, 2, "atomicity", {5.270, 4.170, 4.370, 3.000, kNone}, {0.169, 0.144, 0.490, 0.688, kNone}},
    HarsSubject{"consistency", "Consistency", 35, 3, "atomicity", {2.880, 2.810, 6.350, 2.000, 48.900}, {0.252, 0.140, 0.831, 0.487, 1.329}},
    HarsSubject{"critical", "Critical", 70, 2, "race", {2.480, 2.230, 3.320, 2.000, kNone}, {0.220, 0.112, 0.435, 0.262, kNone}},
    HarsSubject{"cyclicdemo", "Cyclicdemo", 54, 4, "atomicity", {1.780, 1.720, 2.190, 8.000, 1.000}, {0.179, 0.141, 0.211, 5.530, 2.352}},
    HarsSubject{"datarace", "Datarace", 118, 2, "atomicity", {1.970, 1.560, 2.200, 7.000, 1.100}, {0.144, 0.407, 0.448, 16.235, 0.845}},
    HarsSubject{"dekker", "Dekker", 100, 2, "atomicity", {40.400, 36.720, 105.560, kNone, 64.100}, {0.663, 0.947, 11.404, kNone, 2.067}},
    HarsSubject{"even", "Even", 63, 4, "order", {1.010, 1.000, 1.020, 2.000, kNone}, {0.203, 0.084, 0.108, 1.857, kNone}},
    HarsSubject{"library-arraylist", "Java.library.arraylist", 1'971, 2, "race", {1.280, 1.230, 1.290, 2.000, kNone}, {0.120, 0.092, 0.209, 0.891, kNone}},
    HarsSubject{"library-hashset", "Java.library.hashset", 3'989, 2, "order", {20.610, 11.440, 39.430, 149.400, kNone}, {5.097, 13.523, 9.715, 44.326, kNone}},
    HarsSubject{"library-linkedlist", "Java.library.linkedlist", 2'556, 2, "race", {12.070, 12.580, 255.170, 458.100, kNone}, {2.640, 5.823, 56.095, 154.185, kNone}},
    HarsSubject{"library-treeset", "Java.library.treeset", 4'274, 2, "order", {2.790, 2.760, 2.690, 1.000, kNone}, {0.247, 0.271, 0.184, 0.216, kNone}},
    HarsSubject{"library-vector", "Java.library.vector", 4'675, 2, "order", {2.550, 2.310, 2.440, kNone, kNone}, {0.246, 0.222, 0.582, kNone, kNone}},
    HarsSubject{"lamport", "Lamport", 150, 2, "atomicity", {12.100, 11.830, 36.020, kNone, 88.500}, {0.371, 0.284, 3.534, kNone, 2.593}},
    HarsSubject{"lang", "Lang", 2'444, 2, "atomicity", {2.680, 2.730, 4.260, 8.000, 1.000}, {0.183, 0.145, 0.562, 3.264, 0.433}},
    HarsSubject{"linkedlist", "Linkedlist", 299, 2, "atomicity", {2.850, 1.960, 2.130, 6.900, 5.800}, {0.525, 0.412, 0.314, 11.277, 2.939}},
    HarsSubject{"log4j", "Log4j", 18'799, 4, "order", {4.760, 3.640, 7.190, 38.000, kNone}, {19.554, 15.118, 4.638, 24.786, kNone}},
    HarsSubject{"mergesort", "Mergesort", 399, 2, "race", {1.550, 1.530, 1.770, 2.000, kNone}, {1.851, 2.016, 1.396, 426.213, kNone}},
    HarsSubject{"mix0", "Mix0", 50, 2, "race", {1.750, 1.610, 1.830, kNone, 1.000}, {0.113, 0.115, 0.292, kNone, 0.430}},
    HarsSubject{"nestedmonitors", "Nestedmonitors", 140, 3, "deadlock", {1.000, 1.000, 1.000, 1.000, kNone}, {0.169, 0.120, 0.252, 0.134, kNone}, true},
    HarsSubject{"peterson", "Peterson", 77, 2, "atomicity", {13.390, 12.130, 32.800, 8.000, kNone}, {0.420, 0.331, 3.885, 4.753, kNone}},
    HarsSubject{"pingpong", "Pingpong", 115, 4, "atomicity", {2.540, 2.310, kNone, 2.000, 1.000}, {0.663, 0.616, kNone, 0.642, 0.476}},
    HarsSubject{"pipeline", "Pipeline", 119, 7, "race", {2.580, 2.490, 25.540, kNone, kNone}, {0.381, 0.700, 4.060, kNone, kNone}},
    HarsSubject{"producerconsumer", "Producerconsumer", 194, 7, "atomicity", {2.540, 2.150, 3.430, kNone, kNone}, {16.151, 15.612, 2.584, kNone, kNone}},
    HarsSubject{"rax", "Rax", 76, 2, "deadlock", {1.060, 1.090, 1.140, 2.000, kNone}, {0.102, 0.085, 0.212, 0.653, kNone}},
    HarsSubject{"readerswriters", "Readerswriters", 598, 3, "race", {2.270, 1.980, 7.210, 10.000, kNone}, {0.312, 0.716, 1.288, 66.023, kNone}},
    HarsSubject{"reorder", "Reorder", 92, 4, "atomicity", {11.260, 9.070, 74.480, 4.000, kNone}, {0.716, 0.698, 9.626, 0.738, kNone}},
    HarsSubject{"reorder2", "Reorder2", 71, 6, "atomicity", {2.880, 2.780, 4.360, 3.000, kNone}, {0.248, 0.201, 0.461, 1.088, kNone}},
    HarsSubject{"sharedobject", "Sharedobject", 48, 3, "atomicity", {2.920, 2.900, 3.280, kNone, 2.300}, {0.146, 0.173, 0.422, kNone, 0.847}},
    HarsSubject{"simpleexample", "Simpleexample", 29, 3, "atomicity", {3.820, 3.630, 8.520, kNone, 63.200}, {0.230, 0.121, 0.825, kNone, 3.457}},
    HarsSubject{"simpletest", "Simpletest", 47, 2, "atomicity", {6.090, 4.260, 6.440, 4.900, kNone}, {0.222, 0.202, 0.608, 0.636, kNone}},
    HarsSubject{"store", "Store", 46, 2, "race", {1.570, 1.510, 1.390, 2.000, kNone}, {0.194, 0.111, 0.180, 0.924, kNone}},
    HarsSubject{"stringbuffer", "Stringbuffer", 416, 3, "atomicity", {3.950, 2.950, 3.470, 2.000, kNone}, {0.294, 0.145, 0.421, 0.406, kNone}},
    HarsSubject{"test1", "Test", 34, 3, "race", {3.380, 2.900, 5.710, kNone, kNone}, {0.139, 0.102, 0.516, kNone, kNone}},
    HarsSubject{"test2", "Test2", 34, 3, "order", {1.490, 1.440, 1.940, kNone, kNone}, {0.114, 0.090, 0.180, kNone, kNone}},
    HarsSubject{"testarray", "Testarray", 46, 2, "atomicity", {4.460, 2.890, 8.970, kNone, kNone}, {0.279, 0.232, 0.909, kNone, kNone}},
    HarsSubject{"twostage", "Twostage", 140, 2, "race", {10.680, 9.340, 36.640, 2.000, kNone}, {0.390, 0.437, 4.134, 0.751, kNone}},
    HarsSubject{"wronglock", "Wronglock", 69, 2, "race", {3.750, 3.100, 4.400, 2.000, kNone}, {0.175, 0.130, 0.410, 0.289, kNone}},
    HarsSubject{"wronglock2", "Wronglock2", 36, 5, "race", {1.340, 1.210, 1.360, kNone, 1.000}, {0.113, 0.130, 0.160, kNone, 0.430}},
};
// clang-format on

constexpr MethodFigures kPrintedExecutions = {5.853, 4.961, 18.090, 24.371, 11.819};
constexpr MethodFigures kPrintedSeconds = {1.655, 1.790, 3.212, 84.428, 2.497};

std::optional<double> figure_of(const MethodFigures& figures, std::string_view strategy) {
  const auto place = std::ranges::find(kPaperStrategies, strategy);
  if (place == kPaperStrategies.end()) return std::nullopt;
  const double figure = figures[static_cast<std::size_t>(place - kPaperStrategies.begin())];
  return figure < 0 ? std::nullopt : std::optional(figure);
}

}  // namespace

std::optional<double> HarsSubject::paper(std::string_view strategy, Measure measure) const {
  return figure_of(measure == Measure::kExecutions ? executions : seconds, strategy);
}

std::span<const HarsSubject> hars_subjects() {
  return kHarsSubjects;
}

std::optional<double> printed_average(std::string_view strategy, Measure measure) {
  return figure_of(measure == Measure::kExecutions ? kPrintedExecutions : kPrintedSeconds, strategy);
}

}  // namespace heddle::study
