CREATE OR REPLACE FUNCTION reeve.catalog_rules(manifest jsonb)
RETURNS TABLE(verb text, collection text, seq int, path text, body jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT
    a.verb, a.collection, e.place::int,
    format('%s/effects/%s', a.effects_path, e.place - 1), e.body
  FROM reeve.catalog_actions(manifest) a
  CROSS JOIN LATERAL jsonb_array_elements(a.effects) WITH ORDINALITY e(body, place)
  UNION ALL
  SELECT 'merge', m.collection, m.seq, m.path, m.body FROM reeve.catalog_merges(manifest) m
  UNION ALL
  SELECT
    'expire', s.key, e.place::int, format('/stale/%s/%s', s.key, e.place - 1),
    e.body || jsonb_build_object('collection', s.key, 'reversible', FALSE)
  FROM jsonb_each(coalesce(manifest -> 'stale', '{}')) s
  CROSS JOIN LATERAL jsonb_array_elements(s.value) WITH ORDINALITY e(body, place)
$$;

COMMENT ON FUNCTION reeve.catalog_rules(jsonb) IS
  'Every effect of a manifest in order: those of actions, of merges of accounts, then those of '
  'stale rows (verb expire).';
