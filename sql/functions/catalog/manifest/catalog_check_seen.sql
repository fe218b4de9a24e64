CREATE OR REPLACE FUNCTION reeve.catalog_check_seen(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH place(at, name, writes) AS (
    -- Who locks rows needs a policy by which they may be updated.
    SELECT format('/collections/%s/table', c.key), reeve.catalog_table(manifest, c.key),
      CASE WHEN EXISTS (
        SELECT FROM reeve.catalog_rules(manifest) r
        WHERE r.body ->> 'collection' = c.key AND r.body ? 'delete'
        UNION ALL
        SELECT FROM jsonb_array_elements(c.value -> 'retain') r(body) WHERE r.body ? 'delete')
        THEN '{r,w,d}'::"char"[] ELSE '{r,w}' END
    FROM jsonb_each(manifest -> 'collections') c
    UNION ALL
    SELECT format('/collections/%s/erase/tables/%s/table', c.key, t.place - 1),
      reeve.catalog_near(manifest, c.key, t.body), ARRAY['r', CASE WHEN t.body ? 'set' THEN 'w'
        ELSE 'd' END]::"char"[]
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(c.value #> '{erase,tables}')
      WITH ORDINALITY t(body, place)
    UNION ALL
    SELECT format('/collections/%s/details/%s/table', c.key, d.key),
      reeve.catalog_near(manifest, c.key, d.value), '{}'
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_each(c.value -> 'details') d
    UNION ALL
    SELECT format('/collections/%s/files/%s/table', c.key, f.place - 1),
      reeve.catalog_near(manifest, c.key, f.body), '{}'
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(c.value -> 'files') WITH ORDINALITY f(body, place)
    WHERE f.body ? 'table'
    UNION ALL
    SELECT r.path || '/through/table',
      format('%I.%I', manifest ->> 'schema', r.body #>> '{through,table}'), '{r}'
    FROM reeve.catalog_rules(manifest) r WHERE r.body ? 'through')
  SELECT DISTINCT ON (p.name, m.text) p.at, 'rls', m.text
  FROM place p
  JOIN pg_class k ON k.oid = to_regclass(p.name) AND k.relrowsecurity
  CROSS JOIN LATERAL reeve.catalog_unseen(k.oid, manifest ->> 'app', '{r}', p.writes) u
  CROSS JOIN LATERAL format('%s: %s', u.problem, u.remedy) m(text)
  ORDER BY p.name, m.text, length(p.at), p.at
$$;

COMMENT ON FUNCTION reeve.catalog_check_seen(jsonb) IS
  'Findings about row security by which Reeve might take rows for gone: of the tables of '
  'collections, and of those that erasures, details, files and effects name besides.';
