CREATE OR REPLACE FUNCTION reeve.catalog_advice(manifest jsonb)
RETURNS TABLE(path text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/collections/%s/place', c.name), format(
    '`near` and `map` read all of %s: CREATE INDEX ON %1$s (%I, %I)', c.relation, c.columns[1],
    c.columns[2])
  FROM (
    SELECT e.key, ARRAY[e.value #>> '{place,latitude}', e.value #>> '{place,longitude}'],
      to_regclass(reeve.catalog_table(manifest, e.key))
    FROM jsonb_each(manifest -> 'collections') e WHERE e.value ? 'place'
  ) c(name, columns, relation)
  WHERE c.relation IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_index i
    JOIN pg_class k ON k.oid = i.indexrelid
    JOIN pg_am m ON m.oid = k.relam AND m.amname = 'btree'
    WHERE i.indrelid = c.relation AND i.indisvalid AND (
      SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
      WHERE a.attrelid = i.indrelid AND a.attnum IN (i.indkey[0], i.indkey[1]))
      = ARRAY(SELECT n FROM unnest(c.columns) n ORDER BY n COLLATE "C"))
  UNION ALL
  SELECT n.path || '/via', format('`show` reads all of %s: CREATE INDEX ON %1$s (%s)', r.relation,
    (SELECT string_agg(quote_ident(k), ', ') FROM unnest(n.columns) k))
  FROM reeve.catalog_counts(manifest) n
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n.columns IS NOT NULL
      THEN to_regclass(reeve.catalog_table(manifest, n.spec ->> 'of')) END) r(relation)
  WHERE n.columns IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.catalog_index(r.relation, n.columns[1]) x WHERE x.ge IS NOT NULL)
  UNION ALL
  SELECT format('/collections/%s/parents/%s', g.collection, g.parent), format(
    'no foreign key says that %s refers to %s, and %s: set guessed: false if it does, else '
    'guessed: true', array_to_string(g.columns, ', '), g.target, CASE count(*)
      WHEN 1 THEN format('%s acts by it', min(g.path))
      ELSE format('%s and %s more act by it', min(g.path), count(*) - 1) END)
  FROM reeve.catalog_guesses(manifest) g WHERE NOT g.is_guessed
  GROUP BY g.collection, g.parent, g.columns, g.target
  UNION ALL
  SELECT format('/collections/%s/label', c.key), format(
    'the label shows %s, which is masked elsewhere: lists, notices and records have it', x.shown)
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL (
    SELECT CASE WHEN jsonb_array_length(c.value -> 'personal') > 0
        AND c.value ->> 'label' ~ E'\\mt\\M(?!\\s*\\.)' THEN 'the whole row'
      ELSE nullif(array_to_string(reeve.catalog_personal_labels(manifest, c.key), ', '), '') END
  ) x(shown)
  WHERE x.shown IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_advice(jsonb) IS
  'Declarations of a manifest that work but are slow, rely on a reference that neither a foreign '
  'key nor a person confirms, or show in a label what is personal: one row each, path as a JSON '
  'pointer.';
