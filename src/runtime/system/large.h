// Large arrays have a section of their own, behind all other variables of the library: those lie in a few
// pages, and each page that an execution writes to is one to be restored.
#pragma once

#define HEDDLE_LARGE [[gnu::section(".bss.large")]]
