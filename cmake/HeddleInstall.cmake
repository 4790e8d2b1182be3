# What `make install` and `make deb` put where. Everything finds its fellows relative to itself, so the installed tree works
# wherever it is moved to.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Heddle)
set(generated ${CMAKE_BINARY_DIR}/generated)

# The tool in the build folder finds these two folders up, as the installed one does.
foreach(script heddle_gdb.py heddle_gdb_events.py)
  configure_file(share/heddle/${script} ${CMAKE_BINARY_DIR}/share/heddle/${script} COPYONLY)
endforeach()

# Completions and the manual page know what the tool itself says of its options.
file(MAKE_DIRECTORY ${generated})
set(generated_files "")
foreach(pair bash:heddle.bash zsh:_heddle fish:heddle.fish man:heddle.1)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 what)
  list(GET pair 1 file)
  add_custom_command(OUTPUT ${generated}/${file}
    COMMAND heddle generate ${what} > ${generated}/${file}
    DEPENDS heddle
    COMMENT "heddle generate ${what}"
    VERBATIM)
  list(APPEND generated_files ${generated}/${file})
endforeach()
foreach(name heddle-cc heddle-c++)
  add_custom_command(OUTPUT ${generated}/${name}.1
    COMMAND ${CMAKE_COMMAND} -E echo ".so man1/heddle.1" > ${generated}/${name}.1
    VERBATIM)
  list(APPEND generated_files ${generated}/${name}.1)
endforeach()
add_custom_target(heddle_generated ALL DEPENDS ${generated_files})
# All that an installation needs.
add_custom_target(heddle_installation)
add_dependencies(heddle_installation heddle heddle_runtime heddle_generated)
foreach(plugin heddle_gcc_plugin heddle_clang_plugin)
  if(TARGET ${plugin})
    add_dependencies(heddle ${plugin})
  endif()
endforeach()
if(TARGET heddle_class_model)
  add_dependencies(heddle_installation heddle_class_model)
  install(TARGETS heddle_class_model RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
endif()

file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
configure_file(cmake/heddle.pc.in ${generated}/heddle.pc @ONLY)
configure_package_config_file(cmake/HeddleConfig.cmake.in ${generated}/HeddleConfig.cmake
  INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${generated}/HeddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/heddle-cc ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/heddle-c++
  DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS heddle_runtime LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${generated}/HeddleConfig.cmake ${generated}/HeddleConfigVersion.cmake cmake/HeddleDiscoverTests.cmake
  DESTINATION ${package_folder})
install(FILES ${generated}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES share/heddle/heddle_gdb.py share/heddle/heddle_gdb_events.py DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle)
install(FILES ${generated}/heddle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heddle)
# Where zsh looks for those of packages, on Debian, and for those that were installed by hand.
set(zsh_folder site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh_folder vendor-completions)
endif()
install(FILES ${generated}/_heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder})
install(FILES ${generated}/heddle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${generated}/heddle.1 ${generated}/heddle-cc.1 ${generated}/heddle-c++.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

include(cmake/HeddlePackage.cmake)
