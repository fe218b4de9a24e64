-- How the functions in schema reeve differ from the tree's: add, change (its body) or drop.
-- $1 text[]: names; $2 text[]: their argument types, separated by commas; $3 text[]: texts of the
-- files; $4 text[]: names that migrations make; $5 text: pattern of names that catalog apply makes.
WITH tree AS (
  SELECT
    f.*,
    (
      SELECT coalesce(array_agg(to_regtype(btrim(a.name))::oid ORDER BY a.place), '{}')
      FROM unnest(string_to_array(f.arguments, ',')) WITH ORDINALITY a(name, place)) AS types
  FROM unnest($1::text[], $2::text[], $3::text[]) f(name, arguments, text)
),
live AS (
  SELECT p.oid, p.proname::text AS name, p.prosrc, p.oid::regprocedure::text AS signature,
    (
      SELECT coalesce(array_agg(a.type ORDER BY a.place), '{}')
      FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(type, place)) AS types
  FROM pg_proc p
  JOIN pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_roles r ON r.oid = p.proowner
  WHERE n.nspname = 'reeve' AND r.rolname = 'reeve_owner'
    AND p.prokind IN ('f', 'p') AND p.proname <> ALL ($4::text[]) AND p.proname !~ $5
    AND NOT EXISTS (
      SELECT
      FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
)
SELECT
  CASE WHEN l.oid IS NULL THEN 'add' WHEN t.name IS NULL THEN 'drop' ELSE 'change' END AS change,
  coalesce(l.signature, format('reeve.%s(%s)', t.name, t.arguments)) AS function
FROM tree t
FULL JOIN live l ON l.name = t.name AND l.types = t.types
-- A body in quotes is kept as it is written; of another one a change is not seen.
WHERE l.oid IS NULL OR t.name IS NULL OR position(l.prosrc IN t.text) = 0
ORDER BY 1, 2
