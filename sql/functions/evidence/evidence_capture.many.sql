CREATE OR REPLACE FUNCTION reeve.evidence_capture(collection_id int, keys text[])
RETURNS TABLE(key text, evidence_id bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that these tables are empty.
AS $$
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
    salted AS MATERIALIZED (
      -- No unique index over them, so that nobody waits for somebody who reports the same at once.
      -- The salt stands in no LATERAL subquery, of which one result may serve many rows. + 0: found
      -- by the index of their rows, and not by reading all in the order of their ids.
      SELECT p.*, b.bytes_id, b.digest,
        CASE WHEN b.bytes_id IS NULL THEN uuid_send(gen_random_uuid()) END AS salt
      FROM present p
      LEFT JOIN LATERAL (
        SELECT b.bytes_id, b.digest FROM reeve.evidence_bytes b
        WHERE b.collection_id = p.collection_id AND b.key = p.row_key AND b.hash = p.hash
          AND b.personal = p.personal
        ORDER BY b.bytes_id + 0 LIMIT 1) b ON TRUE),
    -- Numbered here and not by the tables: a join with what was inserted compared each with each.
    known AS MATERIALIZED (
      SELECT s.collection_id, s.row_key, s.personal, s.hash, s.salt, s.content,
        s.bytes_id IS NULL AS is_new,
        coalesce(s.bytes_id, nextval('reeve.evidence_bytes_bytes_id_seq')) AS bytes_id,
        coalesce(s.digest, sha256(s.salt || convert_to(s.content, 'UTF8'))) AS digest
      FROM salted s),
    added AS (
      INSERT INTO reeve.evidence_bytes(
        bytes_id, collection_id, key, personal, digest, hash, salt, content)
      OVERRIDING SYSTEM VALUE
      SELECT k.bytes_id, k.collection_id, k.row_key, k.personal, k.digest, k.hash, k.salt, k.content
      FROM known k WHERE k.is_new),
    taken AS MATERIALIZED (
      -- As reeve.evidence_digests computes it from what is stored.
      SELECT w.root, array_agg(h.bytes_id ORDER BY w.place) AS parts,
        array_agg(w.role ORDER BY w.place) AS roles,
        sha256(string_agg(reeve.bytes_prefix(convert_to(w.role, 'UTF8'))
          || int4send(w.collection_id) || reeve.bytes_prefix(convert_to(w.row_key, 'UTF8'))
          || reeve.bytes_prefix(h.digest), ''::bytea ORDER BY w.place)) AS digest
      FROM wanted w JOIN known h USING (collection_id, row_key)
      GROUP BY w.root
      HAVING bool_or(w.role = 'subject')),
    numbered AS MATERIALIZED (
      SELECT t.*, e.evidence_id IS NULL AS is_new,
        coalesce(e.evidence_id, nextval('reeve.evidence_evidence_id_seq')) AS evidence_id
      FROM taken t
      LEFT JOIN LATERAL (
        SELECT e.evidence_id FROM reeve.evidence e
        WHERE e.collection_id = evidence_capture.collection_id AND e.key = t.root
          AND e.digest = t.digest
        ORDER BY e.evidence_id + 0 LIMIT 1) e ON TRUE),
    made AS (
      INSERT INTO reeve.evidence(evidence_id, collection_id, key, digest) OVERRIDING SYSTEM VALUE
      SELECT n.evidence_id, evidence_capture.collection_id, n.root, n.digest FROM numbered n
      WHERE n.is_new),
    parted AS (
      INSERT INTO reeve.evidence_part(evidence_id, place, role, bytes_id)
      SELECT n.evidence_id, p.place, p.role, p.bytes_id
      FROM numbered n
      CROSS JOIN LATERAL unnest(n.parts, n.roles) WITH ORDINALITY p(bytes_id, role, place)
      WHERE n.is_new)
    SELECT n.root, n.evidence_id FROM numbered n;
END
$$;

COMMENT ON FUNCTION reeve.evidence_capture(int, text[]) IS
  'Captures subjects as they are now, each with its parents and the neighbouring messages; returns '
  'the previous capture if nothing has changed, and no row for a subject that does not exist. '
  'Takes no locks and never waits.';
