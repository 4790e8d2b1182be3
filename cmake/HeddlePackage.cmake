# The Debian package: `make deb`, or `cpack -G DEB` in a build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Heddle's maintainers <heddle@packages.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "controlled concurrency testing of C and C++ programs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Heddle takes over the threads of a C or C++ program and decides, at every
lock, atomic and shared access, which of them goes on next. It runs the
program again and again under different schedules until one of them breaks
it: a failed assertion, a crash, a deadlock, a livelock, an uncaught
exception, a misused lock. The schedule that failed is written to a file and
can be run again exactly, under gdb too.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | clang, gdb, libpq5")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Where programs under test look for libheddle.so: their own run path names it, so the loader's cache may stay as it is.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
# Policy 12.5 and 12.7: the licence and the changes are part of every package.
find_program(HEDDLE_GZIP gzip)
file(MAKE_DIRECTORY ${generated}/doc)
file(WRITE ${generated}/doc/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: heddle

Files: *
Copyright: Heddle's authors
License: Apache-2.0
 On Debian systems, the complete text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
")
if(HEDDLE_GZIP)
  execute_process(COMMAND ${HEDDLE_GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md OUTPUT_FILE ${generated}/doc/changelog.gz)
  install(FILES ${generated}/doc/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/heddle)
endif()
install(FILES ${generated}/doc/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/heddle)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/compress_manual.cmake)
include(CPack)
