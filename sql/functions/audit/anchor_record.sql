CREATE OR REPLACE FUNCTION reeve.anchor_record(seq bigint, hash_hex text,
  destination text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  INSERT INTO reeve.anchor(seq, hash, destination, anchored_by)
  SELECT h.seq, h.hash, anchor_record.destination, session_user
  FROM reeve.chain h
  WHERE h.seq = anchor_record.seq AND encode(h.hash, 'hex') = anchor_record.hash_hex
  ON CONFLICT ON CONSTRAINT anchor_pkey DO UPDATE
  SET anchored_by = EXCLUDED.anchored_by, at = clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the chain has no entry % with this hash', anchor_record.seq
      USING ERRCODE = 'RV004', HINT =
        'Keep your copy: it may prove that the chain was rewritten.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.anchor_record(bigint, text, text) IS
  'Remembers that an entry of the chain was written down outside the database, and where. '
  'Needs auditor or senior; RV004 when the chain does not hold it.';

GRANT EXECUTE ON FUNCTION reeve.anchor_record(bigint, text, text) TO reeve_viewer, reeve_auditor;
