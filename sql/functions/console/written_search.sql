CREATE OR REPLACE FUNCTION reeve.written_search(
  app text, query text, among text, within text, max int)
RETURNS TABLE(
  kind text, at timestamptz, number text, app_name text, collection text, key text, label text,
  author text, marked text[], words text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- Only the newest rows of each kind that have the words are scored.
  most constant int := 500;
  asked record;
  -- Rows of a detached app cannot be read.
  collections int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(written_search.app, c.app)
      AND c.name = coalesce(within, c.name));
  is_whole boolean;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT * INTO asked FROM reeve.written_query(query);
  FOREACH is_whole IN ARRAY ARRAY[TRUE, FALSE] LOOP
    RETURN QUERY
      WITH newest AS MATERIALIZED (
        SELECT s.source, n.id
        FROM unnest(ARRAY['reports', 'notes', 'reasons', 'looks', 'cases', 'appeals']) s(source)
        CROSS JOIN LATERAL reeve.written_newest(s.source,
          CASE WHEN is_whole THEN asked.every ELSE asked.marks END, collections, most) n(id)
        WHERE coalesce(among, s.source) IN (s.source,
          CASE s.source WHEN 'looks' THEN 'reasons' END)),
      found AS (
        SELECT n.source, n.id, p.at, 'C' || p.case_id AS number, p.collection_id, p.key,
          p.words AS first, NULL AS second
        FROM newest n JOIN reeve.report p ON p.report_id = n.id
        WHERE n.source = 'reports'
        UNION ALL
        SELECT n.source, n.id, a.performed_at, 'A' || a.action_id, a.collection_id, a.key,
          a.reason, a.public_reason
        FROM newest n JOIN reeve.action a ON a.action_id = n.id
        WHERE n.source IN ('notes', 'reasons')
        UNION ALL
        SELECT n.source, n.id, r.asked_at, NULL, r.collection_id, r.key, w.reason, NULL
        FROM newest n JOIN reeve.reveal_reason w ON w.command_id = n.id
        JOIN reeve.reveal r USING (command_id)
        WHERE n.source = 'looks'
        UNION ALL
        SELECT n.source, n.id, m.at, 'C' || w.case_id, k.collection_id, k.key, w.reason, NULL
        FROM newest n JOIN reeve.case_reason w ON w.command_id = n.id
        JOIN reeve.case k USING (case_id) JOIN reeve.command m USING (command_id)
        WHERE n.source = 'cases'
        UNION ALL
        SELECT n.source, n.id, l.opened_at, 'A' || l.action_id, a.collection_id, a.key, l.words,
          l.reason
        FROM newest n JOIN reeve.appeal l ON l.action_id = n.id
        JOIN reeve.action a USING (action_id)
        WHERE n.source = 'appeals'),
      best AS MATERIALIZED (
        SELECT f.*, k.kind, v.vector,
          -- Words as typed, longer ones, and how near they are to each other.
          ts_rank(v.vector, asked.exact, 1) + ts_rank(v.vector, asked.part, 1) / 2
            + ts_rank(v.vector, asked.whole, 1) AS rank
        FROM found f
        CROSS JOIN LATERAL (SELECT reeve.written_vector(f.first, f.second) OFFSET 0) v(vector)
        CROSS JOIN LATERAL (
          SELECT CASE f.source WHEN 'looks' THEN 'reason' ELSE rtrim(f.source, 's') END) k(kind)
        WHERE v.vector @@ CASE WHEN is_whole THEN asked.whole ELSE asked.part END
        ORDER BY rank DESC, f.at DESC, k.kind, f.number LIMIT written_search.max)
      SELECT b.kind, b.at, b.number, c.app, c.name, b.key, n.label, w.author,
        coalesce((
            SELECT reeve.search_snippet(m.parts)
            FROM unnest(ARRAY[b.first, b.second]) t(body)
            CROSS JOIN LATERAL (
              SELECT reeve.search_highlight(left(t.body, 1000), ARRAY(
                SELECT l FROM unnest(tsvector_to_array(b.vector)) l
                WHERE array_to_tsvector(ARRAY[l]) @@ asked.marks), NULL) AS parts OFFSET 0) m
            WHERE cardinality(m.parts) > 1 LIMIT 1),
          ARRAY[left(coalesce(b.first, b.second), 160)]),
        concat_ws(E'\n', b.first, b.second)
      FROM best b JOIN reeve.collection c USING (collection_id)
      LEFT JOIN reeve.label n ON n.collection_id = b.collection_id AND n.key = b.key
      CROSS JOIN LATERAL (SELECT CASE b.source
        WHEN 'reports' THEN (
          SELECT coalesce('rule ' || p.rule, r.name || ':' || p.reporter_key, 'unknown')
          FROM reeve.report p LEFT JOIN reeve.collection r ON r.collection_id = p.reporter_id
          WHERE p.report_id = b.id)
        WHEN 'looks' THEN (SELECT r.asked_by FROM reeve.reveal r WHERE r.command_id = b.id)
        WHEN 'cases' THEN (
          SELECT reeve.actor_text(m.actor, m.principal) FROM reeve.command m
          WHERE m.command_id = b.id)
        WHEN 'appeals' THEN (
          SELECT p.name || ':' || l.key
          FROM reeve.appeal l JOIN reeve.collection p USING (collection_id)
          WHERE l.action_id = b.id)
        ELSE (
          SELECT reeve.actor_text(a.actor, a.principal) FROM reeve.action a
          WHERE a.action_id = b.id) END) w(author)
      ORDER BY b.rank DESC, b.at DESC, b.kind, b.number;
    EXIT WHEN FOUND;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.written_search(text, text, text, text, int) IS
  'Searches texts that people wrote to the team, and the team about subjects, best matches first: '
  'reports, notes, reasons of actions, reveals and cases, and appeals with their answers. among: '
  'reports, notes, reasons, cases or appeals, NULL: all; within: of subjects of one collection. '
  'Returns texts with every word of the query (reeve.written_query) or, if there are none, with '
  'some. number: the case or action; marked: an excerpt in parts, every second one matched. '
  'Whoever may read the case or the history of a subject may search them: needs viewer. RV001. '
  'NULL: number, label.';

GRANT EXECUTE ON FUNCTION reeve.written_search(text, text, text, text, int) TO reeve_viewer;
