CREATE OR REPLACE FUNCTION reeve.collection_warn(c reeve.collection) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  lost text := (
    SELECT string_agg(g.name || coalesce(' (now ' || g.new_name || ')', ''), ', ')
    FROM reeve.collection_gone(c) g);
BEGIN
  IF lost IS NOT NULL THEN
    RAISE WARNING '% has lost columns since the catalog was applied: %; `reeve catalog check` '
      'names all that no longer fits, `reeve adopt --write` drafts it anew', c.name, lost;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.collection_warn(reeve.collection) IS
  'Warns if columns by which a collection is shown no longer exist.';
