CREATE OR REPLACE FUNCTION reeve.action_declared(c reeve.collection, verb text, args jsonb)
RETURNS reeve.action_kind
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  k reeve.action_kind;
BEGIN
  SELECT l.* INTO k
  FROM reeve.catalog_action d JOIN reeve.action_kind l ON l.name = d.kind
  WHERE d.app = c.app AND d.verb = action_declared.verb
    AND d.collection_id = c.collection_id AND d.is_live;
  IF (args ->> 'protect')::boolean THEN
    k.rank := 'senior';
  END IF;
  RETURN k;
END
$$;

COMMENT ON FUNCTION reeve.action_declared(reeve.collection, text, jsonb) IS
  'The kind of action that a verb is on rows of the collection, and the rank that it needs with '
  'these arguments; its name is NULL if the catalog does not declare it.';
