CREATE OR REPLACE FUNCTION reeve.evidence_capture(collection_id int, keys text[])
RETURNS TABLE(key text, evidence_id bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that these tables are empty.
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT w.* FROM reeve.evidence_wanted(
        reeve.collection_get(evidence_capture.collection_id), evidence_capture.keys) w),
    present AS MATERIALIZED (
      SELECT DISTINCT ON (w.collection_id, w.row_key) w.collection_id, w.row_key, w.content,
        c.personal_columns AS personal, sha256(convert_to(w.content, 'UTF8')) AS hash
      FROM wanted w JOIN reeve.collection c USING (collection_id)
      ORDER BY w.collection_id, w.row_key),
    known AS MATERIALIZED (
      -- No unique index over them, so that nobody waits for somebody who reports the same at once.
      SELECT p.*, b.bytes_id, b.digest
      FROM present p
      LEFT JOIN LATERAL (
        SELECT b.bytes_id, b.digest FROM reeve.evidence_bytes b
        WHERE b.collection_id = p.collection_id AND b.key = p.row_key AND b.hash = p.hash
          AND b.personal = p.personal
        ORDER BY b.bytes_id LIMIT 1) b ON TRUE),
    added AS (
      INSERT INTO reeve.evidence_bytes(collection_id, key, personal, digest, hash, salt, content)
      SELECT k.collection_id, k.row_key, k.personal,
        sha256(s.salt || convert_to(k.content, 'UTF8')), k.hash, s.salt, k.content
      FROM known k
      CROSS JOIN LATERAL (
        SELECT uuid_send(gen_random_uuid()) WHERE k.row_key IS NOT NULL) s(salt)
      WHERE k.bytes_id IS NULL
      RETURNING bytes_id, digest, collection_id, key),
    held AS (
      SELECT k.collection_id, k.row_key, k.bytes_id, k.digest FROM known k
      WHERE k.bytes_id IS NOT NULL
      UNION ALL
      SELECT a.collection_id, a.key, a.bytes_id, a.digest FROM added a),
    taken AS MATERIALIZED (
      -- As reeve.evidence_digests computes it from what is stored.
      SELECT w.root, array_agg(h.bytes_id ORDER BY w.place) AS parts,
        array_agg(w.role ORDER BY w.place) AS roles,
        sha256(string_agg(reeve.bytes_prefix(convert_to(w.role, 'UTF8'))
          || int4send(w.collection_id) || reeve.bytes_prefix(convert_to(w.row_key, 'UTF8'))
          || reeve.bytes_prefix(h.digest), ''::bytea ORDER BY w.place)) AS digest
      FROM wanted w JOIN held h USING (collection_id, row_key)
      GROUP BY w.root
      HAVING bool_or(w.role = 'subject')),
    before AS MATERIALIZED (
      SELECT t.*, (
        SELECT e.evidence_id FROM reeve.evidence e
        WHERE e.collection_id = evidence_capture.collection_id AND e.key = t.root
          AND e.digest = t.digest
        ORDER BY e.evidence_id LIMIT 1) AS evidence_id
      FROM taken t),
    made AS (
      INSERT INTO reeve.evidence(collection_id, key, digest)
      SELECT evidence_capture.collection_id, b.root, b.digest FROM before b
      WHERE b.evidence_id IS NULL
      RETURNING evidence_id, key),
    parted AS (
      INSERT INTO reeve.evidence_part(evidence_id, place, role, bytes_id)
      SELECT m.evidence_id, p.place, p.role, p.bytes_id
      FROM made m JOIN before b ON b.root = m.key
      CROSS JOIN LATERAL unnest(b.parts, b.roles) WITH ORDINALITY p(bytes_id, role, place))
    SELECT b.root, coalesce(b.evidence_id, m.evidence_id)
    FROM before b LEFT JOIN made m ON m.key = b.root;
END
$$;

COMMENT ON FUNCTION reeve.evidence_capture(int, text[]) IS
  'Captures subjects as they are now, each with its parents and the neighbouring messages; returns '
  'the previous capture if nothing has changed, and no row for a subject that does not exist. '
  'Takes no locks and never waits.';
