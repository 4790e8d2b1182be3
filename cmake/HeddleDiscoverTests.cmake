# Writes a file with one CTest entry for each test of a program: called after the program was linked, with HEDDLE_TOOL,
# PROGRAM, PREFIX, FOLDER, WORKING_DIRECTORY, FILE and OPTIONS (separated by '|').
execute_process(COMMAND "${HEDDLE_TOOL}" test --list -- "${PROGRAM}"
  WORKING_DIRECTORY "${WORKING_DIRECTORY}" OUTPUT_VARIABLE listed ERROR_VARIABLE complaint RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "heddle_discover_tests: the tests of ${PROGRAM} cannot be listed\n${complaint}")
endif()
string(REPLACE "|" ";" options "${OPTIONS}")
set(words "")
foreach(option IN LISTS options)
  string(APPEND words " [==[${option}]==]")
endforeach()
# Names may hold what is special in a list.
string(REPLACE ";" "\\;" listed "${listed}")
string(REPLACE "\n" ";" listed "${listed}")
set(text "")
foreach(line IN LISTS listed)
  # "Queue.Push", or "QueueDeathTest.Dies  (why it is skipped)".
  string(REGEX REPLACE "  \\(.*\\)$" "" name "${line}")
  if(name STREQUAL "")
    continue()
  endif()
  string(MD5 folder "${name}")
  string(SUBSTRING "${folder}" 0 12 folder)
  string(APPEND text
    "add_test([==[${PREFIX}${name}]==] [==[${HEDDLE_TOOL}]==] test --out [==[${FOLDER}/${folder}]==]${words} "
    "--filter [==[${name}]==] -- [==[${PROGRAM}]==])\n"
    "set_tests_properties([==[${PREFIX}${name}]==] PROPERTIES LABELS heddle "
    "WORKING_DIRECTORY [==[${WORKING_DIRECTORY}]==])\n")
endforeach()
file(WRITE "${FILE}" "${text}")
