CREATE OR REPLACE FUNCTION reeve.right_record(
  c reeve.collection, key text, part text, after bigint, max_rows int)
RETURNS TABLE(place bigint, line text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET plan_cache_mode = force_custom_plan
AS $$
BEGIN
  CASE part
  WHEN 'decision' THEN
    RETURN QUERY
      WITH own AS (
        SELECT a.action_id FROM reeve.action a
        WHERE a.collection_id = c.collection_id AND a.key = right_record.key
        UNION
        SELECT s.action_id FROM reeve.strike s
        WHERE s.collection_id = c.collection_id AND s.key = right_record.key),
      page AS (
        SELECT o.action_id FROM own o JOIN reeve.action a USING (action_id)
        WHERE o.action_id > after AND a.policy IS NOT NULL AND a.reverses IS NULL
        ORDER BY o.action_id LIMIT max_rows)
      SELECT s.action_id, row_to_json(x)::text
      FROM reeve.statement_of(ARRAY(SELECT p.action_id FROM page p)) s
      JOIN reeve.action a USING (action_id)
      CROSS JOIN LATERAL (
        SELECT 'A' || s.action_id AS decision, a.verb AS decided,
          s.collection || ':' || s.key AS about,
          s.application_date AS at, s.end_date AS until, s.decision_facts AS facts,
          CASE s.decision_ground WHEN 'DECISION_GROUND_ILLEGAL_CONTENT' THEN 'law'
            ELSE 'terms' END AS by,
          s.ground AS policy, s.ground_explanation AS clause,
          CASE s.source_type WHEN 'SOURCE_ARTICLE_16' THEN 'a notice'
            ELSE 'our own initiative' END AS found_by,
          s.automated_detection = 'Yes' AS found_automatically,
          s.automated_decision = 'AUTOMATED_DECISION_FULLY' AS decided_automatically,
          s.appeal_until, 'You can appeal in the app, turn to a certified body for out-of-court '
            'dispute settlement, and go to court.' AS redress,
          s.reversed_at AS undone_at) x
      ORDER BY s.action_id;
  WHEN 'notice' THEN
    RETURN QUERY
      SELECT o.outbox_id, row_to_json(x)::text
      FROM (
        SELECT * FROM reeve.outbox o
        WHERE o.collection_id = c.collection_id AND o.key = right_record.key
          AND o.outbox_id > after AND o.state = 'sent'
        ORDER BY o.outbox_id LIMIT max_rows) o
      LEFT JOIN reeve.action a USING (action_id)
      -- What a notice about somebody else says stays with that person.
      CROSS JOIN LATERAL (
        SELECT o.about = c.name || ':' || right_record.key OR EXISTS (
          SELECT FROM reeve.strike s
          WHERE s.action_id = a.action_id AND s.collection_id = c.collection_id
            AND s.key = right_record.key) AS is_own) w
      LEFT JOIN LATERAL reeve.outbox_text(c.app, (
        SELECT n FROM reeve.outbox n WHERE n.outbox_id = o.outbox_id)) t
        ON w.is_own AND o.arguments <> '{}'
      CROSS JOIN LATERAL (
        SELECT 'N' || o.outbox_id AS notice, o.sent_at AS at, o.template,
          CASE WHEN w.is_own THEN o.about ELSE '(somebody else)' END AS about, o.result,
          t.subject, t.body) x
      ORDER BY o.outbox_id;
  WHEN 'report' THEN
    RETURN QUERY
      SELECT p.report_id, row_to_json(x)::text
      FROM reeve.report p
      JOIN reeve.collection l ON l.collection_id = p.collection_id
      LEFT JOIN reeve.case k USING (case_id)
      CROSS JOIN LATERAL (
        SELECT 'R' || p.report_id AS report, p.at, 'a ' || l.name AS about, p.policy, p.words,
          coalesce(k.outcome, 'open') AS outcome) x
      WHERE p.source = c.collection_id || ':' || right_record.key AND p.report_id > after
      ORDER BY p.report_id LIMIT max_rows;
  WHEN 'appeal' THEN
    RETURN QUERY
      SELECT p.action_id, row_to_json(x)::text
      FROM reeve.appeal p
      JOIN (
        SELECT a.action_id FROM reeve.action a
        WHERE a.collection_id = c.collection_id AND a.key = right_record.key
        UNION
        SELECT s.action_id FROM reeve.strike s
        WHERE s.collection_id = c.collection_id AND s.key = right_record.key) o USING (action_id)
      CROSS JOIN LATERAL (
        SELECT 'A' || p.action_id AS decision, p.opened_at AS at, p.words, p.decided_at,
          p.outcome) x
      WHERE p.action_id > after
      ORDER BY p.action_id LIMIT max_rows;
  WHEN 'request' THEN
    RETURN QUERY
      SELECT k.case_id, row_to_json(x)::text
      FROM reeve.case k
      LEFT JOIN reeve.request_text w USING (case_id)
      CROSS JOIN LATERAL (
        SELECT 'C' || k.case_id AS request, k.request AS kind, k.opened_at AS at, k.deadline,
          w.words, k.closed_at, k.outcome) x
      WHERE k.collection_id = c.collection_id AND k.key = right_record.key
        AND k.request IS NOT NULL AND k.case_id > after
      ORDER BY k.case_id LIMIT max_rows;
  WHEN 'acceptance' THEN
    RETURN QUERY
      SELECT a.term_id::bigint, row_to_json(x)::text
      FROM reeve.acceptance a
      JOIN reeve.term_version v USING (term_id)
      CROSS JOIN LATERAL (
        SELECT v.kind AS terms, v.version, a.locale AS language, a.at) x
      WHERE a.collection_id = c.collection_id AND a.term_id > after AND a.key IN (
        SELECT k.account FROM reeve.account_keys(c.collection_id, ARRAY[right_record.key]) k)
      -- Two accounts may have accepted one version: a page has both.
      ORDER BY a.term_id FETCH FIRST coalesce(max_rows, 2147483647) ROWS WITH TIES;
  WHEN 'consent' THEN
    RETURN QUERY
      SELECT o.consent_id, row_to_json(x)::text
      FROM reeve.consent o
      JOIN reeve.term_version v USING (term_id)
      CROSS JOIN LATERAL (
        SELECT v.kind AS terms, v.version, o.locale AS language, o.given_at, o.withdrawn_at) x
      WHERE o.collection_id = c.collection_id AND o.consent_id > after AND o.key IN (
        SELECT k.account FROM reeve.account_keys(c.collection_id, ARRAY[right_record.key]) k)
      ORDER BY o.consent_id LIMIT max_rows;
  END CASE;
END
$$;

COMMENT ON FUNCTION reeve.right_record(reeve.collection, text, text, bigint, int) IS
  'What Reeve''s own record has of a person, as JSON, in order: part is decision (statements of '
  'reasons for the actions on them and on what is theirs), notice (sent to them; what one about '
  'somebody else says is left out), report (those that they filed, without whom), appeal, '
  'request, acceptance (of terms) or consent, both also by accounts that were merged into theirs. '
  'after: the place to continue after; max_rows: NULL = all. No reason that is meant for the '
  'team, no note, no tag, no hold and no colleague''s name is in it.';
