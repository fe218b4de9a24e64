CREATE OR REPLACE FUNCTION reeve.catalog_check_written(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH written(path, collection, name) AS (
    SELECT format('/collections/%s/visible', c.key), c.key, c.value ->> 'visible'
    FROM jsonb_each(manifest -> 'collections') c WHERE c.value ->> 'visible' IS NOT NULL
    UNION
    SELECT format('%s/set/%s', r.path, s.name), r.body ->> 'collection', s.name
    FROM reeve.catalog_rules(manifest) r
    CROSS JOIN LATERAL jsonb_object_keys(r.body -> 'set') s(name)
    -- What merges move is examined with them.
    WHERE r.path ~ '^/(actions|stale)/'
    UNION
    SELECT format('/collections/%s/retain/%s/set/%s', c.key, r.place - 1, s.name), c.key, s.name
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(c.value -> 'retain') WITH ORDINALITY r(body, place)
    CROSS JOIN LATERAL jsonb_object_keys(r.body -> 'set') s(name))
  SELECT w.path, f.code, f.message
  FROM written w
  CROSS JOIN LATERAL (
    SELECT to_regclass(reeve.catalog_table(manifest, w.collection))) t(relation)
  LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attname = w.name AND a.attnum > 0
    AND NOT a.attisdropped
  CROSS JOIN LATERAL (
    SELECT v.code, v.message
    FROM (VALUES
      (1, 'missing', format('%s has no column %s', t.relation, w.name),
        -- The others are compiled alone, and say so themselves.
        a.attname IS NULL AND w.path ~ '^/(actions|stale)/'),
      (2, 'key', format('column %s is the key: what is recorded points to it', w.name),
        w.name = ANY (reeve.catalog_columns(manifest #> ARRAY['collections', w.collection,
          'key']))),
      (3, 'type', format('column %s is generated: nobody can set it', w.name),
        a.attgenerated <> '' OR a.attidentity = 'a')) v(place, code, message, is_wrong)
    WHERE v.is_wrong ORDER BY v.place LIMIT 1) f
  WHERE t.relation IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_check_written(jsonb) IS
  'Findings about columns that hiding, effects and retention would write and cannot, or must not: '
  'those that are not there, of the key, or generated.';
