#include "shared.hpp"
#include "shared.h"

namespace {
struct Registered {
  Registered() { add_entry("other", next_number()); }
} registered;

struct Local : Shape {
  std::string name() const override { return "local of other"; }
  double area() const override { return 2; }
};
} // namespace

Shape *make_other(double side) {
  if (side == 0)
    return new Local;
  log_of_thread.push_back("other");
  return new Boxed<double>(side);
}

int made_here() {
  Boxed<int> box(next_number());
  return Boxed<int>::made + Boxed<double>::made;
}
