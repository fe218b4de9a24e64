-- Deferred work acts for who asked for it, with their rights of now.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/worker.sql
SELECT no_plan();
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
CREATE ROLE shop_cy LOGIN;
GRANT reeve_migrator TO shop_cy;

-- To ask takes the role, and of a rank's role the rank in this database.
SET SESSION AUTHORIZATION shop_sue;
SELECT throws_ok($$ SELECT reeve.enqueue('sql', '{}') $$, 'RV002', 'shop_sue may not enqueue that',
  'a role is not a rank');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SET SESSION AUTHORIZATION shop_sue;
SELECT reeve.enqueue('sql', '{"task": "t"}') AS asked \gset
SET SESSION AUTHORIZATION shop_cy;
SELECT reeve.enqueue('sql', '{"task": "t"}') AS service \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.enqueue('search.reindex', '{}') AS own \gset
SELECT is((SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 9)
  WHERE job_id IN (:asked, :service, :own)), 3::bigint);

SELECT ok(reeve.job_permit(:asked, 1) AND reeve.job_permit(:service, 1)
  AND reeve.job_permit(:own, 1), 'who asked may still');
SELECT ok(NOT reeve.job_permit(:asked, 2), 'a stale attempt is none');
UPDATE reeve.job SET principal = NULL WHERE job_id = :own;
SELECT ok(reeve.job_permit(:own, 1), 'a schedule always may');

-- One way after another to lose the right, and to have it back.
CREATE FUNCTION pg_temp.loses(job_id bigint, change text, back text) RETURNS SETOF text
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE change;
  RETURN NEXT throws_ok(format('SELECT reeve.job_permit(%s, 1)', job_id), 'RV002', format(
    'asker %s no longer holds reeve_worker, reeve_senior, reeve_migrator, reeve_owner',
    (SELECT j.principal FROM reeve.job j WHERE j.job_id = loses.job_id)), change);
  RETURN NEXT throws_ok(
    format('SELECT reeve.job_advance(%s, 1, 9)', job_id), 'RV002', NULL,
    '… and no batch of a task runs');
  RETURN NEXT throws_ok(format('SELECT reeve.search_begin(1, TRUE, 9, %s, 1)', job_id), 'RV002',
    NULL, '… nor is an index begun');
  EXECUTE back;
  RETURN NEXT ok(reeve.job_permit(job_id, 1), '… until it is given back');
END
$$;
SELECT pg_temp.loses(:asked, c.change, c.back)
FROM (VALUES
  ($$UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_sue'$$,
    $$UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_sue'$$),
  ($$DELETE FROM reeve.member WHERE role_name = 'shop_sue'$$,
    $$INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test')$$),
  ('REVOKE reeve_senior FROM shop_sue', 'GRANT reeve_senior TO shop_sue'),
  ('ALTER ROLE shop_sue NOLOGIN', 'ALTER ROLE shop_sue LOGIN'),
  -- A role created again under the name is somebody else until seniors add it again.
  ('DROP ROLE shop_sue', 'CREATE ROLE shop_sue LOGIN; GRANT reeve_senior TO shop_sue;
    UPDATE reeve.member SET role_oid = ''shop_sue''::regrole WHERE role_name = ''shop_sue''')
) c(change, back);
SELECT pg_temp.loses(:service, 'REVOKE reeve_migrator FROM shop_cy',
  'GRANT reeve_migrator TO shop_cy');

SELECT * FROM finish();
ROLLBACK;
