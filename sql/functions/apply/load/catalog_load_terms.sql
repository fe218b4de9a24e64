CREATE OR REPLACE FUNCTION reeve.catalog_load_terms(manifest jsonb, ids jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := manifest ->> 'app';
BEGIN
  UPDATE reeve.collection c
  SET created_column = manifest #>> ARRAY['collections', c.name, 'created']
  WHERE c.app = app_name AND c.created_column IS DISTINCT FROM
    manifest #>> ARRAY['collections', c.name, 'created'];

  INSERT INTO reeve.clause(app, policy, title, clause, digest)
  SELECT app_name, p.key, p.value ->> 'title', p.value ->> 'clause', d.digest
  FROM jsonb_each(coalesce(manifest -> 'policies', '{}')) p
  CROSS JOIN LATERAL (SELECT sha256(convert_to(
    concat(p.value ->> 'title', E'\n', p.value ->> 'clause'), 'UTF8'))) d(digest)
  ON CONFLICT ON CONSTRAINT clause_text_key DO NOTHING;
  UPDATE reeve.policy p SET clause_id = c.clause_id,
    terms = manifest #>> ARRAY['policies', p.name, 'terms']
  FROM reeve.clause c
  WHERE p.app = app_name AND p.is_live AND c.app = p.app AND c.policy = p.name
    AND c.digest = sha256(convert_to(concat(p.title, E'\n', p.clause), 'UTF8'));

  UPDATE reeve.term t SET is_live = FALSE WHERE t.app = app_name;
  INSERT INTO reeve.term(app, kind, title, collection_id, limit_name, limit_after, erase,
    is_consent)
  SELECT app_name, t.key, t.value ->> 'title', (ids ->> (t.value ->> 'of'))::int,
    t.value #>> '{limit,name}', (t.value #>> '{limit,after}')::interval,
    coalesce(t.value ->> 'erase', 'keep'), coalesce((t.value ->> 'consent')::boolean, FALSE)
  FROM jsonb_each(coalesce(manifest -> 'terms', '{}')) t
  ON CONFLICT ON CONSTRAINT term_pkey DO UPDATE SET title = EXCLUDED.title,
    collection_id = EXCLUDED.collection_id, limit_name = EXCLUDED.limit_name,
    limit_after = EXCLUDED.limit_after, erase = EXCLUDED.erase, is_consent = EXCLUDED.is_consent,
    is_live = TRUE;
  INSERT INTO reeve.term_version(app, kind, version, effective_on)
  SELECT app_name, t.key, v.key, (v.value ->> 'effective')::date
  FROM jsonb_each(coalesce(manifest -> 'terms', '{}')) t
  CROSS JOIN LATERAL jsonb_each(t.value -> 'versions') v
  ORDER BY t.key, (v.value ->> 'effective')::date
  ON CONFLICT ON CONSTRAINT term_version_name_key DO NOTHING;
  INSERT INTO reeve.term_text(term_id, locale, title, body, digest)
  SELECT o.term_id, x.key, x.value ->> 'title', x.value ->> 'text',
    sha256(convert_to(concat(x.value ->> 'title', E'\n', x.value ->> 'text'), 'UTF8'))
  FROM jsonb_each(coalesce(manifest -> 'terms', '{}')) t
  CROSS JOIN LATERAL jsonb_each(t.value -> 'versions') v
  CROSS JOIN LATERAL jsonb_each(v.value -> 'texts') x
  JOIN reeve.term_version o ON o.app = app_name AND o.kind = t.key AND o.version = v.key
  -- A manifest that was applied before has digests only.
  WHERE x.value ? 'text'
  ON CONFLICT ON CONSTRAINT term_text_pkey DO NOTHING;

  UPDATE reeve.reply r SET is_live = FALSE
  WHERE r.app = app_name AND r.is_live AND (
    manifest #> ARRAY['replies', r.name, 'texts'] IS DISTINCT FROM r.texts
    OR manifest #>> ARRAY['replies', r.name, 'policy'] IS DISTINCT FROM r.policy);
  INSERT INTO reeve.reply(app, name, version, policy, texts)
  SELECT app_name, p.key, 1 + coalesce((
      SELECT max(o.version) FROM reeve.reply o WHERE o.app = app_name AND o.name = p.key), 0),
    p.value ->> 'policy', p.value -> 'texts'
  FROM jsonb_each(coalesce(manifest -> 'replies', '{}')) p
  WHERE NOT EXISTS (
    SELECT FROM reeve.reply o WHERE o.app = app_name AND o.name = p.key AND o.is_live);
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_terms(jsonb, jsonb) IS
  'Loads the texts of policies, terms and saved replies of a manifest. Adds versions and languages '
  'of terms, and a version of each reply that changed; what was published stays. ids: collections '
  'by name.';
