CREATE OR REPLACE FUNCTION reeve.remote_changes(
  copy_id int, place_xid text, place_change bigint, max int, is_closed boolean DEFAULT FALSE,
  job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS TABLE(next_xid text, next_change bigint, taken bigint, keys text[], is_truncated boolean,
  is_done boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
DECLARE
  place reeve.change_reader;
  page record;
BEGIN
  PERFORM reeve.remote_permit(copy_id, job_id, lease);
  SELECT * INTO place FROM reeve.change_reader r WHERE r.name = 'migrate:' || copy_id;
  place.xid := place_xid;
  place.change_id := place_change;
  -- Once no transaction can write the source, none of the log is held back.
  SELECT * INTO page
  FROM reeve.change_page(place, -remote_changes.copy_id, remote_changes.max, NOT is_closed);
  taken := cardinality(page.keys);
  keys := ARRAY(SELECT DISTINCT k FROM unnest(page.keys) k WHERE k IS NOT NULL);
  is_truncated := array_position(page.keys, NULL) IS NOT NULL;
  is_done := taken < max;
  next_xid := (page.next).xid;
  next_change := (page.next).change_id;
  IF is_closed AND taken > 0 THEN
    -- Nothing can come before them.
    next_xid := page.xids[taken];
    next_change := page.ids[taken];
  END IF;
  IF (next_xid, next_change) IS DISTINCT FROM (place_xid, place_change) THEN
    -- As in reeve.remote_lines: numbers of transactions that a crash loses are assigned again.
    PERFORM set_config('synchronous_commit', 'on', TRUE),
      pg_logical_emit_message(TRUE, 'reeve', 'read');
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.remote_changes(int, text, bigint, int, boolean, bigint, int) IS
  'Changes of the source after a position in the log, at most max, in the order of the log, once '
  'no older transaction is running, or with is_closed all. Their keys, each once; is_truncated: '
  'the source was emptied; and the position after them, which stays the same if there are none. '
  'job_id, lease: as in reeve.remote_permit.';

GRANT EXECUTE ON FUNCTION reeve.remote_changes(int, text, bigint, int, boolean, bigint, int)
  TO reeve_worker;
