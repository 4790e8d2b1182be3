# Builds openmp/kernels as ${HEDDLE_TEST_PROGRAMS}/openmp-COMPILER/NAME-{race,repaired}, and openmp_kernels.inc, the list of
# (kernel, compiler) that openmp_test goes through. For make check every fourth kernel with one of the compilers in turn; all
# with both if asked for.
file(GLOB openmp_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/openmp/kernels/*.c
  ${CMAKE_CURRENT_SOURCE_DIR}/openmp/kernels/*.cc)
set(openmp_files "")
set(openmp_cases "")
set(number 0)
foreach(source IN LISTS openmp_sources)
  math(EXPR number "${number} + 1")
  math(EXPR left_out "${number} % 4")
  if(left_out AND NOT HEDDLE_FULL_TESTS)
    continue()
  endif()
  get_filename_component(name ${source} NAME_WE)
  math(EXPR turn "${number} / 4 % 2")
  set(compilers gxx clangxx)
  if(NOT HEDDLE_FULL_TESTS)
    list(GET compilers ${turn} compilers)
  endif()
  foreach(compiler IN LISTS compilers)
    set(verb c++)
    set(gxx g++)
    set(clangxx ${HEDDLE_TEST_CLANGXX})
    if(source MATCHES "\\.c$")
      set(verb cc)
      set(gxx gcc)
      set(clangxx ${HEDDLE_TEST_CLANG})
    endif()
    set(folder ${HEDDLE_TEST_PROGRAMS}/openmp-${compiler})
    file(MAKE_DIRECTORY ${folder})
    foreach(version race repaired)
      set(races 0)
      if(version STREQUAL "race")
        set(races 1)
      endif()
      add_custom_command(OUTPUT ${folder}/${name}-${version}
        COMMAND $<TARGET_FILE:heddle> ${verb} --compiler ${${compiler}} -O1 -g -fopenmp -DRACE=${races} ${source}
          -o ${folder}/${name}-${version}
        DEPENDS ${source} $<TARGET_FILE:heddle_compile>
        COMMENT "heddle ${verb} openmp-${compiler}/${name}-${version}"
        VERBATIM)
      list(APPEND openmp_files ${folder}/${name}-${version})
    endforeach()
    string(APPEND openmp_cases "{\"${name}\", \"${compiler}\"},\n")
  endforeach()
endforeach()

# openmp_program(NAME SOURCE COMPILER...): programs_test.cc runs it.
set(openmp_programs ${HEDDLE_TEST_PROGRAMS}/openmp)
file(MAKE_DIRECTORY ${openmp_programs})
function(openmp_program name source)
  set(file ${CMAKE_CURRENT_SOURCE_DIR}/openmp/programs/${source})
  add_custom_command(OUTPUT ${openmp_programs}/${name}
    COMMAND ${ARGN} -O1 -g -fopenmp ${file} -o ${openmp_programs}/${name} ${openmp_libraries}
    DEPENDS ${file} $<TARGET_FILE:heddle_compile>
    COMMENT "openmp/${name}"
    VERBATIM)
  set(openmp_files ${openmp_files} ${openmp_programs}/${name} PARENT_SCOPE)
endfunction()
set(openmp_libraries "")
openmp_program(with_libgomp as_it_is.c gcc)
openmp_program(with_libomp as_it_is.c ${HEDDLE_TEST_CLANG})
set(openmp_libraries -lgtest -lgtest_main)
openmp_program(unit_tests unit_tests.cc $<TARGET_FILE:heddle> c++ -std=c++20)
add_custom_target(heddle_openmp_kernels DEPENDS ${openmp_files})
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/openmp_kernels.inc CONTENT "${openmp_cases}" @ONLY)
