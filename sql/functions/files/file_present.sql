CREATE OR REPLACE FUNCTION reeve.file_present(files bytea[]) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT coalesce((
      SELECT o.sends FROM reeve.outside o
      WHERE o.file = f.file
        AND (o.is_reached OR o.state IN ('pending', 'sent', 'confirmed'))
      ORDER BY o.outside_id DESC LIMIT 1), 'files.restore')
    FROM unnest(files) WITH ORDINALITY f(file, place) ORDER BY f.place);
END
$$;

COMMENT ON FUNCTION reeve.file_present(bytea[]) IS
  'What was last sent, or is to be sent, for each of these objects in buckets; files.restore where '
  'nothing was.';
