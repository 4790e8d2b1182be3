// The outside project of the installation tests: a library with a race, and a program that asserts.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
void ledger_add(int amount);
int ledger_total(void);
#ifdef __cplusplus
}
#endif
