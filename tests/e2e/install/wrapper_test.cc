// What build systems ask a compiler before they trust it: the installed heddle-c++ answers as g++ does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "install/outside_project.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

TEST(Wrapper, AnswersQuestionsAsTheCompilerDoes) {
  const OutsideProject project;
  const std::vector<std::vector<std::string>> questions = {{"--version"},
                                                           {"-dumpversion"},
                                                           {"-dumpmachine"},
                                                           {"-dumpfullversion"},
                                                           {"-print-search-dirs"},
                                                           {"-print-file-name=libstdc++.so"},
                                                           {"-print-prog-name=ld"},
                                                           {"-print-multi-os-directory"},
                                                           {"-v"}};
  for (const auto& question : questions) {
    std::vector<std::string> ours{"heddle-c++"}, theirs{"g++"};
    ours.insert(ours.end(), question.begin(), question.end());
    theirs.insert(theirs.end(), question.begin(), question.end());
    const Outcome answer = project.run(ours);
    const Outcome expected = project.run(theirs);
    EXPECT_EQ(answer.status, expected.status) << question[0];
    EXPECT_EQ(answer.out, expected.out) << question[0];
    // g++ -v names the command that it was called by.
    if (question[0] == "-v") {
      EXPECT_THAT(answer.err, HasSubstr("gcc version "));
    } else {
      EXPECT_EQ(answer.err, expected.err) << question[0];
    }
  }
}

TEST(Wrapper, ShowsItsCommandsAndRunsNone) {
  const OutsideProject project;
  const Outcome shown = project.run({"heddle-c++", "-###", "main.cc", "ledger.c", "-o", "out"});
  EXPECT_EQ(shown.status, 0) << describe(shown);
  EXPECT_THAT(shown.err, HasSubstr("-fsanitize=thread"));
  EXPECT_THAT(shown.err, HasSubstr("libheddle.so"));
  EXPECT_FALSE(project.workplace().exists("out"));
}

TEST(Wrapper, WritesDependenciesWhereItIsTold) {
  const OutsideProject project;
  project.build({"heddle-c++", "-MD", "-MF", "here.d", "-MT", "target", "-c", "main.cc", "-o", "main.o"});
  EXPECT_THAT(project.workplace().read("here.d"), HasSubstr("target: main.cc"));
  EXPECT_THAT(project.workplace().read("here.d"), HasSubstr("ledger.h"));
}

TEST(Wrapper, LinksArchivesAndSharedLibraries) {
  const OutsideProject project;
  project.build({"heddle-cc", "-fPIC", "-c", "ledger.c"});
  project.build({"ar", "rcs", "libledger.a", "ledger.o"});
  project.build({"heddle-c++", "main.cc", "libledger.a", "-o", "with-archive"});
  project.expect_bug_in("./with-archive");
  project.build({"heddle-cc", "-shared", "ledger.o", "-o", "libledger.so"});
  project.build({"heddle-c++", "main.cc", "-L.", "-lledger", "-Wl,-rpath,$ORIGIN", "-o", "with-library"});
  project.expect_bug_in("./with-library");
}

// What CMake's heddle_instrument and Makefiles of all sorts rely on.
TEST(Wrapper, TellsTheFlagsThatItAdds) {
  const OutsideProject project;
  for (const std::string compiler : {"g++", HEDDLE_TEST_CLANGXX}) {
    project.build(
        {"sh", "-c",
         compiler + " -g -O1 $(heddle c++ --compiler " + compiler + " --heddle-flags=compile) -c main.cc"});
    project.build({"sh", "-c", "heddle cc -c ledger.c"});
    project.build({"sh", "-c",
                   compiler + " $(heddle c++ --compiler " + compiler +
                       " --heddle-flags=link) main.o ledger.o -pthread -o by-hand"});
    project.expect_bug_in("./by-hand");
  }
  EXPECT_EQ(project.run({"heddle", "c++", "--heddle-flags=dance"}).err,
            "heddle: --heddle-flags is one of compile, link\n");
  EXPECT_EQ(project.run({"heddle", "c++", "--heddle-flags=link", "x.cc"}).err,
            "heddle: --heddle-flags goes with --compiler only, not with x.cc\n");
}

}  // namespace
}  // namespace heddle::e2e
