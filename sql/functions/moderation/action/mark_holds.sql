CREATE OR REPLACE FUNCTION reeve.mark_holds(
  collection_id int, kind text, name text, key text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM reeve.mark m
    WHERE m.collection_id = mark_holds.collection_id AND m.kind = mark_holds.kind
      AND m.name = mark_holds.name AND m.key = mark_holds.key AND m.until > clock_timestamp())
    -- What held for an account that was merged into this one holds for it.
    OR EXISTS (
      SELECT FROM reeve.mark o
      WHERE o.kind = 'merge' AND o.name = mark_holds.key
        AND o.collection_id = mark_holds.collection_id AND o.until > clock_timestamp()
        AND reeve.mark_holds(o.collection_id, mark_holds.kind, mark_holds.name, o.key));
END
$$;

COMMENT ON FUNCTION reeve.mark_holds(int, text, text, text) IS
  'Whether a tag, a limit or a verification of that name is in force now, on a subject or on an '
  'account that was merged into it; generated guards call it.';
