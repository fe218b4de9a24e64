CREATE OR REPLACE FUNCTION reeve.evidence_capture(collection_id int, key text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT c.evidence_id FROM reeve.evidence_capture(collection_id, ARRAY[key]) c);
END
$$;

COMMENT ON FUNCTION reeve.evidence_capture(int, text) IS
  'Captures a subject as it is now: see reeve.evidence_capture(int, text[]). NULL if it does not '
  'exist.';
