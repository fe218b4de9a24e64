CREATE OR REPLACE FUNCTION findspot.removal_take(max_rows integer) RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
  SELECT findspot.page_require(max_rows);
  WITH taken AS (
    DELETE FROM findspot.removals r
    WHERE r.path = ANY (ARRAY(
      SELECT o.path FROM findspot.removals o ORDER BY o.queued_at, o.path
      LIMIT least(max_rows, 500) FOR UPDATE SKIP LOCKED))
    RETURNING r.path
  )
  -- Somebody may have shown it again meanwhile.
  SELECT t.path FROM taken t
  WHERE NOT EXISTS (SELECT FROM findspot.photos p WHERE p.path = t.path)
$body$;

COMMENT ON FUNCTION findspot.removal_take(integer) IS
'For the app''s server: takes objects off the list of those to be removed from the bucket, those
that wait longest first, at most max_rows, and never more than 500. It removes them before it
commits; one that is gone already is no error. Two servers that call at once get different ones.';

GRANT EXECUTE ON FUNCTION findspot.removal_take(integer) TO findspot_app;
