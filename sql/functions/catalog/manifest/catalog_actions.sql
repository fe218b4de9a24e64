CREATE OR REPLACE FUNCTION reeve.catalog_actions(manifest jsonb)
RETURNS TABLE(
  path text, verb text, collection text, kind text, erase_after interval, effects jsonb,
  effects_path text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH declared AS (
    SELECT a.body, a.place - 1 AS place
    FROM jsonb_array_elements(coalesce(manifest -> 'actions', '[]')) WITH ORDINALITY a(body, place))
  (SELECT format('/actions/%s', d.place), d.body ->> 'verb', d.body ->> 'collection',
    coalesce(d.body ->> 'like', k.name, 'hide'), (d.body ->> 'window')::interval,
    coalesce(d.body -> 'effects', o.body -> 'effects', '[]'),
    format('/actions/%s', CASE WHEN d.body ? 'effects' THEN d.place ELSE coalesce(o.place, d.place)
      END)
  FROM declared d
  LEFT JOIN reeve.action_kind k ON k.name = d.body ->> 'verb'
  LEFT JOIN declared o ON o.body ->> 'collection' = d.body ->> 'collection'
    AND o.body ->> 'verb' = d.body ->> 'effects_of' AND o.body ? 'effects'
  ORDER BY d.place)
  UNION ALL
  -- Whatever can be erased can also be put under a hold.
  SELECT '/collections/' || c.key || '/erase', v.verb, c.key, v.verb, NULL, '[]',
    '/collections/' || c.key || '/erase'
  FROM jsonb_each(coalesce(manifest -> 'collections', '{}')) c
  CROSS JOIN unnest(ARRAY['erase', 'hold']) v(verb)
  WHERE c.value ? 'erase' AND NOT EXISTS (
    SELECT FROM declared d
    WHERE d.body ->> 'verb' = v.verb AND d.body ->> 'collection' = c.key)
  UNION ALL
  SELECT '/collections/' || c.key || '/merge', 'merge', c.key, 'merge', NULL, '[]',
    '/collections/' || c.key || '/merge'
  FROM jsonb_each(coalesce(manifest -> 'collections', '{}')) c WHERE c.value ? 'merge'
$$;

COMMENT ON FUNCTION reeve.catalog_actions(jsonb) IS
  'The actions of a manifest in order: the kind of each, and its effects, which may be those of '
  'another action on the same collection. erase and hold exist for every collection that '
  'declares erasure, merge for every one that declares what it moves.';
