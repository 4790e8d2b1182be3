# Builds verdicts/programs by both compilers as ${HEDDLE_TEST_PROGRAMS}/verdicts-COMPILER/NAME; verdicts_test.cc says what
# they say of themselves.
file(GLOB verdict_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/verdicts/programs/*.c
  ${CMAKE_CURRENT_SOURCE_DIR}/verdicts/programs/*.cc)
set(verdict_files "")

# What the directive of the source file says, as a list of words.
function(verdict_directive source name result)
  file(STRINGS ${source} lines REGEX "^// ${name}: ")
  set(words "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^// ${name}: *" "" line "${line}")
    separate_arguments(line)
    list(APPEND words ${line})
  endforeach()
  set(${result} ${words} PARENT_SCOPE)
endfunction()

# verdict_compiler(SOURCE COMPILER RESULT): heddle's words for it in RESULT, its own ones in RESULT_plain.
function(verdict_compiler source compiler result)
  if(source MATCHES "\\.c$")
    set(verb cc)
    set(gxx gcc)
    set(clangxx ${HEDDLE_TEST_CLANG})
    set(standard "")
  else()
    set(verb c++)
    set(gxx g++)
    set(clangxx ${HEDDLE_TEST_CLANGXX})
    set(standard -std=c++20)
  endif()
  set(${result} $<TARGET_FILE:heddle> ${verb} --compiler ${${compiler}} ${standard} -O1 -g -w PARENT_SCOPE)
  set(${result}_plain ${${compiler}} ${standard} -O1 -g -w PARENT_SCOPE)
endfunction()

# verdict_file(OUTPUT SOURCE WORDS...): the command that makes it.
function(verdict_file output source)
  add_custom_command(OUTPUT ${output}
    COMMAND ${ARGN} ${source} -o ${output}
    DEPENDS ${source} $<TARGET_FILE:heddle_compile>
    COMMENT "${output}"
    VERBATIM)
  set(verdict_files ${verdict_files} ${output} PARENT_SCOPE)
endfunction()

foreach(source IN LISTS verdict_sources)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  get_filename_component(name ${source} NAME_WE)
  verdict_directive(${source} build build)
  verdict_directive(${source} library libraries)
  verdict_directive(${source} "plain library" plain_libraries)
  verdict_directive(${source} compilers compilers)
  if(NOT compilers)
    set(compilers gxx clangxx)
  endif()
  foreach(compiler IN LISTS compilers)
    set(folder ${HEDDLE_TEST_PROGRAMS}/verdicts-${compiler})
    file(MAKE_DIRECTORY ${folder})
    verdict_compiler(${source} ${compiler} words)
    verdict_file(${folder}/${name} ${source} ${words} ${build})
    foreach(library IN LISTS libraries plain_libraries)
      set(library_source ${CMAKE_CURRENT_SOURCE_DIR}/verdicts/programs/libraries/${library})
      get_filename_component(library_name ${library} NAME_WE)
      verdict_compiler(${library_source} ${compiler} words)
      if(library IN_LIST plain_libraries)
        set(words ${words_plain})
      endif()
      verdict_file(${folder}/${library_name}.so ${library_source} ${words} -shared -fPIC)
    endforeach()
  endforeach()
endforeach()
add_custom_target(heddle_verdict_programs DEPENDS ${verdict_files})
