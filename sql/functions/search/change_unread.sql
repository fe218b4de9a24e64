CREATE OR REPLACE FUNCTION reeve.change_unread(
  xid xid8, change_id bigint, seen pg_snapshot, most int DEFAULT NULL)
RETURNS SETOF reeve.change
LANGUAGE sql STABLE ROWS 100
-- No SET, so that it is inlined. Entries that the snapshot did not see belong to transactions that
-- were running then, or to later ones; no more of each part is read than may be asked for.
AS $$
  (SELECT c.* FROM reeve.change c
  WHERE (c.xid, c.change_id) > ($1, $2) AND c.xid >= coalesce(pg_snapshot_xmax($3), '0')
  ORDER BY c.xid, c.change_id LIMIT $4)
  UNION ALL
  (SELECT c.* FROM reeve.change c
  WHERE c.xid = ANY (ARRAY(SELECT pg_snapshot_xip($3))) AND (c.xid, c.change_id) > ($1, $2)
  ORDER BY c.xid, c.change_id LIMIT $4)
$$;

COMMENT ON FUNCTION reeve.change_unread(xid8, bigint, pg_snapshot, int) IS
  'The entries of the change log that a reader at this position, who has seen that snapshot, has '
  'not taken; at least the first of them, if there are many.';
