// Templates, inline functions and variables, and classes with virtual functions, that each file has its own copies of.
#pragma once
#include <cstdio>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

inline int next_number() {
  static int number = 10;
  return number++;
}

inline thread_local std::vector<std::string> log_of_thread{"begin"};
inline const std::string separator = ", ";

struct Shape {
  virtual ~Shape() { log_of_thread.push_back("~" + name()); }
  virtual std::string name() const { return "shape"; }
  virtual double area() const = 0;
  int number = next_number();
};

template <typename T> struct Boxed final : Shape {
  T side;
  static inline int made = 0;
  explicit Boxed(T side) : side(side) {
    if (side < 0)
      throw std::invalid_argument("a side below 0");
    ++made;
  }
  std::string name() const override { return typeid(T).name(); }
  double area() const override { return double(side) * side; }
};

template <typename Range, typename F> auto joined(const Range &range, F text) {
  std::string all;
  for (const auto &each : range)
    all += (all.empty() ? "" : separator) + text(each);
  return all;
}

Shape *make_other(double side);
int made_here();
