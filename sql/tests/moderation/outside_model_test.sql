-- Random bans, undos, ends, failures of the other side and deaths of workers, in any order: what is
-- delivered is in the order of the acts, and an account is disabled while an action in force says
-- so, unless an effect that failed is named. TEST_SEED chooses a seed.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.manifest(),
  '{collections,person,outside}', '{"disable": {"actions": ["ban", "suspend"], "undo": "enable",
    "account": "uid", "fields": {"uid": "t.id"}}}'), '{actions}', '[
  {"verb": "ban", "collection": "person", "effects": [
    {"name": "account", "collection": "person", "hide": true}]},
  {"verb": "suspend", "collection": "person", "effects_of": "ban"}]')) \g /dev/null
-- Only what is tried here.
DELETE FROM reeve.approval_rule;
SELECT set_config('test.nonce', :'nonce', FALSE), set_config('test.worker', :worker_id::text, FALSE)
\g /dev/null
\getenv seed TEST_SEED
\if :{?seed}
\else
  SELECT (random() * 1000000)::int AS seed \gset
\endif
SELECT diag('TEST_SEED=' || :'seed');
SELECT setseed(:seed / 1000000.0) \g /dev/null

-- What is on its way, and what the other side made of it: a key counts once.
CREATE TEMP TABLE flight(
  outside_id bigint, key text, uid text, sends text, job bigint, is_dead boolean, is_come boolean);
CREATE TEMP TABLE there(n serial, key text UNIQUE, outside_id bigint, uid text, sends text);
CREATE TEMP TABLE fault(what text);
GRANT SELECT, INSERT ON flight TO reeve_worker;

CREATE FUNCTION pg_temp.come(f flight) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM there t WHERE t.key = f.key) THEN
    RETURN;
  END IF;
  INSERT INTO fault
  SELECT format('%s of %s came after %s', f.key, f.uid, t.key) FROM there t
  WHERE t.uid = f.uid AND t.outside_id > f.outside_id;
  INSERT INTO there(key, outside_id, uid, sends) VALUES (f.key, f.outside_id, f.uid, f.sends);
END
$$;

CREATE FUNCTION pg_temp.reeve_take() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  job bigint := pg_temp.attempt(current_setting('test.worker')::int,
    current_setting('test.nonce')::uuid, 'outside.deliver');
  taken int;
BEGIN
  UPDATE reeve.outside SET due_at = now() - interval '1 s' WHERE state = 'pending';
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  INSERT INTO flight
  SELECT t.outside_id, t.idempotency_key, t.body #>> '{fields,uid}', t.name, job, FALSE, FALSE
  FROM reeve.outside_take(job, 1, '{disable,enable}', '{60,60}', 1 + (random() * 3)::int) t;
  GET DIAGNOSTICS taken = ROW_COUNT;
  RESET SESSION AUTHORIZATION;
  RETURN taken;
END
$$;

-- The worker of an attempt hears of each that it sent, or not, and settles them.
CREATE FUNCTION pg_temp.reeve_settle(wanted bigint, verdict text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  f flight;
BEGIN
  FOR f IN SELECT * FROM flight x WHERE x.job = wanted LOOP
    -- What was refused never came; of what is to be tried again the answer may be lost.
    IF verdict = 'confirmed' OR f.is_come OR verdict = 'retry' AND random() < 0.5 THEN
      PERFORM pg_temp.come(f);
    END IF;
  END LOOP;
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  PERFORM reeve.outside_settle(wanted, 1, array_agg(x.outside_id), array_agg(CASE
      WHEN x.is_come AND verdict = 'failed' THEN 'retry' ELSE verdict END),
    array_agg('said'::text), array_agg(0::bigint))
  FROM flight x WHERE x.job = wanted AND NOT x.is_dead;
  RESET SESSION AUTHORIZATION;
  DELETE FROM reeve.job_run r WHERE r.job_id = wanted;
  DELETE FROM flight x WHERE x.job = wanted;
END
$$;
GRANT UPDATE, DELETE ON flight TO reeve_worker;

CREATE FUNCTION pg_temp.reeve_step() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  dice int := (random() * 100)::int;
  person text := (1 + (random() * 2)::int)::text;
  wanted bigint := (SELECT x.job FROM flight x WHERE NOT x.is_dead ORDER BY random() LIMIT 1);
  act bigint := (SELECT a.action_id FROM reeve.action a
    WHERE a.reversed_by IS NULL AND a.reverses IS NULL ORDER BY random() LIMIT 1);
  f flight;
BEGIN
  IF dice < 18 THEN
    SET LOCAL SESSION AUTHORIZATION shop_ann;
    PERFORM reeve.action_perform(CASE WHEN random() < 0.5 THEN 'ban' ELSE 'suspend' END, 'shop',
      'person', person, '{"policy": "spam", "for": "1d"}', NULL);
    RESET SESSION AUTHORIZATION;
    RETURN 'act';
  ELSIF dice < 34 AND act IS NOT NULL THEN
    SET LOCAL SESSION AUTHORIZATION shop_ann;
    PERFORM reeve.undo_perform(act, NULL, NULL);
    RESET SESSION AUTHORIZATION;
    RETURN 'undo';
  ELSIF dice < 38 AND act IS NOT NULL THEN
    UPDATE reeve.action a SET until = now() - interval '1 s' WHERE a.action_id = act;
    PERFORM reeve.action_lift(jsonb_populate_record(NULL::reeve.job, '{}'),
      jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 10);
    RETURN 'end';
  ELSIF dice < 60 THEN
    PERFORM pg_temp.reeve_take();
    RETURN 'take';
  ELSIF dice < 66 THEN
    -- It comes before anybody hears of it.
    SELECT * INTO f FROM flight x ORDER BY x.is_dead DESC, random() LIMIT 1;
    IF FOUND THEN
      PERFORM pg_temp.come(f);
      UPDATE flight x SET is_come = TRUE WHERE x.key = f.key;
    END IF;
    RETURN 'come';
  ELSIF dice < 72 AND wanted IS NOT NULL THEN
    -- What it sent may still come, until the attempt is over.
    DELETE FROM reeve.job_run r WHERE r.job_id = wanted;
    UPDATE flight x SET is_dead = TRUE WHERE x.job = wanted;
    RETURN 'die';
  ELSIF dice < 78 THEN
    UPDATE reeve.outside o SET expires_at = now() - interval '1 s' FROM flight x
    WHERE o.outside_id = x.outside_id AND x.is_dead AND o.job_id = x.job;
    DELETE FROM flight x WHERE x.is_dead;
    RETURN 'over';
  ELSIF wanted IS NOT NULL THEN
    PERFORM pg_temp.reeve_settle(wanted, CASE WHEN random() < 0.6 THEN 'confirmed'
      WHEN random() < 0.8 THEN 'retry' ELSE 'failed' END);
    RETURN 'settle';
  END IF;
  RETURN 'nothing';
END
$$;

CREATE TEMP VIEW account AS
SELECT p.uid, (SELECT t.sends FROM there t WHERE t.uid = p.uid ORDER BY t.n DESC LIMIT 1) AS last,
  EXISTS (SELECT FROM reeve.action a WHERE a.key = p.uid AND a.reversed_by IS NULL
    AND a.reverses IS NULL) AS is_barred,
  EXISTS (SELECT FROM reeve.outside o JOIN reeve.action a USING (action_id) WHERE o.key = p.uid
    AND NOT o.is_inverse AND a.reversed_by IS NULL AND o.state = 'confirmed') AS is_confirmed,
  EXISTS (SELECT FROM reeve.outside o JOIN reeve.action a USING (action_id) WHERE o.key = p.uid
    AND NOT o.is_inverse AND a.reversed_by IS NULL AND o.state = 'failed') AS has_failed,
  (SELECT o.state = 'failed' FROM reeve.outside o WHERE o.key = p.uid AND o.is_inverse
    ORDER BY o.outside_id DESC LIMIT 1) AS has_failed_inverse
FROM (VALUES ('1'), ('2'), ('3')) p(uid);

CREATE TEMP TABLE step(what text);
DO $$
BEGIN
  FOR round IN 1 .. 15 LOOP
    FOR n IN 1 .. 20 LOOP
      INSERT INTO step SELECT pg_temp.reeve_step();
    END LOOP;
    -- Everybody who was sending has died or has heard; then all the rest is sent.
    UPDATE reeve.outside SET expires_at = now() - interval '1 s' WHERE state = 'sent';
    DELETE FROM reeve.job_run;
    DELETE FROM flight;
    FOR n IN 1 .. 100 LOOP
      EXIT WHEN pg_temp.reeve_take() = 0;
      PERFORM pg_temp.reeve_settle((SELECT max(x.job) FROM flight x), 'confirmed');
    END LOOP;
    INSERT INTO fault
    SELECT format('O%s waits', o.outside_id) FROM reeve.outside o
    WHERE o.state IN ('pending', 'sent')
    UNION ALL
    SELECT format('%s is barred, and neither confirmed nor failed', a.uid) FROM account a
    WHERE a.is_barred AND NOT a.is_confirmed AND NOT a.has_failed
    UNION ALL
    SELECT format('%s is barred and confirmed, and not disabled', a.uid) FROM account a
    WHERE a.is_confirmed AND a.last <> 'disable'
    UNION ALL
    SELECT format('%s is not barred, and disabled', a.uid) FROM account a
    WHERE NOT a.is_barred AND a.last = 'disable' AND a.has_failed_inverse IS NOT TRUE;
  END LOOP;
END
$$;
SELECT cmp_ok((SELECT count(DISTINCT s.what) FROM step s WHERE s.what <> 'nothing'), '=', 8::bigint,
  'every kind of step was taken');
SELECT is_empty('SELECT what FROM fault', 'nothing comes after what follows it, nothing waits for '
  'what does not come, and an account is disabled while it is barred, or what failed is named');
SELECT * FROM finish();
ROLLBACK;
