-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_verify(
  copy_id int, low text[], size int, keys text[] DEFAULT NULL)
RETURNS TABLE(high text[], rows bigint, differing text[], moving text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['following', 'live']);
  place reeve.change_reader := (
    SELECT r FROM reeve.change_reader r WHERE r.name = 'migrate:' || copy_id);
BEGIN
  SELECT h.high, h.rows, h.differing INTO high, rows, differing
  FROM jsonb_to_recordset(reeve.app_call(c.app, format(
    'reeve.cell_migrate_compare(($7)[1], %L, %L, $1)', low, size), c.statements, keys))
    h(high text[], rows bigint, differing text[]);
  IF differing IS NOT NULL THEN
    -- A row with a logged change that is not applied is no difference yet. None is applied
    -- meanwhile: this transaction holds the copy.
    SELECT array_agg(d.key) FILTER (WHERE NOT d.is_moving),
      array_agg(d.key) FILTER (WHERE d.is_moving)
    INTO differing, moving
    FROM (
      SELECT k.key, EXISTS (
        SELECT FROM reeve.change_unread(place, number => -c.copy_id) l
        WHERE l.key = k.key OR l.key IS NULL) AS is_moving
      FROM unnest(differing) k(key)) d;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.migrate_verify(int, text[], int, text[]) IS
  'Compares the next rows after a key (or those with the keys). differing: keys of rows that are '
  'not the same and have no pending change; moving: those that have one. high is NULL after the '
  'last rows. NULL: high, differing, moving.';
