CREATE OR REPLACE FUNCTION reeve.term_count(
  only_app text, kind text,
  OUT app text, OUT terms text, OUT version text, OUT people bigint, OUT pending bigint,
  OUT barred bigint, OUT reminded bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET jit = off SET work_mem = '128MB'
AS $$
DECLARE
  t reeve.term;
  v reeve.term_version;
  ids int[];
  merged text[];
BEGIN
  PERFORM reeve.member_require('moderator');
  t := reeve.term_named(only_app, term_count.kind);
  v := reeve.term_in_force(t.app, t.kind, statement_timestamp());
  app := t.app;
  terms := t.kind;
  version := v.version;
  IF v.term_id IS NULL THEN
    RETURN;
  END IF;
  ids := ARRAY(
    SELECT o.term_id FROM reeve.term_version o
    WHERE o.app = v.app AND o.kind = v.kind AND o.effective_on >= v.effective_on);
  merged := ARRAY(
    SELECT DISTINCT m.name FROM reeve.mark m
    WHERE m.kind = 'merge' AND m.collection_id = t.collection_id);
  WITH person AS MATERIALIZED (
    SELECT k.key FROM reeve.app_all_keys(t.collection_id) k(key)
    WHERE NOT EXISTS (
      SELECT FROM reeve.forgotten f WHERE f.collection_id = t.collection_id AND f.key = k.key)),
  rest AS MATERIALIZED (
    SELECT p.key FROM person p
    WHERE NOT EXISTS (
      SELECT FROM reeve.acceptance a
      WHERE a.key = p.key AND a.collection_id = t.collection_id AND a.term_id = ANY (ids))
      AND NOT (p.key = ANY (merged) AND reeve.term_covered(t.collection_id, p.key, ids)))
  SELECT (SELECT count(*) FROM person), count(*),
    count(*) FILTER (WHERE s.hidden_until > statement_timestamp()), count(r.key)
  INTO people, pending, barred, reminded
  FROM rest x
  LEFT JOIN reeve.subject s ON s.collection_id = t.collection_id AND s.key = x.key
  LEFT JOIN reeve.term_reminder r ON r.term_id = v.term_id AND r.key = x.key;
END
$$;

COMMENT ON FUNCTION reeve.term_count(text, text) IS
  'How many people there are who may accept terms, and how many of them have accepted neither the '
  'version in force nor a later one (pending), among them who is banned or hidden, and who was '
  'reminded. Needs moderator. RV001, RV003 as in term_pending. Numbers are NULL where no version '
  'is in force. NULL: version, people, pending, barred, reminded.';

GRANT EXECUTE ON FUNCTION reeve.term_count(text, text) TO reeve_viewer;
