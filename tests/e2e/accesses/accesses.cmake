# Builds access_shapes.cc and access_shapes_c.c by both compilers as ${HEDDLE_TEST_PROGRAMS}/accesses/LANGUAGE-COMPILER-LEVEL.
set(access_levels O1)
if(HEDDLE_FULL_TESTS)
  set(access_levels O0 O1 O2)
endif()
set(access_folder ${HEDDLE_TEST_PROGRAMS}/accesses)
file(MAKE_DIRECTORY ${access_folder})
set(access_files "")

# access_program(LANGUAGE SOURCE COMPILER NAME WORDS...)
function(access_program language source compiler name)
  foreach(level IN LISTS access_levels)
    set(output ${access_folder}/${language}-${name}-${level})
    add_custom_command(OUTPUT ${output}
      COMMAND $<TARGET_FILE:heddle> ${ARGN} --compiler ${compiler} -${level} -g -w
        ${CMAKE_CURRENT_SOURCE_DIR}/accesses/${source} -o ${output} -latomic
      DEPENDS accesses/${source} $<TARGET_FILE:heddle_compile> $<$<TARGET_EXISTS:heddle_gcc_plugin>:heddle_gcc_plugin>
      COMMENT "${output}"
      VERBATIM)
    list(APPEND access_files ${output})
  endforeach()
  set(access_files ${access_files} PARENT_SCOPE)
endfunction()

access_program(cxx access_shapes.cc g++ gxx c++ -std=c++20)
access_program(cxx access_shapes.cc ${HEDDLE_TEST_CLANGXX} clangxx c++ -std=c++20)
access_program(c access_shapes_c.c gcc gxx cc)
access_program(c access_shapes_c.c ${HEDDLE_TEST_CLANG} clangxx cc)
add_custom_target(heddle_access_programs DEPENDS ${access_files})
