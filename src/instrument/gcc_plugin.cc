// A plugin for gcc and g++: accesses that their thread instrumentation does not look at get a hook, too. It
// looks at assignments only. So a struct that is passed by value is read, a struct that a call returns is
// stored, and an `asm` reads and writes its memory operands without a word.
// docs/decisions/0027-accesses-that-compilers-hide.md
// gcc's headers do not include what they need: the order counts.
// clang-format off
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "context.h"
#include "tree.h"
#include "memmodel.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cfghooks.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-cfg.h"
#include "function.h"
#include "tree-into-ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
// clang-format on

#include <initializer_list>

#include "instrument/assembly_hook.h"
#include "instrument/assembly_text.h"

int plugin_is_GPL_compatible;

namespace {

using heddle::instrument::AddressedMemory;
using heddle::instrument::AssemblyText;

// --- What an expression is ---

// A local variable whose address is not taken is seen by one thread only.
bool may_be_shared(tree expression) {
  const tree base = get_base_address(expression);
  if (base == NULL_TREE) return false;
  if (!DECL_P(base)) return TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF;
  if (VAR_P(base) && DECL_HARD_REGISTER(base)) return false;
  return is_global_var(base) || may_be_aliased(base);
}

bool is_memory(tree expression) {
  if (expression == NULL_TREE || is_gimple_min_invariant(expression) || TREE_CODE(expression) == SSA_NAME)
    return false;
  const tree type = TREE_TYPE(expression);
  return COMPLETE_TYPE_P(type) && TYPE_SIZE_UNIT(type) != NULL_TREE &&
         tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) && may_be_shared(expression);
}

// A struct that a copy would copy. Types that must not be copied are passed by reference anyway. Whole bytes
// only.
bool is_struct_in_memory(tree expression) {
  if (!is_memory(expression) || is_gimple_reg_type(TREE_TYPE(expression))) return false;
  return !TREE_ADDRESSABLE(TREE_TYPE(expression)) && !default_is_empty_record(TREE_TYPE(expression));
}

// How many bytes at the beginning hold fields: what lies behind may belong to the members of a derived class.
unsigned HOST_WIDE_INT used_size(tree type) {
  const unsigned HOST_WIDE_INT whole = tree_to_uhwi(TYPE_SIZE_UNIT(type));
  if (TREE_CODE(type) != RECORD_TYPE) return whole;
  unsigned HOST_WIDE_INT end = 0;
  for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field)) {
    if (TREE_CODE(field) != FIELD_DECL || DECL_SIZE(field) == NULL_TREE) continue;
    if (!tree_fits_uhwi_p(DECL_SIZE(field)) || !tree_fits_uhwi_p(bit_position(field))) return whole;
    if (DECL_SIZE_UNIT(field) != NULL_TREE && default_is_empty_record(TREE_TYPE(field))) continue;
    const unsigned HOST_WIDE_INT start = tree_to_uhwi(bit_position(field));
    const bool is_nested = TREE_CODE(TREE_TYPE(field)) == RECORD_TYPE && !DECL_BIT_FIELD(field);
    const unsigned HOST_WIDE_INT size =
        is_nested ? used_size(TREE_TYPE(field)) * BITS_PER_UNIT : tree_to_uhwi(DECL_SIZE(field));
    end = MAX(end, start + size);
  }
  return MIN(whole, (end + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
}

// --- Hooks ---

tree size_constant(unsigned HOST_WIDE_INT size) {
  return build_int_cst(size_type_node, size);
}

tree address_of(tree expression) {
  const tree base = get_base_address(expression);
  if (DECL_P(base)) mark_addressable(base);
  return build_fold_addr_expr(unshare_expr(expression));
}

void insert_before(gimple_stmt_iterator* place, tree function, tree address,
                   std::initializer_list<tree> others) {
  gimple* const statement = gsi_stmt(*place);
  address = force_gimple_operand_gsi(place, fold_convert(ptr_type_node, address), true, NULL_TREE, true,
                                     GSI_SAME_STMT);
  auto_vec<tree> arguments;
  arguments.safe_push(address);
  for (const tree each : others) arguments.safe_push(each);
  gimple* const hook = gimple_build_call_vec(function, arguments);
  gimple_set_location(hook, gimple_location(statement));
  gsi_insert_before(place, hook, GSI_SAME_STMT);
}

// Known to gcc's garbage collector, which would take it away otherwise.
tree the_assembly_hook = NULL_TREE;
const ggc_root_tab kRoots[] = {
    {&the_assembly_hook, 1, sizeof the_assembly_hook, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB};

tree assembly_hook() {
  if (the_assembly_hook == NULL_TREE) {
    const tree type =
        build_function_type_list(void_type_node, ptr_type_node, size_type_node, integer_type_node, NULL_TREE);
    the_assembly_hook = build_fn_decl(HEDDLE_ASSEMBLY_HOOK, type);
    TREE_NOTHROW(the_assembly_hook) = 1;
    DECL_ATTRIBUTES(the_assembly_hook) =
        tree_cons(get_identifier("leaf"), NULL_TREE, DECL_ATTRIBUTES(the_assembly_hook));
  }
  return the_assembly_hook;
}

// --- Calls ---

void show_arguments(gimple_stmt_iterator* place) {
  gcall* const call = as_a<gcall*>(gsi_stmt(*place));
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    const tree argument = gimple_call_arg(call, i);
    if (!is_struct_in_memory(argument)) continue;
    insert_before(place, builtin_decl_implicit(BUILT_IN_TSAN_READ_RANGE), address_of(argument),
                  {size_constant(used_size(TREE_TYPE(argument)))});
  }
}

// Of a result that the call makes where it is to be: the program may rely on that place, as C++ promises
// since C++17. What is stored there is a write after the call.
gimple_seq write_of_result(gcall* call, tree result) {
  gimple_seq hook = nullptr;
  const tree address =
      force_gimple_operand(fold_convert(ptr_type_node, address_of(result)), &hook, true, NULL_TREE);
  gimple_seq_add_stmt(&hook, gimple_build_call(builtin_decl_implicit(BUILT_IN_TSAN_WRITE_RANGE), 2, address,
                                               size_constant(used_size(TREE_TYPE(result)))));
  annotate_all_with_location(hook, gimple_location(call));
  return hook;
}

// Of any other result: it goes into a temporary first, and the copy is an assignment.
gimple_seq copy_of_result(gcall* call, tree result) {
  const tree temporary = create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(result)), "returned");
  gimple* const copy = gimple_build_assign(unshare_expr(result), temporary);
  gimple_set_location(copy, gimple_location(call));
  gimple_call_set_lhs(call, temporary);
  update_stmt(call);
  gimple_seq all = nullptr;
  gimple_seq_add_stmt(&all, copy);
  return all;
}

// Of a call that may throw, what comes after it belongs on the edge that goes on.
bool show_result(gimple_stmt_iterator* place) {
  gcall* const call = as_a<gcall*>(gsi_stmt(*place));
  const tree result = gimple_call_lhs(call);
  if (!is_struct_in_memory(result) || gimple_call_must_tail_p(call)) return false;
  edge goes_on = nullptr;
  if (stmt_ends_bb_p(call)) {
    goes_on = find_fallthru_edge(gsi_bb(*place)->succs);
    if (goes_on == nullptr) return false;
  }
  const bool is_made_in_place =
      gimple_call_return_slot_opt_p(call) && aggregate_value_p(TREE_TYPE(result), gimple_call_fntype(call));
  gimple_seq after = is_made_in_place ? write_of_result(call, result) : copy_of_result(call, result);
  if (goes_on != nullptr)
    gsi_insert_seq_on_edge(goes_on, after);
  else
    gsi_insert_seq_after(place, after, GSI_NEW_STMT);
  return goes_on != nullptr;
}

// --- Assembly ---

class Assembly {
 public:
  explicit Assembly(gimple_stmt_iterator* place)
      : place_(place),
        statement_(as_a<gasm*>(gsi_stmt(*place))),
        text_(heddle::instrument::read_assembly(gimple_asm_string(statement_))) {}

  void show() {
    for (unsigned i = 0; i < gimple_asm_noutputs(statement_); ++i) show_output(i);
    for (unsigned i = 0; i < gimple_asm_ninputs(statement_); ++i) show_input(i);
    for (const AddressedMemory& each : text_.addressed) show_addressed(each);
    if (!text_.is_fence) return;
    gimple* const fence = gimple_build_call(builtin_decl_implicit(BUILT_IN_TSAN_ATOMIC_THREAD_FENCE), 1,
                                            build_int_cst(NULL_TREE, MEMMODEL_SEQ_CST));
    gimple_set_location(fence, gimple_location(statement_));
    gsi_insert_before(place_, fence, GSI_SAME_STMT);
  }

 private:
  // `+m` is an output and an input: one access, which an exchange reads and writes by at once.
  void show_output(unsigned index) {
    const tree operand = TREE_VALUE(gimple_asm_output_op(statement_, index));
    if (!is_memory(operand)) return;
    unsigned deed = heddle::instrument::kAssemblyWrites;
    for (unsigned i = 0; i < gimple_asm_ninputs(statement_); ++i)
      if (is_same(TREE_VALUE(gimple_asm_input_op(statement_, i)), operand))
        deed |= heddle::instrument::kAssemblyReads;
    show_operand(operand, deed);
  }

  void show_input(unsigned index) {
    const tree operand = TREE_VALUE(gimple_asm_input_op(statement_, index));
    if (!is_memory(operand)) return;
    for (unsigned i = 0; i < gimple_asm_noutputs(statement_); ++i)
      if (is_same(operand, TREE_VALUE(gimple_asm_output_op(statement_, i)))) return;
    show_operand(operand, heddle::instrument::kAssemblyReads);
  }

  static bool is_same(tree one, tree other) { return operand_equal_p(one, other, 0); }

  void show_operand(tree operand, unsigned deed) {
    show_access(address_of(operand), tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(operand))), deed);
  }

  void show_addressed(const AddressedMemory& memory) {
    const unsigned outputs = gimple_asm_noutputs(statement_);
    if (memory.operand < outputs || memory.operand - outputs >= gimple_asm_ninputs(statement_)) return;
    const tree operand = TREE_VALUE(gimple_asm_input_op(statement_, memory.operand - outputs));
    if (!POINTER_TYPE_P(TREE_TYPE(operand)) || memory.size == 0) return;
    show_access(operand, memory.size,
                (memory.reads ? heddle::instrument::kAssemblyReads : 0u) |
                    (memory.writes ? heddle::instrument::kAssemblyWrites : 0u));
  }

  void show_access(tree address, unsigned HOST_WIDE_INT size, unsigned deed) {
    if (text_.is_atomic) deed |= heddle::instrument::kAssemblyAtomic;
    if (gimple_asm_volatile_p(statement_)) deed |= heddle::instrument::kAssemblyVolatile;
    insert_before(place_, assembly_hook(), address,
                  {size_constant(size), build_int_cst(integer_type_node, deed)});
  }

  gimple_stmt_iterator* place_;
  gasm* statement_;
  AssemblyText text_;
};

// --- The pass ---

enum class Level { kOptimised, kNotOptimised };

const pass_data kPass = {GIMPLE_PASS, "heddle", OPTGROUP_NONE,  TV_NONE, PROP_ssa | PROP_cfg, 0,
                         0,           0,        TODO_update_ssa};

class ShowAccesses : public gimple_opt_pass {
 public:
  ShowAccesses(gcc::context* context, Level level) : gimple_opt_pass(kPass, context), level_(level) {}

  opt_pass* clone() override { return new ShowAccesses(m_ctxt, level_); }

  // The pass stands before both of gcc's, of which only one runs.
  bool gate(function* each) override {
    const bool optimised = optimize > 0;
    return sanitize_flags_p(SANITIZE_THREAD, each->decl) && optimised == (level_ == Level::kOptimised);
  }

  unsigned execute(function* each) override {
    bool on_edges = false;
    basic_block block;
    FOR_EACH_BB_FN(block, each) {
      for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place); gsi_next(&place)) {
        gimple* const statement = gsi_stmt(place);
        if (is_gimple_call(statement) && !gimple_call_internal_p(statement)) {
          show_arguments(&place);
          on_edges = show_result(&place) || on_edges;
        } else if (gimple_code(statement) == GIMPLE_ASM) {
          Assembly(&place).show();
        }
      }
    }
    if (on_edges) gsi_commit_edge_inserts();
    return 0;
  }

 private:
  Level level_;
};

void add_pass(const char* plugin, const char* before, Level level) {
  constexpr int kEveryInstance = 0;
  register_pass_info info{new ShowAccesses(g, level), before, kEveryInstance, PASS_POS_INSERT_BEFORE};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace

int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  // Another compiler of the same version number: it goes on without.
  if (!plugin_default_version_check(version, &gcc_version)) {
    fprintf(stderr, "heddle: %s was built for another gcc and does nothing; remove it\n", info->full_name);
    return 0;
  }
  register_callback(info->base_name, PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(kRoots));
  add_pass(info->base_name, "tsan", Level::kOptimised);
  add_pass(info->base_name, "tsan0", Level::kNotOptimised);
  return 0;
}
