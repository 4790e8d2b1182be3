// Race: the threads add to the shared object with its operator+. Repaired: a declared reduction.
struct Vector {
  int x = 0;
  int y = 0;
  Vector operator+(const Vector& other) const { return {x + other.x, y + other.y}; }
};
#pragma omp declare reduction(+ : Vector : omp_out = omp_out + omp_in) initializer(omp_priv = Vector())

Vector steps[3] = {{1, 2}, {3, 4}, {5, 6}};
Vector position;

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1) reduction(+ : position)
#endif
  for (int i = 0; i < 3; ++i) position = position + steps[i];
}
