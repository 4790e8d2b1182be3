// Defines an interposed function whose name the compiler or the C++ headers know too well to let it be defined: the symbol
// is the function's, the C++ name is not.
#pragma once

#define HEDDLE_INTERPOSED(result, name, parameters)          \
  extern "C" result heddle_interposed_##name parameters asm(#name); \
  result heddle_interposed_##name parameters

#define HEDDLE_RETURN_ADDRESS __builtin_return_address(0)
