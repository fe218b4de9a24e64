CREATE OR REPLACE FUNCTION reeve.device_tokens(app text, person text)
RETURNS TABLE(platform text, token text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  own text;
BEGIN
  PERFORM reeve.app_require(device_tokens.app);
  c := reeve.collection_resolve(device_tokens.app, split_part(person, ':', 1));
  own := reeve.subject_key(c, substr(person, strpos(person, ':') + 1));
  RETURN QUERY
    SELECT d.platform, d.token FROM reeve.app_devices(c, own) d
    WHERE NOT d.is_hidden AND NOT EXISTS (
      SELECT FROM reeve.subject s
      WHERE (s.collection_id, s.key) IN ((c.collection_id, own), (d.collection_id, d.key))
        AND s.hidden_until > statement_timestamp());
END
$$;

COMMENT ON FUNCTION reeve.device_tokens(text, text) IS
  'An app''s sender learns to which devices it sends what is for a person of its own (user:42): '
  'platform and token, those seen last first; none of who is barred or does not exist. RV001: '
  'the catalog declares no devices for such people; RV002: the login is not of that app; RV003; '
  'RV004: what cannot be a key. NULL: platform.';

GRANT EXECUTE ON FUNCTION reeve.device_tokens(text, text) TO reeve_app;
