-- A dump holds the triggers that note changes as PostgreSQL writes them: made anew from that, each
-- is the same. They note an update that stores another value, also one that equals the value
-- before.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();
CREATE TEMPORARY TABLE noting AS
SELECT t.tgrelid::regclass AS relation, t.tgname AS name, pg_get_triggerdef(t.oid) AS definition
FROM pg_trigger t
WHERE t.tgname ~ '^reeve_' AND t.tgparentid = 0 AND NOT t.tgisinternal;
SELECT cmp_ok((SELECT count(*)::int FROM noting), '>', 10, 'triggers of all apps');
DO $$
DECLARE
  n record;
BEGIN
  FOR n IN TABLE noting LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', n.name, n.relation);
    EXECUTE n.definition;
  END LOOP;
END
$$;
SELECT is_empty($$
  TABLE noting EXCEPT
  SELECT t.tgrelid::regclass, t.tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t$$,
  'are made anew as they were');

CREATE TEMPORARY TABLE seen(amount numeric, words text, at timestamptz);
INSERT INTO seen VALUES (1.0, 'a', '2026-01-01'), (1.0, NULL, NULL);
CREATE TEMPORARY TABLE noted(amount numeric, words text);
CREATE FUNCTION pg_temp.note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted VALUES (NEW.amount, NEW.words);
  RETURN NULL;
END
$$;
SELECT format('CREATE TRIGGER note AFTER UPDATE ON seen FOR EACH ROW WHEN (%s) '
  'EXECUTE FUNCTION pg_temp.note()', reeve.change_differs('{amount,words}')) \gexec
UPDATE seen SET at = now(), amount = 1.0;
SELECT is_empty('TABLE noted', 'the same value is no change, nor is another column');
UPDATE seen SET amount = 1.00 WHERE words = 'a';
UPDATE seen SET words = '' WHERE words IS NULL;
SELECT results_eq('TABLE noted', $$VALUES (1.00, 'a'), (1.0, '')$$, 'another one is');
SELECT finish(TRUE);
ROLLBACK;
