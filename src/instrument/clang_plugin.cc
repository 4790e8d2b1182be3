// A plugin for clang and clang++: accesses that their thread instrumentation does not look at get a hook,
// too. It ignores loads and stores of unusual sizes (3 bytes, wide vectors) and the memory operands of `asm`,
// and has one hook for weak and strong compare-exchanges. docs/decisions/0027-accesses-that-compilers-hide.md
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/AtomicOrdering.h>

#include <string>

#include "instrument/assembly_hook.h"
#include "instrument/assembly_text.h"

namespace {

using heddle::instrument::AddressedMemory;
using heddle::instrument::AssemblyText;

// `$0` and `${1:w}` as gcc writes them: `%0` and `%w1`.
std::string as_gcc_writes_it(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (!text.consume_front("$")) {
      result += text.front();
      text = text.drop_front();
    } else if (text.consume_front("$")) {
      result += '$';
    } else if (text.consume_front("{")) {
      const auto [inside, rest] = text.split('}');
      const auto [number, modifier] = inside.split(':');
      result += ("%" + modifier + number).str();
      text = rest;
    } else {
      result += '%';
    }
  }
  return result;
}

class Hooks {
 public:
  explicit Hooks(llvm::Module& module)
      : context_(module.getContext()),
        layout_(module.getDataLayout()),
        void_(llvm::Type::getVoidTy(context_)),
        pointer_(llvm::PointerType::getUnqual(context_)),
        size_(layout_.getIntPtrType(context_)),
        int_(llvm::Type::getInt32Ty(context_)),
        read_range_(module.getOrInsertFunction("__tsan_read_range", void_, pointer_, size_)),
        write_range_(module.getOrInsertFunction("__tsan_write_range", void_, pointer_, size_)),
        fence_(module.getOrInsertFunction("__tsan_atomic_thread_fence", void_, int_)),
        assembly_(module.getOrInsertFunction(HEDDLE_ASSEMBLY_HOOK, void_, pointer_, size_, int_)) {}

  bool show(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return !load->isAtomic() &&
             show_unusual(*load, load->getPointerOperand(), load->getType(), read_range_);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return !store->isAtomic() && show_unusual(*store, store->getPointerOperand(),
                                                store->getValueOperand()->getType(), write_range_);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return exchange->isWeak() && show_weak(*exchange);
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return false;
    return call->isInlineAsm() ? show_assembly(*call) : show_arguments(*call);
  }

 private:
  // A local variable whose address is not known elsewhere is seen by one thread only.
  static bool may_be_shared(const llvm::Value* address) {
    const llvm::Value* object = llvm::getUnderlyingObject(address);
    return !llvm::isa<llvm::AllocaInst>(object) || llvm::PointerMayBeCaptured(object, true, true);
  }

  void insert(llvm::Instruction& before, llvm::FunctionCallee hook, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> builder(&before);
    builder.CreateCall(hook, arguments);
  }

  llvm::Value* size_value(std::uint64_t size) const { return llvm::ConstantInt::get(size_, size); }

  // Those of other sizes have hooks of clang's own.
  bool show_unusual(llvm::Instruction& access, llvm::Value* address, llvm::Type* type,
                    llvm::FunctionCallee hook) {
    const llvm::TypeSize bytes = layout_.getTypeStoreSize(type);
    if (bytes.isScalable() || access.getMetadata(llvm::LLVMContext::MD_nosanitize) != nullptr) return false;
    const std::uint64_t size = bytes.getFixedValue();
    const bool is_usual = size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
    if (is_usual || size == 0 || address->getType() != pointer_ || !may_be_shared(address)) return false;
    insert(access, hook, {address, size_value(size)});
    return true;
  }

  // Becomes a call of the hook that gcc's instrumentation calls, too. What is expected, and found, goes
  // through a local variable, whose accesses nobody need see.
  bool show_weak(llvm::AtomicCmpXchgInst& exchange) {
    llvm::Type* const type = exchange.getNewValOperand()->getType();
    const std::uint64_t bits = layout_.getTypeStoreSizeInBits(type).getFixedValue();
    const bool is_word = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
    const bool is_known = type->isIntegerTy() || type->isPointerTy();
    if (!is_word || !is_known || exchange.getSyncScopeID() == llvm::SyncScope::SingleThread ||
        exchange.getPointerOperand()->getType() != pointer_ ||
        exchange.getMetadata(llvm::LLVMContext::MD_nosanitize) != nullptr)
      return false;
    llvm::Type* const word = llvm::IntegerType::get(context_, static_cast<unsigned>(bits));
    llvm::Function& function = *exchange.getFunction();
    const llvm::FunctionCallee hook = function.getParent()->getOrInsertFunction(
        "__tsan_atomic" + std::to_string(bits) + "_compare_exchange_weak", int_, pointer_, pointer_, word,
        int_, int_);
    llvm::IRBuilder<> at_start(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* const expected = at_start.CreateAlloca(type);
    llvm::IRBuilder<> builder(&exchange);
    const auto unseen = [&](llvm::Instruction* access) {
      access->setMetadata(llvm::LLVMContext::MD_nosanitize, llvm::MDNode::get(context_, {}));
      return access;
    };
    unseen(builder.CreateStore(exchange.getCompareOperand(), expected));
    const auto order = [&](llvm::AtomicOrdering ordering) {
      return llvm::ConstantInt::get(int_, static_cast<std::uint64_t>(llvm::toCABI(ordering)));
    };
    llvm::Value* const done = builder.CreateCall(
        hook, {exchange.getPointerOperand(), expected,
               builder.CreateBitOrPointerCast(exchange.getNewValOperand(), word),
               order(exchange.getSuccessOrdering()), order(exchange.getFailureOrdering())});
    llvm::Value* result = llvm::PoisonValue::get(exchange.getType());
    result = builder.CreateInsertValue(result, unseen(builder.CreateLoad(type, expected)), 0);
    result = builder.CreateInsertValue(result, builder.CreateIsNotNull(done), 1);
    exchange.replaceAllUsesWith(result);
    exchange.eraseFromParent();
    return true;
  }

  // Those that are copied to the stack by the call itself.
  bool show_arguments(llvm::CallBase& call) {
    bool any = false;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.isByValArgument(i) || !may_be_shared(call.getArgOperand(i))) continue;
      const std::uint64_t size = layout_.getTypeStoreSize(call.getParamByValType(i)).getFixedValue();
      insert(call, read_range_, {call.getArgOperand(i), size_value(size)});
      any = true;
    }
    return any;
  }

  bool show_assembly(llvm::CallBase& call) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const AssemblyText text = heddle::instrument::read_assembly(as_gcc_writes_it(assembly->getAsmString()));
    bool any = false;
    unsigned operand = 0, argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& each : assembly->ParseConstraints()) {
      if (each.Type == llvm::InlineAsm::isClobber || each.Type == llvm::InlineAsm::isLabel) continue;
      const bool has_argument = each.Type == llvm::InlineAsm::isInput || each.isIndirect;
      if (has_argument) {
        any = show_operand(call, *assembly, text, each, operand, argument) || any;
        ++argument;
      }
      ++operand;
    }
    if (!text.is_fence) return any;
    insert(call, fence_, {llvm::ConstantInt::get(int_, __ATOMIC_SEQ_CST)});
    return true;
  }

  // Whether a memory operand of the other sort has the same address.
  static bool is_given_as(bool output, const llvm::CallBase& call, const llvm::InlineAsm& assembly,
                          const llvm::Value* address) {
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& each : assembly.ParseConstraints()) {
      if (each.Type == llvm::InlineAsm::isClobber || each.Type == llvm::InlineAsm::isLabel) continue;
      const bool is_output = each.Type == llvm::InlineAsm::isOutput;
      if (is_output && !each.isIndirect) continue;
      if (each.isIndirect && is_output == output && call.getArgOperand(argument) == address) return true;
      ++argument;
    }
    return false;
  }

  bool show_operand(llvm::CallBase& call, const llvm::InlineAsm& assembly, const AssemblyText& text,
                    const llvm::InlineAsm::ConstraintInfo& constraint, unsigned operand, unsigned argument) {
    llvm::Value* const value = call.getArgOperand(argument);
    unsigned deed = 0;
    std::uint64_t size = 0;
    if (constraint.isIndirect) {
      llvm::Type* const type = call.getParamElementType(argument);
      if (type == nullptr || !type->isSized()) return false;
      size = layout_.getTypeStoreSize(type).getKnownMinValue();
      // `+m` is an output and an input: one access, which an exchange reads and writes by at once.
      const bool is_output = constraint.Type == llvm::InlineAsm::isOutput;
      const bool is_both = is_given_as(!is_output, call, assembly, value);
      if (is_both && !is_output) return false;
      deed = is_both     ? heddle::instrument::kAssemblyReads | heddle::instrument::kAssemblyWrites
             : is_output ? heddle::instrument::kAssemblyWrites
                         : heddle::instrument::kAssemblyReads;
    } else {
      for (const AddressedMemory& memory : text.addressed) {
        if (memory.operand != operand) continue;
        size = memory.size;
        deed = (memory.reads ? heddle::instrument::kAssemblyReads : 0u) |
               (memory.writes ? heddle::instrument::kAssemblyWrites : 0u);
      }
    }
    if (size == 0 || value->getType() != pointer_ || !may_be_shared(value)) return false;
    if (text.is_atomic) deed |= heddle::instrument::kAssemblyAtomic;
    if (assembly.hasSideEffects()) deed |= heddle::instrument::kAssemblyVolatile;
    insert(call, assembly_, {value, size_value(size), llvm::ConstantInt::get(int_, deed)});
    return true;
  }

  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  llvm::Type* void_;
  llvm::Type* pointer_;
  llvm::Type* size_;
  llvm::Type* int_;
  llvm::FunctionCallee read_range_, write_range_, fence_, assembly_;
};

class ShowAccesses : public llvm::PassInfoMixin<ShowAccesses> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    Hooks hooks(module);
    bool any = false;
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      std::vector<llvm::Instruction*> instructions;
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& each : block) instructions.push_back(&each);
      for (llvm::Instruction* each : instructions) any = hooks.show(*each) || any;
    }
    return any ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // at -O0, too
};

}  // namespace

// Before clang's own pass, which is added at the same place but later.
extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "heddle", HEDDLE_VERSION, [](llvm::PassBuilder& builder) {
        builder.registerOptimizerLastEPCallback(
            [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(ShowAccesses()); });
      }};
}
