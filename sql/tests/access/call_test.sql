-- What the client's statement may be for a call to have the login's rank: the call of one function
-- of Reeve, in which nobody else's code can run.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(78);
SELECT ok(reeve.is_one_call(s), s) FROM unnest(ARRAY[
  'SELECT reeve.member_rank()',
  'SELECT rank FROM reeve.whoami()',
  'SELECT a, "B c" FROM reeve.f($1::pg_catalog.text, $2::pg_catalog.int8[])',
  E' select *\n from reeve.f ( app => $1 , n => 5 );\n',
  'SELECT * FROM reeve.f(''it''''s'', NULL, true, 12) ORDER BY a DESC LIMIT 5;',
  'SELECT reeve.f(''a'', 60.17)',
  'SELECT reeve.f(''(a); --'')']) s;
SELECT ok(NOT reeve.is_one_call(s), 'not: ' || s) FROM unnest(ARRAY[
  'SELECT 1', '', 'COMMIT', 'SELECT reeve.f', 'reeve.f()',
  -- Somebody else's table, function, operator, type, cast or column with a call in it.
  'SELECT count(*), reeve.member_rank() FROM mill.ware',
  'SELECT reeve.f() FROM mill.ware', 'SELECT * FROM reeve.f(), mill.ware',
  'SELECT * FROM reeve.f() a JOIN mill.ware b ON TRUE', 'SELECT * FROM mill.ware, reeve.f()',
  'SELECT * FROM reeve.f() WHERE a = b', 'SELECT * FROM reeve.f() ORDER BY evil(a)',
  'SELECT * FROM reeve.f() ORDER BY a USING <', 'SELECT * FROM reeve.f() LIMIT evil()',
  'SELECT a.b FROM reeve.f() a', 'SELECT evil(a) FROM reeve.f()', 'SELECT a + b FROM reeve.f()',
  'SELECT a*b FROM reeve.f()', 'SELECT a::evil FROM reeve.f()', 'SELECT DISTINCT a FROM reeve.f()',
  'SELECT reeve.f(evil())', 'SELECT reeve.f(reeve.g())', 'SELECT reeve.f($1, evil.g($2))',
  'SELECT reeve.f($1::text)', 'SELECT reeve.f($1::evil.text)', 'SELECT reeve.f(text ''x'')',
  'SELECT reeve.f($1 - 1)', 'SELECT reeve.f(5 -3)', 'SELECT reeve.f(-$1)',
  'SELECT reeve.f(''a'' || ''b'')',
  'SELECT reeve.f(ARRAY[evil()])', 'SELECT reeve.f((SELECT 1))', 'SELECT (reeve.f()).evil',
  'SELECT reeve.f()::evil', 'SELECT reeve.f() UNION SELECT evil()', 'SELECT reeve.f() a, evil()',
  -- Texts that say what they do not mean.
  E'SELECT reeve.f(''a\\'', evil(), '')', 'SELECT reeve.f(E''a'')', 'SELECT reeve.f($$a$$)',
  'SELECT ''reeve.f()'' FROM mill.ware', 'SELECT evil() /* FROM reeve.f() */',
  E'SELECT evil() --\nFROM reeve.f()', 'SELECT reeve.f(''a''); SELECT evil()', 'EXECUTE reeve.f(1)',
  'EXPLAIN ANALYZE SELECT reeve.f()', 'DECLARE c CURSOR FOR SELECT reeve.f()',
  'COPY (SELECT reeve.f()) TO STDOUT', 'DO $$BEGIN PERFORM reeve.f(); END$$',
  'WITH a AS (SELECT evil()) SELECT reeve.f()', 'SELECT pg_temp.reeve_f()', 'SELECT myreeve.f()',
  'SELECT "reeve.f"()', 'SELECT evil.reeve.f()']) s;

-- What stands on the call stack is told in every language that PostgreSQL speaks.
SELECT ok(reeve.app_code_stands(format(f, s)), format(f, s))
FROM unnest(ARRAY['PL/pgSQL function %s line 5 at RAISE', 'PL/pgSQL関数%sの5行目 - RAISE',
  '在RAISE的第5行的PL/pgSQL函数%s', 'PL/pgSQL 함수 "%s" 의 5번째 RAISE', 'Hàm PL/pgSQL %s dòng 5 tại RAISE',
  '%s PL/pgSQL fonksiyonu, 5. satır, RAISE içinde']) f
CROSS JOIN unnest(ARRAY['cell_work()', 'reeve_cell.reeve_reader_mill(text)',
  'pg_temp_3.reeve_work()']) s;
SELECT * FROM finish();
ROLLBACK;
