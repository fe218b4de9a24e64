CREATE OR REPLACE FUNCTION reeve.catalog_terms_brief(manifest jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN manifest ? 'terms' THEN jsonb_set(manifest, '{terms}', coalesce((
    SELECT jsonb_object_agg(t.key, jsonb_set(t.value, '{versions}', coalesce((
      SELECT jsonb_object_agg(v.key, jsonb_set(v.value, '{texts}', coalesce((
        SELECT jsonb_object_agg(x.key, jsonb_build_object('title', x.value ->> 'title',
          'digest', coalesce(x.value ->> 'digest', encode(sha256(convert_to(
            concat(x.value ->> 'title', E'\n', x.value ->> 'text'), 'UTF8')), 'hex'))))
        FROM jsonb_each(v.value -> 'texts') x), '{}')))
      FROM jsonb_each(t.value -> 'versions') v), '{}')))
    FROM jsonb_each(manifest -> 'terms') t), '{}')) ELSE manifest END
$$;

COMMENT ON FUNCTION reeve.catalog_terms_brief(jsonb) IS
  'A manifest with the digests of the texts of its terms in place of the texts, which '
  'reeve.term_text keeps.';
