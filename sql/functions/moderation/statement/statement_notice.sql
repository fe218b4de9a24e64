CREATE OR REPLACE FUNCTION reeve.statement_notice(
  app text, o reeve.outbox, OUT fields jsonb, OUT parts jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  a reeve.action;
  s record;
  is_counted boolean;
  words jsonb;
  arguments jsonb;
  zone text;
BEGIN
  SELECT * INTO a FROM reeve.action x
  WHERE x.action_id = o.action_id AND x.policy IS NOT NULL AND x.reverses IS NULL;
  -- A decision on an appeal, and the correction of a notice, state nothing.
  IF NOT FOUND OR o.arguments = '{}' OR o.corrects IS NOT NULL OR o.template LIKE 'appeal-%' THEN
    RETURN;
  END IF;
  is_counted := EXISTS (
    SELECT FROM reeve.strike t
    WHERE t.action_id = a.action_id AND t.collection_id = o.collection_id AND t.key = o.key);
  -- Others who are notified do not learn why. Of several notices the first has the statement.
  IF NOT is_counted AND (a.collection_id <> o.collection_id OR a.key <> o.key) OR EXISTS (
    SELECT FROM reeve.outbox e
    WHERE e.action_id = o.action_id AND e.collection_id = o.collection_id AND e.key = o.key
      AND e.outbox_id < o.outbox_id AND e.state <> 'withdrawn' AND e.corrects IS NULL
      AND e.template NOT LIKE 'appeal-%')
  THEN
    RETURN;
  END IF;
  SELECT * INTO s FROM reeve.statement_of(ARRAY[a.action_id]);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  fields := jsonb_strip_nulls(jsonb_build_object('action', 'A' || a.action_id, 'puid', s.puid,
    'decision_visibility', s.decision_visibility, 'decision_provision', s.decision_provision,
    'decision_account', s.decision_account, 'decision_ground', s.decision_ground,
    'ground', s.ground, 'ground_explanation', s.ground_explanation,
    'decision_facts', s.decision_facts, 'category', s.category, 'content_type', s.content_type,
    'application_date', s.application_date, 'end_date', s.end_date,
    'source_type', s.source_type, 'automated_detection', s.automated_detection,
    'automated_decision', s.automated_decision,
    'appeal_until', CASE WHEN is_counted THEN s.appeal_until END));
  words := reeve.statement_words(app, o.locale);
  zone := reeve.notice_zone(app, o.zone);
  arguments := jsonb_build_object('action', fields -> 'action', 'until', coalesce(a.until,
      'infinity'), 'limit', coalesce(a.name, ''), 'policy', coalesce(s.ground, ''),
    'clause', coalesce(s.ground_explanation, ''), 'appeal_until', s.appeal_until,
    'facts', coalesce(o.arguments ->> 'reason', s.decision_facts, ''),
    'label', coalesce(CASE WHEN o.about = s.collection || ':' || a.key
        THEN o.arguments ->> 'label' END, (
      SELECT l.label FROM reeve.label l
      WHERE l.collection_id = a.collection_id AND l.key = a.key), a.key));
  SELECT jsonb_object_agg(p.part, p.body)
    || jsonb_build_object('statement', string_agg(p.body, E'\n' ORDER BY p.place))
  INTO parts
  FROM (
    SELECT n.place, n.part, string_agg(r.rendered, ' ' ORDER BY n.nr) AS body
    FROM (VALUES
      (1, 'decision', 1, CASE
        WHEN s.decision_visibility LIKE '%REMOVED' THEN 'removed'
        WHEN s.decision_account LIKE '%TERMINATED' THEN 'closed'
        WHEN s.decision_account LIKE '%SUSPENDED' THEN 'blocked_until'
        WHEN s.decision_visibility IS NOT NULL THEN
          CASE WHEN s.end_date IS NULL THEN 'hidden' ELSE 'hidden_until' END
        WHEN s.decision_provision LIKE '%PARTIAL%' THEN
          CASE WHEN s.end_date IS NULL THEN 'limited' ELSE 'limited_until' END
        WHEN s.decision_provision IS NOT NULL THEN
          CASE WHEN s.end_date IS NULL THEN 'blocked' ELSE 'blocked_until' END
        ELSE 'warned' END),
      (2, 'ground', 1, CASE WHEN s.decision_ground LIKE '%ILLEGAL%' THEN 'law' ELSE 'terms' END),
      (3, 'facts', 1, CASE WHEN s.decision_facts IS NOT NULL THEN 'facts' END),
      (4, 'found', 1, CASE WHEN s.source_type = 'SOURCE_ARTICLE_16' THEN 'reported' END),
      (4, 'found', 2, CASE WHEN s.automated_detection = 'Yes' THEN 'found_automatically'
        WHEN s.source_type <> 'SOURCE_ARTICLE_16' THEN 'found' END),
      (5, 'automation', 1, CASE s.automated_decision WHEN 'AUTOMATED_DECISION_FULLY'
        THEN 'decided_automatically' ELSE 'decided' END),
      (6, 'redress', 1, CASE WHEN is_counted THEN 'appeal' END),
      (6, 'redress', 2, 'redress')) n(place, part, nr, word)
    CROSS JOIN LATERAL reeve.notice_render(words ->> n.word, zone, arguments) r
    WHERE n.word IS NOT NULL
    GROUP BY n.place, n.part) p;
END
$$;

COMMENT ON FUNCTION reeve.statement_notice(text, reeve.outbox) IS
  'The statement of reasons that a notice holds, for whom an action that cites a policy is about '
  'or counts against: fields in the terms of the Commission''s transparency database, and parts, '
  'the sentences in the reader''s language: decision, ground, facts (the public reason, if there '
  'is one), found, automation, redress, and statement, all of them. NULL for notices to others, '
  'of decisions on appeals, corrections, and all but the first notice of an action to a person.';
