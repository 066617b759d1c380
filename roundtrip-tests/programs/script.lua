-- Tables, closures, metatables, coroutines, strings, errors, integers and floats, collection of garbage.
local function map(list, f)
  local result = {}
  for i, value in ipairs(list) do result[i] = f(value) end
  return result
end

print(table.concat(map({ 1, 2, 3, 4 }, function(x) return x ^ 2 // 1 end), " "))

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({ x = a.x + b.x, y = a.y + b.y }, Vector) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__lt = function(a, b) return a:length() < b:length() end
Vector.__tostring = function(v) return ("(%g, %g)"):format(v.x, v.y) end
Vector.__call = function(v, k) return v[k] end
Vector.__close = function(v) print("closed", tostring(v)) end
function Vector.new(x, y) return setmetatable({ x = x, y = y }, Vector) end
function Vector:length() return math.sqrt(self.x ^ 2 + self.y ^ 2) end
local a, b = Vector.new(3, 4), Vector.new(1.5, -2)
print(tostring(a + b), a:length(), a == Vector.new(3, 4), b < a, a "x")
do local resource <close> = b end

local function permutations(list, n)
  n = n or #list
  if n <= 1 then coroutine.yield(list) return end
  for i = 1, n do
    list[n], list[i] = list[i], list[n]
    permutations(list, n - 1)
    list[n], list[i] = list[i], list[n]
  end
end
local count = 0
for p in coroutine.wrap(function() permutations({ "a", "b", "c" }) end) do
  count = count + 1
  io.write(table.concat(p), count < 6 and " " or "\n")
end

local function fails(kind)
  if kind == 1 then error("a message") end
  if kind == 2 then error({ code = 42 }) end
  if kind == 3 then return nil .. "x" end
  if kind == 4 then return 1 // 0 end
  return select("#", table.unpack({}, 1, 3))
end
for kind = 1, 5 do
  local ok, result = pcall(fails, kind)
  print(ok, type(result) == "table" and result.code or result)
end
print(xpcall(function() local t = nil; return t.x end, function(m) return "handled: " .. m end))

print(("the quick brown fox"):gsub("(%w+) (%w+)", "%2 %1"))
for k, v in ("a=1, b=22, c=333"):gmatch("(%w)=(%d+)") do io.write(k, ":", v * 2, " ") end
print(("%5.2f|%-8s|%08x|%q|%a"):format(3.14159, "left", 48879, "a\nb\0c", 0.5))
print(("x"):rep(5, "-"), ("hello"):byte(2, 4), utf8.char(228, 8364, 128512), utf8.len("äöü"))
print(string.pack("<i4d", 7, 0.5):byte(1, -1))

print(math.maxinteger + 1 == math.mininteger, 7 // -2, 7 % -3, -7 // 2.0, 2 ^ 53, 1 / 0, 3 | 8 ~ 1, 1 << 62, "10" + 5)
print(math.tointeger(3.0), 3 == 3.0, math.type(1), math.type(1.0), 0x7fffffffffffffff, 1e15, 123456789012345678)

local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end
local primes = sieve(20000)
print(#primes, primes[#primes])
table.sort(primes, function(x, y) return x % 100 < y % 100 or x % 100 == y % 100 and x < y end)
print(primes[1], primes[1000], primes[#primes])

local weak = setmetatable({}, { __mode = "v" })
for i = 1, 1000 do weak[i] = { i } end
local kept = weak[500]
collectgarbage()
local alive = 0
for _ in pairs(weak) do alive = alive + 1 end
print(alive, kept[1])
local finalized = 0
for _ = 1, 100 do setmetatable({}, { __gc = function() finalized = finalized + 1 end }) end
collectgarbage()
print(finalized)

for i = 10, 1, -3 do
  if i == 4 then goto continue end
  io.write(i, " ")
  ::continue::
end
print()
local chunk = load("local a, b = ... ; return a * b, a .. b")
print(chunk(6, 7))
print(load("return +"))
local fibonacci = setmetatable({ 1, 1 }, { __index = function(t, n) local v = t[n - 1] + t[n - 2]; t[n] = v; return v end })
print(fibonacci[80], next({}), #"abc", not nil)
error("the end", 0)
