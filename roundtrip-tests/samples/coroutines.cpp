// Coroutines: generators, tasks that await tasks, suspension in loops and conditions, frames that are destroyed early.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

struct Guard {
  const char *name;
  ~Guard() { std::printf("[%s]", name); }
};

template <typename T> struct Generator {
  struct promise_type {
    T value;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T next) {
      value = std::move(next);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Generator(Generator &&other) : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  std::optional<T> next() {
    handle.resume();
    if (handle.done())
      return std::nullopt;
    return handle.promise().value;
  }
};

struct Task {
  struct promise_type {
    int result = 0;
    std::exception_ptr error;
    std::coroutine_handle<> waiting = std::noop_coroutine();
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Awaiter {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
          return self.promise().waiting;
        }
        void await_resume() noexcept {}
      };
      return Awaiter{};
    }
    void return_value(int value) { result = value; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  Task(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Task(Task &&other) : handle(std::exchange(other.handle, {})) {}
  ~Task() {
    if (handle)
      handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle.promise().waiting = caller;
    return handle;
  }
  int await_resume() {
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return handle.promise().result;
  }
};

static Generator<int> fibonacci(int limit) {
  Guard guard{"fibonacci"};
  for (int a = 0, b = 1; a < limit; b = std::exchange(a, b) + b)
    co_yield a;
}

static Generator<int> filtered(Generator<int> source, int divisor) {
  Guard guard{"filtered"};
  while (auto value = source.next())
    if (*value % divisor == 0)
      co_yield *value;
}

static Task factorial(int n) {
  if (n > 12)
    throw std::overflow_error("too large");
  if (n < 2)
    co_return 1;
  int rest = co_await factorial(n - 1);
  co_return n * rest;
}

static Task both() {
  int sum = co_await factorial(5);
  try {
    sum += co_await factorial(13);
  } catch (const std::overflow_error &error) {
    std::printf("%s ", error.what());
    sum += 1;
  }
  co_return sum + co_await factorial(3);
}

int main() {
  auto even = filtered(fibonacci(1000), 2);
  while (auto value = even.next())
    std::printf("%d ", *value);
  std::puts("");
  {
    auto abandoned = fibonacci(100);
    abandoned.next();
    abandoned.next();
  }
  std::puts("");
  Task task = both();
  task.handle.resume();
  std::printf("%d %d\n", task.handle.done(), task.handle.promise().result);
}
