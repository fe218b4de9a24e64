-- Writes docs/apps/<app>.md: what the logins of an app may call and read, by the grants of its
-- shipped files, into the variable page. Variable: app.
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
  UNION ALL
  SELECT 'RV001', 'what a search, a ranking or a feed was asked makes no sense, or it failed'
  FROM login l
  WHERE EXISTS (SELECT FROM routine r WHERE r.is_granted AND strpos(r.comment, 'RV001') > 0)
  UNION ALL
  SELECT 'RV011', 'changes since this cursor are no longer kept: read everything anew'
  FROM login l WHERE l.manifest ? 'feed'
  UNION ALL
  SELECT 'RV012', 'the login has searched as often as the catalog lets it: try again later'
  FROM login l
  WHERE EXISTS (SELECT FROM routine r WHERE r.is_granted AND strpos(r.comment, 'RV012') > 0)
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
-- A column, with what a CHECK of it alone lets in.
readable AS (
  SELECT c.oid, c.relname, a.attnum, format('| `%s` | %s%s | %s |', a.attname,
    format_type(a.atttypid, a.atttypmod), CASE WHEN NOT a.attnotnull THEN ' or NULL' END,
    replace(concat_ws(' ', regexp_replace(col_description(c.oid, a.attnum), '\s+', ' ', 'g'), (
      SELECT string_agg(coalesce('One of ' || replace(replace(
          substring(e.words FROM '^\w+ = ANY \(ARRAY\[(.*)\]\)$'), '::text', ''), '''', '`') || '.',
        format('`%s`', e.words)), ' ' ORDER BY k.conname)
      FROM pg_constraint k CROSS JOIN LATERAL pg_get_expr(k.conbin, k.conrelid, TRUE) e(words)
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum])), '|', '\|'))
    AS line
  FROM login l
  JOIN pg_class c ON c.relnamespace = to_regnamespace(quote_ident(l.schema_name))
    AND c.relkind IN ('r', 'p', 'v')
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND has_column_privilege(l.role, c.oid, a.attnum, 'SELECT')
),
told AS (
  SELECT e.key AS name, e.value AS spec
  FROM login l CROSS JOIN LATERAL jsonb_each(l.manifest -> 'collections') e
),
section(nth, title, words) AS (
  SELECT 1, 'What changes() tells', E'Changes of these collections; `t` is the row, `$who` whom '
    'it is told.\n\n'
    '| collection | key | told to |\n|---|---|---|\n' || string_agg(format('| `%s` | %s | %s |',
    t.name, (SELECT string_agg(format('`%s`', k), ', ') FROM jsonb_array_elements_text(
      t.spec -> 'key') k), coalesce('`' || replace(btrim(regexp_replace(
      t.spec #>> '{feed,to}', '\s+', ' ', 'g')), '|', '\|') || '`', 'everybody')), E'\n'
    ORDER BY t.name)
  FROM told t WHERE t.spec ? 'feed'
  UNION ALL
  SELECT 2, 'States', E'| collection | column | from | to |\n|---|---|---|---|\n' || string_agg(
    format('| `%s` | `%s` | %s | %s |', t.name, t.spec #>> '{states,column}', s.key, (
      SELECT string_agg(o, ', ') FROM jsonb_array_elements_text(s.value) o)), E'\n'
    ORDER BY t.name, s.key) || E'\n\nA state from which nothing leads is final.'
  FROM told t CROSS JOIN LATERAL jsonb_each(t.spec #> '{states,transitions}') s
  UNION ALL
  SELECT 3, 'Links', E'What the link of a notice opens, `{key}` being the key of the row.\n\n'
    '| collection | link |\n|---|---|\n' || string_agg(format('| `%s` | `%s` |', t.name,
    t.spec ->> 'link'), E'\n' ORDER BY t.name)
  FROM told t WHERE t.spec ? 'link'
  UNION ALL
  SELECT 4, 'Tables that it may read', E'Values that one column alone decides are given; `CHECK` '
    'expressions as PostgreSQL has them.\n\n' || string_agg(t.words, E'\n\n' ORDER BY t.relname)
  FROM (
    SELECT r.relname, format(E'### %s\n\n%s\n\n| column | type | what |\n|---|---|---|\n%s',
      r.relname, regexp_replace(obj_description(r.oid, 'pg_class'), '\s+', ' ', 'g'),
      string_agg(r.line, E'\n' ORDER BY r.attnum)) AS words
    FROM readable r GROUP BY r.oid, r.relname) t
  UNION ALL
  -- sql/tests/search/postgrest_test.sh makes these requests.
  SELECT 5, 'Over HTTP, with PostgREST', format(E'Functions are called by the names of their '
    'arguments, once PostgREST is told whose they are:\n\n```ini\n'
    'db-schemas = "%s"\ndb-anon-role = "%s"\n```\n\n'
    'The login of PostgREST needs no right of its own, and is a member of `%2$s` (`NOINHERIT`). '
    'Limits count its\ncalls, for all who call through it together.\n\n%s\n\n'
    'An answer:\n\n```json\n{"results": [{"key": "7", "label": "…", "rank": 1, "marked": ["…"], '
    '"snippet": ["…"]}],\n "total": {"count": 1, "exact": true}, "facets": {}, "corrected": null, '
    '"next": null}\n```\n\n'
    'For the next page call again with the same `query`, `filters`, `sort` and `in`, and '
    '`options.after` = `next`.\nAn error is an object too, `{"code": "RV001", "message": '
    '"options.max is no whole number from 1 to 100", …}`, by\nthe code of this page:\n\n'
    '| HTTP | code |\n|---|---|\n| 400 | those of two letters above, such as `RV001` |\n'
    '| 401, 403 | `42501`, without or with a signed-in user |\n'
    '| 404 | `PGRST202`: no function has these arguments |\n'
    '| 405 | `25006`: GET of what writes; use POST |\n'
    '| 500 | `55P03`, `57014` |', l.schema_name, l.role, string_agg(r.words, E'\n\n'
    ORDER BY t.name, r.nth))
  FROM login l
  JOIN told t ON EXISTS (SELECT FROM routine r WHERE r.is_granted AND r.name = 'find_' || t.name)
  CROSS JOIN LATERAL (
    SELECT 1, format(E'```http\nPOST /rpc/find_%s\nContent-Type: application/json\n\n'
      '{"query": "red", "options": {"max": 20%s%s}}\n```', t.name, CASE
        WHEN t.spec #> '{search,facets}' <> '[]' THEN ', "facets": '
          || (t.spec #>> '{search,facets}')
      END, CASE WHEN t.spec #>> '{search,facets,0}' IS NOT NULL THEN format(
        ', "filters": {"%s": ["a", "b"]}', t.spec #>> '{search,facets,0}') END)
    UNION ALL
    SELECT 2, format(E'```http\nPOST /rpc/complete_%s\nContent-Type: application/json\n\n'
      '{"prefix": "re"}\n```', t.name)
    UNION ALL
    SELECT 3, format(E'```http\nPOST /rpc/opened_%s\nContent-Type: application/json\n\n'
      '{"query": "red", "key": "7", "visitor": "3f0e"}\n```', t.name)) r(nth, words)
  GROUP BY l.schema_name, l.role
)
SELECT format(E'# What the servers of %s may call\n\n%s. A login that is a member of `%s`, and of '
  'nothing else, may call these\nfunctions and read these tables, and no other app''s login may. '
  '`make functions` writes this page from the database;\n`sql/tests/%s/walk_test.sql` calls each '
  'function as such a login, `contract_test.sql` beside it with bad values.\n\nAn argument `at` is '
  'the moment of the call: pass `now()`. An argument that names a person (`actor`, `who`, '
  '`viewer` …) is\nwhoever has signed in: the server vouches for it. NULL is refused, unless a '
  'function says what it means there. What returns\nrows returns none for an id that is unknown, '
  'unless it has a code for it. Statements run at READ COMMITTED, the default.\n\n%s## Codes\n\n'
  'Why a call is refused: the SQLSTATE of its error, whose message names the argument.\n\n'
  '| code | meaning |\n|---|---|\n%s\n| `42501` | the login has no right to this%s |\n'
  '| `55P03`, `57014` | a lock, or the answer, took longer than the login may wait: try again |\n\n'
  '## Functions\n\n%s%s', l.app, (
    SELECT regexp_replace(substring(obj_description(to_regnamespace(quote_ident(l.schema_name)),
      'pg_namespace') FROM '^(.*)\. Errors of the app'), '\s+', ' ', 'g')), l.role, l.app,
  CASE WHEN l.manifest ? 'flags' THEN
    E'To [report and appeal](../moderating.md#reports-and-cases) for its users, a login is a '
    'member of `reeve_app`, too.\n\n' END, (
    SELECT string_agg(format('| `%s` | %s |', c.code, c.meaning), E'\n' ORDER BY c.code)
    FROM code c),
  CASE WHEN l.manifest @? '$.collections.*.limits' THEN
    ', or the back office has limited what this person may do' END, (
    SELECT string_agg(e.text, E'\n' ORDER BY e.name, e.text) FROM entry e), (
    SELECT string_agg(format(E'\n## %s\n\n%s', x.title, x.words), E'\n' ORDER BY x.nth)
    FROM section x WHERE x.words IS NOT NULL)) AS page
FROM login l \gset
