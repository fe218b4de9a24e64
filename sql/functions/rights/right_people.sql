CREATE OR REPLACE FUNCTION reeve.right_people(manifest jsonb, collection text, relation oid)
RETURNS TABLE(columns text[], person text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH person AS MATERIALIZED (
    SELECT e.key AS name, reeve.catalog_columns(e.value -> 'key') AS keys,
      to_regclass(reeve.catalog_table(manifest, e.key))::oid AS relation
    FROM jsonb_each(manifest -> 'collections') e WHERE e.value ? 'recipient')
  SELECT reeve.catalog_columns(p.value -> 'columns'), n.name
  FROM jsonb_each(manifest #> ARRAY['collections', right_people.collection, 'parents']) p
  JOIN person n ON n.name = p.value ->> 'collection'
  UNION
  SELECT k.columns, CASE WHEN k.keys = n.keys THEN n.name END
  FROM pg_constraint f
  JOIN person n ON n.relation = f.confrelid
  CROSS JOIN LATERAL (
    SELECT array_agg(a.attname::text ORDER BY o.place) AS columns,
      array_agg(b.attname::text ORDER BY o.place) AS keys
    FROM unnest(f.conkey, f.confkey) u(own, other)
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = u.own
    JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = u.other
    CROSS JOIN LATERAL (
      SELECT coalesce(array_position(n.keys, b.attname::text), 1000 + u.other) AS place) o) k
  WHERE f.contype = 'f' AND f.conrelid = right_people.relation
$$;

COMMENT ON FUNCTION reeve.right_people(jsonb, text, oid) IS
  'The columns of a table that name people: the parents of its collection (NULL: it is none), and '
  'its foreign keys to people. person: the collection of these people; NULL for a foreign key to '
  'something else than their key.';
