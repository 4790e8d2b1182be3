/* The same table for C: what access_shapes.cc does not have. */
#include <complex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED __attribute__((noipa))
#endif

NOT_INLINED void use(long value) {
  __asm__ volatile("" ::"r"(value));
}

typedef struct {
  long a, b;
} Pair;
typedef struct {
  long a[8];
} Big;
typedef struct {
  int count;
  int items[];
} Flexible;
typedef struct {
  unsigned low : 4, high : 4;
} Bits;
typedef struct {
  Pair inner;
  union {
    int i;
    float f;
  };
} Nested;

NOT_INLINED long take_pair(Pair pair) {
  return pair.a + pair.b;
}
NOT_INLINED long take_big(Big big) {
  return big.a[0] + big.a[7];
}
NOT_INLINED long take_complex(double complex value) {
  return (long)(creal(value) + cimag(value));
}
NOT_INLINED long take_variadic(int count, ...) {
  va_list list;
  va_start(list, count);
  const Pair pair = va_arg(list, Pair);
  const Big big = va_arg(list, Big);
  va_end(list);
  return pair.b + big.a[7];
}
NOT_INLINED Pair give_pair(void) {
  return (Pair){1, 2};
}
NOT_INLINED Big give_big(void) {
  return (Big){{1}};
}
NOT_INLINED double complex give_complex(void) {
  return 1 + 2 * I;
}
NOT_INLINED long sum(int count, int (*rows)[count]) {
  long result = 0;
  for (int i = 0; i < count; ++i) result += rows[0][i];
  return result;
}

bool flag;
int number;
Pair pair;
Big big;
Bits bits;
Nested nested;
Flexible* flexible;
double complex number_complex;
float complex small_complex;
_Atomic Big atomic_big;
_Atomic int atomic_number;
int array[16];
char text[64];
Pair* literal;
long (*function)(Pair) = take_pair;
void* raw;
volatile int volatile_int;

#define SHAPE(name, one, other)                 \
  NOT_INLINED static void name##_first(void) {  \
    one;                                        \
  }                                             \
  NOT_INLINED static void name##_second(void) { \
    other;                                      \
  }

#define SHAPES(X)                                                                             \
  X(c_bool, flag = true, use(flag))                                                           \
  X(c_int, number = 1, use(number))                                                           \
  X(c_increment, number++, number--)                                                          \
  X(c_comma, (number = 1, use(1)), use(number))                                               \
  X(c_bit_fields, bits.low = 1, bits.high = 1)                                                \
  X(c_struct_assigned, pair = ((Pair){1, 2}), use(pair.b))                                    \
  X(c_struct_by_value, pair.b = 1, use(take_pair(pair)))                                      \
  X(c_big_by_value, big.a[7] = 1, use(take_big(big)))                                         \
  X(c_member_by_value, nested.inner.b = 1, use(take_pair(nested.inner)))                      \
  X(c_call_through_pointer, pair.b = 1, use(function(pair)))                                  \
  X(c_variadic, pair.b = 1, use(take_variadic(2, pair, big)))                                 \
  X(c_variadic_big, big.a[7] = 1, use(take_variadic(2, pair, big)))                           \
  X(c_struct_returned, pair = give_pair(), use(pair.b))                                       \
  X(c_big_returned, big = give_big(), use(big.a[0]))                                          \
  X(c_member_returned, nested.inner = give_pair(), use(nested.inner.b))                       \
  X(c_complex, number_complex = 1, use((long)creal(number_complex)))                          \
  X(c_complex_part, __imag__ number_complex = 1, use((long)cimag(number_complex)))            \
  X(c_complex_by_value, number_complex = 1, use(take_complex(number_complex)))                \
  X(c_complex_returned, number_complex = give_complex(), use((long)creal(number_complex)))    \
  X(c_float_complex, small_complex = 1, use((long)creal(small_complex)))                      \
  X(c_anonymous_union, nested.i = 1, use((long)nested.f))                                     \
  X(c_flexible_array, flexible->items[2] = 1, use(flexible->items[2]))                        \
  X(c_compound_literal, literal->b = 1, use(literal->b))                                      \
  X(c_variable_length, array[3] = 1, use(sum(4, (int(*)[4])array)))                           \
  X(c_pointer, raw = array, use(raw != NULL))                                                 \
  X(c_volatile, volatile_int = 1, use(volatile_int))                                          \
  X(c_memset, memset(array, 1, sizeof array), use(array[3]))                                  \
  X(c_struct_cleared, memset(&big, 0, sizeof big), use(big.a[3]))                             \
  X(c_snprintf, snprintf(text, sizeof text, "%d", 1), use(text[0]))                           \
  X(c_strncpy, strncpy(text, "abc", 4), use(text[1]))                                         \
  X(c_atomic_int, atomic_store_explicit(&atomic_number, 1, memory_order_relaxed),             \
    use(*(int*)&atomic_number))                                                               \
  X(c_atomic_struct, atomic_store(&atomic_big, ((Big){{1}})), use(((Big*)&atomic_big)->a[0])) \
  X(c_asm_output, __asm__("" : "=m"(number)), use(number))                                    \
  X(c_asm_array, __asm__("" : "=m"(array)), use(array[9]))                                    \
  X(c_asm_input, number = 1, __asm__ volatile("" ::"m"(number)))

SHAPES(SHAPE)

static const struct {
  const char* name;
  void (*first)(void);
  void (*second)(void);
} cases[] = {
#define ROW(name, one, other) {#name, name##_first, name##_second},
    SHAPES(ROW)};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool guarded;

static void* run(void* side) {
  if (guarded) pthread_mutex_lock(&mutex);
  (*(void (*const*)(void))side)();
  if (guarded) pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int count, char** arguments) {
  flexible = calloc(1, sizeof *flexible + 4 * sizeof(int));
  literal = &(Pair){1, 2};
  guarded = count > 2;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (count == 1) {
      puts(cases[i].name);
      continue;
    }
    if (strcmp(arguments[1], cases[i].name) != 0) continue;
    pthread_t thread;
    pthread_create(&thread, NULL, run, (void*)&cases[i].first);
    run((void*)&cases[i].second);
    pthread_join(thread, NULL);
    return 0;
  }
  return count == 1 ? 0 : 2;
}
