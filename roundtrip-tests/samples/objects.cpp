// Classes: virtual and multiple inheritance, casts at run time, members by pointer, templates, lambdas, static objects.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <typeinfo>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
};
struct Named {
  std::string label;
  virtual ~Named() { std::printf("~%s ", label.c_str()); }
};
struct Square : Shape, Named {
  double side;
  explicit Square(double side) : side(side) { label = "square"; }
  double area() const override { return side * side; }
  std::string name() const override { return label; }
};
struct Circle final : Shape {
  double radius;
  explicit Circle(double radius) : radius(radius) {}
  double area() const override { return 3 * radius * radius; }
};

struct Base { int b = 1; virtual int get() { return b; } virtual ~Base() = default; };
struct Left : virtual Base { int l = 2; };
struct Right : virtual Base { int r = 3; int get() override { return r + b; } };
struct Bottom : Left, Right { int d = 4; };

struct Counter {
  int hits;
  explicit Counter(int hits) : hits(hits) {}
  int up(int by) { return hits += by; }
  virtual int down(int by) { return hits -= by; }
};

static Counter &counter() {
  static Counter instance = [] {
    std::printf("made ");
    return Counter(100);
  }();
  return instance;
}
static std::vector<int> primes = [] {
  std::vector<int> found;
  for (int i = 2; found.size() < 10; ++i)
    if (std::none_of(found.begin(), found.end(), [i](int p) { return i % p == 0; }))
      found.push_back(i);
  return found;
}();
thread_local std::string per_thread = "thread";

template <int N> struct Power {
  static constexpr long long of(long long x) { return x * Power<N - 1>::of(x); }
};
template <> struct Power<0> {
  static constexpr long long of(long long) { return 1; }
};
template <typename... T> static auto total(T... values) { return (values + ... + 0); }

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  shapes.push_back(std::make_unique<Circle>(2));
  for (const auto &shape : shapes) {
    auto *named = dynamic_cast<Named *>(shape.get());
    std::printf("%s %g %s\n", shape->name().c_str(), shape->area(), named ? named->label.c_str() : "-");
  }
  const Shape &first = *shapes[0];
  std::printf("%d\n", typeid(first) == typeid(Square));
  shapes.clear();
  Bottom bottom;
  Base &base = bottom;
  std::printf("%d %d %d\n", base.get(), dynamic_cast<Left &>(base).l, static_cast<Right &>(bottom).r);
  int (Counter::*member)(int) = &Counter::up;
  (counter().*member)(5);
  member = &Counter::down;
  std::printf("%d %d\n", (counter().*member)(30), counter().hits);
  std::printf("%d %zu %s\n", std::accumulate(primes.begin(), primes.end(), 0), primes.size(), per_thread.c_str());
  std::printf("%lld %g\n", Power<7>::of(9), total(1, 2.5, 3L));
  std::map<std::string, std::function<int(int)>> functions;
  int captured = 10;
  functions["add"] = [captured](int x) { return x + captured; };
  functions["count"] = [&captured](int x) mutable { return captured += x; };
  for (auto &[key, function] : functions)
    std::printf("%s %d\n", key.c_str(), function(7));
  std::variant<int, std::string, std::tuple<char, double>> variant = std::tuple('c', 2.5);
  std::visit(
      [](auto &held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::tuple<char, double>>)
          std::printf("%c %g\n", std::get<0>(held), std::get<1>(held));
      },
      variant);
  std::string text = "the quick brown fox";
  std::sort(text.begin(), text.end());
  std::printf("%s\n", text.c_str());
}
