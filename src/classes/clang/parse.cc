#include "classes/clang/parse.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Sema.h>
#include <clang/Tooling/ArgumentsAdjusters.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <clang/Tooling/Tooling.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>

#include "classes/clang/class_facts.h"
#include "classes/clang/missing_headers.h"
#include "classes/clang/template_instances.h"

namespace heddle::classes {

namespace {

namespace fs = std::filesystem;

constexpr const char* kAlias = "heddle_class_under_test";

// The flags that matter for what the header means, in a form that holds in any folder.
std::vector<std::string> portable_flags(const clang::tooling::CompileCommand& command) {
  static const std::set<std::string> kWithPath = {"-I", "-isystem", "-iquote", "-include", "-idirafter"};
  const auto absolute = [&](const std::string& path) {
    return (fs::path(command.Directory) / path).lexically_normal().string();
  };
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string& flag = command.CommandLine[i];
    const bool has_next = i + 1 < command.CommandLine.size();
    if (kWithPath.contains(flag) && has_next) {
      kept.push_back(flag);
      kept.push_back(absolute(command.CommandLine[++i]));
    } else if (flag.starts_with("-I")) {
      kept.push_back("-I" + absolute(flag.substr(2)));
    } else if (flag == "-D" || flag == "-U") {
      kept.push_back(flag);
      if (has_next) kept.push_back(command.CommandLine[++i]);
    } else if (flag.starts_with("-D") || flag.starts_with("-U") || flag.starts_with("-std=") ||
               flag == "-pthread" || (flag.starts_with("-f") && !flag.starts_with("-fsanitize")) ||
               flag.starts_with("-m")) {
      kept.push_back(flag);
    } else if (flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ" || flag == "-x") {
      ++i;
    }
  }
  return kept;
}

Result<std::vector<std::string>> flags_for(const ParseRequest& request, const std::string& file) {
  std::vector<std::string> flags;
  if (!request.build_folder.empty()) {
    std::string error;
    auto database = clang::tooling::CompilationDatabase::loadFromDirectory(request.build_folder, error);
    if (database == nullptr) return Error{request.build_folder + " has no compile_commands.json"};
    database = clang::tooling::inferMissingCompileCommands(
        clang::tooling::expandResponseFiles(std::move(database), llvm::vfs::getRealFileSystem()));
    const auto commands = database->getCompileCommands(file);
    if (!commands.empty()) flags = portable_flags(commands.front());
  }
  flags.insert(flags.end(), request.flags.begin(), request.flags.end());
  const auto is_standard = [](const std::string& flag) { return flag.starts_with("-std="); };
  if (std::ranges::none_of(flags, is_standard)) flags.insert(flags.begin(), "-std=c++20");
  return flags;
}

using Visit = std::function<void(clang::CompilerInstance&)>;

class CallingConsumer : public clang::ASTConsumer {
 public:
  CallingConsumer(const Visit& visit, clang::CompilerInstance& compiler)
      : visit_(visit), compiler_(compiler) {}
  void HandleTranslationUnit(clang::ASTContext&) override { visit_(compiler_); }

 private:
  const Visit& visit_;
  clang::CompilerInstance& compiler_;
};

class CallingAction : public clang::ASTFrontendAction {
 public:
  CallingAction(const Visit& visit, bool skips_bodies) : visit_(visit), skips_bodies_(skips_bodies) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = skips_bodies_;
    return std::make_unique<CallingConsumer>(visit_, compiler);
  }

 private:
  const Visit& visit_;
  bool skips_bodies_;
};

class CallingFactory : public clang::tooling::FrontendActionFactory {
 public:
  CallingFactory(const Visit& visit, bool skips_bodies) : visit_(visit), skips_bodies_(skips_bodies) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<CallingAction>(visit_, skips_bodies_);
  }

 private:
  const Visit& visit_;
  bool skips_bodies_;
};

// Classes and class templates by their qualified names, without those inside of functions.
using ClassNames = std::map<std::string, const clang::CXXRecordDecl*>;

void add_classes(const clang::DeclContext* scope, ClassNames& found) {
  for (const clang::Decl* member : scope->decls()) {
    if (const auto* generic = clang::dyn_cast<clang::ClassTemplateDecl>(member))
      member = generic->getTemplatedDecl();
    const auto* record = clang::dyn_cast<clang::CXXRecordDecl>(member);
    if (record != nullptr && record->isThisDeclarationADefinition() && record->getIdentifier() != nullptr &&
        !clang::isa<clang::ClassTemplateSpecializationDecl>(record))
      found[record->getQualifiedNameAsString()] = record;
    const auto* inner = clang::dyn_cast<clang::DeclContext>(member);
    if (inner != nullptr && !inner->isFunctionOrMethod()) add_classes(inner, found);
  }
}

// Keeps what is said, and says nothing.
class Complaints : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error || texts.size() == kMost) return;
    llvm::SmallString<256> text;
    diagnostic.FormatDiagnostic(text);
    texts.emplace_back(text.str());
  }

  std::vector<std::string> texts;

 private:
  static constexpr std::size_t kMost = 200;
};

class Parser {
 public:
  Parser(const std::string& header, std::vector<std::string> flags)
      : includes_("#include \"" + header + "\"\n"),
        main_file_((fs::path(header).parent_path() / "heddle-class-model.cc").string()),
        database_(".", with_resources(std::move(flags))) {}

  void include(const std::string& source) { includes_ += "#include \"" + source + "\"\n"; }

  enum Mode {
    kProbe,   // names and types alone, and nothing is printed
    kSilent,  // with what functions do
    kLoud,    // likewise, and what does not compile is printed
  };

  bool parse(const std::string& code, Mode mode, const Visit& visit) {
    clang::tooling::ClangTool tool(database_, {main_file_});
    const std::string text = includes_ + code + "\n";
    tool.mapVirtualFile(main_file_, text);
    Complaints silent;
    if (mode != kLoud) {
      tool.setDiagnosticConsumer(&silent);
      tool.appendArgumentsAdjuster(clang::tooling::getInsertArgumentAdjuster("-fno-caret-diagnostics"));
    }
    tool.setPrintErrorMessage(false);
    CallingFactory factory(visit, mode == kProbe);
    const bool is_fine = tool.run(&factory) == 0;
    complaints_ = std::move(silent.texts);
    return is_fine;
  }

  // About what was parsed last, unless it was loud.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  static std::vector<std::string> with_resources(std::vector<std::string> flags) {
    flags.push_back("-resource-dir=" HEDDLE_CLANG_RESOURCES);
    flags.push_back("-w");
    flags.push_back("-ferror-limit=0");  // what does not compile is tried with other types
    return flags;
  }

  std::string includes_;
  std::vector<std::string> complaints_;
  std::string main_file_;
  clang::tooling::FixedCompilationDatabase database_;
};

std::vector<std::string> named(const ClassNames& classes, const std::string& name) {
  std::vector<std::string> found;
  for (const auto& [qualified, record] : classes)
    if (qualified == name || qualified.ends_with("::" + name)) found.push_back(qualified);
  if (std::ranges::count(found, name)) return {name};
  return found;
}

std::string no_such_class(const ParseRequest& request, const ClassNames& classes,
                          const std::vector<std::string>& similar, clang::SourceManager& sources) {
  std::string message = request.header + ": there is no class " + request.class_name;
  if (similar.size() > 1) message = request.header + ": " + request.class_name + " is not unique";
  std::string list;
  for (const auto& [name, record] : classes) {
    const bool is_candidate = similar.empty() ? !sources.isInSystemHeader(record->getLocation())
                                              : std::ranges::count(similar, name) > 0;
    if (!is_candidate) continue;
    list += (list.empty() ? "" : ", ") + name;
    if (record->getDescribedClassTemplate() != nullptr) list += "<...>";
  }
  return message + (list.empty() ? "" : "; did you mean " + list + "?");
}

const clang::CXXRecordDecl* aliased(clang::ASTContext& context) {
  const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get(kAlias));
  for (const clang::NamedDecl* each : found)
    if (const auto* alias = clang::dyn_cast<clang::TypedefNameDecl>(each))
      return alias->getUnderlyingType()->getAsCXXRecordDecl();
  return nullptr;
}

std::string alias_code(const std::string& name) {
  return "using " + std::string(kAlias) + " = " + name + "; static_assert(sizeof(" + kAlias + ") > 0);";
}

// From the class's name, as a person wrote it, to its model.
class Search {
 public:
  Search(const ParseRequest& request, Parser parser)
      : request_(&request), parser_(std::move(parser)), name_(request.class_name) {}

  std::optional<ClassModel> model() {
    bool is_found = is_template_id() ? look_up() : describe("", Parser::kSilent);
    if (!is_found) {
      if (!complete_name()) return std::nullopt;
      is_found = is_template_id() ? look_up() : describe("", Parser::kSilent);
    }
    if (is_found && is_template_id())
      is_found = describe("template class " + instance_ + ";", Parser::kSilent) || describe_members();
    if (!is_found) return std::nullopt;
    model_.name = name_;
    model_.header = request_->header;
    return std::move(model_);
  }

  // Headers that would help, or may.
  const std::vector<std::string>& missing() const { return missing_; }

  // Why there is no model; prints what does not compile.
  std::string problem(Parser parser) const {
    if (error_) return *error_;
    if (!parser.parse("", Parser::kLoud, [](clang::CompilerInstance&) {}))
      return request_->header + " does not compile";
    parser.parse(alias_code(name_), Parser::kLoud, [](clang::CompilerInstance&) {});
    return request_->header + ": " + name_ + " cannot be used";
  }

 private:
  bool parse(const std::string& code, Parser::Mode mode, const Visit& visit) {
    const bool is_fine = parser_.parse(code, mode, visit);
    if (is_fine) return true;
    for (std::string& header : missing_headers(parser_.complaints()))
      if (!std::ranges::count(missing_, header)) missing_.push_back(std::move(header));
    return false;
  }

  bool is_template_id() const { return name_.find('<') != std::string::npos; }

  // The alias knows using declarations and inline namespaces; an explicit instantiation does not.
  bool look_up() {
    const auto look = [&](clang::CompilerInstance& compiler) {
      const clang::CXXRecordDecl* record = aliased(compiler.getASTContext());
      if (record == nullptr) return;
      clang::PrintingPolicy policy(compiler.getLangOpts());
      policy.SuppressTagKeyword = true;
      instance_ = compiler.getASTContext().getRecordType(record).getCanonicalType().getAsString(policy);
    };
    return parse(alias_code(name_), Parser::kProbe, look) && !instance_.empty();
  }

  // What is tried with member templates and does not compile says nothing about the class.
  bool describe(const std::string& instantiation, Parser::Mode mode) {
    bool is_described = false;
    const auto look = [&](clang::CompilerInstance& compiler) {
      const clang::CXXRecordDecl* record = aliased(compiler.getASTContext());
      if (compiler.getDiagnostics().hasErrorOccurred() || record == nullptr) return;
      is_described = true;
      model_ = class_facts(compiler.getSema(), record->getDefinition());
    };
    const std::vector<std::string> before = missing_;
    parse(kCallbackCode + alias_code(name_) + "\n" + instantiation, mode, look);
    if (is_described) missing_ = before;
    return is_described;
  }

  // Where some members do not compile with these template arguments, the others still do.
  bool describe_members() {
    const auto look = [&](clang::CompilerInstance& compiler) {
      const clang::CXXRecordDecl* record = aliased(compiler.getASTContext());
      if (compiler.getDiagnostics().hasErrorOccurred() || record == nullptr) return;
      for (clang::CXXMethodDecl* method : record->getDefinition()->methods())
        if (method->isTemplateInstantiation() && !method->isDeleted()) {
          const unsigned errors = compiler.getDiagnosticClient().getNumErrors();
          compiler.getSema().InstantiateFunctionDefinition(method->getLocation(), method, true, true);
          if (compiler.getDiagnosticClient().getNumErrors() != errors) method->setInvalidDecl();
        }
      model_ = class_facts(compiler.getSema(), record->getDefinition());
      model_.not_seen.push_back("Some of its methods do not compile with these template arguments.");
    };
    parse(kCallbackCode + alias_code(name_), Parser::kSilent, look);
    return !model_.methods.empty();
  }

  // Sets the namespace before the name.
  bool complete_name() {
    const std::string plain_name = name_.substr(0, name_.find('<'));
    const auto look = [&](clang::CompilerInstance& compiler) {
      ClassNames classes;
      add_classes(compiler.getASTContext().getTranslationUnitDecl(), classes);
      const std::vector<std::string> similar = named(classes, plain_name);
      if (similar.size() != 1) {
        error_ = no_such_class(*request_, classes, similar, compiler.getSourceManager());
        return;
      }
      const bool is_template = classes[similar[0]]->getDescribedClassTemplate() != nullptr;
      if (is_template && !is_template_id())
        error_ = request_->header + ": " + similar[0] + " is a template: write " + similar[0] + "<int>";
      if (!is_template && is_template_id()) error_ = request_->header + ": " + similar[0] + " is no template";
      name_ = similar[0] + name_.substr(plain_name.size());
    };
    if (parse("", Parser::kSilent, look)) return !error_;
    error_.reset();  // it is the header that is wrong
    return false;
  }

  const ParseRequest* request_;
  Parser parser_;
  std::string name_;
  std::string instance_;  // how an explicit instantiation names it
  std::vector<std::string> missing_;
  std::optional<std::string> error_;
  ClassModel model_;
};

}  // namespace

namespace {

constexpr int kMostMissingHeaders = 8;

std::vector<std::string> included(std::vector<std::string> flags, const std::vector<std::string>& headers) {
  for (const std::string& header : headers) {
    flags.push_back("-include");
    flags.push_back(header);
  }
  return flags;
}

// A standard in which it compiles, where the one that was asked for is not it.
std::string advice(const std::string& header, const std::vector<std::string>& flags,
                   const std::string& name) {
  for (const char* const standard : {"c++17", "c++14", "c++11", "c++23", "gnu++20"}) {
    std::vector<std::string> other = flags;
    other.push_back(std::string("-std=") + standard);
    if (Parser(header, other)
            .parse(name.empty() ? "" : alias_code(name), Parser::kProbe, [](clang::CompilerInstance&) {}))
      return std::string("; it compiles with -std=") + standard + ": add '-- -std=" + standard + "'";
  }
  return "";
}

}  // namespace

Result<ClassModel> parse_class(const ParseRequest& request) {
  std::vector<std::string> files = {request.header};
  files.insert(files.end(), request.sources.begin(), request.sources.end());
  for (std::string& file : files) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return Error{file + ": there is no such file"};
    file = fs::absolute(file, ignored).lexically_normal().string();
  }
  const bool has_sources = files.size() > 1;
  auto flags = flags_for(request, has_sources ? files[1] : files[0]);
  if (!flags) return Error{flags.error()};
  // Sources that are made to be compiled one by one may not go together.
  bool can_be_read = true;
  std::vector<std::string> added;
  const auto parser = [&] {
    const std::vector<std::string> all = included(*flags, added);
    const Parser alone(files[0], all);
    Parser together = alone;
    for (std::size_t i = 1; i < files.size(); ++i) together.include(files[i]);
    can_be_read = !has_sources || together.parse("", Parser::kProbe, [](clang::CompilerInstance&) {});
    return can_be_read ? together : alone;
  };
  Search search(request, parser());
  std::optional<ClassModel> model = search.model();
  while (!search.missing().empty() && std::ssize(added) < kMostMissingHeaders) {
    const std::size_t before = added.size();
    for (const std::string& header : search.missing())
      if (!std::ranges::count(added, header)) added.push_back(header);
    if (added.size() == before) break;
    Search again(request, parser());
    std::optional<ClassModel> better = again.model();
    if (!better && again.missing().empty()) {
      added.resize(before);
      break;
    }
    search = std::move(again);
    model = std::move(better);
  }
  if (!model) {
    const std::string help = advice(files[0], *flags, request.class_name);
    return Error{search.problem(Parser(files[0], *flags)) + help};
  }
  for (const std::string& header : added)
    model->notes.push_back("The header needs <" + header + "> and does not include it; the tests do.");
  if (!can_be_read) model->not_seen.push_back("The source files cannot be read together with the header.");
  model->flags = included(*flags, added);
  // The compiler takes them as it takes flags.
  model->flags.insert(model->flags.begin(), files.begin() + 1, files.end());
  return std::move(*model);
}

}  // namespace heddle::classes
