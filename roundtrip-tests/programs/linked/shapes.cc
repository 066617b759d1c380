#include "shared.hpp"
#include "shared.h"
#include <memory>

namespace {
struct Registered {
  Registered() { add_entry("shapes", next_number()); }
} registered;

struct Local : Shape {
  std::string name() const override { return "local of shapes"; }
  double area() const override { return 1; }
};
} // namespace

extern "C" void run_shapes() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Boxed<int>(3));
  shapes.emplace_back(make_other(1.5));
  shapes.emplace_back(make_other(0));
  shapes.emplace_back(new Local);
  shapes.emplace_back(new Boxed<double>(0.5));
  std::printf("%s\n", joined(shapes, [](const auto &it) { return it->name() + "=" + std::to_string(it->area()); }).c_str());
  std::printf("%s\n", joined(shapes, [](const auto &it) { return std::to_string(it->number); }).c_str());
  try {
    shapes.emplace_back(make_other(-1));
  } catch (const std::logic_error &error) {
    std::printf("caught: %s\n", error.what());
  }
  std::printf("%d %d %d\n", Boxed<int>::made, Boxed<double>::made, made_here());
  shapes.clear();
  std::printf("%s\n", joined(log_of_thread, [](const auto &it) { return it; }).c_str());
}
