-- What the team has done before, and how large it is, makes no verb call more functions, beyond a
-- few for each row that it lists. Whatever is asked for each earlier action, tag, report, proposal
-- or colleague is found here.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT no_plan();
SET LOCAL track_functions = 'all';
UPDATE reeve.approval_rule SET quota = 100000 WHERE name = 'quota';
SET LOCAL ROLE shop_owner;
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Somebody ' || n
FROM generate_series(5, 99) n;
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 'c', n, 'Thing ' || n
FROM generate_series(5, 99) n;
INSERT INTO "Odd Shop".stall(code, owner_id, title) SELECT 's' || n, n, 'Stall ' || n
FROM generate_series(5, 99) n;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
SELECT n, 's' || n, n, 'over' FROM generate_series(6, 99) n;
RESET ROLE;

CREATE TEMP TABLE verb(name text PRIMARY KEY, statement text, before bigint, after bigint);
INSERT INTO verb(name, statement) VALUES
  ('find', $$reeve.subject_find('shop', 'person', 'some', FALSE, 5)$$),
  ('show', $$reeve.subject_show('shop', 'person', '77')$$),
  ('status', $$reeve.subject_status('shop', 'person', '77')$$),
  ('history', $$reeve.subject_history('shop', 'person', '77', 5)$$),
  ('strikes', $$reeve.strike_list('shop', 'person', '78')$$),
  ('notices', $$reeve.notice_list('shop', NULL, NULL, NULL, 5)$$),
  ('left', $$reeve.left_list(NULL, NULL, 5)$$),
  ('audit', $$reeve.command_list(5)$$),
  ('approvals', $$reeve.approval_list('proposed', 5)$$),
  ('queue', $$reeve.case_queue('shop', NULL, NULL, FALSE, 5)$$),
  ('jobs', $$reeve.job_list(NULL, 5)$$),
  ('plan of a hide', $$reeve.action_plan('hide', 'shop', 'item', '["c", 4]',
    '{"policy": "spam"}')$$),
  ('hide', $$reeve.case_act(NULL, 'hide', 'shop', 'item', '["c", 4]', '{"policy": "spam"}',
    NULL)$$),
  ('warn', $$reeve.case_act(NULL, 'warn', 'shop', 'person', '77', '{"policy": "spam"}', NULL)$$),
  ('note', $$reeve.case_act(NULL, 'note', 'shop', 'person', '77', '{"why": "seen"}', NULL)$$),
  ('tag', $$reeve.case_act(NULL, 'tag', 'shop', 'person', '77',
    '{"name": "seen", "for": "1d", "why": "w"}', NULL)$$),
  ('ban', $$reeve.case_act(NULL, 'ban', 'shop', 'person', '98',
    '{"policy": "spam", "for": "7d"}', NULL)$$),
  ('plan of a proposal', $$reeve.action_plan('ban', 'shop', 'person', '99',
    '{"policy": "fraud", "forever": true, "why": "w"}')$$),
  ('undo', $$reeve.undo_perform(1, 'a mistake', NULL)$$);

-- Functions that a statement calls, at its second call in the session; what it did is taken back.
CREATE FUNCTION pg_temp.reeve_calls(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  calls bigint;
BEGIN
  FOR i IN 1 .. 2 LOOP
    calls := coalesce((SELECT sum(f.calls) FROM pg_stat_xact_user_functions f), 0);
    BEGIN
      EXECUTE 'SELECT count(*) FROM ' || statement;
      RAISE SQLSTATE 'GR000';
    EXCEPTION WHEN SQLSTATE 'GR000' THEN
    END;
  END LOOP;
  RETURN (SELECT sum(f.calls) FROM pg_stat_xact_user_functions f) - calls;
END
$$;
CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code)
  FROM reeve.case_act(NULL, verb, 'shop', collection, key, args, NULL)
$$;
GRANT SELECT, UPDATE ON verb TO shop_ann;

SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('hide', 'item', '["c", 1]', '{"policy": "spam"}'), 'done',
  'an item is hidden');
UPDATE verb SET before = pg_temp.reeve_calls(statement);
SELECT is(string_agg(DISTINCT a.said, ', ' ORDER BY a.said), 'done, proposed approval',
  'many things are done, and proposed')
FROM generate_series(5, 70) n
CROSS JOIN LATERAL (VALUES
  (pg_temp.reeve_act('hide', 'item', format('["c", %s]', n), '{"policy": "spam"}')),
  (pg_temp.reeve_act('warn', 'person', n::text, '{"policy": "spam"}')),
  (pg_temp.reeve_act('warn', 'person', '77', '{"policy": "spam"}')),
  (pg_temp.reeve_act('tag', 'person', n::text, '{"name": "seen", "for": "1d", "why": "w"}')),
  (pg_temp.reeve_act('note', 'person', '77', '{"why": "again"}')),
  (pg_temp.reeve_act('suspend', 'person', n::text, '{"policy": "spam", "for": "7d"}')),
  (pg_temp.reeve_act('ban', 'person', n::text,
    '{"policy": "fraud", "forever": true, "why": "w"}'))) a(said);
RESET SESSION AUTHORIZATION;
SELECT count(reeve.report_put(c.collection_id, '77', 'spam', 'no. ' || n, NULL, NULL,
  'shop/test', NULL, NULL))
FROM reeve.collection c, generate_series(1, 60) n
WHERE c.app = 'shop' AND c.name = 'person' \g /dev/null
DO $$ BEGIN
  FOR n IN 5 .. 84 LOOP
    EXECUTE format('CREATE ROLE %I LOGIN IN ROLE reeve_moderator', 'shop_' || n);
  END LOOP;
END $$;
INSERT INTO reeve.member(role_name, rank, added_by)
SELECT 'shop_' || n, 'moderator', 'test' FROM generate_series(5, 84) n;
-- They have accounts in the app, which are none of those that are acted on here.
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT 100 + n, 'Colleague ' || n
FROM generate_series(5, 84) n;
INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
SELECT c.collection_id, (100 + n)::text, 'shop_' || n, 'test'
FROM reeve.collection c, generate_series(5, 84) n WHERE c.app = 'shop' AND c.name = 'person';
SELECT count(reeve.enqueue('worker.probe', '{}')) FROM generate_series(1, 60) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
UPDATE verb SET after = pg_temp.reeve_calls(statement);
RESET SESSION AUTHORIZATION;
-- A proposal says which members of the team could approve it: three calls tell the rank of each.
SELECT cmp_ok(v.after - v.before, '<', CASE v.name WHEN 'approvals' THEN 5 * (3 * 80 + 50)
    WHEN 'plan of a proposal' THEN 3 * 80 + 60 ELSE 60 END::bigint,
  format('%s calls functions as often as before', v.name))
FROM verb v ORDER BY v.name;
SELECT cmp_ok((SELECT count(*) FROM reeve.left_rows(NULL, 'shop', FALSE, 100)), '>', 50::bigint,
  'though so much is left to decide');

SELECT * FROM finish();
ROLLBACK;
