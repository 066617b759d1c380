CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, born INT CHECK (born > 1500), height REAL);
CREATE TABLE knows(a INT REFERENCES person, b INT REFERENCES person, since INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE INDEX by_year ON person(born, name);
INSERT INTO person(name, born, height) VALUES ('Ada', 1815, 1.65), ('Alan', 1912, 1.78), ('Grace', 1906, 1.68), ('Edsger', 1930, 1.8);
INSERT INTO knows VALUES (1, 2, 1900), (2, 3, 1940), (3, 4, 1960), (4, 2, 1950);
SELECT name, born, printf('%.2f', height) FROM person ORDER BY height DESC;
SELECT p.name, q.name, since FROM knows JOIN person p ON p.id = a JOIN person q ON q.id = b WHERE since > 1930 ORDER BY since;
SELECT p.name, count(a) FROM person p LEFT JOIN knows ON b = p.id GROUP BY p.id HAVING count(*) >= 1 ORDER BY 2 DESC, 1;
INSERT INTO person(name, born) VALUES ('Nobody', 3);
SELECT no_such_column FROM person;
WITH RECURSIVE reach(id, depth) AS (SELECT 1, 0 UNION SELECT b, depth + 1 FROM knows JOIN reach ON a = id WHERE depth < 5)
  SELECT name, min(depth) FROM reach JOIN person USING (id) GROUP BY id ORDER BY 2;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  SELECT i, collatz(i) FROM n ORDER BY 2 DESC, 1 LIMIT 5;
CREATE TABLE number(n INTEGER PRIMARY KEY, square INT, text TEXT);
BEGIN;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
  INSERT INTO number SELECT i, i * i, hex(i * 2654435761 % 4294967296) FROM n;
COMMIT;
CREATE INDEX by_text ON number(text);
SELECT count(*), sum(square), min(text), max(text), avg(n), total(n % 7) FROM number;
SELECT n, text FROM number WHERE text GLOB '31*7' ORDER BY text LIMIT 4;
EXPLAIN QUERY PLAN SELECT * FROM number WHERE text BETWEEN '3' AND '4' AND n > 10;
DELETE FROM number WHERE n % 3 = 0;
UPDATE number SET square = -square WHERE n IN (SELECT n FROM number ORDER BY text LIMIT 100);
SELECT count(*), sum(square < 0) FROM number;
SAVEPOINT here;
DROP TABLE number;
ROLLBACK TO here;
SELECT count(*) FROM number;
RELEASE here;
SELECT name, row_number() OVER w, sum(born) OVER (ORDER BY born ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), ntile(2) OVER w
  FROM person WINDOW w AS (ORDER BY name);
CREATE TRIGGER aging AFTER UPDATE OF born ON person WHEN new.born < old.born BEGIN
  INSERT INTO person(name, born) VALUES (old.name || ' junior', old.born);
END;
UPDATE person SET born = born - 1 WHERE name LIKE 'a%';
SELECT group_concat(name, ', ') FROM (SELECT name FROM person ORDER BY name);
SELECT json_extract('{"a": [1, 2.5, {"b": "text"}]}', '$.a[2].b'), json_group_array(name) FROM (SELECT name FROM person LIMIT 2);
SELECT key, value, type FROM json_each('[1, "two", null, 3.25, {"x": 1}]');
SELECT date('2024-02-28', '+2 days'), strftime('%j %W', '2026-11-21'), julianday('2000-01-01');
SELECT 9223372036854775807 + 1, 7 / 2, 7 % -3, 1 << 40, ~5, 'a' || NULL, 1e308 * 10, round(2.675, 2), 0.1 + 0.2;
SELECT typeof(1), typeof(1.5), typeof('x'), typeof(x'00ff'), typeof(NULL), cast('12abc' AS INT), quote(x'00ff'), instr('banana', 'nan');
SELECT sqrt(2), pow(2, 0.5), round(sin(1), 12), log(100), degrees(pi());
CREATE VIRTUAL TABLE document USING fts5(title, body);
INSERT INTO document VALUES ('tern', 'the arctic tern migrates from pole to pole'), ('whale', 'the whale migrates too'), ('oak', 'an oak stays');
SELECT title, snippet(document, 1, '<', '>', '…', 4) FROM document WHERE document MATCH 'migr* NOT whale' ORDER BY rank;
CREATE VIRTUAL TABLE box USING rtree(id, left, right, top, bottom);
INSERT INTO box VALUES (1, 0, 10, 0, 10), (2, 5, 15, 5, 15), (3, 20, 30, 20, 30);
SELECT id FROM box WHERE left < 12 AND right > 6 AND top < 12 AND bottom > 11;
PRAGMA integrity_check;
VACUUM;
SELECT name, type FROM sqlite_schema WHERE name NOT LIKE '%\_%' ESCAPE '\' ORDER BY name;
