-- What a catalog claims of its bans is proved by trying it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(7);

SET LOCAL ROLE shop_owner;
-- One writer that asks who is banned, and one that forgot to.
CREATE FUNCTION "Odd Shop".rename(who bigint, name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Odd Shop"."Person" p WHERE p.id = who AND p.blocked_until > now()) THEN
    RAISE EXCEPTION 'banned';
  END IF;
  UPDATE "Odd Shop"."Person" SET "Full Name" = name WHERE id = who;
END
$$;
CREATE FUNCTION "Odd Shop".rename_anyway(who bigint, name text) RETURNS bigint LANGUAGE sql AS $$
  UPDATE "Odd Shop"."Person" SET "Full Name" = name WHERE id = who RETURNING id
$$;
RESET ROLE;

CREATE FUNCTION pg_temp.proved(VARIADIC calls text[]) RETURNS text LANGUAGE sql AS $$
  -- That the fixture's ban cannot be undone whole is another matter.
  SELECT coalesce(nullif(a.problem, 'undo did not restore 1 rows: irreversible'), 'proved')
  FROM reeve.catalog_attempt(jsonb_set(pg_temp.manifest(), '{collections,person,enforcement_test}',
    to_jsonb(calls))) a
  WHERE a.collection = 'person' AND a.verb = 'ban'
$$;

SELECT is(pg_temp.proved('"Odd Shop".rename($key::bigint, ''x'')'), 'proved',
  'a ban that stops a writer passes');
SELECT is(pg_temp.proved('"Odd Shop".rename_anyway($key::bigint, ''x'')'),
  'a ban does not stop "Odd Shop".rename_anyway(''1''::bigint, ''x'')',
  'a writer that a ban does not stop is named');
SELECT is(pg_temp.proved('"Odd Shop".rename($key::bigint, ''x'')',
  '"Odd Shop".rename_anyway($key::bigint, ''x'')'),
  'a ban does not stop "Odd Shop".rename_anyway(''1''::bigint, ''x'')', 'among others too');
SELECT matches(pg_temp.proved('"Odd Shop".rename($key::bigint, repeat(''x'', -1 / 0))'),
  'fails before any ban: division by zero', 'what fails for another reason proves nothing');
SELECT matches(pg_temp.proved('"Odd Shop".nope($key::bigint)'), 'fails before any ban: function',
  'nor does what is not there');
SELECT is((SELECT "Full Name" FROM "Odd Shop"."Person" WHERE id = 1), 'Olga Owner',
  'nothing of it is left');
SELECT is((SELECT count(*)::int FROM reeve.catalog_attempt(pg_temp.manifest()) a
  WHERE a.collection = 'person' AND a.verb = 'ban' AND a.problem ~ 'stop|fails'), 0,
  'without calls nothing is claimed');
SELECT * FROM finish();
ROLLBACK;
