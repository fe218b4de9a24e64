-- Writes docs/apps/<app>.md: what the logins of an app may call and read, by the grants of its
-- shipped files. Variable: app.
WITH RECURSIVE login AS (
  SELECT a.*, l.name AS role
  FROM reeve.app a CROSS JOIN LATERAL jsonb_array_elements_text(a.manifest -> 'logins') l(name)
  WHERE a.app = :'app'
),
routine AS (
  SELECT p.oid, p.proname::text AS name, p.prosrc, p.prorettype,
    regexp_replace(obj_description(p.oid, 'pg_proc'), '\s+', ' ', 'g') AS comment,
    EXISTS (SELECT FROM login l WHERE has_function_privilege(l.role, p.oid, 'EXECUTE'))
      AND p.prorettype <> 'trigger'::regtype AS is_granted
  FROM pg_proc p JOIN login l ON p.pronamespace = to_regnamespace(quote_ident(l.schema_name))
),
-- The codes of the app are the lines of its schema's comment.
code AS (
  SELECT m.hit[1] AS code, m.hit[2] AS meaning
  FROM login l
  CROSS JOIN LATERAL regexp_matches(obj_description(
      to_regnamespace(quote_ident(l.schema_name)), 'pg_namespace'),
    '^([A-Z]{2}[0-9]{3}) (.*)$', 'gn') m(hit)
),
-- What a function runs: others that it names, and the triggers of tables that it writes.
step AS (
  SELECT r.oid AS caller, o.oid AS callee
  FROM login l CROSS JOIN routine r
  CROSS JOIN LATERAL regexp_matches(r.prosrc, '\m' || l.schema_name || '\.(\w+)\(', 'g') m(hit)
  JOIN routine o ON o.name = m.hit[1]
  UNION
  SELECT r.oid, t.tgfoid
  FROM login l CROSS JOIN routine r
  CROSS JOIN LATERAL regexp_matches(r.prosrc,
    '(INSERT INTO|UPDATE|DELETE FROM) ' || l.schema_name || '\.(\w+)', 'g') m(hit)
  JOIN pg_trigger t ON t.tgrelid = to_regclass(format('%I.%I', l.schema_name, m.hit[2]))
    AND NOT t.tgisinternal AND t.tgtype & (CASE m.hit[1] WHEN 'INSERT INTO' THEN 4
      WHEN 'UPDATE' THEN 16 ELSE 8 END) > 0
),
reached AS (
  SELECT r.oid AS entry, r.oid FROM routine r WHERE r.is_granted
  UNION
  SELECT e.entry, s.callee FROM reached e JOIN step s ON s.caller = e.oid
),
raised AS (
  SELECT DISTINCT e.entry, c.code
  FROM reached e JOIN routine r USING (oid)
  CROSS JOIN code c WHERE strpos(r.prosrc, '''' || c.code || '''') > 0
  UNION
  SELECT r.oid, c.code FROM routine r CROSS JOIN code c WHERE strpos(r.comment, c.code) > 0
),
entry AS (
  SELECT r.name, format(E'### %s\n\n```sql\n%s.%s(%s)\n  RETURNS %s\n```\n\n%s\n%s', r.name,
    l.schema_name, r.name, pg_get_function_arguments(r.oid), pg_get_function_result(r.oid),
    r.comment, (
      SELECT format(E'\nRefuses with %s.\n',
        string_agg(format('`%s`', x.code), ', ' ORDER BY x.code))
      FROM raised x WHERE x.entry = r.oid HAVING count(*) > 0)) AS text
  FROM login l CROSS JOIN routine r WHERE r.is_granted
),
readable AS (
  SELECT format('| `%s` | %s | %s |', c.relname, CASE
      WHEN has_table_privilege(l.role, c.oid, 'SELECT') THEN 'all'
      ELSE (SELECT string_agg(format('`%s`', a.attname), ', ' ORDER BY a.attnum)
        FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND has_column_privilege(l.role, c.oid, a.attnum, 'SELECT')) END,
    regexp_replace(obj_description(c.oid, 'pg_class'), '\s+', ' ', 'g')) AS line, c.relname
  FROM login l
  JOIN pg_class c ON c.relnamespace = to_regnamespace(quote_ident(l.schema_name))
    AND c.relkind IN ('r', 'p', 'v')
  WHERE has_any_column_privilege(l.role, c.oid, 'SELECT')
)
SELECT format(E'# What the servers of %s may call\n\n%s. A login that is a member of `%s`, and of '
  'nothing else, may call these\nfunctions and read these tables, and no other app''s login may. '
  '`make functions` writes this page from the database;\n`sql/tests/%s/walk_test.sql` calls each '
  'function as such a login.\n\nAn argument `at` is the moment of the call: pass `now()`. An '
  'argument that names a person (`actor`, `who`, `viewer` …) is\nwhoever has signed in: the '
  'server vouches for it.\n\n%s## Codes\n\nWhy a call is refused: the SQLSTATE of its error.\n\n'
  '| code | meaning |\n|---|---|\n%s\n| `23502` | a value that is needed is NULL |\n'
  '| `23514` | a value is not of the form that its column asks for |\n'
  '| `42501` | the login has no right to this%s |\n'
  '| `RV001` | a search, a ranking or a feed was asked what makes no sense, or failed |\n%s'
  '| `55P03`, `57014` | a lock, or the answer, took longer than the login may wait: try again |\n\n'
  '## Functions\n\n%s%s', l.app, l.title, l.role, l.app,
    CASE WHEN l.manifest ? 'flags' THEN
      E'To [report and appeal](../moderating.md#reports-and-cases) for its users, a login is a '
      'member of `reeve_app`, too.\n\n' END, (
    SELECT string_agg(format('| `%s` | %s |', c.code, c.meaning), E'\n' ORDER BY c.code)
    FROM code c),
    CASE WHEN l.manifest @? '$.collections.*.limits' THEN
      ', or the back office has limited what this person may do' END,
    CASE WHEN l.manifest ? 'feed' THEN
      E'| `RV011` | changes since this cursor are no longer kept: read everything anew |\n' END, (
    SELECT string_agg(e.text, E'\n' ORDER BY e.name, e.text) FROM entry e),
  E'\n## Tables that it may read\n\n| table | columns | what |\n|---|---|---|\n' || (
    SELECT string_agg(r.line, E'\n' ORDER BY r.relname) FROM readable r))
FROM login l;
