#include "symbols/allocation.h"

#include <gtest/gtest.h>

namespace heddle::symbols {
namespace {

std::string told(std::string_view line) {
  const std::optional<Allocation> found = allocation_in(line);
  if (!found) return "";
  return found->type + (found->is_array ? "[]" : "") + (found->is_shared ? " shared" : "");
}

TEST(Allocation, IsWhatTheLineSays) {
  EXPECT_EQ(told("head = new Node{value, head};"), "Node");
  EXPECT_EQ(told("return new shop::Order<int, 3>(1);"), "shop::Order<int, 3>");
  EXPECT_EQ(told("auto* item = new shop::Order<int>::Item;"), "shop::Order<int>::Item");
  EXPECT_EQ(told("int* numbers = new int[count];"), "int[]");
  EXPECT_EQ(told("auto** rows = new Row*[count];"), "Row*[]");
  EXPECT_EQ(told("word = new unsigned long(3);"), "unsigned long");
  EXPECT_EQ(told("new const Node();"), "Node");
  EXPECT_EQ(told("queue.push(std::make_unique<Task>(1, 2));"), "Task");
  EXPECT_EQ(told("auto text = std::make_unique<char[]>(5);"), "char[]");
  EXPECT_EQ(told("shared = std::make_shared<std::vector<int>>(5);"), "std::vector<int> shared");
  EXPECT_EQ(told("node = (struct node*)malloc(sizeof(struct node));"), "node");
  EXPECT_EQ(told("node = calloc(n, sizeof(Node));"), "Node[]");
  EXPECT_EQ(told("numbers = malloc(n * sizeof(int));"), "int[]");
  EXPECT_EQ(told("node = pool_alloc(pool, sizeof(struct node));"), "node");
  EXPECT_EQ(told("return xcalloc(n, sizeof(Node));"), "Node[]");
  EXPECT_EQ(told("p = (int*)malloc(sizeof(int)); *p = 0;"), "int");
}

TEST(Allocation, IsNotGuessed) {
  EXPECT_EQ(told(""), "");
  EXPECT_EQ(told("vector.push_back(1);"), "");
  EXPECT_EQ(told("renew(Node);"), "");
  EXPECT_EQ(told("new (buffer) Node;"), "");
  EXPECT_EQ(told("pair(new Node, new Leaf);"), "");
  EXPECT_EQ(told("p = malloc(size);"), "");
  EXPECT_EQ(told("p = malloc(sizeof *p);"), "");
  EXPECT_EQ(told("p = malloc(sizeof(*p));"), "");
  EXPECT_EQ(told("// a new Node"), "");
  EXPECT_EQ(told("new Broken<"), "");
}

TEST(Allocation, KnowsTheSizesOfNumbers) {
  EXPECT_EQ(size_of_arithmetic("int"), 4u);
  EXPECT_EQ(size_of_arithmetic("unsigned long"), sizeof(unsigned long));
  EXPECT_EQ(size_of_arithmetic("Node*"), sizeof(void*));
  EXPECT_EQ(size_of_arithmetic("Node"), 0u);
  EXPECT_EQ(size_of_arithmetic(""), 0u);
}

}  // namespace
}  // namespace heddle::symbols
