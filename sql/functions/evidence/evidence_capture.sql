CREATE OR REPLACE FUNCTION reeve.evidence_capture(collection_id int, key text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  parts bigint[];
  roles text[];
  whole bytea;
  captured bigint;
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT w.* FROM reeve.evidence_wanted(
      reeve.collection_get(evidence_capture.collection_id), evidence_capture.key) w),
  present AS MATERIALIZED (
    SELECT w.place, w.role, w.collection_id, w.row_key, r.content, c.personal_columns AS personal,
      sha256(convert_to(r.content, 'UTF8')) AS hash
    FROM (
      SELECT w.collection_id, array_agg(w.row_key) FROM wanted w GROUP BY w.collection_id
    ) g(collection_id, keys)
    JOIN reeve.collection c USING (collection_id)
    CROSS JOIN LATERAL reeve.hand_rows(g.collection_id, g.keys) r
    JOIN wanted w ON w.collection_id = g.collection_id AND w.row_key = r.key),
  known AS MATERIALIZED (
    -- No unique index over them: whoever reports the same at the same time is not waited for.
    SELECT p.*, (
      SELECT b.bytes_id FROM reeve.evidence_bytes b
      WHERE b.collection_id = p.collection_id AND b.key = p.row_key AND b.hash = p.hash
        AND b.personal = p.personal
      ORDER BY b.bytes_id LIMIT 1) AS bytes_id
    FROM present p),
  added AS (
    INSERT INTO reeve.evidence_bytes(collection_id, key, personal, digest, hash, salt, content)
    SELECT k.collection_id, k.row_key, k.personal,
      sha256(s.salt || convert_to(k.content, 'UTF8')), k.hash, s.salt, k.content
    FROM known k
    CROSS JOIN LATERAL (SELECT uuid_send(gen_random_uuid()) WHERE k.place > 0) s(salt)
    WHERE k.bytes_id IS NULL
    RETURNING bytes_id, collection_id, key)
  SELECT array_agg(coalesce(k.bytes_id, a.bytes_id) ORDER BY k.place),
    array_agg(k.role ORDER BY k.place)
  INTO parts, roles
  FROM known k
  LEFT JOIN added a ON k.bytes_id IS NULL AND a.collection_id = k.collection_id
    AND a.key = k.row_key;
  IF roles[1] IS DISTINCT FROM 'subject' THEN
    RETURN NULL;
  END IF;
  whole := reeve.evidence_digest(parts, roles);
  SELECT e.evidence_id INTO captured FROM reeve.evidence e
  WHERE e.collection_id = evidence_capture.collection_id AND e.key = evidence_capture.key
    AND e.digest = whole
  ORDER BY e.evidence_id LIMIT 1;
  IF captured IS NULL THEN
    INSERT INTO reeve.evidence(collection_id, key, digest)
    VALUES (evidence_capture.collection_id, evidence_capture.key, whole)
    RETURNING evidence_id INTO captured;
    INSERT INTO reeve.evidence_part(evidence_id, place, role, bytes_id)
    SELECT captured, p.place, p.role, p.bytes_id
    FROM unnest(parts, roles) WITH ORDINALITY p(bytes_id, role, place);
  END IF;
  RETURN captured;
END
$$;

COMMENT ON FUNCTION reeve.evidence_capture(int, text) IS
  'Keeps what is there now of a subject, what it belongs to and the messages around it; the same '
  'as before where nothing changed. Locks nothing and waits for nobody. NULL where there is no '
  'such row.';
