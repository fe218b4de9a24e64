CREATE OR REPLACE FUNCTION reeve.cipher_captured(
  job_id bigint, lease int, key_id text, after bigint, max_rows int)
RETURNS TABLE(bytes_id bigint, field text, value text, binding text, target text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT b.bytes_id, s.field, s.value, s.binding, s.target
    FROM (
      SELECT e.* FROM reeve.evidence_bytes e
      WHERE e.bytes_id > cipher_captured.after AND e.erased_at IS NULL AND e.collection_id IN (
        SELECT l.collection_id FROM reeve.collection l
        WHERE l.app = reeve.job_app(cipher_captured.job_id) AND reeve.cipher_columns(l) <> '{}')
      ORDER BY e.bytes_id LIMIT max_rows) b
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN LATERAL (
      SELECT f.name, v.value,
        CASE WHEN t.value IS NULL THEN p.place ELSE x.target END, x.target
      FROM unnest(reeve.cipher_columns(c)) f(name)
      LEFT JOIN reeve.evidence_text t ON t.bytes_id = b.bytes_id AND t.field = f.name
      CROSS JOIN LATERAL (SELECT coalesce(t.value, b.content::jsonb ->> f.name)) v(value)
      CROSS JOIN LATERAL (SELECT reeve.cipher_place(c, f.name, b.content::jsonb)) p(place)
      CROSS JOIN LATERAL (SELECT p.place || '/' || encode(b.digest, 'hex')) x(target)
      WHERE reeve.cipher_key(v.value) <> cipher_captured.key_id
      ) s(field, value, binding, target) ON TRUE
    ORDER BY b.bytes_id, s.field;
END
$$;

COMMENT ON FUNCTION reeve.cipher_captured(bigint, int, text, bigint, int) IS
  'The next captures of evidence of a job''s app, after one, each with its texts that are '
  'encrypted with another key, or with none. binding: what the text is bound to; target: what it '
  'will be. NULL: field, value, binding, target.';

GRANT EXECUTE ON FUNCTION reeve.cipher_captured(bigint, int, text, bigint, int) TO reeve_worker;
