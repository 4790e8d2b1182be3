// The table of rooms (src/rooms.txt), and the sources as they are.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::house {

struct Room {
  std::string name;  // its folder below src/
  std::string holds;
  std::vector<std::string> uses;
};

struct Include {
  std::string from;  // files, below src/
  std::string to;
};

class House {
 public:
  explicit House(const std::filesystem::path& source);

  const std::vector<Room>& rooms() const { return rooms_; }
  const std::vector<std::string>& mistakes() const { return mistakes_; }  // of the table itself
  const std::vector<Include>& includes() const { return includes_; }
  const std::vector<std::string>& files() const { return files_; }

  // The room that a file lies in: the longest folder that the table names; empty: none.
  std::string room_of(const std::string& file) const;
  // Whether files of one room may include those of the other.
  bool may_use(const std::string& room, const std::string& other) const;

 private:
  void read_table(const std::filesystem::path& table);
  void read_sources(const std::filesystem::path& folder);
  void close();

  std::vector<Room> rooms_;
  std::vector<std::string> mistakes_;
  std::map<std::string, std::set<std::string>> reachable_;
  std::vector<std::string> files_;
  std::vector<Include> includes_;
};

// A unit is a header with its source file: the name without the ending. Units of one room, or of rooms that
// may use each other, must not go round in a circle. Each circle, as its units in order; none if there is
// none.
std::vector<std::vector<std::string>> circles(const std::vector<Include>& includes);

// For docs/architecture.md.
std::string as_markdown(const std::vector<Room>& rooms);
// The same as a picture: rooms that use no other at the bottom, each above what it uses.
std::string as_svg(const std::vector<Room>& rooms);

}  // namespace heddle::house
