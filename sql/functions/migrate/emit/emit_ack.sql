CREATE OR REPLACE FUNCTION reeve.emit_ack(copy_id int, name text, next jsonb, lines int)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  reader text := format('emit:%s:%s', copy_id, name);
  place reeve.change_reader;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  IF next ? 'xid' THEN
    place.xid := next ->> 'xid';
    place.change_id := next ->> 'change';
    IF NOT reeve.change_advance(place) THEN
      RAISE EXCEPTION 'another process is emitting as %', name USING ERRCODE = 'RV009';
    END IF;
  END IF;
  UPDATE reeve.live_copy_emitter e
  SET emitted = e.emitted + lines, emitted_at = clock_timestamp(),
    is_seeding = e.is_seeding AND jsonb_typeof(next -> 'key') = 'array',
    seeded = CASE WHEN next ? 'seeded' THEN (next ->> 'seeded')::oid::regclass ELSE e.seeded END,
    last_key = CASE WHEN jsonb_typeof(next -> 'key') = 'array'
      THEN ARRAY(SELECT jsonb_array_elements_text(next -> 'key')) ELSE e.last_key END
  WHERE e.copy_id = emit_ack.copy_id AND e.name = emit_ack.name;
END
$$;

COMMENT ON FUNCTION reeve.emit_ack(int, text, jsonb, int) IS
  'Records that the lines of a stream up to this position were handled; later ones are sent '
  'again. RV009 if another session has done so.';
