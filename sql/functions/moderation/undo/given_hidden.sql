CREATE OR REPLACE FUNCTION reeve.given_hidden(r reeve.rule, keys text[], columns text[])
RETURNS TABLE(key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(r.affected_id);
BEGIN
  IF r.kind <> 'hide' OR keys = '{}' OR c.visible_column = ANY (columns)
    OR reeve.collection_hidden(c) IS NULL
  THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT u FROM unnest(keys) u EXCEPT SELECT reeve.app_visible(c, keys);
END
$$;

COMMENT ON FUNCTION reeve.given_hidden(reeve.rule, text[], text[]) IS
  'Those of the keys whose rows the app hides by a column of the present catalog other than these.';
