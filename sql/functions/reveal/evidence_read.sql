CREATE OR REPLACE FUNCTION reeve.evidence_read(ticket bigint)
RETURNS TABLE(
  place int, role text, subject text, state text, erased_at timestamptz, field text, value text,
  present text, is_masked boolean, differs boolean, purpose text, refers text, binding text,
  present_binding text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'evidence');
BEGIN
  RETURN QUERY SELECT * FROM reeve.evidence_fields(r.evidence_id, TRUE);
END
$$;

COMMENT ON FUNCTION reeve.evidence_read(bigint) IS
  'The capture that a ticket is for, with nothing masked: reeve.evidence_fields. RV002. NULL: '
  'erased_at, field, value, present, is_masked, differs, purpose, refers, binding, '
  'present_binding.';

GRANT EXECUTE ON FUNCTION reeve.evidence_read(bigint) TO reeve_viewer;
