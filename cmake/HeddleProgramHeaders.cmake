# heddle_program_headers(RESULT NAME WORDS...): what most test programs include, compiled once by `heddle c++ WORDS`. RESULT are
# the words that make a compilation with the same WORDS use it, RESULT_file is the file to depend on. Each program still
# includes what it needs: this only takes two thirds off its time.
set(HEDDLE_COMMON_HEADERS ${CMAKE_SOURCE_DIR}/tests/programs/common_headers.h)
function(heddle_program_headers result name)
  set(folder ${CMAKE_BINARY_DIR}/tests/headers/${name})
  if("${ARGN}" MATCHES "clang")
    set(file ${folder}/common_headers.pch)
    set(use -include-pch ${file})
  else()
    set(file ${folder}/common_headers.h.gch)
    set(use -include ${folder}/common_headers.h)
  endif()
  get_property(is_known GLOBAL PROPERTY heddle_headers_${name} SET)
  if(NOT is_known)
    set_property(GLOBAL PROPERTY heddle_headers_${name} 1)
    file(COPY ${HEDDLE_COMMON_HEADERS} DESTINATION ${folder})  # for who cannot use it
    add_custom_command(OUTPUT ${file}
      COMMAND $<TARGET_FILE:heddle> c++ ${ARGN} -x c++-header ${HEDDLE_COMMON_HEADERS} -o ${file}
      DEPENDS ${HEDDLE_COMMON_HEADERS} $<TARGET_FILE:heddle_compile>
      COMMENT "heddle c++ headers/${name}"
      VERBATIM)
  endif()
  set(${result} ${use} PARENT_SCOPE)
  set(${result}_file ${file} PARENT_SCOPE)
endfunction()
