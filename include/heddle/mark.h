/* Marks in a program that Heddle knows. Without Heddle they do nothing: the functions are weak, and nothing
   has to be linked. For C and C++. */
#ifndef HEDDLE_MARK_H
#define HEDDLE_MARK_H

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTNEXTLINE(readability-identifier-naming): a name of C */
__attribute__((weak)) void heddle_start_here(void);
/* NOLINTNEXTLINE(readability-identifier-naming) */
__attribute__((weak)) void heddle_enter_region(void);
/* NOLINTNEXTLINE(readability-identifier-naming) */
__attribute__((weak)) void heddle_leave_region(void);

#ifdef __cplusplus
}

namespace heddle {

/* With `heddle run --snapshot start-here`, executions begin at the first call: what comes before runs once,
   without preemption. */
inline void start_here() {
  if (heddle_start_here != nullptr) heddle_start_here();
}

/* With `heddle run --region marked`, threads are switched only while one of them has such an object:
   elsewhere the program runs at full speed, without preemption. */
class Region {
 public:
  Region() {
    if (heddle_enter_region != nullptr) heddle_enter_region();
  }
  ~Region() {
    if (heddle_leave_region != nullptr) heddle_leave_region();
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
};

}  // namespace heddle
#endif

#endif
