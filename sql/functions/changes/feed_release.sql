CREATE OR REPLACE FUNCTION reeve.feed_release(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  purged reeve.change_purge := (
    SELECT p FROM reeve.change_purge p WHERE p.app = feed_release.app);
BEGIN
  DELETE FROM reeve.change c
  WHERE c.collection_id = ANY (reeve.change_numbers(feed_release.app))
    AND c.collection_id <> ALL (ARRAY(SELECT n.number FROM reeve.feed_numbers(feed_release.app) n))
    AND (c.xid, c.change_id) <= (purged.xid, purged.change_id);
END
$$;

COMMENT ON FUNCTION reeve.feed_release(text) IS
  'Purges changes that were kept for the app''s feed alone and are in it no longer. The caller has '
  'locked the app''s purge.';
