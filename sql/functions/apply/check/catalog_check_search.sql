CREATE OR REPLACE FUNCTION reeve.catalog_check_search(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.at || f.at, f.code, f.message
  FROM (
    SELECT e.key AS name, e.value AS spec, format('/collections/%s/search', e.key) AS at,
      to_regclass(reeve.catalog_table(manifest, e.key)) AS relation
    FROM jsonb_each(manifest -> 'collections') e
    WHERE jsonb_typeof(e.value -> 'search') = 'object') c
  CROSS JOIN LATERAL (
    SELECT '/roles/' || (r.place - 1), 'missing', format('there is no role %s', r.name)
    FROM unnest(reeve.catalog_columns(c.spec #> '{search,roles}')) WITH ORDINALITY r(name, place)
    WHERE to_regrole(quote_ident(r.name)) IS NULL
    UNION ALL
    SELECT '/limit', 'type', 'a limit is a number per s, min or h, such as 600/min'
    WHERE c.spec #> '{search,limit}' IS NOT NULL
      AND (reeve.search_limit(c.spec #>> '{search,limit}')).step IS NULL
    UNION ALL
    SELECT '/' || k, 'missing', format('%s needs public: true', k)
    FROM unnest(ARRAY['roles', 'where', 'limit']) k
    WHERE c.spec -> 'search' ? k AND NOT coalesce((c.spec #> '{search,public}')::boolean, FALSE)
    UNION ALL
    SELECT '', 'personal', 'what people write to each other is not searched: leave out search'
    WHERE c.spec ? 'conversation'
    UNION ALL
    SELECT '/public', 'personal', format('everybody would see %s, which is personal: the label '
      'names it', p)
    FROM unnest(reeve.catalog_personal_labels(manifest, c.name)) p
    WHERE (c.spec #> '{search,public}')::boolean
    UNION ALL
    SELECT '/public', 'exists', format('%s has a function %s of its own', manifest ->> 'schema',
      p.oid::regprocedure)
    FROM (VALUES ('search', 'text, jsonb, text, int, jsonb'), ('suggest', 'text, int'),
      ('find', 'text, jsonb'), ('complete', 'text, jsonb'), ('opened', 'text, text, text'))
      o(verb, types)
    JOIN pg_proc p ON p.oid = to_regprocedure(format('%I.%I(%s)', manifest ->> 'schema',
      o.verb || '_' || c.name, o.types))
    WHERE (c.spec #> '{search,public}')::boolean
      AND p.prosrc !~ (E'reeve\\.' || o.verb || E'_\\d+\\(')
    UNION ALL
    SELECT '/' || w.key || '/' || (n.place - 1), 'type', format(
      'column %s is %s, which nobody filters by', n.name, t.typname)
    FROM unnest(ARRAY['filters', 'facets']) w(key)
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(c.spec -> 'search' -> w.key))
      WITH ORDINALITY n(name, place)
    JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = n.name
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE t.typname IN ('json', 'jsonb', 'bytea', 'xml', 'tsvector')
    UNION ALL
    SELECT format('/%s/%s', w.key, n.place - 1), j.code, j.message
    FROM reeve.catalog_check_joined(manifest, c.name) j
    JOIN unnest(ARRAY['a', 'b', 'c', 'd']) w(key) ON TRUE
    JOIN LATERAL unnest(reeve.catalog_columns(c.spec -> 'search' -> w.key))
      WITH ORDINALITY n(name, place) ON n.name = j.name
    UNION ALL
    SELECT '/language/column', 'missing', format('%s has no column %s', c.relation, l.name)
    FROM (SELECT c.spec #>> '{search,language,column}') l(name)
    WHERE l.name IS NOT NULL AND NOT EXISTS (
      SELECT FROM pg_attribute a
      WHERE a.attrelid = c.relation AND a.attname = l.name AND NOT a.attisdropped)
  ) f(at, code, message)
$$;

COMMENT ON FUNCTION reeve.catalog_check_search(jsonb) IS
  'Findings about conversations, who may search publicly, what the public sees, filters, texts of '
  'parents and the column of the language.';
