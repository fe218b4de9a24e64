-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.data_download(
  app text, person text, after text DEFAULT NULL, max_rows int DEFAULT 500)
RETURNS TABLE(cursor text, part text, key text, data text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1 SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  own text := substr(person, strpos(person, ':') + 1);
  most CONSTANT int := 5;
  download bigint;
  nth int := 0;
  start int := 1;
  continued jsonb;
  remaining int := least(greatest(max_rows, 1), 2000);
  found_rows int;
  held jsonb;
  s record;
BEGIN
  PERFORM reeve.app_require(app);
  c := reeve.collection_resolve(app, split_part(person, ':', 1));
  IF c.locale_sql IS NULL THEN
    RAISE EXCEPTION '% is no collection of people', c.name USING ERRCODE = 'RV001',
      HINT = 'The catalog gives it no recipient.';
  END IF;
  own := reeve.subject_key(c, own);
  IF reeve.app_key(c.collection_id, own) IS NULL OR EXISTS (
    SELECT FROM reeve.forgotten f WHERE f.collection_id = c.collection_id AND f.key = own) THEN
    RAISE EXCEPTION 'there is no %:%', c.name, own USING ERRCODE = 'RV004';
  END IF;
  PERFORM reeve.right_seen(app);
  IF after IS NULL THEN
    -- Those who begin for one person take turns, so that each counts the others.
    PERFORM reeve.turn_take(format('download %s %s', c.collection_id, md5(own)));
    IF (
      SELECT count(*) FROM reeve.download d
      WHERE d.collection_id = c.collection_id AND d.key = own
        AND d.begun_at > clock_timestamp() - interval '1 day') >= most
    THEN
      RAISE EXCEPTION '%:% was downloaded % times within a day, the most allowed', c.name, own, most
        USING ERRCODE = 'RV012';
    END IF;
    INSERT INTO reeve.download(collection_id, key, begun_by)
    VALUES (c.collection_id, own, session_user)
    RETURNING download_id INTO download;
    PERFORM reeve.command_record('data.download', session_user, NULL, c.collection_id, own,
      detail => jsonb_build_object('download', download));
  ELSE
    BEGIN
      download := (after::jsonb ->> 0)::bigint;
      start := (after::jsonb ->> 1)::int;
      continued := after::jsonb -> 2;
    EXCEPTION WHEN data_exception THEN
      download := NULL;
    END;
    IF NOT EXISTS (
      SELECT FROM reeve.download d
      WHERE d.download_id = download AND d.collection_id = c.collection_id AND d.key = own
        AND d.begun_at > clock_timestamp() - interval '6 hours') OR start IS NULL
    THEN
      RAISE EXCEPTION 'no download of %:% can be continued there', c.name, own
        USING ERRCODE = 'RV001',
          HINT = 'Begin anew: a download can be continued for six hours.';
    END IF;
  END IF;
  held := (
    SELECT coalesce(jsonb_object_agg(h.collection_id, h.keys), '{}')
    FROM reeve.right_held(c, own) h);
  BEGIN
    FOR s IN
      SELECT * FROM reeve.right_sources(c, ARRAY(SELECT jsonb_object_keys(held)::int), TRUE)
    LOOP
      nth := nth + 1;
      CONTINUE WHEN nth < start;
      RETURN QUERY EXECUTE format(
        'SELECT jsonb_build_array(%s, %s, r.place::jsonb)::text, %L::text, r.key, r.line '
          'FROM (%s) r',
        download, nth, s.name, reeve.reader_call(app, 'key text, line text, place text',
          ARRAY['keys', 'words', 'max_rows', 'vals']))
      USING s.statement, reeve.catalog_columns(held -> s.collection_id::text), own,
        remaining::bigint, CASE WHEN jsonb_typeof(continued) <> 'null' THEN ARRAY[continued] END;
      GET DIAGNOSTICS found_rows = ROW_COUNT;
      remaining := remaining - found_rows;
      continued := NULL;
      IF remaining <= 0 THEN
        RETURN;
      END IF;
    END LOOP;
    FOR s IN SELECT p.name FROM unnest(reeve.right_parts()) WITH ORDINALITY p(name, place)
      ORDER BY p.place LOOP
      nth := nth + 1;
      CONTINUE WHEN nth < start;
      RETURN QUERY
        SELECT jsonb_build_array(download, nth, l.place)::text, s.name, NULL::text, l.line
        FROM reeve.right_record(c, own, s.name, coalesce((continued #>> '{}')::bigint, 0),
          remaining) l;
      GET DIAGNOSTICS found_rows = ROW_COUNT;
      remaining := remaining - found_rows;
      continued := NULL;
      IF remaining <= 0 THEN
        RETURN;
      END IF;
    END LOOP;
  EXCEPTION WHEN data_exception THEN
    RAISE EXCEPTION 'no download of %:% can be continued there', c.name, own
      USING ERRCODE = 'RV001';
  END;
  RETURN QUERY SELECT NULL::text, 'end', NULL::text, NULL::text;
END
$$;

COMMENT ON FUNCTION reeve.data_download(text, text, text, int) IS
  'What somebody, person, as user:42, owns in an app and what the record has of them, for '
  'themselves: pages of at most max_rows rows (500; at most 2000), each a JSON object in data. '
  'after: NULL to begin, which is recorded and possible five times a day, then the cursor of the '
  'page''s last row; the last row of all is end, without a cursor. Encrypted texts come as they '
  'are stored: the app has the keys. Nothing of it is about others, or meant for the team. RV001: '
  'after is no place of a download of that person, or it began over six hours ago; RV002: the '
  'login is not of that app; RV003; RV004: there is no such person, or they were erased; RV005: '
  'row security may hide rows of the app from Reeve; RV006: a table of the app has another name; '
  'RV012: too often. NULL: cursor, key, data.';

GRANT EXECUTE ON FUNCTION reeve.data_download(text, text, text, int) TO reeve_app;
