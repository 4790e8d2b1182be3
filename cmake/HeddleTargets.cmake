# What every target of Heddle is compiled with, and the two families of libraries:
#  heddle_core_library()  code that is also loaded into a user's program: C++ standard library only, no exceptions;
#  heddle_host_library()  code of the `heddle` tool.

add_library(heddle_warnings INTERFACE)
target_compile_options(heddle_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wshadow -Wpedantic -Werror>)
target_include_directories(heddle_warnings INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_compile_definitions(heddle_warnings INTERFACE _GNU_SOURCE HEDDLE_VERSION="${PROJECT_VERSION}")

add_library(heddle_sanitize INTERFACE)
if(HEDDLE_SANITIZE STREQUAL "address")
  # gcc 12 takes std::regex's own variables for uninitialised there.
  target_compile_options(heddle_sanitize INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  target_link_options(heddle_sanitize INTERFACE -fsanitize=address,undefined)
endif()

if(HEDDLE_FUZZ)
  target_compile_options(heddle_sanitize INTERFACE -fsanitize=fuzzer-no-link,address,undefined
    -fno-sanitize-recover=all -O1 -g1 -Wno-error -Wno-deprecated-declarations)
  target_link_options(heddle_sanitize INTERFACE -fsanitize=address,undefined)
endif()

# A core library is compiled for the runtime (NAME_rt), with hidden symbols, without exceptions and without thread-safe
# statics (their guards are interposed). The tool, which has no threads, and the unit tests link the same objects (NAME);
# where these have a sanitizer and the runtime has none, or the other way round, they have objects of their own.
function(heddle_core_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name}_rt STATIC ${ARG_SOURCES})
  list(TRANSFORM ARG_DEPENDS APPEND _rt OUTPUT_VARIABLE runtime_depends)
  target_link_libraries(${name}_rt PUBLIC heddle_runtime_options ${runtime_depends})
  set_target_properties(${name}_rt PROPERTIES UNITY_BUILD ${HEDDLE_UNITY} CXX_VISIBILITY_PRESET hidden)
  if(HEDDLE_SANITIZE OR HEDDLE_FUZZ)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC heddle_warnings heddle_sanitize ${ARG_DEPENDS})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE $<LINK_ONLY:${name}_rt> heddle_warnings heddle_sanitize ${ARG_DEPENDS})
  endif()
endfunction()

add_library(heddle_runtime_options INTERFACE)
target_link_libraries(heddle_runtime_options INTERFACE heddle_warnings)
target_compile_options(heddle_runtime_options INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-fno-stack-protector>
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden -fno-exceptions -fno-threadsafe-statics>)
# A thread's state and the options of an execution have some 500 bytes: `rep stos` and `rep movs`, gcc's usual choice, take
# three times as long as a loop of vectors (measured: 15 ns each, of 600 for a thread).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(by_vectors vector_loop:1024:noalign,libcall:-1:noalign)
  target_compile_options(heddle_runtime_options INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-mmemset-strategy=${by_vectors} -mmemcpy-strategy=${by_vectors}>)
endif()
# A thread's start and end come through some fifty small functions (measured: 4 to 6 % of small bodies in process).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(heddle_runtime_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-finline-functions;--param=inline-unit-growth=80;--param=max-inline-insns-auto=40>)
endif()
if(HEDDLE_SANITIZE STREQUAL "undefined-trap")
  target_compile_options(heddle_runtime_options INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=undefined -fsanitize-undefined-trap-on-error -fno-sanitize=vptr,alignment>)
endif()

function(heddle_host_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE -O1)  # nothing in them is hot, and -O2 takes half as long again to compile
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY})
  target_link_libraries(${name} PUBLIC heddle_warnings heddle_sanitize ${ARG_DEPENDS})
endfunction()

# A GoogleTest program; every test of it becomes a ctest test named PREFIX.Suite.Name.
if(CMAKE_CROSSCOMPILING)
  # Debian has GoogleTest's libraries for the machine's own architecture only, and its sources for the others.
  add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  foreach(target gtest gtest_main gmock)
    target_compile_options(${target} PRIVATE -O0 -g0)
  endforeach()
else()
  find_package(GTest REQUIRED)
  find_package(nlohmann_json REQUIRED)
endif()
include(GoogleTest)

# Tests are compiled once and run once: quickly compiled matters more than quickly run. They share a precompiled header, the
# files of a program are compiled as one, and g++ takes more memory before it collects garbage, which saves a tenth. A file
# whose short names are those of others, too, has a namespace of its own.
if(NOT CMAKE_CROSSCOMPILING)
  add_executable(heddle_test_headers EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/headers.cc)
  target_link_libraries(heddle_test_headers PRIVATE heddle_warnings heddle_sanitize GTest::gmock nlohmann_json::nlohmann_json)
  target_compile_options(heddle_test_headers PRIVATE -O0 -g0 $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
  target_precompile_headers(heddle_test_headers PRIVATE ${CMAKE_SOURCE_DIR}/tests/headers.h)
endif()
function(heddle_test_options name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY})
  target_compile_options(${name} PRIVATE -O0 -g0 $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
  target_compile_definitions(${name} PRIVATE HEDDLE_FULL_TESTS=$<BOOL:${HEDDLE_FULL_TESTS}>)
  if(NOT CMAKE_CROSSCOMPILING)
    target_precompile_headers(${name} REUSE_FROM heddle_test_headers)
  endif()
endfunction()

# All that ctest needs for the tests with the label `unit`.
add_custom_target(heddle_unit_tests)

# Ten thousands of random programs take minutes where little else is run.
set(heddle_unit_timeout 60)
if(HEDDLE_FULL_TESTS)
  set(heddle_unit_timeout 900)
endif()

function(heddle_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} heddle_sanitize GTest::gtest_main GTest::gmock)
  heddle_test_options(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gtest_discover_tests(${name} TEST_PREFIX unit. NO_PRETTY_VALUES DISCOVERY_TIMEOUT 600 PROPERTIES TIMEOUT ${heddle_unit_timeout} LABELS unit)
  add_dependencies(heddle_unit_tests ${name})
endfunction()
