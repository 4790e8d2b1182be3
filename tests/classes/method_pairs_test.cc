#include "classes/method_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::classes::method_pairs_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr AccessType kRead = AccessType::kRead, kWrite = AccessType::kWrite;

HeldLock exclusive(std::string lock, std::uint32_t critical_section = 1) {
  return {std::move(lock), LockMode::kExclusive, LockOwner::kObject, critical_section};
}

HeldLock shared(std::string lock) {
  return {std::move(lock), LockMode::kShared, LockOwner::kObject, 1};
}

FieldAccess access(AccessType type, std::string field, std::vector<HeldLock> held = {}) {
  return {std::move(field), type, std::move(held), 0};
}

Method method(std::string name, std::vector<FieldAccess> accesses, std::uint32_t critical_sections = 1) {
  Method made;
  made.name = std::move(name);
  made.accesses = std::move(accesses);
  made.critical_sections = critical_sections;
  return made;
}

ClassModel class_of(std::vector<Method> methods) {
  ClassModel model;
  model.methods = std::move(methods);
  return model;
}

Method synchronized_method(std::string name) {
  const HeldLock lock = exclusive("this");
  Method made = method(std::move(name), {access(kWrite, "x", {lock})});
  made.whole_body_lock = lock;
  return made;
}

std::vector<std::string> names(const ProtectLocks& mpl) {
  std::vector<std::string> locks;
  for (const ProtectLock& each : mpl) locks.push_back(each.lock);
  return locks;
}

// Figure 2.
Method m1() {
  const HeldLock l1 = exclusive("l1", 1), l2 = exclusive("l2", 2);
  return method("m1", {access(kRead, "x", {l1}), access(kWrite, "x", {l1, l2}), access(kRead, "y", {l1, l2}),
                       access(kRead, "x", {l1})});
}

Method m2() {
  const HeldLock self = exclusive("this", 1), l1 = exclusive("l1", 2), l2 = exclusive("l2", 3);
  Method made = method(
      "m2", {access(kRead, "x", {self}), access(kWrite, "x", {self, l1}), access(kRead, "x", {self, l2}),
             access(kWrite, "y", {self, l2}), access(kRead, "y", {self})});
  made.whole_body_lock = self;
  return made;
}

TEST(AccessTree, HasTheShapeOfFigure3) {
  const AccessTree tree = access_tree(m1(), "x");
  ASSERT_THAT(tree.nodes[0].children, SizeIs(1)) << "all within l1";
  const AccessTree::Node& l1 = tree.nodes[tree.nodes[0].children[0]];
  EXPECT_EQ(l1.lock->lock, "l1");
  ASSERT_THAT(l1.children, SizeIs(3)) << "a read, l2, a read";
  EXPECT_EQ(tree.nodes[l1.children[0]].access, kRead);
  const AccessTree::Node& l2 = tree.nodes[l1.children[1]];
  EXPECT_EQ(l2.lock->lock, "l2");
  ASSERT_THAT(l2.children, SizeIs(1));
  EXPECT_EQ(tree.nodes[l2.children[0]].access, kWrite);
  EXPECT_EQ(tree.nodes[l1.children[2]].access, kRead);
}

TEST(AccessTree, TwoCriticalSectionsOfOneLockAreTwoNodes) {
  const Method twice =
      method("twice", {access(kRead, "x", {exclusive("l", 1)}), access(kWrite, "x", {exclusive("l", 2)})});
  EXPECT_THAT(access_tree(twice, "x").nodes[0].children, SizeIs(2));
  EXPECT_THAT(names(maximum_protect_lock(access_tree(twice, "x"), Counted::kAll)), ElementsAre("l"));
}

TEST(MaximumProtectLock, OfXInFigure3) {
  const ProtectLocks mpl_1 = maximum_protect_lock(access_tree(m1(), "x"), Counted::kAll);
  const ProtectLocks mpl_2 = maximum_protect_lock(access_tree(m2(), "x"), Counted::kAll);
  EXPECT_THAT(names(mpl_1), ElementsAre("l1"));
  EXPECT_THAT(names(mpl_2), ElementsAre("this"));
  EXPECT_THAT(intersection(mpl_1, mpl_2), IsEmpty());
}

TEST(MaximumProtectLock, OfYInFigure4) {
  const ProtectLocks mpl_r = maximum_protect_lock(access_tree(m1(), "y"), Counted::kReads);
  const ProtectLocks mpl_w = maximum_protect_lock(access_tree(m2(), "y"), Counted::kWrites);
  EXPECT_THAT(names(mpl_r), ElementsAre("l1", "l2"));
  EXPECT_THAT(names(mpl_w), ElementsAre("l2", "this"));
  EXPECT_THAT(intersection(mpl_r, mpl_w), ElementsAre("l2"));
  EXPECT_THAT(names(maximum_protect_lock(access_tree(m2(), "y"), Counted::kAll)), ElementsAre("this"))
      << "by Definition 1 the read would count";
}

TEST(MaximumProtectLock, LocksOfOtherInstancesAndOfUnknownNameProtectNothing) {
  HeldLock others = exclusive("other.m");
  others.owner = LockOwner::kAnother;
  HeldLock everybodys = exclusive("global");
  everybodys.owner = LockOwner::kEverybody;
  const Method made = method("m", {access(kWrite, "x", {others, exclusive(""), everybodys})});
  EXPECT_THAT(names(maximum_protect_lock(access_tree(made, "x"), Counted::kAll)), ElementsAre("global"));
}

TEST(MaximumProtectLock, TwoReadersOfALockAreNotKeptApart) {
  const auto mpl = [](std::vector<FieldAccess> accesses) {
    return maximum_protect_lock(access_tree(method("m", std::move(accesses)), "x"), Counted::kAll);
  };
  const ProtectLocks reads_shared = mpl({access(kRead, "x", {shared("l")})});
  const ProtectLocks writes = mpl({access(kWrite, "x", {exclusive("l")})});
  const ProtectLocks writes_shared = mpl({access(kWrite, "x", {shared("l")})});
  const ProtectLocks both = mpl({access(kRead, "x", {shared("l")}), access(kWrite, "x", {exclusive("l")})});
  EXPECT_THAT(intersection(reads_shared, writes), ElementsAre("l"));
  EXPECT_THAT(intersection(reads_shared, writes_shared), IsEmpty());
  EXPECT_THAT(intersection(writes_shared, writes_shared), IsEmpty());
  EXPECT_THAT(intersection(writes_shared, writes), ElementsAre("l"));
  EXPECT_THAT(intersection(both, both), ElementsAre("l")) << "nobody writes in shared mode";
  EXPECT_THAT(intersection(both, writes_shared), IsEmpty());
}

TEST(MethodPairs, ThereAreAllOfTwoMethodsAndEachWithItself) {
  ClassModel model;
  for (int i = 0; i < 19; ++i) model.methods.push_back(method("m" + std::to_string(i), {}));
  EXPECT_THAT(initial_method_pairs(model), SizeIs(190)) << "ArrayList: C(19, 2) + 19";
  Method constructor = method("C", {});
  constructor.is_constructor = true;
  model.methods.insert(model.methods.begin() + 3, constructor);
  EXPECT_THAT(initial_method_pairs(model), SizeIs(190));
  for (const MethodPair& pair : initial_method_pairs(model)) {
    EXPECT_LE(pair.first, pair.second);
    EXPECT_TRUE(pair.first != 3 && pair.second != 3);
  }
}

TEST(MethodPairs, Figure2HasHighPriorityForXAlone) {
  const MethodPairGroups groups = group_method_pairs(class_of({m1(), m2()}));
  // (m1, m1) lies under l1, and m2 excludes itself.
  ASSERT_THAT(groups.high_priority, SizeIs(1));
  EXPECT_EQ(groups.high_priority[0].pair, (MethodPair{0, 1}));
  ASSERT_THAT(groups.high_priority[0].conflicts, SizeIs(1));
  const Conflict& conflict = groups.high_priority[0].conflicts[0];
  EXPECT_EQ(conflict.kind, Conflict::Kind::kWriteWrite);
  EXPECT_EQ(conflict.field, "x");
  EXPECT_THAT(names(conflict.mpl_1), ElementsAre("l1"));
  EXPECT_THAT(names(conflict.mpl_2), ElementsAre("this"));
  ASSERT_THAT(groups.low_priority, SizeIs(1));
  EXPECT_EQ(groups.low_priority[0].pair, (MethodPair{0, 0}));
  EXPECT_THAT(groups.removed, ElementsAre(MethodPair{1, 1}));
}

// What is left of Figure 2 when x is taken away.
TEST(MethodPairs, Figure4AloneHasLowPriority) {
  Method a = m1(), b = m2();
  for (Method* each : {&a, &b})
    std::erase_if(each->accesses, [](const FieldAccess& one) { return one.field == "x"; });
  const MethodPairGroups groups = group_method_pairs(class_of({a, b}));
  EXPECT_THAT(groups.high_priority, IsEmpty());
  EXPECT_THAT(groups.low_priority, SizeIs(2));
}

TEST(MethodPairs, WithoutCommonFieldsOrWritesPriorityIsLow) {
  const MethodPairGroups groups = group_method_pairs(
      class_of({method("reads", {access(kRead, "x")}), method("reads too", {access(kRead, "x")}),
                method("elsewhere", {access(kRead, "y")})}));
  EXPECT_THAT(groups.high_priority, IsEmpty());
  EXPECT_THAT(groups.low_priority, SizeIs(6)) << "lines 8 and 11 leave the pair in the low group";
  EXPECT_THAT(groups.removed, IsEmpty());
}

TEST(MethodPairs, AFieldThatBothOnlyReadSaysNothing) {
  const HeldLock lock = exclusive("l");
  const MethodPairGroups groups =
      group_method_pairs(class_of({method("a", {access(kRead, "capacity"), access(kWrite, "x", {lock})}),
                                   method("b", {access(kRead, "capacity"), access(kWrite, "x", {lock})})}));
  EXPECT_THAT(groups.high_priority, IsEmpty()) << "its two MPLs are empty";
}

TEST(MethodPairs, TheWriteReadBranchesTestTheIntersectionToo) {
  const ClassModel model = class_of(
      {method("reads", {access(kRead, "x")}), method("writes", {access(kWrite, "x", {exclusive("l")})})});
  const MethodPairGroups groups = group_method_pairs(model);
  ASSERT_THAT(groups.high_priority, SizeIs(1));
  EXPECT_EQ(groups.high_priority[0].conflicts[0].kind, Conflict::Kind::kWriteRead);
  ClassModel reversed = model;
  std::swap(reversed.methods[0], reversed.methods[1]);
  EXPECT_EQ(group_method_pairs(reversed).high_priority.size(), 1u);
}

TEST(MethodPairs, OnlyWhatCannotRunAtOnceIsRemoved) {
  const Method a = synchronized_method("a"), b = synchronized_method("b");
  EXPECT_TRUE(exclude_each_other(a, b));
  EXPECT_TRUE(exclude_each_other(a, a));

  Method appends = b;
  appends.takes_another_instance = true;  // StringBuffer::append(StringBuffer)
  EXPECT_FALSE(exclude_each_other(a, appends));
  Method calls_back = b;
  calls_back.takes_callback = true;
  EXPECT_FALSE(exclude_each_other(calls_back, a));
  Method unclear = b;
  unclear.not_seen = {"calls helper(), whose body is elsewhere"};
  EXPECT_FALSE(exclude_each_other(a, unclear));
  Method other_lock = b;
  other_lock.whole_body_lock->lock = "other";
  EXPECT_FALSE(exclude_each_other(a, other_lock));
  Method unknown_lock = b;
  unknown_lock.whole_body_lock->lock = "";
  EXPECT_FALSE(exclude_each_other(unknown_lock, unknown_lock));
  Method not_ours = b;
  not_ours.whole_body_lock->owner = LockOwner::kAnother;
  EXPECT_FALSE(exclude_each_other(not_ours, not_ours));
  Method in_part = b;
  in_part.whole_body_lock.reset();
  EXPECT_FALSE(exclude_each_other(a, in_part));
  Method reader = b;
  reader.whole_body_lock->mode = LockMode::kShared;
  EXPECT_TRUE(exclude_each_other(a, reader));
  EXPECT_FALSE(exclude_each_other(reader, reader));
}

// if (size() > 0) pop(), each under the lock.
TEST(MethodPairs, SeveralCriticalSectionsAreAReasonOfTheirOwn) {
  const Method checks_then_acts =
      method("try_pop",
             {access(kRead, "size", {exclusive("l", 1)}), access(kWrite, "size", {exclusive("l", 2)})}, 2);
  Method pops = method("pop", {access(kWrite, "size", {exclusive("l")})});
  const Method capacity = method("capacity", {access(kRead, "capacity", {exclusive("l")})});
  const ClassModel model = class_of({checks_then_acts, pops, capacity});

  const MethodPairGroups groups = group_method_pairs(model);
  ASSERT_THAT(groups.high_priority, SizeIs(2));
  EXPECT_EQ(groups.high_priority[0].pair, (MethodPair{0, 0}));
  EXPECT_EQ(groups.high_priority[1].pair, (MethodPair{0, 1}));
  for (const GroupedPair& each : groups.high_priority) {
    ASSERT_THAT(each.conflicts, SizeIs(1));
    EXPECT_EQ(each.conflicts[0].kind, Conflict::Kind::kSeveralCriticalSections);
    EXPECT_EQ(each.conflicts[0].field, "size");
  }
  EXPECT_THAT(group_method_pairs(model, {.several_critical_sections = false}).high_priority, IsEmpty());
}

// SynchronizedMap's put_all: its own lock, then that of another map.
TEST(MethodPairs, LocksInOppositeOrder) {
  const HeldLock own = exclusive("mutex", 1);
  const HeldLock others{"mutex", LockMode::kExclusive, LockOwner::kAnother, 2};
  Method put_all = method("put_all", {access(kWrite, "map", {own, others})});
  put_all.nested_locks = {{own, others}};
  put_all.takes_another_instance = true;
  Method size = method("size", {access(kRead, "map", {own})});
  const ClassModel model = class_of({put_all, size});
  const MethodPairGroups groups = group_method_pairs(model);
  ASSERT_THAT(groups.high_priority, SizeIs(1));
  EXPECT_EQ(groups.high_priority[0].pair, (MethodPair{0, 0}));
  EXPECT_EQ(groups.high_priority[0].conflicts[0].kind, Conflict::Kind::kLockOrder);
  EXPECT_THAT(group_method_pairs(model, {.lock_order = false}).high_priority, IsEmpty());
}

}  // namespace
}  // namespace heddle::classes::method_pairs_test
