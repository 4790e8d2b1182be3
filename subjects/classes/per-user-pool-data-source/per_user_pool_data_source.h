// A source of database connections with a pool and settings for every user, after PerUserPoolDataSource of
// Apache Commons DBCP. A connection is a number.
// Bug: set_per_user_max_active() makes the table of the setting when it is first needed, and writes to it,
// without the lock.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/property.h"

namespace subjects {

class PerUserPoolDataSource {
 public:
  PerUserPoolDataSource() = default;
  PerUserPoolDataSource(const PerUserPoolDataSource&) = delete;
  PerUserPoolDataSource& operator=(const PerUserPoolDataSource&) = delete;

  void set_per_user_max_active(const std::string& user, int value) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    put(per_user_max_active_, user, value);
  }
  int get_per_user_max_active(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_max_active_, user).value_or(default_max_active_);
  }
  void set_per_user_max_idle(const std::string& user, int value) {
    std::lock_guard lock(mutex_);
    put(per_user_max_idle_, user, value);
  }
  int get_per_user_max_idle(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_max_idle_, user).value_or(default_max_idle_);
  }
  void set_per_user_max_wait(const std::string& user, int value) {
    std::lock_guard lock(mutex_);
    put(per_user_max_wait_, user, value);
  }
  int get_per_user_max_wait(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_max_wait_, user).value_or(default_max_wait_);
  }
  void set_per_user_default_auto_commit(const std::string& user, bool value) {
    std::lock_guard lock(mutex_);
    put(per_user_default_auto_commit_, user, value);
  }
  std::optional<int> get_per_user_default_auto_commit(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_default_auto_commit_, user);
  }
  void set_per_user_default_read_only(const std::string& user, bool value) {
    std::lock_guard lock(mutex_);
    put(per_user_default_read_only_, user, value);
  }
  std::optional<int> get_per_user_default_read_only(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_default_read_only_, user);
  }
  void set_per_user_default_transaction_isolation(const std::string& user, int value) {
    std::lock_guard lock(mutex_);
    put(per_user_default_transaction_isolation_, user, value);
  }
  std::optional<int> get_per_user_default_transaction_isolation(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(per_user_default_transaction_isolation_, user);
  }

  int get_connection(const std::string& user) {
    std::lock_guard lock(mutex_);
    const int active = get(active_, user).value_or(0);
    if (active >= get_per_user_max_active(user)) throw std::runtime_error("PerUserPoolDataSource: exhausted");
    put(active_, user, active + 1);
    return active + 1;
  }
  void release_connection(const std::string& user) {
    std::lock_guard lock(mutex_);
    const int active = get(active_, user).value_or(0);
    if (active == 0) throw std::logic_error("PerUserPoolDataSource: not taken");
    put(active_, user, active - 1);
  }
  int get_num_active(const std::string& user) const {
    std::lock_guard lock(mutex_);
    return get(active_, user).value_or(0);
  }
  void close() {
    std::lock_guard lock(mutex_);
    active_.reset();
  }

  SUBJECTS_PROPERTY(int, default_max_active, 8)
  SUBJECTS_PROPERTY(int, default_max_idle, 8)
  SUBJECTS_PROPERTY(int, default_max_wait, -1)
  SUBJECTS_PROPERTY(std::string, data_source_name, "")
  SUBJECTS_PROPERTY(std::string, description, "")
  SUBJECTS_PROPERTY(std::string, jndi_environment, "")
  SUBJECTS_PROPERTY(int, default_transaction_isolation, -1)
  SUBJECTS_PROPERTY(int, login_timeout, 0)
  SUBJECTS_PROPERTY(int, min_evictable_idle_time_millis, 1'800'000)
  SUBJECTS_PROPERTY(int, num_tests_per_eviction_run, 3)
  SUBJECTS_PROPERTY(int, time_between_eviction_runs_millis, -1)
  SUBJECTS_PROPERTY(std::string, validation_query, "")
  SUBJECTS_FLAG(default_auto_commit, true)
  SUBJECTS_FLAG(default_read_only, false)
  SUBJECTS_FLAG(test_on_borrow, false)
  SUBJECTS_FLAG(test_on_return, false)
  SUBJECTS_FLAG(test_while_idle, false)
  SUBJECTS_FLAG(rollback_after_validation, false)
  SUBJECTS_PROPERTY(std::string, log_writer, "")

 private:
  struct Setting {
    std::string user;
    int value;
  };
  // Most tables are never needed, and stay null.
  using Table = std::unique_ptr<std::vector<Setting>>;

  static void put(Table& table, const std::string& user, int value) {
    if (table == nullptr) table = std::make_unique<std::vector<Setting>>();
    const auto place = std::find_if(table->begin(), table->end(),
                                    [&user](const Setting& setting) { return setting.user == user; });
    if (place == table->end()) {
      table->push_back({user, value});
    } else {
      place->value = value;
    }
  }
  static std::optional<int> get(const Table& table, const std::string& user) {
    if (table == nullptr) return std::nullopt;
    for (const Setting& setting : *table) {
      if (setting.user == user) return setting.value;
    }
    return std::nullopt;
  }

  mutable std::recursive_mutex mutex_;
  Table active_;
  Table per_user_max_active_;
  Table per_user_max_idle_;
  Table per_user_max_wait_;
  Table per_user_default_auto_commit_;
  Table per_user_default_read_only_;
  Table per_user_default_transaction_isolation_;
};

}  // namespace subjects
