// Objects to XML and back, after com.thoughtworks.xstream.XStream. An object is the name of its type and a
// text; a converter is known by its name. Bug: lookup_converter() remembers what it found, in a cache that it
// changes under the shared lock.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/property.h"

namespace subjects {

class XStream {
 public:
  XStream() = default;
  XStream(const XStream&) = delete;
  XStream& operator=(const XStream&) = delete;

  // The name of the type's converter: the last one registered, or "reflection".
  std::string lookup_converter(const std::string& type) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#else
    std::shared_lock lock(mutex_);
#endif
    const auto is_for_type = [&type](const Converter& converter) { return converter.type == type; };
    const auto cached = std::find_if(cache_.begin(), cache_.end(), is_for_type);
    if (cached != cache_.end()) return cached->name;
    const auto found = std::find_if(converters_.rbegin(), converters_.rend(), is_for_type);
    cache_.push_back({type, found == converters_.rend() ? "reflection" : found->name});
    return cache_.back().name;
  }
  void register_converter(const std::string& type, const std::string& name) {
    std::lock_guard lock(mutex_);
    converters_.push_back({type, name});
    cache_.clear();
  }
  int get_converter_count() const {
    std::shared_lock lock(mutex_);
    return static_cast<int>(converters_.size());
  }
  int get_cached_converter_count() const {
    std::shared_lock lock(mutex_);
    return static_cast<int>(cache_.size());
  }
  void flush_cache() {
    std::lock_guard lock(mutex_);
    cache_.clear();
  }

  std::string to_xml(const std::string& type, const std::string& text) const {
    std::shared_lock lock(mutex_);
    check_allowed(type);
    const std::string tag = name_of(type);
    return "<" + tag + ">" + text + "</" + tag + ">";
  }
  // The text of an element that to_xml() has written.
  std::string from_xml(const std::string& xml) const {
    std::shared_lock lock(mutex_);
    const auto start = xml.find('>');
    const auto end = xml.rfind("</");
    if (start == std::string::npos || start == 0 || end == std::string::npos || start > end) {
      throw std::invalid_argument("XStream: no element");
    }
    check_allowed(type_of(xml.substr(1, start - 1)));
    return xml.substr(start + 1, end - start - 1);
  }

  void alias(const std::string& name, const std::string& type) { put(aliases_, name, type); }
  std::optional<std::string> get_alias(const std::string& name) const { return get(aliases_, name); }
  void alias_package(const std::string& name, const std::string& package) { put(packages_, name, package); }
  std::optional<std::string> get_package(const std::string& name) const { return get(packages_, name); }
  void alias_field(const std::string& field, const std::string& name) { put(fields_, field, name); }
  std::optional<std::string> get_field_alias(const std::string& field) const { return get(fields_, field); }
  void alias_attribute(const std::string& attribute, const std::string& name) {
    put(attributes_, attribute, name);
  }
  std::optional<std::string> get_attribute_alias(const std::string& attribute) const {
    return get(attributes_, attribute);
  }
  void add_default_implementation(const std::string& type, const std::string& implementation) {
    put(implementations_, type, implementation);
  }
  std::optional<std::string> get_default_implementation(const std::string& type) const {
    return get(implementations_, type);
  }

  void omit_field(const std::string& field) { add(omitted_, field); }
  bool is_omitted(const std::string& field) const { return holds(omitted_, field); }
  void use_attribute_for(const std::string& field) { add(as_attribute_, field); }
  bool is_attribute(const std::string& field) const { return holds(as_attribute_, field); }
  void add_implicit_collection(const std::string& field) { add(implicit_, field); }
  bool is_implicit_collection(const std::string& field) const { return holds(implicit_, field); }
  void add_immutable_type(const std::string& type) { add(immutable_, type); }
  bool is_immutable_type(const std::string& type) const { return holds(immutable_, type); }
  void deny_type(const std::string& type) { add(denied_, type); }
  bool is_denied(const std::string& type) const { return holds(denied_, type); }

  SUBJECTS_PROPERTY(std::string, mode, "references")
  SUBJECTS_PROPERTY(std::string, class_loader, "")
  SUBJECTS_PROPERTY(std::string, default_converter, "reflection")
  SUBJECTS_PROPERTY(std::string, mapper, "")
  SUBJECTS_PROPERTY(std::string, reflection_provider, "")
  SUBJECTS_PROPERTY(std::string, converter_lookup, "")
  SUBJECTS_PROPERTY(std::string, marshalling_strategy, "")
  SUBJECTS_PROPERTY(std::string, stream_driver, "dom")
  SUBJECTS_PROPERTY(std::string, encoding, "UTF-8")
  SUBJECTS_PROPERTY(std::string, id_attribute, "id")
  SUBJECTS_PROPERTY(std::string, class_attribute, "class")
  SUBJECTS_FLAG(auto_detecting_annotations, false)
  SUBJECTS_FLAG(ignoring_unknown_elements, false)
  SUBJECTS_FLAG(pretty_printing, true)

 private:
  struct Converter {
    std::string type;
    std::string name;
  };
  using Table = std::map<std::string, std::string>;
  using Names = std::set<std::string>;

  void put(Table& table, const std::string& key, const std::string& value) {
    std::lock_guard lock(mutex_);
    table[key] = value;
  }
  std::optional<std::string> get(const Table& table, const std::string& key) const {
    std::shared_lock lock(mutex_);
    const auto entry = table.find(key);
    return entry == table.end() ? std::nullopt : std::optional(entry->second);
  }
  void add(Names& names, const std::string& name) {
    std::lock_guard lock(mutex_);
    names.insert(name);
  }
  bool holds(const Names& names, const std::string& name) const {
    std::shared_lock lock(mutex_);
    return names.contains(name);
  }

  std::string name_of(const std::string& type) const {
    for (const auto& [name, aliased] : aliases_) {
      if (aliased == type) return name;
    }
    return type;
  }
  std::string type_of(const std::string& name) const {
    const auto alias = aliases_.find(name);
    return alias == aliases_.end() ? name : alias->second;
  }
  void check_allowed(const std::string& type) const {
    if (denied_.contains(type)) throw std::invalid_argument("XStream: the type is denied");
  }

  mutable std::shared_mutex mutex_;
  std::vector<Converter> converters_;
  std::vector<Converter> cache_;
  Table aliases_;
  Table packages_;
  Table fields_;
  Table attributes_;
  Table implementations_;
  Names omitted_;
  Names as_attribute_;
  Names implicit_;
  Names immutable_;
  Names denied_;
};

}  // namespace subjects
