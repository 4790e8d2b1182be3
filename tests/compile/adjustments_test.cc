#include "compile/adjustments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Adjusted {
  std::vector<std::string> words;
  std::vector<std::string> notes;
  std::string refusal;
};

Adjusted adjusted(const std::vector<std::string>& arguments) {
  CommandLine line = parse_command_line(arguments, Family::kGcc);
  const auto notes = adjust_for_instrumentation(line);
  if (!notes) return {{}, {}, notes.error()};
  Adjusted result{{}, *notes, {}};
  for (const Item& item : line.items) {
    result.words.insert(result.words.end(), item.words.begin(), item.words.end());
  }
  return result;
}

TEST(Adjustments, LeaveAnOrdinaryLineAlone) {
  const std::vector<std::string> line = {"-O2", "-fno-lto", "-fsanitize=undefined", "-fno-sanitize=vptr",
                                         "-c",  "a.cc"};
  const Adjusted result = adjusted(line);
  EXPECT_EQ(result.words, line);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(Adjustments, TakeTheThreadSanitizerOut) {
  const Adjusted result =
      adjusted({"-fsanitize=thread", "-fsanitize=thread", "a.o", "-ltsan", "-static-libtsan"});
  EXPECT_THAT(result.words, ElementsAre("a.o"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("-fsanitize=thread, -ltsan left out: Heddle instruments")));
}

TEST(Adjustments, TakeOnlyThreadOutOfAList) {
  const Adjusted result = adjusted({"-fsanitize=undefined,thread,bounds", "a.cc"});
  EXPECT_THAT(result.words, ElementsAre("-fsanitize=undefined,bounds", "a.cc"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("-fsanitize=thread left out")));
}

TEST(Adjustments, TakeOutWhatWouldSwitchTheInstrumentationOff) {
  const Adjusted result =
      adjusted({"-fno-sanitize=thread", "-fno-sanitize=thread,vptr", "-fno-sanitize-thread-atomics", "a.cc"});
  EXPECT_THAT(result.words, ElementsAre("-fno-sanitize=vptr", "a.cc"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("Heddle has to see every memory access")));
}

TEST(Adjustments, TakeLinkTimeOptimisationOut) {
  const Adjusted result =
      adjusted({"-flto=auto", "-flto", "-ffat-lto-objects", "-fno-fat-lto-objects", "-fwhole-program",
                "-flto-partition=none", "-flto", "-fwhole-program-vtables", "a.cc"});
  EXPECT_THAT(result.words, ElementsAre("-fno-fat-lto-objects", "a.cc"));
  EXPECT_THAT(result.notes,
              ElementsAre(HasSubstr("-flto=auto, -flto, -ffat-lto-objects, -fwhole-program, "
                                    "-flto-partition=none, -fwhole-program-vtables left out: link-time")));
}

TEST(Adjustments, SayEachReasonOnce) {
  EXPECT_EQ(adjusted({"-flto", "-fsanitize=thread", "-fno-sanitize=thread", "a.cc"}).notes.size(), 3u);
}

TEST(Adjustments, RefuseOtherSanitizers) {
  for (const std::string name : {"address", "memory", "leak", "hwaddress", "kernel-address"}) {
    for (const std::string& option : {"-fsanitize=" + name, "-fsanitize=undefined," + name}) {
      for (const std::string mode : {"-c", "-E", "-shared"}) {
        EXPECT_THAT(adjusted({mode, option, "a.cc"}).refusal, HasSubstr("-fsanitize=" + name + " cannot be"))
            << option << ' ' << mode;
      }
    }
  }
}

TEST(Adjustments, RefuseStaticProgramsOnlyWhenLinking) {
  EXPECT_THAT(adjusted({"-static", "a.cc"}).refusal, HasSubstr("Link without -static ("));
  EXPECT_THAT(adjusted({"--static", "a.o"}).refusal, HasSubstr("dynamic linker"));
  EXPECT_THAT(adjusted({"-static-pie", "a.o"}).refusal, HasSubstr("Link without -static-pie"));
  EXPECT_THAT(adjusted({"-c", "-static", "a.cc"}).refusal, IsEmpty());
  EXPECT_THAT(adjusted({"-static-libstdc++", "-static-libgcc", "a.o"}).refusal, IsEmpty());
}

TEST(Adjustments, RefuseProgramsWithoutACLibrary) {
  EXPECT_THAT(adjusted({"-nostdlib", "a.o"}).refusal, HasSubstr("-nostdlib cannot be"));
  EXPECT_THAT(adjusted({"-nostdlib", "crt1.o", "a.o", "-lc"}).refusal, IsEmpty());
  EXPECT_THAT(adjusted({"-shared", "-nostdlib", "a.o"}).refusal, IsEmpty());  // as libtool links
  EXPECT_THAT(adjusted({"-r", "-nostdlib", "a.o"}).refusal, IsEmpty());
}

TEST(Adjustments, LeaveQuestionsAlone) {
  const Adjusted result = adjusted({"-static", "-fsanitize=address", "-flto", "-print-search-dirs"});
  EXPECT_THAT(result.refusal, IsEmpty());
  EXPECT_EQ(result.words.size(), 4u);
}

}  // namespace
}  // namespace heddle::compile
