#include "compile/paths.h"

namespace heddle::compile {

std::string_view base_name(std::string_view file) {
  return file.substr(directory_prefix(file).size());
}

std::string_view directory_prefix(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : file.substr(0, slash + 1);
}

std::string_view extension_of(std::string_view file) {
  const std::string_view base = base_name(file);
  const std::size_t dot = base.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : base.substr(dot);
}

std::string_view without_extension(std::string_view file) {
  return file.substr(0, file.size() - extension_of(file).size());
}

std::string_view stem(std::string_view file) {
  return base_name(without_extension(file));
}

}  // namespace heddle::compile
