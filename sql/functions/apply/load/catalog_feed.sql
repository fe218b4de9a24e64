-- Like the functions of reeve.catalog_public: the one in the app's schema belongs to its owner, who
-- alone may run the one of Reeve behind it, which serves this feed only.
CREATE OR REPLACE FUNCTION reeve.catalog_feed(manifest jsonb, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  feed_id int := (SELECT f.feed_id FROM reeve.feed f WHERE f.app = manifest ->> 'app');
  own text := format('%I.changes', manifest ->> 'schema');
  served text := format('reeve.changes_%s', feed_id);
  types text := 'text, int, text';
  shape text := 'after text DEFAULT NULL, max int DEFAULT 100, who text DEFAULT NULL) RETURNS '
    'TABLE(cursor text, collection text, key text, version bigint, kind text, at timestamptz)';
  is_there boolean := to_regprocedure(format('%s(%s)', served, types)) IS NOT NULL;
BEGIN
  IF feed_id IS NULL OR only_functions AND NOT is_there THEN
    RETURN;
  ELSIF NOT manifest ? 'feed' THEN
    PERFORM reeve.role_execute(manifest ->> 'owner', ARRAY[
      format('DROP FUNCTION %s(%s)', own, types)])
    FROM pg_proc p
    WHERE p.oid = to_regprocedure(format('%s(%s)', own, types))
      AND strpos(p.prosrc, served || '(') > 0;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('DROP FUNCTION %s(%s)', served, types)]) WHERE is_there;
    RETURN;
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('CREATE OR REPLACE FUNCTION %s(%s LANGUAGE sql STABLE SECURITY DEFINER '
      'SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning AS %L',
      served, shape, format('SELECT * FROM reeve.feed_public(%s, $1, $2, $3)', feed_id)),
    format('COMMENT ON FUNCTION %s(%s) IS %L', served, types,
      format('Generated: what %s calls.', own)),
    format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', served, types),
    format('GRANT USAGE ON SCHEMA reeve TO %I', manifest ->> 'owner'),
    format('GRANT EXECUTE ON FUNCTION %s(%s) TO %I', served, types, manifest ->> 'owner')]);
  IF only_functions THEN
    RETURN;
  END IF;
  PERFORM reeve.role_execute(manifest ->> 'owner', ARRAY[
    format('CREATE OR REPLACE FUNCTION %s(%s LANGUAGE sql STABLE SECURITY DEFINER '
      'SET search_path = pg_catalog, pg_temp AS %L', own, shape,
      format('SELECT * FROM %s($1, $2, $3)', served)),
    format('COMMENT ON FUNCTION %s(%s) IS %L', own, types, format(
      'Generated: rows that have changed since the cursor after, in order; without after, the '
      'present end. kind: upsert, who may see the row now, so read it by its key; gone, they '
      'may not, or it has been deleted; anew, read the whole collection again. who: the '
      'signed-in person''s key as text; with NULL, or a key that is unknown, only rows for '
      'everybody are told. A row may come several times, and version grows with each write. '
      'key: the row''s key as text, a JSON array such as [135, 311] where it has several '
      'columns. The last row has no collection: its cursor is the next after, and its kind says'
      ' what to do: more, ask at once; wait, ask again soon; end, ask after a notification on '
      '%s. max: 1 to 1000 changes, 100 if NULL; more counts as 1000. RV001 for a max below 1, '
      'or what is no cursor. RV011: read everything anew.',
      reeve.app_role('feed', manifest ->> 'app'))),
    format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', own, types)]
    || ARRAY(
      SELECT format('GRANT EXECUTE ON FUNCTION %s(%s) TO %I', own, types, r)
      FROM unnest(reeve.catalog_columns(manifest #> '{feed,roles}')) r));
END
$$;

COMMENT ON FUNCTION reeve.catalog_feed(jsonb, boolean) IS
  'Creates changes in the app''s schema if the manifest has a feed, else drops it. Runs as the '
  'installer. only_functions: replaces only Reeve''s function behind it.';
