CREATE OR REPLACE FUNCTION randevoo.bag_clear(max_rows integer, older text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  cleared integer;
BEGIN
  IF older::interval < interval '7 days' THEN
    RAISE EXCEPTION 'bags are kept for 7 days at least, not %', older USING ERRCODE = 'RN012';
  END IF;
  DELETE FROM randevoo.bag_items b
  WHERE b.ctid = ANY (ARRAY(
    SELECT o.ctid FROM randevoo.bag_items o WHERE o.added_at < now() - older::interval
    ORDER BY o.added_at LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$body$;

COMMENT ON FUNCTION randevoo.bag_clear(integer, text) IS
'Takes at most max_rows items out of bags that have been there longer than an interval, the oldest
first; how many. RN012 under 7 days.';
