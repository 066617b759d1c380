// Exceptions: types caught by value, reference and base, rethrown, nested, through destructors, constructors and noexcept.
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

struct Trace {
  const char *name;
  explicit Trace(const char *name) : name(name) { std::printf("+%s ", name); }
  ~Trace() { std::printf("-%s ", name); }
};

struct Custom : std::runtime_error {
  int code;
  Custom(const char *what, int code) : std::runtime_error(what), code(code) {}
};

static int thrower(int kind) {
  Trace trace("thrower");
  switch (kind) {
  case 0:
    throw 42;
  case 1:
    throw std::string("text");
  case 2:
    throw Custom("custom", 7);
  case 3:
    throw std::out_of_range("range");
  case 4:
    throw "pointer";
  default:
    return kind;
  }
}

static int catcher(int kind) {
  Trace trace("catcher");
  try {
    auto owned = std::make_unique<Trace>("owned");
    return thrower(kind);
  } catch (int value) {
    return value;
  } catch (const std::string &text) {
    return static_cast<int>(text.size());
  } catch (Custom &custom) {
    custom.code *= 2;
    try {
      throw;
    } catch (std::exception &base) {
      std::printf("%s ", base.what());
    }
    return custom.code;
  } catch (const std::exception &) {
    return -1;
  } catch (...) {
    return -2;
  }
}

struct Member {
  Trace first{"first"};
  Trace second;
  Member(bool fail) try : second(fail ? throw 5 : "second") {
  } catch (int) {
    std::printf("constructor ");
  }
};

static void nested() {
  try {
    try {
      throw std::runtime_error("inner");
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception &outer) {
    std::printf("%s ", outer.what());
    try {
      std::rethrow_if_nested(outer);
    } catch (const std::exception &inner) {
      std::printf("%s\n", inner.what());
    }
  }
}

static void fatal() noexcept { thrower(0); }

int main() {
  for (int kind = 0; kind < 6; ++kind)
    std::printf("= %d\n", catcher(kind));
  try {
    Member member(true);
  } catch (int value) {
    std::printf("%d\n", value);
  }
  nested();
  auto pointer = std::make_exception_ptr(Custom("kept", 3));
  try {
    std::rethrow_exception(pointer);
  } catch (const Custom &custom) {
    std::printf("%s %d %d\n", custom.what(), custom.code, std::uncaught_exceptions());
  }
  std::set_terminate([] {
    std::puts("terminate");
    std::fflush(stdout);
    std::_Exit(3);
  });
  fatal();
}
