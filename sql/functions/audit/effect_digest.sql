CREATE OR REPLACE FUNCTION reeve.effect_digest(action_id bigint) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT sha256(coalesce(string_agg(
    int4send(e.collection_id) || reeve.bytes_prefix(convert_to(e.key, 'UTF8'))
    || int4send(e.rule_id)
    || reeve.bytes_prefix(convert_to(e.before::text, 'UTF8'))
    || reeve.bytes_prefix(convert_to(e.after::text, 'UTF8')),
    ''::bytea ORDER BY e.collection_id, e.key COLLATE "C"), ''::bytea))
  FROM reeve.effect e
  WHERE e.action_id = effect_digest.action_id
$$;

COMMENT ON FUNCTION reeve.effect_digest(bigint) IS
  'sha256 of an action''s effects, ordered by collection and key; of no bytes when it has none.';
