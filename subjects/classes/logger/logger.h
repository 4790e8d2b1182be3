// A logger that collects messages, after java.util.logging.Logger. A filter is a word that a message must
// contain; a handler is known by its name.
// Bug: log() asks whether there is a filter, and then for the filter.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../support/property.h"

namespace subjects {

class Logger {
 public:
  static constexpr int kFinest = 300;
  static constexpr int kFiner = 400;
  static constexpr int kFine = 500;
  static constexpr int kConfig = 700;
  static constexpr int kInfo = 800;
  static constexpr int kWarning = 900;
  static constexpr int kSevere = 1000;
  static constexpr int kOff = 2000;

  explicit Logger(std::string name = "logger") : name_(std::move(name)) {}
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  std::string get_name() const { return name_; }

  int get_level() const {
    std::lock_guard lock(mutex_);
    return level_;
  }
  void set_level(int level) {
    std::lock_guard lock(mutex_);
    level_ = level;
  }
  bool is_loggable(int level) const {
    std::lock_guard lock(mutex_);
    return level >= level_ && level_ != kOff;
  }

  std::optional<std::string> get_filter() const {
    std::lock_guard lock(mutex_);
    return filter_;
  }
  bool has_filter() const {
    std::lock_guard lock(mutex_);
    return filter_.has_value();
  }
  void set_filter(const std::string& filter) {
    std::lock_guard lock(mutex_);
    filter_ = filter;
  }
  void clear_filter() {
    std::lock_guard lock(mutex_);
    filter_.reset();
  }

  void log(int level, const std::string& message) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    if (!is_loggable(level)) return;
    if (has_filter() && message.find(get_filter().value()) == std::string::npos) return;
    publish(message);
  }
  void log_with_number(int level, const std::string& message, int number) {
    log(level, message + " " + std::to_string(number));
  }
  void log_with_text(int level, const std::string& message, const std::string& text) {
    log(level, message + " " + text);
  }
  void log_in(int level, const std::string& place, const std::string& message) {
    log(level, place + ": " + message);
  }

  void severe(const std::string& message) { log(kSevere, message); }
  void warning(const std::string& message) { log(kWarning, message); }
  void info(const std::string& message) { log(kInfo, message); }
  void config(const std::string& message) { log(kConfig, message); }
  void fine(const std::string& message) { log(kFine, message); }
  void finer(const std::string& message) { log(kFiner, message); }
  void finest(const std::string& message) { log(kFinest, message); }
  void entering(const std::string& place) { log(kFiner, "ENTRY " + place); }
  void entering_with(const std::string& place, int argument) {
    log(kFiner, "ENTRY " + place + " " + std::to_string(argument));
  }
  void exiting(const std::string& place) { log(kFiner, "RETURN " + place); }
  void exiting_with(const std::string& place, int result) {
    log(kFiner, "RETURN " + place + " " + std::to_string(result));
  }
  void throwing(const std::string& place) { log(kFiner, "THROW " + place); }

  std::vector<std::string> get_messages() const {
    std::lock_guard lock(mutex_);
    return messages_;
  }
  int get_message_count() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(messages_.size());
  }
  void clear_messages() {
    std::lock_guard lock(mutex_);
    messages_.clear();
  }

  void add_handler(const std::string& handler) {
    std::lock_guard lock(mutex_);
    handlers_.push_back(handler);
  }
  // False if there is no such handler.
  bool remove_handler(const std::string& handler) {
    std::lock_guard lock(mutex_);
    const auto place = std::find(handlers_.begin(), handlers_.end(), handler);
    if (place == handlers_.end()) return false;
    handlers_.erase(place);
    return true;
  }
  std::vector<std::string> get_handlers() const {
    std::lock_guard lock(mutex_);
    return handlers_;
  }

  SUBJECTS_PROPERTY(std::string, resource_bundle_name, "")
  SUBJECTS_PROPERTY(std::string, parent_name, "")
  SUBJECTS_FLAG(using_parent_handlers, true)
  SUBJECTS_FLAG(anonymous, false)

 private:
  void publish(const std::string& message) {
    std::lock_guard lock(mutex_);
    messages_.push_back(message);
  }

  mutable std::recursive_mutex mutex_;
  const std::string name_;
  int level_ = kInfo;
  std::optional<std::string> filter_;
  std::vector<std::string> handlers_;
  std::vector<std::string> messages_;
};

}  // namespace subjects
