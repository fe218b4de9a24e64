-- Included by an app's counted_test.sql, behind its fixture and its rows: for each state in which
-- somebody counts on somebody, and each verb that takes the other away, that they are sent a
-- notice, or a line in `left` has somebody decide; an undo gives all of it back.
--
-- The table `counted` has a line for each: state (collection and state), verbs (words), the subject
-- of the verb, and who counts on it with the template of their notice, or the effect whose rows are
-- left and one of them, or why nobody has to be told. Rows are written as collection:label, where
-- the label is that of a kept number, or a key. The variables: why, the arguments of the verbs.
SELECT is_empty($$SELECT c.state, c.verbs FROM counted c
    WHERE num_nonnulls(c.template, c.left_by, c.nobody) = 0
      OR num_nonnulls(c.template, c.who) = 1 OR num_nonnulls(c.left_by, c.remains) = 1
      OR c.nobody IS NOT NULL AND num_nonnulls(c.template, c.left_by) > 0$$,
  'each state has a notice, a line in left, or the reason why nobody waits');

CREATE TEMPORARY TABLE counted_state AS
WITH RECURSIVE up AS (
  SELECT c.collection_id AS id, c.collection_id AS ancestor FROM reeve.collection c
  WHERE c.app = :'app' AND c.is_live
  UNION
  SELECT u.id, p.collection_id FROM up u
  JOIN reeve.collection c ON c.collection_id = u.ancestor
  JOIN reeve.app m ON m.app = c.app
  CROSS JOIN LATERAL jsonb_each(m.manifest #> ARRAY['collections', c.name, 'parents']) e
  JOIN reeve.collection p ON p.app = c.app AND p.name = e.value ->> 'collection'
)
SELECT DISTINCT c.name || ' ' || s.name AS state, d.verb, o.name AS collection
FROM reeve.app m
JOIN reeve.collection c ON c.app = m.app AND c.is_live
CROSS JOIN LATERAL jsonb_object_keys(
  m.manifest #> ARRAY['collections', c.name, 'states', 'transitions']) s(name)
JOIN reeve.catalog_action d ON d.app = m.app AND d.is_live
JOIN reeve.action_kind k ON k.name = d.kind
JOIN reeve.collection o ON o.collection_id = d.collection_id
WHERE m.app = :'app' AND (
  (k.hides OR k.is_final) AND EXISTS (
    SELECT FROM up u WHERE u.id = c.collection_id AND u.ancestor = d.collection_id)
  OR EXISTS (SELECT FROM reeve.rule r WHERE r.app = m.app AND r.verb = d.verb AND r.is_live
    AND r.collection_id = d.collection_id AND r.affected_id = c.collection_id));

SELECT is_empty($$SELECT s.state, s.verb || ' ' || s.collection FROM counted_state s
    WHERE NOT EXISTS (SELECT FROM counted c WHERE c.state = s.state AND (c.verbs = '*'
      OR s.verb = ANY (string_to_array(c.verbs, ' '))
        AND split_part(c.subject, ':', 1) = s.collection))$$,
  'each state that does not last is walked for each verb that takes away what it depends on');

DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.key_of(row_name text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(pg_temp.kept(l.label)::text, l.label)
  FROM (SELECT substr(row_name, strpos(row_name, ':') + 1)) l(label)
$$;

-- What is in the tables that a verb changes, but for columns that the app's triggers set.
CREATE FUNCTION pg_temp.rows_of(app text, verb text, collection text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  c record;
  rows jsonb;
  whole jsonb := '{}';
BEGIN
  FOR c IN
    SELECT DISTINCT o.collection_id, o.table_sql, o.key_sql, o.touched_columns
    FROM reeve.rule r
    JOIN reeve.collection o ON o.collection_id = r.affected_id
    JOIN reeve.collection s ON s.collection_id = r.collection_id
    WHERE r.app = rows_of.app AND r.verb = rows_of.verb AND s.name = collection AND r.is_live
  LOOP
    EXECUTE format('SELECT jsonb_object_agg(%s, to_jsonb(t) - $1) FROM %s t', c.key_sql,
      c.table_sql) INTO rows USING c.touched_columns;
    whole := whole || jsonb_build_object(c.collection_id, coalesce(rows, '{}'));
  END LOOP;
  RETURN whole;
END
$$;

CREATE FUNCTION pg_temp.reeve_counted(app text, c counted, verb text, args jsonb)
RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  subject text := split_part(c.subject, ':', 1);
  what text := format('%s of %s, %s', verb, c.subject, c.state);
  k reeve.action_kind := (
    SELECT k FROM reeve.catalog_action d
    JOIN reeve.collection o USING (collection_id)
    JOIN reeve.action_kind k ON k.name = d.kind
    WHERE d.app = reeve_counted.app AND d.verb = reeve_counted.verb AND o.name = subject);
  before jsonb := pg_temp.rows_of(app, verb, subject);
  after jsonb;
  done reeve.outcome;
  undone reeve.outcome;
  action bigint;
  notice bigint;
  listed boolean;
  remains boolean;
  taken_back text;
  expected text;
  is_offered boolean;
BEGIN
  args := args - CASE WHEN k.needs_policy THEN '' ELSE 'policy' END
    - CASE WHEN k.ends IN ('must', 'say', 'may') THEN '' ELSE 'for' END;
  FOR sent IN 0 .. 1 LOOP
    BEGIN
      done := reeve.action_perform(verb, app, subject, pg_temp.key_of(c.subject), args, NULL);
      action := (done.detail ->> 'action_id')::bigint;
      notice := (
        SELECT o.outbox_id FROM reeve.outbox o JOIN reeve.collection w USING (collection_id)
        WHERE o.action_id = action AND w.name || ':' || o.key
          = split_part(c.who, ':', 1) || ':' || pg_temp.key_of(c.who)
          AND o.template = c.template AND o.state = 'queued');
      listed := EXISTS (
        SELECT FROM reeve.left_list(action, NULL, NULL) l
        WHERE l.effect = c.left_by AND l.collection || ':' || l.key
          = split_part(c.remains, ':', 1) || ':' || pg_temp.key_of(c.remains));
      is_offered := (done.detail #>> '{undo,accepted}')::boolean;
      IF is_offered THEN
        IF sent = 1 THEN
          UPDATE reeve.outbox o SET state = 'sent' WHERE o.action_id = action;
        END IF;
        undone := reeve.undo_perform(action, 'a test', NULL);
        -- What cannot be given back stays said.
        expected := (
          SELECT CASE WHEN NOT e.is_reversible THEN o.state WHEN sent = 0 THEN 'withdrawn'
            ELSE 'corrected' END
          FROM reeve.outbox o
          JOIN reeve.effect e ON e.action_id = o.action_id
          JOIN reeve.collection w ON w.collection_id = e.collection_id
            AND o.about = w.name || ':' || e.key
          WHERE o.outbox_id = notice);
        taken_back := (
          SELECT CASE WHEN o.state = 'withdrawn' THEN 'withdrawn' WHEN EXISTS (
            SELECT FROM reeve.outbox r WHERE r.corrects = o.outbox_id AND r.state = 'queued'
              AND r.key = o.key) THEN 'corrected' ELSE o.state END
          FROM reeve.outbox o WHERE o.outbox_id = notice);
        remains := EXISTS (SELECT FROM reeve.left_list(NULL, app, NULL) l
          WHERE l.left_by = 'A' || action);
        after := (
          SELECT jsonb_object_agg(w.key, w.value - ARRAY(
            SELECT e.key FROM reeve.effect e
            WHERE e.action_id = action AND e.collection_id = w.key::int AND NOT e.is_reversible))
          FROM jsonb_each(pg_temp.rows_of(app, verb, subject)) w);
        before := (
          SELECT jsonb_object_agg(w.key, w.value - ARRAY(
            SELECT e.key FROM reeve.effect e
            WHERE e.action_id = action AND e.collection_id = w.key::int AND NOT e.is_reversible))
          FROM jsonb_each(before) w);
      END IF;
      RAISE EXCEPTION USING ERRCODE = 'TT000';
    EXCEPTION WHEN SQLSTATE 'TT000' THEN
      NULL;
    END;
    IF sent = 0 THEN
      RETURN NEXT is(done.outcome, 'done', concat_ws(': ', what, done.message));
      IF c.template IS NOT NULL THEN
        RETURN NEXT ok(notice IS NOT NULL, format('%s: %s is sent %s', what, c.who, c.template));
      END IF;
      IF c.left_by IS NOT NULL THEN
        RETURN NEXT ok(listed, format('%s: %s is left to decide', what, c.remains));
      END IF;
    END IF;
    CONTINUE WHEN is_offered IS NOT TRUE;
    RETURN NEXT is(undone.outcome, 'done', concat_ws(': ', 'undo of ' || what, undone.message));
    RETURN NEXT is(after, before, 'undo of ' || what || ': the rows are what they were');
    RETURN NEXT ok(NOT remains, 'undo of ' || what || ': nothing is left to decide');
    IF c.template IS NOT NULL THEN
      RETURN NEXT is(taken_back, expected,
        'undo of ' || what || ': the notice is taken back');
    END IF;
  END LOOP;
END
$$;

GRANT ALL ON counted TO PUBLIC;

SELECT format('SET SESSION AUTHORIZATION %I', :'app' || '_test_admin') AS as_admin \gset

:as_admin;

SELECT pg_temp.reeve_counted(:'app', c, v.verb, :'why')
FROM counted c CROSS JOIN LATERAL regexp_split_to_table(c.verbs, ' ') v(verb)
WHERE c.nobody IS NULL ORDER BY c.place, v.verb;

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
