# Builds the programs under test, once, as ${HEDDLE_TEST_PROGRAMS}/CONFIGURATION/NAME, and matrix_cases.inc, the list of
# (program, kind, twin, configuration) that matrix_test goes through. tests/programs/MANIFEST is the only list of them.
include(${PROJECT_SOURCE_DIR}/cmake/HeddleProgramHeaders.cmake)
find_program(HEDDLE_TEST_CLANG clang-19 REQUIRED)
find_program(HEDDLE_TEST_CLANGXX clang++-19 REQUIRED)
get_filename_component(manifest_folder ${CMAKE_CURRENT_SOURCE_DIR}/../programs ABSOLUTE)
get_filename_component(examples_folder ${CMAKE_CURRENT_SOURCE_DIR}/../../examples ABSOLUTE)

# `default` is what a user gets who gives no options: -O1 -g.
set(compiler_options_default "")
set(compiler_options_gxx-O0 -O0 -g)
set(compiler_options_gxx-O2 -O2 -g)
set(compiler_options_clangxx-O0 --compiler CLANG -O0 -g)
set(compiler_options_clangxx-O2 --compiler CLANG -O2 -g)
set(compiler_options_real -g)
set(all_configurations gxx-O0 clangxx-O2 gxx-O2 clangxx-O0)

set(program_files "")

# A program finds the names of libheddle.so when it starts: it is built again when the compiler wrapper changes, not at
# changes of the runtime.
function(heddle_test_program name source configuration)
  set(verb c++)
  set(standard -std=c++20)
  set(clang ${HEDDLE_TEST_CLANGXX})
  if(source MATCHES "\\.c$")
    set(verb cc)
    set(standard "")
    set(clang ${HEDDLE_TEST_CLANG})
  endif()
  list(TRANSFORM compiler_options_${configuration} REPLACE "^CLANG$" ${clang} OUTPUT_VARIABLE options)
  set(output ${HEDDLE_TEST_PROGRAMS}/${configuration}/${name})
  file(MAKE_DIRECTORY ${HEDDLE_TEST_PROGRAMS}/${configuration})
  set(headers "")
  set(headers_file "")
  if(verb STREQUAL "c++" AND NOT configuration STREQUAL "real")
    string(JOIN "" key program ${options})
    string(MAKE_C_IDENTIFIER "${key}" key)
    heddle_program_headers(headers ${key} ${options} ${standard})
  endif()
  add_custom_command(OUTPUT ${output}
    COMMAND $<TARGET_FILE:heddle> ${verb} ${options} ${standard} ${headers} ${source} -o ${output} ${program_libraries}
    DEPENDS ${source} ${headers_file} ${ARGN} $<TARGET_FILE:heddle_compile>
    COMMENT "heddle ${verb} ${configuration}/${name}"
    VERBATIM)
  set(program_files ${program_files} ${output} PARENT_SCOPE)
endfunction()

function(source_of name result)
  foreach(suffix .cc .c)
    if(EXISTS ${manifest_folder}/${name}${suffix})
      set(${result} ${manifest_folder}/${name}${suffix} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "tests/programs/MANIFEST names ${name}, but there is no such source file")
endfunction()

# Each program in one configuration and on one carrier, in turn, so that every pair of these meets a part of the programs;
# in all of them if asked for.
set(all_carriers contexts threads)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest_folder}/MANIFEST)
file(STRINGS ${manifest_folder}/MANIFEST manifest REGEX "^[a-z]")
set(number 0)
set(cases "")
foreach(line IN LISTS manifest)
  if(NOT line MATCHES "^([a-z0-9_]+) \\| ([a-z-]+) \\| ([a-z0-9_-]+) ")
    message(FATAL_ERROR "tests/programs/MANIFEST: cannot read '${line}'")
  endif()
  set(name ${CMAKE_MATCH_1})
  set(kind ${CMAKE_MATCH_2})
  set(twin ${CMAKE_MATCH_3})
  source_of(${name} source)
  if(kind STREQUAL "none")
    heddle_test_program(${name} ${source} default)
    continue()
  endif()
  if(name STREQUAL "division_by_zero" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    continue()  # 0 and no signal
  endif()
  source_of(${twin} twin_source)
  if(HEDDLE_FULL_TESTS)
    set(configurations ${all_configurations})
    set(carriers contexts threads)
  else()
    math(EXPR which "${number} % 4")
    list(GET all_configurations ${which} configurations)
    math(EXPR which "${number} / 4 % 2")
    list(GET all_carriers ${which} carriers)
  endif()
  foreach(configuration IN LISTS configurations)
    heddle_test_program(${name} ${source} ${configuration})
    heddle_test_program(${twin} ${twin_source} ${configuration})
    foreach(carrier IN LISTS carriers)
      string(APPEND cases "{\"${name}\", \"${kind}\", \"${twin}\", \"${configuration}\", \"${carrier}\"},\n")
    endforeach()
  endforeach()
  math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/matrix_cases.inc CONTENT "@cases@" @ONLY)

# What engine_test looks at, as a user would build it.
foreach(name always_fails atomic_sizes lock_order lost_update lost_update_fixed lost_wakeup null_callback
    overdraft stdin_sum unlock_not_owner wait_for_ignored worker_throws)
  source_of(${name} source)
  heddle_test_program(${name} ${source} default)
endforeach()
# ... and explain_test.cc.
foreach(name barrier_missing bounded_buffer double_checked exit_from_thread lock_free_stack lock_triangle map_unprotected
    nested_threads node_freed null_publication partial_deadlock_exit poll_missed_value spin_on_lost_flag thread_local_flush)
  source_of(${name} source)
  heddle_test_program(${name} ${source} default)
endforeach()
foreach(source always_new.cc chatterbox.cc counter.c diary.cc echo.cc endings.cc exit_status.cc fibers.cc heavy_reader.cc leaking.cc
    leftovers.cc many_threads.cc mapped_anywhere.cc misbehaviour.cc outside.cc reader.cc single_thread.cc suspended.cc
    two_bugs.cc uncontrolled.cc wild.cc)
  get_filename_component(name ${source} NAME_WE)
  heddle_test_program(${name} ${CMAKE_CURRENT_SOURCE_DIR}/programs/${source} default)
endforeach()
heddle_test_program(suspended ${CMAKE_CURRENT_SOURCE_DIR}/programs/suspended.cc gxx-O0)
source_of(child_taken_fixed source)
heddle_test_program(child_taken_fixed ${source} isolation)
foreach(name adaptive_timedlock lock_order longjmp_keeps_lock partial_deadlock_heartbeat peterson sleeping_poll spin_lock_let_go
    try_lock_backoff volatile_spin)
  source_of(${name}_fixed source)
  heddle_test_program(${name}_fixed ${source} strategies)
endforeach()
heddle_test_program(behaviour_programs ${CMAKE_CURRENT_SOURCE_DIR}/exhaustive/behaviour_programs.cc default)
heddle_test_program(small_programs ${CMAKE_CURRENT_SOURCE_DIR}/exhaustive/small_programs.cc default)
heddle_test_program(random_programs ${CMAKE_CURRENT_SOURCE_DIR}/exhaustive/random_programs.cc default
  ${PROJECT_SOURCE_DIR}/include/heddle/heddle.h ${PROJECT_SOURCE_DIR}/include/heddle/explore_abi.h)
foreach(name bodies own_state)
  heddle_test_program(${name} ${CMAKE_CURRENT_SOURCE_DIR}/in_process/${name}.cc default
    ${PROJECT_SOURCE_DIR}/include/heddle/heddle.h ${PROJECT_SOURCE_DIR}/include/heddle/explore_abi.h)
endforeach()
if(HEDDLE_FULL_TESTS)
  foreach(name bank deadlock lost_wakeup queue)
    heddle_test_program(example_${name} ${examples_folder}/${name}.cc default)
  endforeach()
endif()

# Programs that use real libraries and test frameworks (real/).
function(heddle_real_program name)
  set(program_libraries ${ARGN})
  set(objects ${ARGN})
  list(FILTER objects INCLUDE REGEX "\\.o$")
  heddle_test_program(${name} ${CMAKE_CURRENT_SOURCE_DIR}/real/${name}.cc real ${objects})
  set(program_files ${program_files} PARENT_SCOPE)
endfunction()
set(catch_main ${HEDDLE_TEST_PROGRAMS}/catch_main.o)
add_custom_command(OUTPUT ${catch_main}
  COMMAND $<TARGET_FILE:heddle> c++ -std=c++20 -O0 -w -c ${CMAKE_CURRENT_SOURCE_DIR}/test_binaries/catch_main.cc -o ${catch_main}
  DEPENDS test_binaries/catch_main.cc $<TARGET_FILE:heddle_compile>
  COMMENT "heddle c++ catch_main"
  VERBATIM)
add_custom_target(heddle_catch_main DEPENDS ${catch_main})
heddle_real_program(boost_lockfree)
heddle_real_program(catch_runner ${catch_main})
heddle_real_program(gtest_runner -lgtest -lgtest_main)
heddle_real_program(sqlite_serialized -lsqlite3)
heddle_real_program(tbb_containers -ltbb)
heddle_real_program(tbb_memory -ltbb -ltbbmalloc)
if(HEDDLE_FULL_TESTS)
  heddle_real_program(abseil -labsl_synchronization -labsl_hash -labsl_raw_hash_set -labsl_strings -labsl_throw_delegate
    -labsl_base -labsl_time)
  heddle_real_program(boost_thread -lboost_thread -lboost_system -lboost_chrono)
  heddle_real_program(concurrent_queue)
  heddle_real_program(poco -lPocoFoundation)
endif()

# Programs that Heddle has never seen: a plain compiler's, one of them static.
function(heddle_foreign_program name source)
  set(compiler ${CMAKE_C_COMPILER})
  if(source MATCHES "\\.cc$")
    set(compiler ${CMAKE_CXX_COMPILER} -std=c++20)
  endif()
  set(output ${HEDDLE_TEST_PROGRAMS}/foreign/${name})
  file(MAKE_DIRECTORY ${HEDDLE_TEST_PROGRAMS}/foreign)
  add_custom_command(OUTPUT ${output}
    COMMAND ${compiler} -O1 -g ${source} -o ${output} -pthread ${ARGN}
    DEPENDS ${source}
    COMMENT "cc foreign/${name}"
    VERBATIM)
  set(program_files ${program_files} ${output} PARENT_SCOPE)
endfunction()
heddle_foreign_program(misbehaviour ${CMAKE_CURRENT_SOURCE_DIR}/programs/misbehaviour.cc)
heddle_foreign_program(lock_order_c ${manifest_folder}/lock_order_c.c)
heddle_foreign_program(lock_order_c_static ${manifest_folder}/lock_order_c.c -static)

# What POSIX says, natively and under control.
get_filename_component(posix_folder ${CMAKE_CURRENT_SOURCE_DIR}/../posix ABSOLUTE)
foreach(name c11 cancellation clocks condition heap library_memory mutex other_locks process_state robust rwlock semaphore signals threads)
  heddle_test_program(${name} ${posix_folder}/${name}.c posix ${posix_folder}/check.h)
  heddle_foreign_program(posix_${name} ${posix_folder}/${name}.c)
endforeach()

add_custom_target(heddle_e2e_programs ALL DEPENDS ${program_files})
add_dependencies(heddle_e2e_programs heddle heddle_runtime)
