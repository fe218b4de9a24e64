CREATE OR REPLACE FUNCTION reeve.account_kept(collection_id int, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  kept text := account_kept.key;
  next text;
BEGIN
  LOOP
    SELECT m.name INTO next FROM reeve.mark m
    WHERE m.collection_id = account_kept.collection_id AND m.key = kept AND m.kind = 'merge'
      AND m.until > statement_timestamp();
    EXIT WHEN NOT FOUND;
    kept := next;
  END LOOP;
  RETURN kept;
END
$$;

COMMENT ON FUNCTION reeve.account_kept(int, text) IS
  'The account into which one was merged, directly or through others; itself if it was not.';
