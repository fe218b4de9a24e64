-- The columns that the manifest $1 shows to everybody, of collections and of the tables under them:
-- where it says so, the table's OID and the words of its name, and the column.
WITH body AS (
  SELECT format('/collections/%s/show', c.key) AS path, c.value AS body,
    coalesce(c.value ->> 'schema', $1::jsonb ->> 'schema') AS schema
  FROM jsonb_each($1::jsonb -> 'collections') c
  UNION ALL
  SELECT format('/collections/%s/details/%s/show', c.key, d.key), d.value,
    coalesce(c.value ->> 'schema', $1::jsonb ->> 'schema')
  FROM jsonb_each($1::jsonb -> 'collections') c
  CROSS JOIN LATERAL jsonb_each(c.value -> 'details') d)
SELECT format('%s/%s', b.path, s.place - 1) AS path, r.oid::bigint AS relation, r.relname AS name,
  string_to_array(btrim(regexp_replace(reeve.text_fold(
    regexp_replace(r.relname, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g')),
    '[^[:alnum:]]+', ' ', 'g')), ' ') AS words,
  s.name AS shown
FROM body b
JOIN pg_class r ON r.oid = to_regclass(format('%I.%I', b.schema, b.body ->> 'table'))
CROSS JOIN LATERAL unnest(reeve.catalog_columns(b.body -> 'show')) WITH ORDINALITY s(name, place)
WHERE s.name <> ALL (reeve.catalog_columns(b.body -> 'personal'))
ORDER BY b.path, s.place
