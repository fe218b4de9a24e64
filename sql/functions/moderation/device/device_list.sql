CREATE OR REPLACE FUNCTION reeve.device_list(app text, collection text, key text, max_rows int)
RETURNS TABLE(
  app_name text, collection_name text, device text, label text, platform text, version text,
  token text, seen_at timestamptz, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(device_list.app, device_list.collection);
  RETURN QUERY
    SELECT l.app, l.name, d.key, d.label, d.platform, d.version, '•••', d.seen_at,
      coalesce(nullif(reeve.restriction_text(s), ''), CASE WHEN d.is_hidden THEN 'hidden' ELSE ''
        END)
    FROM reeve.app_devices(c, reeve.subject_key(c, device_list.key), NULL, max_rows)
      WITH ORDINALITY d(collection_id, key, label, owner, token, platform, version, seen_at,
        is_hidden, place)
    JOIN reeve.collection l ON l.collection_id = d.collection_id
    LEFT JOIN reeve.subject s ON s.collection_id = d.collection_id AND s.key = d.key
    ORDER BY d.place LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.device_list(text, text, text, int) IS
  'The devices of a person that get push messages, those seen last first, as the catalog declares '
  'them: their collection, key and label, the platform, the version of the app there, the token, '
  'masked, when the app last saw them, and what hides them. RV001 if the catalog declares no '
  'devices for such people, RV003, RV004. NULL: label, platform, version, seen_at.';

GRANT EXECUTE ON FUNCTION reeve.device_list(text, text, text, int) TO reeve_viewer;
