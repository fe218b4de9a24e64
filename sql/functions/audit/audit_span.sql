CREATE OR REPLACE FUNCTION reeve.audit_span(
  since timestamptz, till timestamptz, OUT first_seq bigint, OUT last_seq bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  -- Entries are sealed in the order of commits, by one clock, so a period is one run of entries.
  SELECT min(h.seq), max(h.seq) INTO first_seq, last_seq
  FROM reeve.chain h
  WHERE h.us >= coalesce(extract(epoch FROM since) * 1000000, 0)
    AND h.us < coalesce(extract(epoch FROM till) * 1000000, 9223372036854775807);
END
$$;

COMMENT ON FUNCTION reeve.audit_span(timestamptz, timestamptz) IS
  'The first and the last entry sealed from one moment on and before another (NULL: no bound); '
  'NULL if there is none. Needs auditor or senior. NULL: first_seq, last_seq.';

GRANT EXECUTE ON FUNCTION reeve.audit_span(timestamptz, timestamptz) TO reeve_viewer;
