-- The dictionary counts in how many documents that everybody may see each word is.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
DELETE FROM reeve.approval_rule;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD about text, ADD listed boolean NOT NULL DEFAULT TRUE;
INSERT INTO "Odd Shop".item(stall_code, nr, title, about)
SELECT 'c', n, 'Scarf ' || n % 7, 'wool' || n % 11 || ' of colour' || n % 13
FROM generate_series(10, 209) n;
UPDATE "Odd Shop".item SET listed = FALSE WHERE nr BETWEEN 10 AND 19;
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE nr BETWEEN 20 AND 29;
UPDATE "Odd Shop".item SET hidden_until = clock_timestamp() + interval '1 hour'
WHERE nr BETWEEN 30 AND 39;
RESET ROLE;
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
CREATE FUNCTION pg_temp.declared(visible text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(CASE WHEN visible IS NULL
      THEN jsonb_set(pg_temp.manifest() #- '{collections,item,visible}', '{collections,item}',
        (pg_temp.manifest() #> '{collections,item}') - 'visible' || '{"enforcement": "guard",
          "guards": [{"table": "deal", "actor": ["stall_code", "place"]}]}')
      ELSE pg_temp.manifest() END, '{collections,item,search}',
    '{"a": ["title"], "c": ["about"], "public": true, "where": "t.listed"}')
$$;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.declared('hidden_until')) \gset
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 60);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
  RETURN gen;
END
$$;
CREATE FUNCTION pg_temp.reeve_follow(collection_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  changes int := 0;
  n int;
BEGIN
  PERFORM count(*) FROM reeve.search_tick();
  UPDATE reeve.change SET xid = '3';
  PERFORM reeve.search_collect(10000);
  LOOP
    n := reeve.search_take(collection_id, 1000);
    EXIT WHEN n = 0;
    changes := changes + n;
  END LOOP;
  UPDATE reeve.change_reader SET xid = '0', change_id = 0, seen = NULL;
  DELETE FROM reeve.change;
  RETURN changes;
END
$$;
-- Words of rows that are shown, by the rows themselves, beside those of the dictionary.
CREATE FUNCTION pg_temp.reeve_wrong(generation_id int) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($f$
    WITH r AS (
      SELECT tsvector_to_array(to_tsvector('simple',
          concat_ws(' ', lower(t.title), t.about))) AS ws,
        t.listed AND (NOT g.declared ->> 'visible' ~ 'hidden'
            OR coalesce(t.hidden_until, '-infinity') <= statement_timestamp())
          AND NOT EXISTS (
          SELECT FROM reeve.subject s WHERE s.collection_id = g.collection_id
            AND s.key = jsonb_build_array(t.stall_code, t.nr)::text
            AND s.hidden_until > statement_timestamp()) AS is_shown
      FROM reeve.search_generation g CROSS JOIN "Odd Shop".item t WHERE g.generation_id = %1$s
    ), n AS (
      SELECT u.word, count(*) AS df, count(*) FILTER (WHERE r.is_shown) AS shown
      FROM r CROSS JOIN unnest(r.ws) u(word) GROUP BY u.word
    )
    SELECT concat_ws(' ', coalesce(n.word, w.word), 'is in', n.df, 'and', n.shown, 'not in', w.df,
      'and', w.shown)
    FROM n FULL JOIN reeve_index.word_%1$s w USING (word)
    WHERE (n.df, n.shown) IS DISTINCT FROM (w.df, w.shown)
    UNION ALL
    SELECT format('%%s and %%s rows, not %%s and %%s', count(*), count(*) FILTER (WHERE r.is_shown),
      g.documents, g.shown)
    FROM r CROSS JOIN reeve.search_generation g WHERE g.generation_id = %1$s
    GROUP BY g.generation_id
    HAVING (count(*), count(*) FILTER (WHERE r.is_shown)) <> (g.documents, g.shown)
    UNION ALL
    SELECT 'verify: ' || w FROM reeve.search_words_verify(%1$s) w
    UNION ALL
    SELECT format('verify: %%s %%s %%s', missing, extra, stale)
    FROM reeve.search_verify(%1$s) WHERE missing + extra + stale > 0
    UNION ALL
    SELECT format('thorough: %%s %%s %%s', missing, extra, stale)
    FROM reeve.search_verify(%1$s, TRUE) WHERE missing + extra + stale > 0 $f$, generation_id);
END
$$;
-- Time passes; nobody writes.
CREATE FUNCTION pg_temp.reeve_pass() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE "Odd Shop".item SET hidden_until = hidden_until - interval '2 hours';
  UPDATE reeve.subject SET hidden_until = hidden_until - interval '2 hours';
  SET LOCAL session_replication_role = origin;
  UPDATE reeve.search_due SET due_at = due_at - interval '2 hours';
END
$$;
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'as it is built');
SELECT is(shown, documents - 30, 'rows that are not listed or hidden are not shown')
FROM reeve.search_generation WHERE generation_id = :gen;
SELECT is((SELECT count(*)::int FROM reeve.search_due), 10, 'the end of the hour is noted');
-- As an earlier release made it.
DROP TRIGGER reeve_change_update ON "Odd Shop".item;
SELECT format('CREATE TRIGGER reeve_change_update AFTER UPDATE ON "Odd Shop".item FOR EACH ROW '
  'WHEN (OLD.title <> NEW.title OR OLD.listed <> NEW.listed) EXECUTE FUNCTION reeve.capture_%s()',
  :item) AS trigger \gset
:trigger;
SELECT is_empty('SELECT reeve.catalog_mend()', 'an upgrade has who may see a row logged');
DELETE FROM reeve.change;
UPDATE "Odd Shop".item SET listed = NOT listed WHERE nr BETWEEN 15 AND 17 OR nr = 50;
UPDATE "Odd Shop".item SET hidden_until = NULL WHERE nr = 20;
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE nr BETWEEN 60 AND 62;
UPDATE "Odd Shop".item SET hidden_until = clock_timestamp() + interval '1 hour' WHERE nr = 63;
DELETE FROM "Odd Shop".item WHERE nr IN (10, 21, 31, 70);
UPDATE "Odd Shop".item SET title = 'Glove', about = 'once' WHERE nr IN (11, 71);
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen),
  'after rows are listed, withdrawn, hidden and shown by the app, deleted and written');
SELECT is((SELECT count(*)::int FROM reeve.search_due), 10, 'further ends are noted');
SELECT pg_temp.reeve_pass() AS passed \gset
SELECT is_empty(format('SELECT v FROM reeve.search_verify(%s) v WHERE stale > 0', :gen),
  'verify leaves out what is due');
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'after the time of some has come');
SELECT is_empty('SELECT FROM reeve.search_due', 'and nothing is noted any more');

-- Hidden by a senior, in the app's column.
SELECT max(action_id) AS last FROM reeve.action \gset
CREATE FUNCTION pg_temp.reeve_hide(reason jsonb, keys int[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  outcome text;
BEGIN
  SET SESSION AUTHORIZATION shop_sam;
  SELECT string_agg(DISTINCT p.outcome, ' ') INTO outcome FROM unnest(keys) k
  CROSS JOIN LATERAL reeve.action_perform('hide', 'shop', 'item', format('["c", %s]', k), reason,
    NULL) p;
  RESET SESSION AUTHORIZATION;
  RETURN outcome;
END
$$;
SELECT is(pg_temp.reeve_hide('{"policy": "fraud", "forever": true}', '{80,81,82}'), 'done');
SELECT is(pg_temp.reeve_hide('{"policy": "spam", "for": "1h"}', '{83,84}'), 'done');
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'a senior hides some');
SELECT is((SELECT count(*)::int FROM reeve.search_due), 2, '… two of them for a time');
SELECT max(action_id) - 4 AS done FROM reeve.action \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS undone FROM reeve.undo_perform(:done, 'no', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'undone'::text, 'done');
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), '… and shows one again');
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'and built again');
SELECT isnt(reeve.erase_index(:item, '{"[\"c\", 90]","[\"c\", 80]"}'), 0::bigint);
SELECT is_empty(format($$
  SELECT w.word FROM reeve_index.word_%s w LEFT JOIN (
    SELECT s.word, s.df, s.shown FROM reeve.search_words_stat('document_%s_%1$s') s) s USING (word)
  WHERE (w.df, w.shown) IS DISTINCT FROM (s.df, s.shown) $$, g.generation_id, :item),
  'an earlier generation counts right after an erasure')
FROM reeve.search_generation g WHERE collection_id = :item AND state = 'retired';
SELECT pg_temp.reeve_follow(:item) AS followed \gset

-- Where the app has no column for it, only Reeve knows.
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.declared(NULL), '{actions}',
  '[{"verb": "hide", "collection": "item", "effects": [
    {"name": "item", "collection": "item", "hide": true}]}]')) \gset
SELECT ok(is_outdated, 'another condition of who sees a row needs another index')
FROM reeve.search_status('shop') WHERE generation_id = :gen;
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'built without a column');
DELETE FROM reeve.change;
SELECT is(pg_temp.reeve_hide('{"policy": "fraud", "forever": true}', '{100,101}'), 'done');
SELECT is(pg_temp.reeve_hide('{"policy": "spam", "for": "1h"}', '{103,104}'), 'done');
SELECT isnt(pg_temp.reeve_follow(:item), 0, 'a hide that writes nothing of the app is in the log');
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), '… and counted');
SELECT is((SELECT count(*)::int FROM reeve.search_due WHERE due_at > clock_timestamp()), 4,
  'its ends are noted');
SELECT max(action_id) AS done FROM reeve.action \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS undone FROM reeve.undo_perform(:done, 'no', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT isnt(pg_temp.reeve_follow(:item), 0, 'so is an undo');
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), '… and counted');
UPDATE reeve.subject SET hidden_until = clock_timestamp() - interval '1 s'
WHERE collection_id = :item AND hidden_until < 'infinity';
UPDATE reeve.search_due SET due_at = clock_timestamp() - interval '1 s';
SELECT isnt(pg_temp.reeve_follow(:item), 0, 'so is the end');
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), '… and counted');

-- Words that are wrong are found and corrected.
CREATE FUNCTION pg_temp.reeve_spoil(gen int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE reeve_index.word_%s SET shown = shown + 1 WHERE word = ''scarf''', gen);
END
$$;
SELECT pg_temp.reeve_spoil(:gen) AS spoilt \gset
SELECT set_eq(format('SELECT reeve.search_words_verify(%s)', :gen), ARRAY['scarf']);
SELECT is(reeve.search_words_repair(:gen, NULL, NULL), 1::bigint);
SELECT is_empty(format('SELECT pg_temp.reeve_wrong(%s)', :gen), 'what is wrong is corrected');
SELECT * FROM finish();
ROLLBACK;
