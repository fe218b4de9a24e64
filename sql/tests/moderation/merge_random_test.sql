-- Merges, bans and undos in any order do and refuse what a model of them does; and once all are
-- undone, every row is as it was.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql
SELECT coalesce(nullif(current_setting('test.seed', TRUE), ''),
  (extract(epoch FROM clock_timestamp())::bigint % 100000)::text) AS seed \gset
SELECT diag('seed ' || :'seed');
SELECT setseed(:seed / 100000.0) \g /dev/null

SELECT pg_temp.alter_shop($$
  INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Person ' || n
    FROM generate_series(5, 7) n;
  INSERT INTO "Odd Shop".stall(code, owner_id, title)
    SELECT 'r' || n, 1 + n % 7, 'Stall ' || n FROM generate_series(1, 12) n;
  INSERT INTO "Odd Shop".item(stall_code, nr, title)
    SELECT 'r' || n, m, 'Thing' FROM generate_series(1, 12) n, generate_series(1, 3) m;
  INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
    SELECT 100 + n, 'r' || 1 + (random() * 11)::int, 1 + (random() * 6)::int,
      (ARRAY['open', 'over'])[1 + n % 2]
    FROM generate_series(1, 60) n ON CONFLICT DO NOTHING;
  INSERT INTO "Odd Shop".booking SELECT 100 + n, 1 + (random() * 6)::int,
      tstzrange(d, d + interval '36 hours')
    FROM generate_series(1, 40) n
    CROSS JOIN LATERAL (SELECT '2026-02-01'::timestamptz + (random() * 60)::int * interval '1 day'
      + n * interval '0 s') x(d) ON CONFLICT DO NOTHING;
  INSERT INTO "Odd Shop".talk SELECT 100 + n, 1 + (random() * 6)::int, 1 + (random() * 6)::int,
      'Talk ' || (random() * 9)::int
    FROM generate_series(1, 40) n ON CONFLICT DO NOTHING$$) \g /dev/null
CREATE FUNCTION pg_temp.state() RETURNS TABLE(k text, t text) LANGUAGE sql AS $$
  SELECT 'person ' || t.id, t::text FROM "Odd Shop"."Person" t
  UNION ALL SELECT 'stall ' || t.code, t::text FROM "Odd Shop".stall t
  UNION ALL SELECT 'item ' || t.stall_code || t.nr, t::text FROM "Odd Shop".item t
  UNION ALL SELECT 'deal ' || t.id, t::text FROM "Odd Shop".deal t
  UNION ALL SELECT 'talk ' || t.id, t::text FROM "Odd Shop".talk t
  UNION ALL SELECT 'booking ' || t.id, t::text FROM "Odd Shop".booking t
$$;
CREATE TABLE pg_temp.first AS SELECT * FROM pg_temp.state();
SELECT pg_temp.kept_rows() AS kept_rows \gset

-- The model: what is in force, by action.
CREATE TABLE pg_temp.model(
  action_id bigint PRIMARY KEY, verb text, key text, into_key text, until timestamptz);
GRANT ALL ON pg_temp.model TO PUBLIC;

CREATE FUNCTION pg_temp.bar_of(who text) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT max(m.until) FROM pg_temp.model m WHERE m.verb = 'ban' AND m.key = who
$$;

CREATE FUNCTION pg_temp.reeve_step(verb text, k text, other text, span int, despite boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wanted text;
  done reeve.outcome;
  args jsonb := jsonb_build_object('name', other, 'despite_ban', despite);
BEGIN
  IF verb = 'ban' THEN
    wanted := 'done';
    args := jsonb_build_object('policy', 'spam', 'for', span || 'd');
  ELSE
    wanted := CASE WHEN k = other THEN 'argument'
      WHEN EXISTS (SELECT FROM pg_temp.model m WHERE m.verb = 'merge' AND m.key IN (k, other))
        THEN 'state'
      WHEN (pg_temp.bar_of(k) IS NOT NULL OR pg_temp.bar_of(other) IS NOT NULL) AND NOT despite
        THEN 'state'
      WHEN pg_temp.bar_of(k) IS NOT NULL
        AND coalesce(pg_temp.bar_of(other) < pg_temp.bar_of(k), TRUE) THEN 'state'
      ELSE 'done' END;
  END IF;
  done := reeve.action_perform(verb, 'shop', 'person', k, args, NULL);
  IF done.outcome = 'done' THEN
    INSERT INTO pg_temp.model
    SELECT substr(done.message, 2)::bigint, verb, k, CASE verb WHEN 'merge' THEN other END,
      (done.detail ->> 'until')::timestamptz;
  END IF;
  RETURN CASE WHEN wanted <> coalesce(done.code, done.outcome)
    THEN format('%s %s %s %s: %s, not %s %s', verb, k, other, despite, wanted,
      coalesce(done.code, done.outcome), done.message) END;
END
$$;

CREATE FUNCTION pg_temp.reeve_back(id bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wanted text := 'done';
  own pg_temp.model;
  done reeve.outcome;
BEGIN
  SELECT * INTO own FROM pg_temp.model m WHERE m.action_id = id;
  IF own.verb = 'merge' AND (
    EXISTS (SELECT FROM pg_temp.model m WHERE m.verb = 'merge' AND m.key = own.into_key)
    OR pg_temp.bar_of(own.into_key) IS NOT NULL
      AND coalesce(pg_temp.bar_of(own.key) < pg_temp.bar_of(own.into_key), TRUE))
  THEN
    wanted := 'state';
  END IF;
  done := reeve.undo_perform(id, NULL, NULL);
  IF done.outcome = 'done' THEN
    DELETE FROM pg_temp.model m WHERE m.action_id = id;
  END IF;
  RETURN CASE WHEN wanted <> coalesce(done.code, done.outcome)
    THEN format('undo %s: %s, not %s %s', own, wanted,
      coalesce(done.code, done.outcome), done.message) END;
END
$$;

-- What has to hold after each step, beside the outcomes.
CREATE FUNCTION pg_temp.wrong() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT concat_ws('; ',
    (SELECT 'not barred: ' || string_agg(p.id::text, ',') FROM "Odd Shop"."Person" p
      JOIN pg_temp.model m ON m.key = p.id::text
      WHERE p.blocked_until IS NULL OR p.blocked_until < m.until),
    (SELECT 'barred: ' || string_agg(p.id::text, ',') FROM "Odd Shop"."Person" p
      WHERE p.blocked_until > now()
        AND NOT EXISTS (SELECT FROM pg_temp.model m WHERE m.key = p.id::text)),
    (SELECT 'of one that is gone: ' || string_agg(s.code, ',') FROM "Odd Shop".stall s
      JOIN pg_temp.model m ON m.key = s.owner_id::text AND m.verb = 'merge'),
    (SELECT 'open: ' || string_agg(s.code, ',') FROM "Odd Shop".stall s
      JOIN pg_temp.model m ON m.key = s.owner_id::text AND m.verb = 'ban'
      WHERE s.hidden_until IS NULL),
    (SELECT 'items open: ' || count(*) FROM "Odd Shop".stall s
      JOIN "Odd Shop".item i ON i.stall_code = s.code
      JOIN pg_temp.model m ON m.key = s.owner_id::text AND m.verb = 'ban'
      WHERE i.hidden_until IS NULL HAVING count(*) > 0),
    (SELECT 'other merges: ' || count(*) FROM (
      SELECT x.key, x.name FROM reeve.mark x WHERE x.kind = 'merge'
      EXCEPT SELECT m.key, m.into_key FROM pg_temp.model m WHERE m.verb = 'merge') d
      HAVING count(*) > 0))
$$;

CREATE FUNCTION pg_temp.reeve_walk(steps int) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  dice float8;
  who text;
  fault text;
BEGIN
  FOR i IN 1 .. steps LOOP
    dice := random();
    who := (1 + floor(random() * 7))::text;
    fault := CASE
      WHEN dice < 0.45 THEN pg_temp.reeve_step('merge', who, (1 + floor(random() * 7))::text, NULL,
        random() < 0.7)
      WHEN dice < 0.65 THEN pg_temp.reeve_step('ban', who, NULL, 1 + (random() * 9)::int, FALSE)
      WHEN EXISTS (SELECT FROM pg_temp.model) THEN pg_temp.reeve_back((
        SELECT m.action_id FROM pg_temp.model m ORDER BY random() LIMIT 1)) END;
    RETURN QUERY SELECT format('step %s: %s', i, x)
      FROM unnest(ARRAY[fault, nullif(pg_temp.wrong(), '')]) x WHERE x IS NOT NULL;
  END LOOP;
END
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT is_empty('SELECT * FROM pg_temp.reeve_walk(80)', 'each step does what the model does');

-- Each once more, in any order that is possible, until all are undone.
CREATE FUNCTION pg_temp.reeve_all_back() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  id bigint;
BEGIN
  WHILE EXISTS (SELECT FROM pg_temp.model) LOOP
    FOR id IN SELECT m.action_id FROM pg_temp.model m ORDER BY random() LOOP
      RETURN QUERY SELECT x FROM (SELECT pg_temp.reeve_back(id)) x(x) WHERE x IS NOT NULL;
    END LOOP;
  END LOOP;
END
$$;
SELECT is_empty('SELECT * FROM pg_temp.reeve_all_back()', 'all can be undone');
RESET SESSION AUTHORIZATION;
-- What could not come back while a clash lasted, as an open deal of both, is tried again.
CREATE TABLE pg_temp.rest AS SELECT DISTINCT u.action_id FROM reeve.unrestored u;
GRANT SELECT ON pg_temp.rest TO shop_ann;
SET SESSION AUTHORIZATION shop_ann;
SELECT (reeve.undo_perform(r.action_id, NULL, NULL)).outcome FROM pg_temp.rest r \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.unrestored), 0::bigint, 'nothing is left to be restored');
SELECT is_empty($$SELECT a.t::text, b.t::text FROM pg_temp.state() a(k, t)
  FULL JOIN pg_temp.first b(k, t) USING (k) WHERE a.t::text IS DISTINCT FROM b.t::text$$,
  'every row is as it was');
SELECT is(pg_temp.kept_rows(), :kept_rows::bigint, 'and none is gone');
SELECT is((SELECT count(*) FROM reeve.mark), 0::bigint, 'nobody is merged');
SELECT cmp_ok((SELECT count(*) FROM reeve.action WHERE verb = 'merge'), '>', 2::bigint,
  'there were merges');
SELECT * FROM finish();
ROLLBACK;
