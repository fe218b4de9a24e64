CREATE OR REPLACE FUNCTION reeve.reveal_near(ticket bigint, value text, max_rows int)
RETURNS TABLE(
  key text, label text, state text, distance float8, latitude float8, longitude float8)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'find');
  c reeve.collection := reeve.collection_get(r.collection_id);
  parts text[] := string_to_array(reveal_near.value, ' ');
BEGIN
  PERFORM reeve.reveal_value(r, reveal_near.value);
  IF r.fields IS DISTINCT FROM (reeve.collection_place(c)).columns THEN
    RAISE EXCEPTION 'ticket % is for other fields', ticket USING ERRCODE = 'RV002';
  END IF;
  RETURN QUERY
    SELECT n.key, n.label, coalesce(reeve.restriction_text(s), ''), n.distance, n.latitude,
      n.longitude
    FROM reeve.app_near(c, parts[1]::float8, parts[2]::float8, parts[3]::float8, NULL, max_rows)
      WITH ORDINALITY n(key, label, latitude, longitude, distance, place, nr)
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = n.key
    ORDER BY n.nr;
END
$$;

COMMENT ON FUNCTION reeve.reveal_near(bigint, text, int) IS
  'Subjects near a position, by the personal fields that hold theirs. value: the one that the '
  'ticket was asked with: latitude, longitude and, optionally, metres, separated by blanks. '
  'RV001, RV002. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.reveal_near(bigint, text, int) TO reeve_viewer;
