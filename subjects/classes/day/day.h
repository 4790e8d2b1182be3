// A day of the calendar, after org.jfree.data.time.Day. Its number and date never change; the first and last
// millisecond depend on the time zone that it is pegged to.
// Bug: peg() writes the two without the lock.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

namespace subjects {

class Day {
 public:
  // Days since the first of January 1970.
  explicit Day(int serial = 0) : serial_(serial) {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years that start in March, in eras of
    // 400.
    const int shifted = serial + 719468;
    const int era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const int day_of_era = shifted - era * 146097;
    const int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int shifted_month = (5 * day_of_year + 2) / 153;
    day_of_month_ = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    month_ = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
    year_ = year_of_era + era * 400 + (month_ <= 2 ? 1 : 0);
    peg(0);
  }
  Day(const Day&) = delete;
  Day& operator=(const Day&) = delete;

  int get_serial_index() const { return serial_; }
  int get_year() const { return year_; }
  int get_month() const { return month_; }
  int get_day_of_month() const { return day_of_month_; }
  int get_quarter() const { return (month_ + 2) / 3; }
  int get_day_of_week() const { return ((serial_ % 7) + 11) % 7; }  // 0 is Sunday
  bool is_weekend() const { return get_day_of_week() == 0 || get_day_of_week() == 6; }
  bool is_leap_year() const { return (year_ % 4 == 0 && year_ % 100 != 0) || year_ % 400 == 0; }
  int get_previous() const { return serial_ - 1; }
  int get_next() const { return serial_ + 1; }
  int compare_to(const Day& other) const { return serial_ - other.serial_; }
  int days_until(const Day& other) const { return other.serial_ - serial_; }
  int hash_code() const { return (17 * 37 + year_) * 37 + month_ * 31 + day_of_month_; }

  // The time zone: minutes east of Greenwich.
  void peg(int zone) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    first_millisecond_ = (serial_ * kMinutes - zone) * kMillisecondsPerMinute;
    last_millisecond_ = first_millisecond_ + kMinutes * kMillisecondsPerMinute - 1;
  }

  std::int64_t get_first_millisecond() const {
    std::lock_guard lock(mutex_);
    return first_millisecond_;
  }
  std::int64_t get_last_millisecond() const {
    std::lock_guard lock(mutex_);
    return last_millisecond_;
  }
  std::int64_t get_middle_millisecond() const {
    std::lock_guard lock(mutex_);
    return first_millisecond_ + (last_millisecond_ - first_millisecond_) / 2;
  }
  bool contains(std::int64_t millisecond) const {
    std::lock_guard lock(mutex_);
    return first_millisecond_ <= millisecond && millisecond <= last_millisecond_;
  }
  int get_zone() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(serial_ * kMinutes - first_millisecond_ / kMillisecondsPerMinute);
  }
  bool equals(const Day& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return serial_ == other.serial_ && first_millisecond_ == other.first_millisecond_;
  }
  bool overlaps(const Day& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return first_millisecond_ <= other.last_millisecond_ && other.first_millisecond_ <= last_millisecond_;
  }

  std::string get_description() const {
    std::lock_guard lock(mutex_);
    return description_;
  }
  void set_description(const std::string& description) {
    std::lock_guard lock(mutex_);
    description_ = description;
  }
  std::string to_string() const {
    return std::to_string(year_) + "-" + std::to_string(month_) + "-" + std::to_string(day_of_month_);
  }

 private:
  static constexpr std::int64_t kMinutes = 24 * 60;
  static constexpr std::int64_t kMillisecondsPerMinute = 60'000;

  // Re-entrant, so that a day can be compared with itself.
  mutable std::recursive_mutex mutex_;
  const int serial_;
  int year_;
  int month_;
  int day_of_month_;
  std::int64_t first_millisecond_;
  std::int64_t last_millisecond_;
  std::string description_;
};

}  // namespace subjects
