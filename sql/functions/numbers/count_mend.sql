CREATE OR REPLACE FUNCTION reeve.count_mend(app text, collection text, name text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '2s'
AS $$
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  r reeve.count_rule;
  keys text[];
  vals jsonb[];
  present jsonb[];
  mended int := 0;
  gone int;
  code text;
  message text;
BEGIN
  SELECT l.* INTO r FROM reeve.count_rule l
  WHERE l.collection_id = c.collection_id AND l.name = count_mend.name;
  IF NOT reeve.member_acts('senior') THEN
    code := 'rank';
    message := 'counts mend needs the rank senior and a login of your own';
  ELSIF r.stored IS NULL THEN
    code := 'argument';
    message := format('%s stores no count %s', collection, name);
  ELSE
    BEGIN
      -- Counted again, as earlier findings may have changed. A row that somebody changes meanwhile
      -- keeps their value.
      SELECT array_agg(n.key ORDER BY n.key),
        array_agg(jsonb_build_object(r.stored, n.counted) ORDER BY n.key),
        array_agg(jsonb_build_object(r.stored, n.stored) ORDER BY n.key)
      INTO keys, vals, present
      FROM reeve.app_counts(c.collection_id, ARRAY[r.name], ARRAY(
        SELECT d.key FROM reeve.count_difference d
        WHERE d.collection_id = r.collection_id AND d.name = r.name ORDER BY d.key LIMIT 1000)) n
      WHERE n.stored IS DISTINCT FROM n.counted;
      IF keys IS NOT NULL THEN
        PERFORM reeve.app_write(c, ARRAY[r.stored], keys, vals, present);
        mended := (
          SELECT count(*) FROM reeve.app_counts(c.collection_id, ARRAY[r.name], keys) n
          WHERE n.stored = n.counted);
      END IF;
      DELETE FROM reeve.count_difference d
      WHERE d.collection_id = r.collection_id AND d.name = r.name AND d.key NOT IN (
        SELECT n.key FROM reeve.app_counts(c.collection_id, ARRAY[r.name], keys) n
        WHERE n.stored IS DISTINCT FROM n.counted);
      GET DIAGNOSTICS gone = ROW_COUNT;
      -- The list holds no more than the first thousand.
      UPDATE reeve.count_rule l SET differing = greatest(l.differing - gone, (
        SELECT count(*) FROM reeve.count_difference d
        WHERE d.collection_id = r.collection_id AND d.name = r.name))
      WHERE l.collection_id = r.collection_id AND l.name = r.name;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := 'somebody else is changing these rows; try again';
      mended := 0;
    END;
  END IF;
  PERFORM reeve.command_record('counts.mend', session_user, NULL, c.collection_id, NULL, code,
    detail => jsonb_build_object('count', r.name, 'rows', mended));
  RETURN reeve.outcome_of(code, coalesce(message, mended::text),
    jsonb_build_object('rows', mended));
END
$$;

COMMENT ON FUNCTION reeve.count_mend(text, text, text) IS
  'Stores the actual numbers in the rows that the last comparison found, at most 1000, as the '
  'app''s writer; a row that changed since is counted again. The outcome''s detail says how many '
  'rows.';

GRANT EXECUTE ON FUNCTION reeve.count_mend(text, text, text) TO reeve_viewer;
