CREATE OR REPLACE FUNCTION reeve.case_notify(k reeve.case, verdict text, at timestamptz) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(k.collection_id);
  told int;
BEGIN
  INSERT INTO reeve.outbox(
    case_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
  SELECT k.case_id, s.reporter_id, h.key, c.name || ':' || k.key, 'report-' || verdict, h.locale,
    h.zone, jsonb_build_object('label', coalesce((
      SELECT f.label FROM reeve.app_labels(c.collection_id, ARRAY[k.key]) f), k.key),
      'policy', coalesce((SELECT p.title FROM reeve.policy p
        WHERE p.app = c.app AND p.name = k.policy), ''), 'reported', s.reported[
        array_position(s.keys, h.key)]),
    at + interval '60 seconds', 'C' || k.case_id
  FROM (
    SELECT p.reporter_id, array_agg(p.reporter_key) AS keys, array_agg(p.at) AS reported
    FROM (
      SELECT p.reporter_id, p.reporter_key, min(p.at)
      FROM reeve.report p
      WHERE p.reporter_id IS NOT NULL AND NOT p.is_muted AND p.case_id = ANY (k.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = k.case_id))
      GROUP BY p.reporter_id, p.reporter_key) p(reporter_id, reporter_key, at)
    GROUP BY p.reporter_id) s
  CROSS JOIN LATERAL reeve.app_recipients(s.reporter_id, s.keys) h
  WHERE EXISTS (
    SELECT FROM reeve.template t WHERE t.app = c.app AND t.name = 'report-' || verdict);
  GET DIAGNOSTICS told = ROW_COUNT;
  IF told > 0 THEN
    PERFORM reeve.enqueue('notify.deliver', jsonb_build_object('case_id', k.case_id),
      at + interval '60 seconds', 0::smallint, c.app, c.collection_id, k.key);
  END IF;
  RETURN told;
END
$$;

COMMENT ON FUNCTION reeve.case_notify(reeve.case, text, timestamptz) IS
  'Queues one notice of the outcome to each person who reported a case, or a duplicate of it: '
  'the template report-upheld or report-dismissed, if the app has it, about what and when they '
  'reported, never who acted. Muted reporters get none. Returns how many.';
