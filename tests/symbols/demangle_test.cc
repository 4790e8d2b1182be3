#include "symbols/demangle.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace heddle::symbols {
namespace {

TEST(Demangle, ReadsMangledNamesAndKeepsTheRest) {
  EXPECT_EQ(demangle("_ZN4Bank8transferEii"), "Bank::transfer(int, int)");
  EXPECT_EQ(demangle("_ZSt4cout@GLIBCXX_3.4"), "std::cout");
  EXPECT_EQ(demangle("_ZSt4cout@@GLIBCXX_3.4"), "std::cout");
  EXPECT_EQ(demangle("stdout@GLIBC_2.2.5"), "stdout");
  EXPECT_EQ(demangle("main"), "main");
  EXPECT_EQ(demangle("i"), "i");  // Not "int".
  EXPECT_EQ(demangle(""), "");
  EXPECT_EQ(demangle("_Z"), "_Z");
  EXPECT_EQ(demangle("_ZN4Bank"), "_ZN4Bank");
}

struct Shortened {
  const char* demangled;
  const char* expected;
};

void expect_shortened(std::initializer_list<Shortened> names) {
  for (const Shortened& name : names) EXPECT_EQ(short_function_name(name.demangled), name.expected);
}

TEST(ShortFunctionName, DropsParametersAndQualifiers) {
  expect_shortened({
      {"main", "main"},
      {"", ""},
      {"Bank::transfer(int, int)", "Bank::transfer"},
      {"Bank::total() const", "Bank::total"},
      {"Bank::take() &&", "Bank::take"},
      {"Bank::~Bank()", "Bank::~Bank"},
      {"(anonymous namespace)::worker(void*)", "worker"},
      {"bank::(anonymous namespace)::worker()", "bank::worker"},
      {"name[abi:cxx11](int)", "name"},
      {"non-virtual thunk to Shape::draw()", "Shape::draw"},
  });
}

TEST(ShortFunctionName, DropsTemplateArgumentsAndReturnTypes) {
  expect_shortened({
      {"Queue<int, std::allocator<int> >::push(int const&)", "Queue::push"},
      {"void swap<Account>(Account&, Account&)", "swap"},
      {"unsigned long count<std::vector<int> >(std::vector<int>)", "count"},
      {"std::enable_if<(4)>(2), void>::type bank::run<int>(int)", "bank::run"},
      {"decltype (auto) pick<int>(int)", "pick"},
      {"decltype ((a)->b) pick<int>(int)", "pick"},
      {"void (*handler<int>(int))(char)", "handler"},
      {"void call<&Bank::operator< >(Bank)", "call"},
      {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::size() const",
       "std::basic_string::size"},
  });
}

TEST(ShortFunctionName, KeepsOperators) {
  expect_shortened({
      {"Bank::operator()(int) const", "Bank::operator()"},
      {"Bank::operator[](unsigned long)", "Bank::operator[]"},
      {"bool operator< <int>(Box<int> const&, Box<int> const&)", "operator<"},
      {"std::ostream& operator<< <int>(std::ostream&, Box<int>)", "operator<<"},
      {"Box<int>::operator->() const", "Box::operator->"},
      {"bool operator==<int>(Box<int>, Box<int>)", "operator=="},
      {"operator new(unsigned long)", "operator new"},
      {"operator delete[](void*)", "operator delete[]"},
      {"Bank::operator bool() const", "Bank::operator bool"},
      {"Bank::operator std::vector<int>() const", "Bank::operator std::vector"},
      {"operator\"\" _km(unsigned long long)", "operator\"\" _km"},
      {"operators::apply(int)", "operators::apply"},
  });
}

TEST(ShortFunctionName, NamesLambdasLikeFunctions) {
  expect_shortened({
      {"main::{lambda()#1}::operator()() const", "main::lambda#1"},
      {"main::{lambda(int, char)#2}::operator()(int, char) const", "main::lambda#2"},
      {"auto main::{lambda(auto:1)#1}::operator()<int>(int) const", "main::lambda#1"},
      {"Bank::run(int)::{lambda()#1}::operator()() const::{lambda()#2}::operator()() const",
       "Bank::run::lambda#1::lambda#2"},
      {"main::{lambda()#1}::_FUN()", "main::lambda#1"},
      {"main::$_0::operator()() const", "main::lambda#1"},
      {"main::$_11::__invoke()", "main::lambda#12"},
      {"$_2::operator()(int) const", "lambda#3"},
      {"main::{unnamed type#1}::run()", "main::unnamed#1::run"},
      {"void std::__invoke_impl<void, main::{lambda()#1}>(std::__invoke_other, main::{lambda()#1}&&)",
       "std::__invoke_impl"},
  });
}

TEST(ShortFunctionName, DropsWhatTheCompilerAdds) {
  expect_shortened({
      {"Bank::transfer(int) [clone .cold]", "Bank::transfer"},
      {"Bank::get() const [clone .isra.0]", "Bank::get"},
      {"transfer.part.0.cold", "transfer"},
      {"_GLOBAL__sub_I_main", "static initialization"},
      {"__static_initialization_and_destruction_0(int, int)", "static initialization"},
      {"TLS wrapper function for bank::local", "TLS wrapper function for bank::local"},
  });
}

// Names from damaged files: what the answer is matters less than that there is one.
TEST(ShortFunctionName, SurvivesBrokenNames) {
  expect_shortened({{"f<", "f"},
                    {"f(", "f"},
                    {"(((", "((("},
                    {"{lambda", "lambda"},
                    {"{", "{"},
                    {"$_", "$_"},
                    {"operator", "operator"},
                    {"operator ", "operator "},
                    {"::", "::"},
                    {">", ">"},
                    {"$_99999999999", "$_99999999999"}});
}

TEST(ShortVariableName, KeepsTheFunctionAroundAStatic) {
  EXPECT_EQ(short_variable_name("mutex_a"), "mutex_a");
  EXPECT_EQ(short_variable_name("Bank::lock"), "Bank::lock");
  EXPECT_EQ(short_variable_name("(anonymous namespace)::total"), "total");
  EXPECT_EQ(short_variable_name("transfer(int, int)::lock"), "transfer()::lock");
  EXPECT_EQ(short_variable_name("Bank::total() const::calls"), "Bank::total()::calls");
  EXPECT_EQ(short_variable_name("main::{lambda()#1}::operator()() const::calls"), "main::lambda#1()::calls");
  EXPECT_EQ(short_variable_name("guard variable for transfer(int, int)::lock"),
            "guard variable for transfer()::lock");
  EXPECT_EQ(short_variable_name("vtable for Bank"), "vtable for Bank");
  EXPECT_EQ(short_variable_name("lock.0"), "lock");
}

TEST(ShortVariableName, TellsInstancesOfATemplateApart) {
  EXPECT_EQ(short_variable_name("Pool<int>::lock"), "Pool<int>::lock");
  EXPECT_EQ(short_variable_name("Pool<std::vector<int, std::allocator<int> > >::lock"), "Pool<...>::lock");
}

}  // namespace
}  // namespace heddle::symbols
