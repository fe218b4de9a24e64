CREATE OR REPLACE FUNCTION reeve.catalog_check_actions(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.path, f.code, f.message
  FROM reeve.catalog_actions(manifest) a
  JOIN reeve.action_kind k ON k.name = a.kind
  CROSS JOIN LATERAL (SELECT manifest #> string_to_array(ltrim(a.path, '/'), '/')) b(body)
  CROSS JOIN LATERAL (VALUES
    (a.path || '/collection', 'missing', format('there is no collection %s', a.collection),
      NOT manifest -> 'collections' ? a.collection),
    (a.path || '/verb', 'unused', format('%s is declared for %s twice', a.verb, a.collection),
      EXISTS (SELECT FROM reeve.catalog_actions(manifest) o
      WHERE o.verb = a.verb AND o.collection = a.collection
        AND (length(o.path), o.path) < (length(a.path), a.path))),
    (a.path || '/verb', 'unused', 'expire is reserved for stale rows', a.verb = 'expire'),
    (a.path || '/effects_of', 'unused', 'give either effects or effects_of',
      b.body ?& '{effects,effects_of}'),
    (a.path || '/effects_of', 'missing', format(
      'no action %s on %s has effects of its own', b.body ->> 'effects_of', a.collection),
      b.body ? 'effects_of' AND NOT b.body ? 'effects' AND a.effects_path = a.path),
    (a.path || '/like', 'unused', format('%s is what it is', a.verb),
      b.body ? 'like' AND b.body ->> 'like' <> a.verb
        AND EXISTS (SELECT FROM reeve.action_kind o
          -- An app's own merge, of things, may be like another kind.
          WHERE o.name = a.verb AND o.argument IS DISTINCT FROM 'account')),
    (a.path, 'missing', 'a merge of accounts is declared by merge of their collection; one of '
      'things says what it is like', a.kind = 'merge' AND b.body ? 'verb'),
    (a.path || '/window', 'unused', format('a %s never becomes final', a.kind),
      b.body ? 'window' AND NOT k.has_window),
    (a.path, 'missing', 'a limit needs the collection''s limits',
      k.argument = 'limit' AND manifest #> ARRAY['collections', a.collection, 'limits'] IS NULL)
    ) f(path, code, message, is_wrong)
  WHERE f.is_wrong
  UNION ALL
  SELECT format('%s/effects/%s/hide', a.effects_path, e.place - 1), 'unused',
    format('a %s does not last, so it cannot hide rows', a.kind)
  FROM reeve.catalog_actions(manifest) a
  JOIN reeve.action_kind k ON k.name = a.kind AND k.ends = 'never'
  CROSS JOIN LATERAL jsonb_array_elements(a.effects) WITH ORDINALITY e(body, place)
  WHERE e.body ? 'hide'
  UNION ALL
  SELECT format('/approvals/%s/collections/%s', r.key, l.place - 1), 'missing',
    format('there is no collection %s', l.name)
  FROM jsonb_each(coalesce(manifest -> 'approvals', '{}')) r
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(r.value -> 'collections'))
    WITH ORDINALITY l(name, place)
  WHERE NOT manifest -> 'collections' ? l.name
$$;

COMMENT ON FUNCTION reeve.catalog_check_actions(jsonb) IS
  'Findings about the actions that a manifest allows, apart from their effects, and about the '
  'rules for a second person.';
