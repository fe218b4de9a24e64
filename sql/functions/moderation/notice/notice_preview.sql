CREATE OR REPLACE FUNCTION reeve.notice_preview(action_id bigint, approval_id bigint)
RETURNS TABLE(
  template text, locale text, channel text, people bigint, such_as text, state text, subject text,
  body text, error text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  wanted bigint := notice_preview.action_id;
  c reeve.collection;
  k reeve.action_kind;
  p reeve.approval;
  terms record;
  planned reeve.outbox[] := '{}';
  g record;
  o reeve.outbox;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF approval_id IS NOT NULL THEN
    SELECT * INTO p FROM reeve.approval l WHERE l.approval_id = notice_preview.approval_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no proposal P%', approval_id USING ERRCODE = 'RV004',
        HINT = '`approvals` lists what waits.';
    ELSIF p.collection_id IS NULL OR p.key IS NULL THEN
      RAISE EXCEPTION 'P% is not about one subject', approval_id USING ERRCODE = 'RV001';
    END IF;
    wanted := p.action_id;
  END IF;
  IF wanted IS NOT NULL THEN
    c := (SELECT l FROM reeve.action a JOIN reeve.collection l USING (collection_id)
      WHERE a.action_id = wanted);
    IF c.collection_id IS NULL THEN
      RAISE EXCEPTION 'there is no action A%', wanted USING ERRCODE = 'RV004';
    END IF;
  ELSIF p.approval_id IS NULL THEN
    RAISE EXCEPTION 'name an action or a proposal' USING ERRCODE = 'RV001';
  ELSE
    c := reeve.collection_get(p.collection_id);
    k := reeve.action_declared(c, p.verb, p.args);
    SELECT * INTO terms FROM reeve.action_terms(c, k, p.verb, p.args, statement_timestamp());
    planned := ARRAY(
      SELECT jsonb_populate_record(NULL::reeve.outbox, jsonb_build_object(
        'outbox_id', row_number() OVER (), 'collection_id', t.entry -> 'collection',
        'key', t.entry -> 'key', 'about', l.name || ':' || s.key, 'template',
        t.entry -> 'template', 'locale', coalesce(t.entry ->> 'locale', ''), 'zone',
        coalesce(t.entry ->> 'zone', ''), 'state', 'not owed yet', 'arguments',
        jsonb_build_object('label', s.label, 'until', terms.until, 'policy', y.title, 'reason',
          coalesce(terms.public_reason, y.clause), 'limit', terms.name, 'statement', '{statement}')
        || coalesce(t.entry -> 'with', '{}')))
      FROM reeve.rule r
      JOIN reeve.collection l ON l.collection_id = r.affected_id
      CROSS JOIN LATERAL reeve.app_select(r.rule_id, ARRAY[p.key], statement_timestamp(),
        terms.until, terms.grace, 'read', NULL) s
      CROSS JOIN LATERAL jsonb_array_elements(s.notify) t(entry)
      LEFT JOIN reeve.policy y ON y.app = r.app AND y.name = terms.policy
      WHERE r.app = c.app AND r.verb = p.verb AND r.collection_id = c.collection_id AND r.is_live
        AND s.notify IS NOT NULL AND t.entry ? 'template'
        -- An erased person cannot be notified.
        AND NOT (k.name = 'erase' AND (t.entry ->> 'collection')::int = c.collection_id
          AND t.entry ->> 'key' = p.key));
  END IF;
  FOR g IN
    WITH owed AS MATERIALIZED (
      SELECT x.* FROM reeve.outbox x WHERE x.action_id = wanted
      UNION ALL SELECT x.* FROM unnest(planned) x)
    SELECT w.template, w.locale, l.name AS collection, t.channel,
      count(DISTINCT w.key) AS people, min(w.outbox_id) AS example, (
      SELECT string_agg(format('%s %s', n.rows, n.state), ', ' ORDER BY n.state)
      FROM (
        SELECT coalesce(v.result, v.state), count(*) FROM owed v
        WHERE v.template = w.template AND v.locale = w.locale
          AND v.collection_id = w.collection_id
        GROUP BY 1) n(state, rows)) AS states
    FROM owed w JOIN reeve.collection l USING (collection_id)
    LEFT JOIN reeve.notice_template t ON t.app = l.app AND t.name = w.template
    GROUP BY w.template, w.locale, w.collection_id, l.name, t.channel
    ORDER BY w.template, l.name, w.locale
  LOOP
    IF wanted IS NULL THEN
      o := (SELECT x FROM unnest(planned) x WHERE x.outbox_id = g.example);
    ELSE
      o := (SELECT x FROM reeve.outbox x WHERE x.outbox_id = g.example);
    END IF;
    o.arguments := o.arguments || coalesce((
      SELECT jsonb_object_agg(m, '•••') FROM unnest(reeve.notice_masked(c.app, g.template)) m
      WHERE o.arguments ->> m IS NOT NULL), '{}');
    template := g.template;
    channel := g.channel;
    people := g.people;
    such_as := g.collection || ':' || o.key;
    state := g.states;
    SELECT x.locale, reeve.text_masked(x.subject), reeve.text_masked(x.body), x.error
    INTO locale, subject, body, error
    FROM reeve.outbox_text(c.app, o) x;
    IF o.arguments = '{}' THEN
      error := 'an erasure has emptied it';
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.notice_preview(bigint, bigint) IS
  'What the notices of an action say, or those of a proposal (action_id NULL) would: a row for '
  'each template, collection of people and language, with how many people and in which states, '
  'and one of them as it is rendered, personal values and addresses masked; error: why it cannot '
  'be. Needs viewer; writes nothing. RV001, RV004. NULL: locale, channel, subject, body, error.';

GRANT EXECUTE ON FUNCTION reeve.notice_preview(bigint, bigint) TO reeve_viewer;
