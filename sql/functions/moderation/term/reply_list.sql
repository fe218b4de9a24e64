CREATE OR REPLACE FUNCTION reeve.reply_list(only_app text DEFAULT NULL)
RETURNS TABLE(app text, name text, version int, policy text, locale text, body text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT r.app, r.name, r.version, r.policy, x.key, x.value
    FROM reeve.reply r CROSS JOIN LATERAL jsonb_each_text(r.texts) x
    WHERE r.is_live AND (only_app IS NULL OR r.app = only_app)
    ORDER BY r.app, r.name, x.key = 'en' DESC, x.key;
END
$$;

COMMENT ON FUNCTION reeve.reply_list(text) IS
  'The saved replies of an app (NULL: all), one row per language, English first: the version, and '
  'the policy that an action has to cite to give it. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.reply_list(text) TO reeve_viewer;
