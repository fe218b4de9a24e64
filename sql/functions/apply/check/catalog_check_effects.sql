CREATE OR REPLACE FUNCTION reeve.catalog_check_effects(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  item record;
  paths text[] := '{}';
  statements text[] := '{}';
BEGIN
  FOR item IN
    SELECT r.*, manifest #> ARRAY['collections', r.body ->> 'collection'] AS spec
    FROM (
      -- Actions may have the same effects.
      SELECT DISTINCT ON (r.path) r.*
      FROM reeve.catalog_rules(manifest)
        WITH ORDINALITY r(verb, collection, seq, path, body, place)
      ORDER BY r.path, r.place) r
    ORDER BY r.place
  LOOP
    IF item.spec IS NULL THEN
      RETURN QUERY SELECT item.path || '/collection', 'missing',
        format('there is no collection %s', item.body ->> 'collection');
    ELSIF NOT manifest -> 'collections' ? item.collection THEN
      NULL; -- The action's own finding.
    ELSIF item.body ? 'through' AND (item.body ? 'via' OR item.verb = 'expire') THEN
      RETURN QUERY SELECT item.path || '/through', 'unused',
        'its rows are found by via, by through, or by going stale: one of these';
    ELSIF item.body ? 'through' AND (
      jsonb_array_length(item.body #> '{through,to}') <> jsonb_array_length(item.spec -> 'key')
      OR jsonb_array_length(item.body #> '{through,of}')
        <> jsonb_array_length(manifest #> ARRAY['collections', item.collection, 'key']))
    THEN
      RETURN QUERY SELECT item.path || '/through', 'key',
        'to names a column for each of the rows'' key, of one for each of the subject''s';
    ELSIF (SELECT count(*) FROM unnest('{hide,set,list,delete}'::text[]) w WHERE item.body ? w) > 1
    THEN
      RETURN QUERY SELECT item.path, 'unused',
        'an effect hides, sets, lists or deletes its rows: one of these';
    ELSIF item.body ? 'due' AND NOT item.body ? 'list' THEN
      RETURN QUERY SELECT item.path || '/due', 'unused', 'only an effect with list has a due time';
    ELSIF item.body ? 'hide' AND item.spec -> 'visible' IS NULL
      AND (item.body ?| '{via,through}' OR item.collection <> item.body ->> 'collection')
    THEN
      -- The subject itself needs none: its ban is enforced in another way, or the console says
      -- that it is not.
      RETURN QUERY SELECT item.path || '/hide', 'missing',
        format('collection %s declares no column visible', item.body ->> 'collection');
    ELSE
      BEGIN
        statements := statements || reeve.catalog_statement(manifest,
          CASE WHEN item.verb <> 'expire' THEN item.collection END, item.body, '{}');
        paths := paths || item.path;
      EXCEPTION WHEN OTHERS THEN
        RETURN QUERY SELECT item.path, 'expression', SQLERRM;
      END;
    END IF;
    RETURN QUERY
      SELECT format('%s/notify/%s/template', item.path, t.place - 1), 'missing',
        format('there is no template %s', t.entry ->> 'template')
      FROM jsonb_array_elements(coalesce(item.body -> 'notify', '[]')) WITH ORDINALITY t(entry,
        place)
      WHERE NOT coalesce(manifest -> 'templates', '{}') ? (t.entry ->> 'template');
    RETURN QUERY SELECT item.path || '/set', 'state', s.message
      FROM reeve.catalog_states(item.spec -> 'states', item.body) s(message);
    RETURN QUERY
      SELECT format('%s/enqueue/%s/%s', item.path, t.place - 1, n.path), 'missing',
        format('there is no job kind %s', n.kind)
      FROM jsonb_array_elements(coalesce(item.body -> 'enqueue', '[]')) WITH ORDINALITY t(entry,
        place)
      CROSS JOIN LATERAL (VALUES ('kind', t.entry ->> 'kind'),
        ('undo/kind', t.entry #>> '{undo,kind}')) n(path, kind)
      WHERE n.kind IS NOT NULL
        AND NOT EXISTS (SELECT FROM reeve.job_kind k WHERE k.name = n.kind);
  END LOOP;
  RETURN QUERY SELECT paths[t.place], 'expression', t.problem
  FROM reeve.catalog_tries(statements, owner_name) t;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_effects(jsonb) IS
  'Findings about the effects of actions and of stale rows, over collections that are sound.';
