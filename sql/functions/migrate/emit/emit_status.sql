CREATE OR REPLACE FUNCTION reeve.emit_status(copy_id int)
RETURNS TABLE(name text, emitted bigint, is_seeding boolean, backlog bigint, emitted_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
  SELECT e.name, e.emitted, e.is_seeding, reeve.change_backlog(r, -e.copy_id, 100000),
    date_trunc('second', e.emitted_at)
  FROM reeve.live_copy_emitter e
  JOIN reeve.change_reader r ON r.name = format('emit:%s:%s', e.copy_id, e.name)
  WHERE e.copy_id = emit_status.copy_id
  ORDER BY e.name
$$;

COMMENT ON FUNCTION reeve.emit_status(int) IS
  'Streams of a live copy''s changes. emitted: lines; backlog: changes that wait, at most 100000. '
  'NULL: emitted_at.';
