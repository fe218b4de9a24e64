CREATE OR REPLACE FUNCTION reeve.file_present(file bytea) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce((
    SELECT o.sends FROM reeve.outside o
    WHERE o.file = file_present.file
      AND (o.is_reached OR o.state IN ('pending', 'sent', 'confirmed'))
    ORDER BY o.outside_id DESC LIMIT 1), 'files.restore');
END
$$;

COMMENT ON FUNCTION reeve.file_present(bytea) IS
  'What was last sent, or is to be sent, for an object in a bucket; files.restore if nothing was.';
