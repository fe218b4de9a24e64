CREATE OR REPLACE FUNCTION reeve.evidence_show(evidence_id bigint)
RETURNS TABLE(
  place int, role text, subject text, state text, erased_at timestamptz, field text, value text,
  present text, is_masked boolean, differs boolean, purpose text, refers text, binding text,
  present_binding text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY SELECT * FROM reeve.evidence_fields(evidence_show.evidence_id, FALSE);
END
$$;

COMMENT ON FUNCTION reeve.evidence_show(bigint) IS
  'A capture with personal fields masked, beside the current values: reeve.evidence_fields. '
  'NULL: erased_at, field, value, present, is_masked, differs, purpose, refers, binding, '
  'present_binding.';

GRANT EXECUTE ON FUNCTION reeve.evidence_show(bigint) TO reeve_viewer;
