-- What slows the load of the tables of schema $1, in the order in which it is taken away:
-- statements that do so, and those that put it back, to be run in reverse order. Primary keys,
-- NOT NULL and CHECK stay: rows that come in the order of their keys cost a key next to nothing.
WITH relation AS (
  SELECT c.oid, c.oid::regclass::text AS name
  FROM pg_class c
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND NOT c.relispartition),
part AS (
  SELECT 1 AS step, r.name || '.' || t.tgname AS name,
    format('ALTER TABLE %s DISABLE TRIGGER %I', r.name, t.tgname) AS away,
    format('ALTER TABLE %s ENABLE TRIGGER %I', r.name, t.tgname) AS back
  FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid
  WHERE NOT t.tgisinternal AND t.tgenabled = 'O'
  UNION ALL
  SELECT CASE c.contype WHEN 'f' THEN 2 ELSE 3 END, c.conname,
    format('ALTER TABLE %s DROP CONSTRAINT %I', r.name, c.conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.name, c.conname, pg_get_constraintdef(c.oid))
      || coalesce(format('; COMMENT ON CONSTRAINT %I ON %s IS %L', c.conname, r.name,
        obj_description(c.oid, 'pg_constraint')), '')
  FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid
  WHERE c.contype IN ('f', 'u', 'x')
  UNION ALL
  SELECT 3, i.indexrelid::regclass::text, format('DROP INDEX %s', i.indexrelid::regclass),
    pg_get_indexdef(i.indexrelid)
      || coalesce(format('; COMMENT ON INDEX %s IS %L', i.indexrelid::regclass,
        obj_description(i.indexrelid, 'pg_class')), '')
  FROM relation r JOIN pg_index i ON i.indrelid = r.oid
  WHERE NOT EXISTS (
    SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x')))
SELECT p.away, p.back, p.name FROM part p ORDER BY p.step, p.name
