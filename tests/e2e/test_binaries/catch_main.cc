// Catch2's own code, compiled once for all programs that use it.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
