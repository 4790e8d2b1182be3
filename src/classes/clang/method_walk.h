// Goes through a method and all that it calls, and notes what is read and written, and which locks are held
// for certain then. An expression's value is the set of places that it may denote or point at, so that
// references, pointers and iterators lead to what they stand for. What cannot be followed is noted in words.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "classes/clang/lock_state.h"
#include "classes/clang/place.h"
#include "classes/class_model.h"

namespace clang {
class CFG;
class CFGBlock;
class CFGElement;
}  // namespace clang

namespace heddle::classes {

// What try_lock() and its like have locked where a condition holds.
struct TryLock {
  std::vector<LockIdentity> locks;
  std::optional<Storage> guard;
  bool when = true;
};

struct Value {
  Places places;  // that an lvalue denotes, that a pointer or iterator points at
  std::optional<TryLock> condition;
};

class MethodWalk {
 public:
  MethodWalk(clang::ASTContext& context, const clang::CXXRecordDecl* class_under_test)
      : context_(context), class_(class_under_test) {}

  // Fills in the accesses, locks and what was not seen.
  void walk(const clang::CXXMethodDecl* method, Method& facts);

 private:
  struct Frame {
    const clang::FunctionDecl* function = nullptr;
    Places self;
    std::uint32_t call_path = 0;
    std::map<const clang::Stmt*, Value> values;
    std::map<const clang::Expr*, Place> targets;  // what a constructor call makes
    Value returned;
    std::optional<Guard> returned_guard;
  };
  struct Summary {
    LockState exit;
    Value returned;
    std::optional<Guard> returned_guard;
  };

  // method_walk.cc
  Summary run(Frame& frame, const LockState& entry);
  Summary run_blocks(Frame& frame, const LockState& entry, const clang::CFG& graph);
  void run_handlers(const clang::CFG& graph);
  void run_element(const clang::CFGElement& element, LockState& state);
  void note_targets(Frame& frame, const clang::CFG& graph);
  LockState on_edge(const clang::CFGBlock& from, std::size_t successor, const LockState& state);
  void initialize(const clang::CXXCtorInitializer* initializer, LockState& state);
  void destroy(const void* root, clang::QualType type, LockState& state);
  void require_locks(const clang::FunctionDecl* function, const Places& self, LockState& state);
  void access(const Places& places, clang::QualType type, AccessType kind, bool is_atomic,
              const LockState& state, clang::SourceLocation where, int depth = 0);
  void not_seen(const std::string& what, clang::SourceLocation where);
  std::uint32_t line_of(clang::SourceLocation where) const;
  std::uint32_t section_at(const void* at);
  HeldLock seen_from(const Place& place, const LockState::Held& held) const;
  void note_nesting(const LockState& state, std::size_t held_before);
  void finish(Method& facts, const LockState& exit);

  // evaluate.cc
  Value value(const clang::Expr* expression, LockState& state);
  Value evaluate(const clang::Expr* expression, LockState& state);
  Value evaluate_name(const clang::DeclRefExpr* name, LockState& state);
  Value evaluate_member(const clang::MemberExpr* member, LockState& state);
  Value evaluate_unary(const clang::UnaryOperator* operation, LockState& state);
  Value evaluate_binary(const clang::BinaryOperator* operation, LockState& state);
  Value evaluate_cast(const clang::CastExpr* cast, LockState& state);
  Value evaluate_construction(const clang::CXXConstructExpr* construction, LockState& state);
  void declare(const clang::VarDecl* variable, LockState& state);
  void return_value(const clang::ReturnStmt* statement, LockState& state);
  Places variable_places(const clang::VarDecl* variable);
  Places pointees(const clang::Expr* expression, LockState& state);
  Places contents(const Place& place, clang::QualType pointer);
  Places contents(const Places& places, clang::QualType pointer);
  Places pointee_by_type(const Place& holder, clang::QualType pointee);
  void store(const Place& place, const Places& what);
  void copy_contents(const void* from, const void* to);
  void publish(const Places& places, LockState& state);
  bool is_class_under_test(const clang::CXXRecordDecl* record) const;

  // calls.cc
  Value call(const clang::CallExpr* call, LockState& state);
  std::optional<Value> lock_call(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                 const clang::Expr* object, LockState& state);
  std::optional<Value> guard_call(const std::string& name, const Storage& storage,
                                  const clang::CallExpr* call, LockState& state);
  std::optional<Value> pthread_call(const std::string& name, const clang::CallExpr* call, LockState& state);
  std::optional<Value> wait_call(const std::string& name, const clang::CallExpr* call, LockState& state);
  void attribute_effects(const clang::FunctionDecl* callee, const Places& self,
                         llvm::ArrayRef<const clang::Expr*> arguments, LockState& state,
                         const clang::Stmt* at);
  Value atomic_call(const clang::FunctionDecl* callee, const clang::Expr* object,
                    llvm::ArrayRef<const clang::Expr*> arguments, LockState& state, const clang::Expr* at);
  Value atomic_builtin(const clang::AtomicExpr* builtin, LockState& state);
  Value library_call(const clang::FunctionDecl* callee, const clang::Expr* object,
                     llvm::ArrayRef<const clang::Expr*> arguments, LockState& state, const clang::Expr* at);
  void pass_to_library(const clang::Expr* argument, clang::QualType parameter, bool may_write,
                       LockState& state);
  void hand_on(const clang::Expr* function, LockState& state);
  Value follow(const clang::FunctionDecl* callee, const Places& self,
               llvm::ArrayRef<const clang::Expr*> arguments, LockState& state, const void* at);
  void bind(const clang::ParmVarDecl* parameter, const clang::Expr* argument, LockState& state);
  void run_callables(llvm::ArrayRef<const clang::Expr*> arguments, const Places& elements, bool is_later,
                     LockState& state);
  void construct_guard(const clang::CXXConstructExpr* construction, const Place& target, LockState& state);
  LockIdentity identify(const clang::Expr* lock, LockState& state);
  LockIdentity identify(const Places& places, clang::SourceLocation where);
  std::optional<Storage> local_storage(const clang::Expr* expression, LockState& state);
  bool is_opaque(const clang::FunctionDecl* callee) const;

  clang::ASTContext& context_;
  const clang::CXXRecordDecl* class_;

  Frame* frame_ = nullptr;
  std::vector<const clang::FunctionDecl*> stack_;
  bool is_recording_ = false;
  std::uint32_t path_ = 0;  // FieldAccess::path of the block of the outermost method
  std::uint32_t calls_ = 0;
  std::uint32_t elements_ = 0;  // that were run

  std::map<const void*, std::map<std::string, Places>> stored_;  // what local pointers point at
  std::uint32_t stored_version_ = 0;
  std::map<const clang::VarDecl*, TryLock> conditions_;
  std::set<const clang::VarDecl*> holds_temporary_;            // references that are objects of their own
  std::map<const clang::CXXRecordDecl*, Places> lambda_self_;  // `this` where a lambda was written
  std::map<std::pair<std::uint32_t, const void*>, std::uint32_t> call_paths_, sections_;
  std::map<const clang::FunctionDecl*, std::uint32_t> last_call_path_;
  std::map<const clang::FunctionDecl*, std::set<const void*>> locals_;
  std::map<std::tuple<std::uint32_t, const clang::FunctionDecl*, std::string>, Summary> summaries_;

  std::vector<FieldAccess> accesses_;
  std::vector<std::vector<LockState::Held>> held_at_;  // for each access, as the object under test sees it
  std::vector<NestedLocks> nested_;
  std::set<std::string> accesses_seen_;
  std::vector<std::uint32_t> sections_in_order_;
  std::vector<std::string> not_seen_;
  bool calls_back_ = false;
  bool tries_locks_ = false;  // one path goes on without a lock that another one has
};

}  // namespace heddle::classes
