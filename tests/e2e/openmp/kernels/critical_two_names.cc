// Race: deposits and withdrawals hold critical regions of different names, which exclude nothing from each
// other. Repaired: the same name.
int balance = 0;

void deposit() {
#pragma omp critical(account)
  balance += 10;
}

void withdraw() {
#if RACE
#pragma omp critical(cash)
#else
#pragma omp critical(account)
#endif
  balance -= 5;
}

int main() {
#pragma omp parallel num_threads(3)
  {
    deposit();
    withdraw();
  }
}
