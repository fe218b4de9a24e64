CREATE OR REPLACE FUNCTION reeve.outside_error(o reeve.outside) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  said text := o.error;
  value text;
BEGIN
  -- The longest first, since one may be part of another.
  FOR value IN
    SELECT f.value FROM jsonb_each_text(o.fields) f WHERE f.value <> ''
    ORDER BY length(f.value) DESC
  LOOP
    said := replace(said, value, '•••');
  END LOOP;
  RETURN reeve.text_masked(said);
END
$$;

COMMENT ON FUNCTION reeve.outside_error(reeve.outside) IS
  'What the receiver said of the last try, without what was sent to it, addresses and numbers.';
