// A source of database connections that all users share, after SharedPoolDataSource of Apache Commons DBCP. A
// connection is a number; the pool is made for the first one, and closed with the source.
// Bug: get_num_active() and get_num_idle() look at the pool without the lock, while close() may end it.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/property.h"

namespace subjects {

class SharedPoolDataSource {
 public:
  SharedPoolDataSource() = default;
  SharedPoolDataSource(const SharedPoolDataSource&) = delete;
  SharedPoolDataSource& operator=(const SharedPoolDataSource&) = delete;

  int get_connection() {
    std::lock_guard lock(mutex_);
    if (pool_ == nullptr) pool_ = std::make_unique<Pool>();
    if (pool_->idle.empty()) {
      if (pool_->active == max_active_) throw std::runtime_error("SharedPoolDataSource: exhausted");
      pool_->idle.push_back(++pool_->created);
    }
    const int connection = pool_->idle.back();
    pool_->idle.pop_back();
    ++pool_->active;
    return connection;
  }
  void release_connection(int connection) {
    std::lock_guard lock(mutex_);
    if (pool_ == nullptr || pool_->active == 0) throw std::logic_error("SharedPoolDataSource: not taken");
    --pool_->active;
    if (static_cast<int>(pool_->idle.size()) < max_idle_) pool_->idle.push_back(connection);
  }
  void close() {
    std::lock_guard lock(mutex_);
    pool_.reset();
  }

  int get_num_active() const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return pool_ == nullptr ? 0 : pool_->active;
  }
  int get_num_idle() const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return pool_ == nullptr ? 0 : static_cast<int>(pool_->idle.size());
  }

  SUBJECTS_PROPERTY(int, max_active, 8)
  SUBJECTS_PROPERTY(int, max_idle, 8)
  SUBJECTS_PROPERTY(int, max_wait, -1)
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
  struct Pool {
    int created = 0;
    int active = 0;
    std::vector<int> idle;
  };

  mutable std::mutex mutex_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace subjects
