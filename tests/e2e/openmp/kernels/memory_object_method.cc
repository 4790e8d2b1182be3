// Race: all threads call a method that changes the shared object. Repaired: the method has a critical region.
class Average {
 public:
  void add(int value) {
#if !RACE
#pragma omp critical(average)
#endif
    {
      sum_ += value;
      count_ += 1;
    }
  }

 private:
  int sum_ = 0;
  int count_ = 0;
};

Average average;

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) average.add(i);
}
