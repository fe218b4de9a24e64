CREATE OR REPLACE FUNCTION reeve.written_search(
  app text, query text, among text, within text, max int)
RETURNS TABLE(
  kind text, at timestamptz, number text, app_name text, collection text, key text, label text,
  author text, marked text[], words text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- Only the newest rows of each kind that have the words are ranked.
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
        FROM (VALUES
          ('reports', (SELECT max(report_id) FROM reeve.report)),
          ('notes', (SELECT max(action_id) FROM reeve.action)),
          ('reasons', (SELECT max(action_id) FROM reeve.action)),
          ('looks', (SELECT max(command_id) FROM reeve.reveal_reason)),
          ('cases', (SELECT max(command_id) FROM reeve.case_reason)),
          ('appeals', (SELECT max(action_id) FROM reeve.appeal))) s(source, top)
        CROSS JOIN LATERAL reeve.written_newest(s.source,
          CASE WHEN is_whole THEN asked.every ELSE asked.marks END, collections, s.top, most) n(id)
        WHERE coalesce(among, s.source) IN (s.source,
          CASE s.source WHEN 'looks' THEN 'reasons' END)),
      found AS (
        SELECT 'report' AS kind, p.at, 'C' || p.case_id AS number, p.collection_id, p.key,
          coalesce('rule ' || p.rule, r.name || ':' || p.reporter_key, 'unknown') AS author,
          p.words AS first, NULL AS second
        FROM newest n JOIN reeve.report p ON p.report_id = n.id
        LEFT JOIN reeve.collection r ON r.collection_id = p.reporter_id
        WHERE n.source = 'reports'
        UNION ALL
        SELECT CASE a.verb WHEN 'note' THEN 'note' ELSE 'reason' END, a.performed_at,
          'A' || a.action_id, a.collection_id, a.key, reeve.actor_text(a.actor, a.principal),
          a.reason, a.public_reason
        FROM newest n JOIN reeve.action a ON a.action_id = n.id
        WHERE n.source IN ('notes', 'reasons')
        UNION ALL
        SELECT 'reason', r.asked_at, NULL, r.collection_id, r.key, r.asked_by, w.reason, NULL
        FROM newest n JOIN reeve.reveal_reason w ON w.command_id = n.id
        JOIN reeve.reveal r USING (command_id)
        WHERE n.source = 'looks'
        UNION ALL
        SELECT 'case', m.at, 'C' || w.case_id, k.collection_id, k.key,
          reeve.actor_text(m.actor, m.principal), w.reason, NULL
        FROM newest n JOIN reeve.case_reason w ON w.command_id = n.id
        JOIN reeve.case k USING (case_id) JOIN reeve.command m USING (command_id)
        WHERE n.source = 'cases'
        UNION ALL
        SELECT 'appeal', l.opened_at, 'A' || l.action_id, a.collection_id, a.key,
          p.name || ':' || l.key, l.words, l.reason
        FROM newest n JOIN reeve.appeal l ON l.action_id = n.id
        JOIN reeve.action a USING (action_id)
        JOIN reeve.collection p ON p.collection_id = l.collection_id
        WHERE n.source = 'appeals'),
      best AS MATERIALIZED (
        SELECT f.*, v.vector,
          -- Words as typed, longer ones, and how near they are to each other.
          ts_rank(v.vector, asked.exact, 1) + ts_rank(v.vector, asked.part, 1) / 2
            + ts_rank(v.vector, asked.whole, 1) AS rank
        FROM found f
        CROSS JOIN LATERAL (SELECT reeve.written_vector(f.first, f.second) OFFSET 0) v(vector)
        WHERE v.vector @@ CASE WHEN is_whole THEN asked.whole ELSE asked.part END
        ORDER BY rank DESC, f.at DESC, f.kind, f.number LIMIT written_search.max)
      SELECT b.kind, b.at, b.number, c.app, c.name, b.key, n.label, b.author,
        coalesce(reeve.search_snippet(ARRAY[b.first, b.second], ARRAY(
          SELECT l FROM unnest(tsvector_to_array(b.vector)) l
          WHERE array_to_tsvector(ARRAY[l]) @@ asked.marks), NULL),
          ARRAY[left(coalesce(b.first, b.second), 160)]),
        concat_ws(E'\n', b.first, b.second)
      FROM best b JOIN reeve.collection c USING (collection_id)
      LEFT JOIN reeve.label n ON n.collection_id = b.collection_id AND n.key = b.key
      ORDER BY b.rank DESC, b.at DESC, b.kind, b.number;
    EXIT WHEN FOUND;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.written_search(text, text, text, text, int) IS
  'What people wrote to the team, and the team about subjects, best matches first: words of '
  'reports, notes, reasons of actions and of looks at what is personal, of cases, and appeals with '
  'their answers. among: reports, notes, reasons, cases or appeals, NULL: all; within: of subjects '
  'of one collection. It has every word of the query (reeve.written_query) or, where nothing has, '
  'some. number: the case or action; marked: an excerpt in parts, every second one matched. '
  'Whoever may read the case or the history of a subject may search them: needs viewer. RV001. '
  'NULL: number, label.';

GRANT EXECUTE ON FUNCTION reeve.written_search(text, text, text, text, int) TO reeve_viewer;
