CREATE OR REPLACE FUNCTION reeve.emit_read(copy_id int, name text, max int)
RETURNS TABLE(line text, next jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
  e reeve.live_copy_emitter;
  place reeve.change_reader;
  reader text := format('emit:%s:%s', copy_id, name);
  live regclass;
  page record;
  label text;
  columns int;
  batch record;
BEGIN
  -- No cutover meanwhile: the rows must be read from the table that the log describes.
  PERFORM reeve.turn_take('copy ' || emit_read.copy_id, TRUE);
  SELECT * INTO STRICT c FROM reeve.live_copy l WHERE l.copy_id = emit_read.copy_id;
  SELECT * INTO STRICT e FROM reeve.live_copy_emitter m
  WHERE m.copy_id = emit_read.copy_id AND m.name = emit_read.name;
  IF e.pid <> pg_backend_pid() THEN
    RAISE EXCEPTION 'another process is emitting as %', name USING ERRCODE = 'RV009';
  END IF;
  label := c.app || '/' || c.name;
  columns := cardinality(reeve.catalog_columns(c.mapping -> 'key'));
  live := CASE c.phase WHEN 'live' THEN c.target ELSE c.source END;
  IF e.is_seeding THEN
    IF e.seeded IS DISTINCT FROM live THEN
      e.last_key := NULL;
    END IF;
    SELECT * INTO page FROM reeve.remote_page(c.copy_id, e.last_key, emit_read.max);
    RETURN QUERY
    SELECT reeve.emit_line(label, columns, NULL, r.key, r.row),
      jsonb_build_object('seeded', live::oid, 'key', page.high)
    FROM reeve.migrate_rows(c.copy_id, page.keys) r;
    IF NOT FOUND THEN
      RETURN QUERY VALUES (NULL::text, jsonb_build_object('seeded', live::oid, 'key', page.high));
    END IF;
    RETURN;
  END IF;
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  SELECT * INTO batch FROM reeve.change_page(place, -c.copy_id, emit_read.max);
  IF batch.keys = '{}' THEN
    PERFORM reeve.change_advance(batch.next);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT reeve.emit_line(label, columns, format('%s-%s', b.xid, b.change_id), b.key, r.row),
    jsonb_build_object('xid', b.xid::text, 'change', b.change_id)
  FROM unnest(batch.xids, batch.ids, batch.keys) WITH ORDINALITY b(xid, change_id, key, place)
  LEFT JOIN reeve.migrate_rows(c.copy_id,
    ARRAY(SELECT DISTINCT k FROM unnest(batch.keys) k WHERE k IS NOT NULL)) r ON r.key = b.key
  ORDER BY b.place;
END
$$;

COMMENT ON FUNCTION reeve.emit_read(int, text, int) IS
  'The next lines of a stream of changes, at most max, each with the position after it, for '
  'reeve.emit_ack; none if there are none now. Changes come in the order of the log, '
  'transactions by their number, once no older one is running; the rows are as they are now. A '
  'NULL line only moves the position. RV009 if another session is emitting. NULL: line.';
