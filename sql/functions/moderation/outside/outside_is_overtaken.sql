CREATE OR REPLACE FUNCTION reeve.outside_is_overtaken(o reeve.outside) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Of a file, what came last counts, whichever row and action it belongs to.
  SELECT CASE WHEN o.file IS NOT NULL THEN EXISTS (
    SELECT FROM reeve.outside l
    WHERE l.file = o.file AND l.outside_id > o.outside_id AND l.state <> 'withdrawn')
  ELSE EXISTS (
    SELECT FROM reeve.outside l
    WHERE l.collection_id = o.collection_id AND l.key = o.key AND l.effect = o.effect
      AND l.outside_id > o.outside_id AND l.is_inverse <> o.is_inverse AND l.state <> 'withdrawn')
    OR NOT o.is_inverse AND EXISTS (
      SELECT FROM reeve.action a WHERE a.action_id = o.action_id AND a.reversed_by IS NOT NULL) END
$$;

COMMENT ON FUNCTION reeve.outside_is_overtaken(reeve.outside) IS
  'Whether it need not be sent any more: its action has ended, or the contrary is to follow.';
