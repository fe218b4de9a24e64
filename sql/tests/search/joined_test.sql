BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
DELETE FROM reeve.approval_rule;
SELECT no_plan();
\ir ../fixtures/worker.sql
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
CREATE FUNCTION pg_temp.reeve_manifest(fields text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections,item,search}',
    jsonb_build_object('a', ARRAY['title'], 'd', string_to_array(fields, ', ')))
$$;
CREATE FUNCTION pg_temp.reeve_finding(fields text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(c.path || ' ' || c.code || ' ' || c.message, ' | ' ORDER BY c.path)
  FROM reeve.catalog_check(pg_temp.reeve_manifest(fields)) c
$$;

-- What a catalog may say.
SELECT is(pg_temp.reeve_finding('stall.title'), NULL, 'a text of a parent');
SELECT is(pg_temp.reeve_finding('booth.title'),
  '/collections/item/search/d/0 missing item has no parent booth', 'an unknown parent');
SELECT is(pg_temp.reeve_finding('title, stall.name'),
  '/collections/item/search/d/1 missing "Odd Shop".stall has no column name', 'an unknown column');
SELECT is(pg_temp.reeve_finding('stall.owner.email'),
  '/collections/item/search/d/0 index a change of its owner would read all of "Odd Shop".stall: '
  'CREATE INDEX ON "Odd Shop".stall (owner_id)', 'a parent that no index leads from');
SET LOCAL ROLE shop_owner;
CREATE INDEX ON "Odd Shop".stall(owner_id);
RESET ROLE;
SELECT is(pg_temp.reeve_finding('stall.owner.email'),
  '/collections/item/search/d/0 personal email is personal in person: only a search that gives a '
  'reason may use it', 'a personal text of a parent');
SELECT is(pg_temp.reeve_finding('stall.owner.friend.name'),
  '/collections/item/search/d/0 missing a field is a column, of the row or of a parent or its '
  'parent: store.name', 'too far away');

UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT count(*) AS applied
FROM reeve.catalog_apply(pg_temp.reeve_manifest('stall.title, stall.owner.Full Name')) \gset
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
DELETE FROM reeve.change;
CREATE FUNCTION pg_temp.reeve_steps(gen int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
END
$$;
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 100);
BEGIN
  PERFORM pg_temp.reeve_steps(gen);
  RETURN gen;
END
$$;
-- Applies all that waits; how many steps that took.
CREATE FUNCTION pg_temp.reeve_follow(collection_id int, max int DEFAULT 1000) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  steps int := 0;
BEGIN
  UPDATE reeve.change SET xid = '3';
  PERFORM reeve.search_collect(10000);
  WHILE reeve.search_take(collection_id, max) > 0 LOOP
    steps := steps + 1;
  END LOOP;
  UPDATE reeve.change_reader SET xid = '0', change_id = 0, seen = NULL;
  DELETE FROM reeve.change;
  RETURN steps;
END
$$;
CREATE FUNCTION pg_temp.reeve_keys(query text) RETURNS SETOF text LANGUAGE sql AS
$$ SELECT q.key FROM reeve.search('shop', query, 'item', max => 100) q $$;
CREATE FUNCTION pg_temp.reeve_differ(generation_id int) RETURNS int LANGUAGE sql AS
$$ SELECT (sum(v.missing + v.extra + v.stale)
  + (SELECT count(*) FROM reeve.search_words_verify(generation_id))
    )::int FROM reeve.search_verify(generation_id, TRUE) v $$;
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
SELECT set_eq($$ SELECT pg_temp.reeve_keys('second') $$,
  $$ SELECT format('["b\"2", %s]', n) FROM generate_series(1, 4) n $$,
  'a row is found by a text of its parent');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('olga')), 8, '… and of its parent''s');
SELECT is(pg_temp.reeve_differ(:gen), 0, 'which verify knows');

-- Changes of parents
UPDATE "Odd Shop".stall SET title = 'Renamed stall' WHERE code = 'b"2';
SELECT is(pg_temp.reeve_differ(:gen), 0, 'a change of a parent waits');
SELECT is(pg_temp.reeve_follow(:item), 2, 'it finds its rows, and writes them');
SELECT is_empty($$ SELECT pg_temp.reeve_keys('second') $$, 'the old name finds nothing');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('renamed')), 4, 'the new one does');
SELECT is_empty(format($$ SELECT FROM reeve_index.word_%s WHERE word = 'second' $$, :gen),
  'the old one is forgotten');
UPDATE "Odd Shop"."Person" SET email = 'new@example.org', "Full Name" = 'Olga Owner' WHERE id = 1;
SELECT is_empty('SELECT FROM reeve.change', 'what is not searched changes nothing');
UPDATE "Odd Shop"."Person" SET "Full Name" = 'Renate Owner' WHERE id = 1;
UPDATE "Odd Shop".stall SET owner_id = 1 WHERE code = 'c';
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('olga') $$);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('renate')), 12,
  'a parent''s parent has another name, and another child');
SELECT is(pg_temp.reeve_differ(:gen), 0, 'and all is as it should be');

-- Hidden parents, whose rows are not: by the app itself, and by an action where the app has no
-- column for it.
UPDATE "Odd Shop".stall SET hidden_until = 'infinity' WHERE code = 'c';
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('other') $$, 'a hidden parent finds nothing');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('renate')), 8, '… nor what is above it');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk')), 12, 'the rows are found');
UPDATE "Odd Shop".stall SET hidden_until = NULL WHERE code = 'c';
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('other')), 4, 'until it is shown again');

-- Hidden by the app until a moment: when it comes, nobody writes.
CREATE FUNCTION pg_temp.reeve_awaited() RETURNS SETOF text LANGUAGE sql AS
$$ SELECT d.key FROM reeve.search_due d WHERE d.due_at > clock_timestamp() $$;
CREATE FUNCTION pg_temp.reeve_pass() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE "Odd Shop".stall SET hidden_until = hidden_until - interval '2 hours';
  UPDATE "Odd Shop"."Person" SET blocked_until = blocked_until - interval '2 hours';
  SET LOCAL session_replication_role = origin;
  UPDATE reeve.search_due SET due_at = due_at - interval '2 hours';
END
$$;
-- What a worker does, on and on.
CREATE FUNCTION pg_temp.reeve_tick(collection_id int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  ready bigint := (SELECT count(*) FROM reeve.search_tick());
BEGIN
  RETURN ready + pg_temp.reeve_follow(collection_id);
END
$$;
UPDATE "Odd Shop".stall SET hidden_until = clock_timestamp() + interval '1 hour' WHERE code = 'c';
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('other') $$, 'hidden for an hour, it finds nothing');
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c'], 'the end of the hour is noted');
SELECT is(pg_temp.reeve_tick(:item), 0::bigint, 'before it, nothing happens');
SELECT pg_temp.reeve_pass() AS passed \gset
SELECT is(pg_temp.reeve_differ(:gen), 0, 'verify leaves out what is due');
SELECT isnt(pg_temp.reeve_tick(:item), 0::bigint);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('other')), 4, 'then it finds its rows');
SELECT is_empty('SELECT FROM reeve.search_due', 'and nothing is noted any more');
SELECT is(pg_temp.reeve_differ(:gen), 0);
UPDATE "Odd Shop".stall SET hidden_until = clock_timestamp() + interval '1 hour';
UPDATE "Odd Shop"."Person" SET blocked_until = clock_timestamp() + interval '1 hour' WHERE id = 3;
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['a-1', 'b"2', 'c', '3'],
  'so is the end for a parent''s parent');
UPDATE "Odd Shop".stall SET hidden_until = NULL WHERE code = 'a-1';
UPDATE "Odd Shop".stall SET hidden_until = 'infinity' WHERE code = 'b"2';
UPDATE "Odd Shop".stall SET hidden_until = hidden_until + interval '9 hours' WHERE code = 'c';
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c', '3'], 'what has no end is not');
SELECT pg_temp.reeve_pass() AS passed \gset
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c'], 'an hour later that is later');
SELECT isnt(pg_temp.reeve_tick(:item), 0::bigint);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('other') $$, 'and hidden still');
DELETE FROM reeve.search_due;
INSERT INTO reeve.change(collection_id) SELECT -j.join_id FROM reeve.search_join j WHERE j.is_live;
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c'],
  'all are looked at where any may have changed, such as after the upgrade');
DELETE FROM reeve.search_due;
SELECT reeve.search_begin(:item, TRUE, 100) AS gen \gset
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c'], 'and for a new index');
UPDATE "Odd Shop".stall SET hidden_until = clock_timestamp() + interval '1 hour' WHERE code = 'a-1';
UPDATE reeve.change SET xid = '3';
UPDATE reeve.change_reader SET xid = '0', change_id = 0 WHERE name = 'search.' || :gen;
SELECT pg_temp.reeve_steps(:gen) AS built \gset
SELECT isnt(reeve.search_catch_up(:gen, 1000, NULL, NULL), 0);
SELECT set_eq('SELECT pg_temp.reeve_awaited()', ARRAY['c', 'a-1'], 'while it is built, too');
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
SELECT count(pg_temp.reeve_pass()) AS passed FROM generate_series(1, 5) \gset
UPDATE "Odd Shop".stall SET hidden_until = NULL WHERE hidden_until = 'infinity';
SELECT isnt(pg_temp.reeve_tick(:item), 0::bigint);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('other')), 4);
SELECT is(pg_temp.reeve_differ(:gen), 0);
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(
  jsonb_set(pg_temp.reeve_manifest('stall.title, stall.owner.Full Name')
    #- '{collections,stall,visible}', '{collections,stall}', (pg_temp.manifest() #>
    '{collections,stall}') - 'visible' || '{"enforcement": "guard", "guards": [
      {"table": "deal", "actor": ["stall_code"]}]}'),
  '{actions}', '[{"verb": "hide", "collection": "stall", "effects": [
    {"name": "stall", "collection": "stall", "hide": true}]}]')) \gset
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
SELECT pg_temp.reeve_follow(:item) AS steps \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.action_perform('hide', 'shop', 'stall', 'c',
  '{"policy": "spam"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'an admin hides a parent');
SELECT max(action_id) AS hidden FROM reeve.action \gset
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('other') $$, 'its text finds nothing');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk')), 12, 'its rows are found');
SELECT is(pg_temp.reeve_differ(:gen), 0, 'which verify knows');
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.undo_perform(:hidden, 'no', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('other')), 4, 'until the undo');

-- A parent with many rows: they wait behind rows that have changed themselves.
INSERT INTO "Odd Shop".item(stall_code, nr, title)
SELECT 'c', n, 'Sock ' || n FROM generate_series(100, 3599) n;
SELECT isnt(pg_temp.reeve_follow(:item), 0);
UPDATE "Odd Shop".stall SET title = 'Busy stall' WHERE code = 'c';
UPDATE reeve.change SET xid = '3';
SELECT reeve.search_collect(10000) AS moved \gset
SELECT reeve.search_take(:item, 1000) AS found \gset
SELECT is((SELECT array_agg(cardinality(w.keys) ORDER BY w.waiting_id)
  FROM reeve.search_waiting w WHERE w.collection_id = :item), array_fill(250, ARRAY[14]) || 4,
  'they wait in parts');
SELECT is(reeve.search_take(:item, 1000), 250, 'one of which is written at a time');
DELETE FROM reeve.change;
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 9000, 'Urgent hat');
UPDATE reeve.change SET xid = '4';
SELECT reeve.search_collect(10000) AS moved \gset
SELECT reeve.search_take(:item, 1) AS taken \gset
SELECT set_eq($$ SELECT pg_temp.reeve_keys('urgent') $$, ARRAY['["c", 9000]'],
  'what has changed itself comes first');
SELECT is(pg_temp.reeve_differ(:gen), 0, 'verify leaves out what waits');
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is((SELECT documents::int FROM reeve.search_facets('shop', 'busy', 'item')
  WHERE field IS NULL), 3505, 'then all have the new text');

-- A generation that is being built follows parents, too.
SELECT reeve.search_begin(:item, TRUE, 1000) AS next \gset
UPDATE "Odd Shop".stall SET title = 'Quiet stall' WHERE code = 'c';
UPDATE reeve.change SET xid = '3';
UPDATE reeve.change_reader SET xid = '0', change_id = 0 WHERE name = 'search.' || :next;
SELECT pg_temp.reeve_steps(:next) AS built \gset
SELECT ok(reeve.search_swap(:next, NULL, NULL));
SELECT isnt(pg_temp.reeve_follow(:item), 0);
SELECT is(pg_temp.reeve_differ(:next), 0);

-- Erased, a parent's text is in no generation.
SELECT is((SELECT count(*)::int FROM reeve.search_generation g
  WHERE g.collection_id = :item AND g.state = 'retired'), 3, 'the earlier ones are kept');
SELECT isnt(reeve.erase_index(
  (SELECT collection_id FROM reeve.collection WHERE app = 'shop' AND name = 'stall'),
  ARRAY['b"2']), 0::bigint, 'documents with a text of what is erased go');
SELECT is_empty(format($$ SELECT FROM reeve_index.word_%s WHERE word = 'renamed' $$, :gen),
  '… from the generations before as well');

-- Without the declaration nothing follows parents any more.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
DELETE FROM reeve.change;
UPDATE "Odd Shop".stall SET title = 'Last stall' WHERE code = 'c';
SELECT is_empty('SELECT FROM reeve.change');
SELECT * FROM finish();
ROLLBACK;
