-- Writes docs/functions.md: why a command may not be done, and every function of the schema `reeve`
-- that some role may call, by area.
-- Variable: areas, a JSON object of functions' names and their directories.
SELECT format(E'# Functions of the database\n\nEverything that Reeve does is a call of one of '
  'these functions of the schema `reeve`; the program has no\nother way. A function answers '
  'only where the client''s own statement is its call and nothing else: `SELECT …\n'
  'FROM reeve.subject_show(…)`. Written by `make functions` from the database.\n\n'
  '## Codes\n\nWhy a '
  'command is not done: codes that functions return and SQLSTATEs that they raise, with the exit\n'
  'status of the program.\n\n| code | exit | meaning | remedy |\n|---|---|---|---|\n%s\n\n%s', (
    SELECT string_agg(format('| `%s` | %s | %s | %s |', r.code, r.exit_status, r.sentence,
      r.remedy), E'\n' ORDER BY r.code COLLATE "C") FROM reeve.refusal r),
  string_agg(a.text, E'\n' ORDER BY a.area))
FROM (
  SELECT f.area, format(E'## %s\n\n%s', f.area, string_agg(format(
    E'### %s\n\n```sql\n%s\n```\n\n%s\n\nMay be called by %s.\n', f.name, f.signature,
    f.comment, f.roles), E'\n' ORDER BY f.name, f.signature)) AS text
  FROM (
    SELECT coalesce(:'areas'::jsonb ->> p.proname, 'made by catalog apply') AS area,
      p.proname::text AS name,
      format('reeve.%s(%s) RETURNS %s', p.proname, pg_get_function_arguments(p.oid),
        pg_get_function_result(p.oid)) AS signature,
      regexp_replace(obj_description(p.oid, 'pg_proc'), '\s+', ' ', 'g') AS comment, (
        SELECT string_agg(format('`%s`', r.rolname), ', ' ORDER BY r.rolname)
        FROM aclexplode(p.proacl) x JOIN pg_roles r ON r.oid = x.grantee
        WHERE r.oid <> p.proowner) AS roles
    FROM pg_proc p
    WHERE p.pronamespace = 'reeve'::regnamespace) f
  WHERE f.roles IS NOT NULL
  GROUP BY f.area) a;
