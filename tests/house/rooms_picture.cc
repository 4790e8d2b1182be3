// The rooms as a picture: boxes in rows, each above the rooms that it uses.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "rooms.h"

namespace heddle::house {

namespace {

constexpr int kRow = 76, kBox = 34, kGap = 18, kMargin = 30;

struct Place {
  int row = 0;
  int left = 0;
  int width = 0;
};

class Picture {
 public:
  explicit Picture(const std::vector<Room>& rooms) : rooms_(rooms) {
    for (const Room& room : rooms) by_name_[room.name] = &room;
    for (const Room& room : rooms) places_[room.name] = {row_of(room.name), 0, width_of(room.name)};
    for (const auto& [name, place] : places_) rows_ = std::max(rows_, place.row + 1);
    for (int row = 0; row < rows_; ++row) width_ = std::max(width_, width_of_row(row) + 2 * kMargin);
    for (int row = 0; row < rows_; ++row) lay_out(row);
  }

  std::string svg() const {
    std::ostringstream out;
    const int height = 2 * kMargin + rows_ * kRow - (kRow - kBox);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width_ << " " << height
        << "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"15\" role=\"img\" "
           "aria-labelledby=\"title\">\n"
        << "  <title id=\"title\">The folders of src, each above those that it uses</title>\n"
        << "  <style>\n"
           "    .page { fill: #ffffff; }\n"
           "    .room { fill: #fffaf0; stroke: #a07830; stroke-width: 1.2; }\n"
           "    .inside { fill: #f3f6fa; stroke: #4a6785; stroke-width: 1.2; }\n"
           "    text { fill: #1c1c1c; text-anchor: middle; }\n"
           "    path { stroke: #9a9a9a; stroke-width: 1.3; fill: none; }\n"
           "    @media (prefers-color-scheme: dark) {\n"
           "      .page { fill: #16181c; }\n"
           "      .room { fill: #2b2518; stroke: #c9a05a; }\n"
           "      .inside { fill: #1f2833; stroke: #7fa3c9; }\n"
           "      text { fill: #e8e8e8; }\n"
           "      path { stroke: #7c7c7c; }\n"
           "    }\n"
           "  </style>\n"
        << "  <rect class=\"page\" width=\"" << width_ << "\" height=\"" << height << "\"/>\n";
    for (const Room& room : rooms_)
      for (const std::string& used : room.uses) out << line(places_.at(room.name), places_.at(used));
    for (const Room& room : rooms_) out << box(room.name);
    out << "</svg>\n";
    return out.str();
  }

 private:
  static int width_of(const std::string& name) { return 9 * static_cast<int>(name.size()) + 28; }

  // Rooms that use each other, hooks and interposed functions, stand beside each other.
  int row_of(const std::string& name) {
    int row = 0;
    open_.insert(name);
    for (const std::string& used : by_name_.at(name)->uses)
      if (!open_.contains(used)) row = std::max(row, row_of(used) + 1);
    open_.erase(name);
    return row;
  }

  int width_of_row(int row) const {
    int width = -kGap;
    for (const auto& [name, place] : places_)
      if (place.row == row) width += place.width + kGap;
    return width;
  }

  void lay_out(int row) {
    std::vector<std::string> names;
    for (const Room& room : rooms_)
      if (places_[room.name].row == row) names.push_back(room.name);
    std::stable_partition(names.begin(), names.end(),
                          [](const std::string& name) { return !is_inside(name); });
    int left = (width_ - width_of_row(row)) / 2;
    for (const std::string& name : names) {
      places_[name].left = left;
      left += places_[name].width + kGap;
    }
  }

  // Loaded into the user's program, and nowhere else.
  static bool is_inside(const std::string& name) { return name.starts_with("runtime/"); }
  int top_of(const Place& place) const { return kMargin + (rows_ - 1 - place.row) * kRow; }
  static int middle_of(const Place& place) { return place.left + place.width / 2; }

  std::string box(const std::string& name) const {
    const Place& place = places_.at(name);
    std::ostringstream out;
    out << "  <rect class=\"" << (is_inside(name) ? "inside" : "room") << "\" x=\"" << place.left << "\" y=\""
        << top_of(place) << "\" width=\"" << place.width << "\" height=\"" << kBox << "\" rx=\"5\"/>\n"
        << "  <text x=\"" << middle_of(place) << "\" y=\"" << top_of(place) + 22 << "\">" << name
        << "</text>\n";
    return out.str();
  }

  std::string line(const Place& from, const Place& to) const {
    if (from.row == to.row) return {};
    const int start = top_of(from) + kBox, end = top_of(to);
    std::ostringstream out;
    out << "  <path d=\"M" << middle_of(from) << " " << start << " C" << middle_of(from) << " " << start + 30
        << " " << middle_of(to) << " " << end - 30 << " " << middle_of(to) << " " << end << "\"/>\n";
    return out.str();
  }

  const std::vector<Room>& rooms_;
  std::map<std::string, const Room*> by_name_;
  std::map<std::string, Place> places_;
  std::set<std::string> open_;
  int rows_ = 0;
  int width_ = 0;
};

}  // namespace

std::string as_svg(const std::vector<Room>& rooms) {
  return Picture(rooms).svg();
}

}  // namespace heddle::house
