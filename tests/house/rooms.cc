#include "rooms.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

namespace heddle::house {

namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) {
  static const std::set<std::string> kEndings = {".h", ".cc", ".c", ".def", ".S"};
  return kEndings.contains(path.extension().string());
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string unit_of(const std::string& file) {
  return fs::path(file).replace_extension().string();
}

// Tarjan's algorithm: components of a graph that are more than one node.
class Components {
 public:
  explicit Components(std::map<std::string, std::set<std::string>> graph) : graph_(std::move(graph)) {
    for (const auto& [node, ignored] : graph_)
      if (!order_.contains(node)) visit(node);
  }
  std::vector<std::vector<std::string>> circles;

 private:
  void visit(const std::string& node) {
    lowest_[node] = order_[node] = order_.size();
    stack_.push_back(node);
    if (const auto edges = graph_.find(node); edges != graph_.end())
      for (const std::string& next : edges->second) {
        if (!order_.contains(next)) {
          visit(next);
          lowest_[node] = std::min(lowest_[node], lowest_[next]);
        } else if (std::find(stack_.begin(), stack_.end(), next) != stack_.end()) {
          lowest_[node] = std::min(lowest_[node], order_[next]);
        }
      }
    if (lowest_[node] != order_[node]) return;
    const auto begin = std::find(stack_.begin(), stack_.end(), node);
    if (stack_.end() - begin > 1) circles.emplace_back(begin, stack_.end());
    stack_.erase(begin, stack_.end());
  }

  std::map<std::string, std::set<std::string>> graph_;
  std::map<std::string, std::size_t> order_, lowest_;
  std::vector<std::string> stack_;
};

}  // namespace

House::House(const fs::path& source) {
  read_table(source / "rooms.txt");
  close();
  read_sources(source);
}

void House::read_table(const fs::path& table) {
  std::ifstream file(table);
  if (!file) mistakes_.push_back("cannot read " + table.string());
  std::regex indented("^  (holds|uses) (.*)$");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::smatch parts;
    if (!std::regex_match(line, parts, indented)) {
      if (line.front() == ' ') mistakes_.push_back("neither `holds` nor `uses`: " + line);
      rooms_.push_back({line, "", {}});
    } else if (rooms_.empty()) {
      mistakes_.push_back("no room before: " + line);
    } else if (parts[1] == "holds") {
      rooms_.back().holds = parts[2];
    } else {
      rooms_.back().uses = words_of(parts[2]);
    }
  }
}

// What a room may include: itself, and whatever it can come to.
void House::close() {
  std::map<std::string, const Room*> by_name;
  for (const Room& room : rooms_) by_name[room.name] = &room;
  for (const Room& room : rooms_) {
    std::set<std::string>& reached = reachable_[room.name];
    const std::function<void(const std::string&)> reach = [&](const std::string& name) {
      if (!reached.insert(name).second) return;
      if (!by_name.contains(name))
        return mistakes_.push_back(room.name + " uses a room without a row: " + name);
      for (const std::string& next : by_name[name]->uses) reach(next);
    };
    reach(room.name);
  }
}

void House::read_sources(const fs::path& source) {
  const std::regex include("^\\s*#\\s*include\\s+\"([^\"]+)\".*");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source)) {
    if (!entry.is_regular_file() || !is_source(entry.path())) continue;
    const std::string name = fs::relative(entry.path(), source).generic_string();
    files_.push_back(name);
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch parts;
      if (!std::regex_match(line, parts, include)) continue;
      const fs::path beside = (fs::path(name).parent_path() / parts[1].str()).lexically_normal();
      if (fs::exists(source / parts[1].str()))
        includes_.push_back({name, parts[1]});
      else if (fs::exists(source / beside))
        includes_.push_back({name, beside.generic_string()});
    }
  }
  std::sort(files_.begin(), files_.end());
}

std::string House::room_of(const std::string& file) const {
  std::string found;
  for (const Room& room : rooms_)
    if (file.starts_with(room.name + "/") && room.name.size() > found.size()) found = room.name;
  return found;
}

bool House::may_use(const std::string& room, const std::string& other) const {
  const auto reached = reachable_.find(room);
  return reached != reachable_.end() && reached->second.contains(other);
}

std::vector<std::vector<std::string>> circles(const std::vector<Include>& includes) {
  std::map<std::string, std::set<std::string>> graph;
  for (const Include& include : includes) {
    const std::string from = unit_of(include.from), to = unit_of(include.to);
    if (from != to) graph[from].insert(to);
  }
  return Components(std::move(graph)).circles;
}

std::string as_markdown(const std::vector<Room>& rooms) {
  std::string text = "| room | holds | uses |\n| --- | --- | --- |\n";
  for (const Room& room : rooms) {
    text += "| `src/" + room.name + "` | " + room.holds + " | ";
    for (std::size_t i = 0; i < room.uses.size(); ++i) text += (i == 0 ? "" : ", ") + room.uses[i];
    text += room.uses.empty() ? "nothing |\n" : " |\n";
  }
  return text;
}

}  // namespace heddle::house
