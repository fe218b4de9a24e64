-- From a row to its neighbours: relations, lists with conditions, what an action touched and left.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(66);

DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_listed(
  collection text, filters jsonb DEFAULT '[]', of_collection text DEFAULT NULL,
  of_key text DEFAULT NULL, via text DEFAULT NULL, sort text DEFAULT NULL,
  is_descending boolean DEFAULT FALSE, query text DEFAULT '')
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(key, ' ' ORDER BY n)
  FROM reeve.subject_list('shop', collection, query, of_collection, of_key, via, filters, sort,
    is_descending, '{}', NULL, NULL) WITH ORDINALITY l(key, label, state, fields, place, n)
$$;
-- All rows by pages of one row, each asked for with the place of the one before.
CREATE FUNCTION pg_temp.reeve_paged(collection text, sort text, is_descending boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  r record;
  place jsonb;
  keys text := '';
BEGIN
  FOR i IN 1 .. 100 LOOP
    SELECT * INTO r FROM reeve.subject_list('shop', collection, '', NULL, NULL, NULL, '[]', sort,
      is_descending, '{}', place, 1);
    EXIT WHEN NOT FOUND;
    keys := keys || ' ' || r.key;
    place := r.place;
  END LOOP;
  RETURN btrim(keys);
END
$$;

SET SESSION AUTHORIZATION shop_vic;

-- Relations.
SELECT results_eq($$ SELECT * FROM reeve.subject_relations('shop', 'stall', 'a-1') $$,
  $$ VALUES (TRUE, 'owner', 'person', '1', 'Olga Owner', NULL::bigint),
    (FALSE, 'stall', 'deal', NULL, NULL, NULL), (FALSE, 'stall', 'item', NULL, NULL, 4) $$,
  'a subject has its parents with labels, and its children with counts where an index finds them');
SELECT results_eq($$ SELECT name, related, related_key FROM
    reeve.subject_relations('shop', 'deal', '1') WHERE is_parent ORDER BY name $$,
  $$ VALUES ('buyer', 'person', '2'), ('stall', 'stall', 'a-1') $$, 'of several parents each');
SELECT is_empty($$ SELECT * FROM reeve.subject_relations('shop', 'person', '77') WHERE is_parent $$,
  'who is not there belongs to nobody');
SELECT throws_ok($$ SELECT * FROM reeve.subject_relations('shop', 'person', 'x') $$, 'RV004', NULL,
  'a text that is no key is told');
SELECT is(reeve.subject_resolve('shop', 'person', '02'), '2', 'a key is told as its row writes it');
SELECT is(reeve.subject_resolve('shop', 'person', 'x'), 'x', '… as typed where there is no row');

-- Fields.
SELECT results_eq($$ SELECT field, type, is_indexed, problem FROM
    reeve.collection_fields('shop', 'person') $$,
  $$ VALUES ('id', 'bigint', TRUE, NULL), ('Full Name', 'text', FALSE, NULL),
    ('email', 'text', FALSE, 'email is personal: only a search that gives a reason may use it'),
    ('blocked_until', 'timestamp with time zone', FALSE, NULL) $$,
  'fields with types, and why lists cannot use one');
RESET SESSION AUTHORIZATION;
SAVEPOINT drawn;
SELECT pg_temp.alter_shop('CREATE DOMAIN "Odd Shop".doc AS json'),
  pg_temp.alter_shop('CREATE DOMAIN "Odd Shop".moment AS timestamptz(3)'),
  pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" ALTER blocked_until TYPE "Odd Shop".moment'),
  pg_temp.alter_shop('ALTER TABLE "Odd Shop".item ALTER title TYPE "Odd Shop".doc USING ''{}'''),
  pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall ALTER title TYPE timestamp(6) USING now()')
\g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT string_agg(f.type, ', ') FROM reeve.subject_show('shop', 'person', '1') f),
  'bigint, text, text, timestamp with time zone', 'a domain is drawn as what it is made from');
SELECT is((SELECT type FROM reeve.subject_show('shop', 'stall', 'a-1') WHERE field = 'title'),
  'timestamp without time zone', 'and a type as without its modifiers');
SELECT is((SELECT problem FROM reeve.collection_fields('shop', 'item')
  WHERE field = 'title'), 'title is json, which has no order to filter or sort by',
  'nor can a list use a domain that is made from one without an order');
RESET SESSION AUTHORIZATION;
ROLLBACK TO drawn;
SET SESSION AUTHORIZATION shop_vic;

-- Lists.
SELECT is(pg_temp.reeve_listed('stall'), 'a-1 b"2 c', 'a list is in the order of keys');
SELECT is(pg_temp.reeve_listed('stall', of_collection => 'person', of_key => '1'), 'a-1 b"2',
  'what belongs to a subject');
SELECT is(pg_temp.reeve_listed('item', of_collection => 'stall', of_key => 'b"2'),
  '["b\"2", 1] ["b\"2", 2] ["b\"2", 3] ["b\"2", 4]', 'keys of several columns');
SELECT is(pg_temp.reeve_listed('item', '[{"field": "nr", "op": ">", "value": "3"}]'),
  '["a-1", 4] ["b\"2", 4] ["c", 4]', 'a condition');
SELECT is(pg_temp.reeve_listed('item', '[{"field": "nr", "op": ">=", "value": "2"},
    {"field": "nr", "op": "<", "value": "3"}, {"field": "stall_code", "op": "=", "value": "c"}]'),
  '["c", 2]', 'all conditions hold at once');
SELECT is(pg_temp.reeve_listed('deal', '[{"field": "id", "op": "=", "value": "1"},
    {"field": "id", "op": "=", "value": "3"}]'), '1 3', '… but one field may equal several values');
SELECT is(pg_temp.reeve_listed('deal', '[{"field": "state", "op": "!=", "value": "open"}]'), '3',
  'unlike');
SELECT is(pg_temp.reeve_listed('person', '[{"field": "Full Name", "op": "^=", "value": "B"}]'), '2',
  'a text begins with');
SELECT is(pg_temp.reeve_listed('person', '[{"field": "blocked_until", "op": "=", "value": ""}]'),
  '1 2 3 4', 'no value');
SELECT is(pg_temp.reeve_listed('person', '[{"field": "blocked_until", "op": "!=", "value": ""}]'),
  NULL, 'a value');
SELECT is(pg_temp.reeve_listed('person', '[{"field": "blocked_until", "op": "<", "value": "-7d"}]'),
  NULL, 'a time from now');
SELECT is(pg_temp.reeve_listed('person', query => 'bert'), '2', 'a name');
SELECT is(pg_temp.reeve_listed('person', sort => 'Full Name', is_descending => TRUE), '1 4 3 2',
  'sorted');
SELECT is(pg_temp.reeve_listed('deal', '[{"field": "state", "op": "=",
    "value": "open'' OR TRUE --"}]'), NULL, 'a value is never a part of the statement');
SELECT is(length(pg_temp.reeve_listed('deal', jsonb_build_array(jsonb_build_object(
    'field', 'state', 'op', '=', 'value', repeat('x', 1000000))))), NULL, '… of whatever length');

-- Pages.
SELECT is(pg_temp.reeve_paged('item', NULL, FALSE), pg_temp.reeve_listed('item'),
  'pages by a key of several columns');
SELECT is(pg_temp.reeve_paged('item', NULL, TRUE),
  pg_temp.reeve_listed('item', is_descending => TRUE), '… backwards');
SELECT is(pg_temp.reeve_paged('item', 'title', FALSE),
  pg_temp.reeve_listed('item', sort => 'title'), '… by a field with equal values');
SELECT is(pg_temp.reeve_paged('item', 'title', TRUE),
  pg_temp.reeve_listed('item', sort => 'title', is_descending => TRUE), '… and backwards');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop"."Person" SET blocked_until = now() - id * interval '1 h' WHERE id IN (2, 4);
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_paged('person', 'blocked_until', FALSE), '4 2 1 3',
  '… by a field that not all have: those without a value last');
SELECT is(pg_temp.reeve_paged('person', 'blocked_until', TRUE), '3 1 2 4', '… or first');

-- What cannot be asked.
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('person', '[{"field": "email", "op": "=",
  "value": "x"}]') $$, 'RV001', 'email is personal: only a search that gives a reason may use it');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('person', sort => 'email') $$, 'RV001', NULL,
  'nor sorted by');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('person', sort => 'folded') $$, 'RV001',
  'person has no field folded', 'a column that is not shown is no field');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('deal', '[{"field": "id", "op": "OR", "value":
  "1"}]') $$, 'RV001', 'OR is no comparison for id, which is bigint');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('deal', '[{"field": "id", "op": "^=", "value":
  "1"}]') $$, 'RV001', '^= is no comparison for id, which is bigint');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('deal', '[{"field": "id", "op": "=", "value":
  "x"}]') $$, 'RV001', 'a value does not fit its field: invalid input syntax for type bigint: "x"');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('deal', of_collection => 'item',
  of_key => '["c", 1]') $$, 'RV001', 'no deal belongs to a item');
SELECT throws_ok($$ SELECT pg_temp.reeve_listed('deal', of_collection => 'person', of_key => '2',
  via => 'stall') $$, 'RV001', 'no deal belongs to a person as its stall');
SELECT throws_ok($$ SELECT * FROM reeve.left_list(99, NULL, 5) $$, 'RV004');
SELECT throws_ok($$ SELECT * FROM reeve.action_effects(99, 5) $$, 'RV004');

-- What an action would touch.
SELECT results_eq($$ SELECT effect, kind, related, related_key, label
    FROM reeve.plan_rows('ban', 'shop', 'person', '2', '{"policy": "spam", "for": "1d"}', NULL) $$,
  $$ VALUES ('account', 'hide', 'person', '2', 'Bert Buyer'),
    ('own deals', 'set', 'deal', '1', 'deal 1'), ('own deals', 'set', 'deal', '5', 'deal 5') $$,
  'each row of a plan');
SELECT is((SELECT change FROM reeve.plan_rows('ban', 'shop', 'person', '2',
    '{"policy": "spam", "for": "1d"}', NULL) WHERE related_key = '5'), 'state: open → void',
  '… and what would change');
SELECT throws_ok($$ SELECT * FROM reeve.plan_rows('ban', 'shop', 'person', '2', '{}', 5) $$,
  'RV001');
RESET SESSION AUTHORIZATION;
SELECT is(reeve.change_text('{b}', '{"a": null, "b": 1, "c": "2026-11-22T10:20:30+00:00", "d": 1}',
    '{"a": "infinity", "b": 2, "c": "x", "d": 1}'),
  'a: – → no end, b, c: 2026-11-22 10:20 UTC → x', 'changes in words');
SET SESSION AUTHORIZATION shop_vic;

-- What an action touched, and what it left.
SELECT is_empty($$ SELECT * FROM reeve.left_list(NULL, NULL, 5) $$, 'nothing is left at first');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop"."Person" SET blocked_until = NULL;
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}',
  NULL) \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$ SELECT collection, key, label, effect, change ~ 'state: open → ', is_undone
    FROM reeve.action_effects(1, 100) WHERE collection = 'deal' ORDER BY key $$,
  $$ VALUES ('deal', '1', 'deal 1', 'open deals', TRUE, FALSE),
    ('deal', '2', 'deal 2', 'open deals', TRUE, FALSE),
    ('deal', '4', 'deal 4', 'own deals', TRUE, FALSE) $$, 'each row, from what to what');
SELECT is((SELECT count(*) FROM reeve.action_effects(1, 3)), 3::bigint, 'as many as asked for');
SELECT results_eq($$ SELECT left_by, collection, key, label, effect, due
    FROM reeve.left_list(NULL, NULL, 5) $$,
  $$ VALUES ('A1', 'deal', '3', 'deal 3', 'closed deals', NULL::timestamptz) $$,
  'what it left for somebody to decide');
SELECT is((SELECT count(*) FROM reeve.left_list(1, 'shop', 5)), 1::bigint, '… of one action');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT leaves FROM reeve.action WHERE action_id = 1), TRUE,
  'what left something is noted');
UPDATE reeve.action SET leaves = NULL WHERE action_id = 1;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT count(*) FROM reeve.left_list(1, 'shop', 5)), 1::bigint,
  'an action of before that was noted is looked at, too');
SELECT is_empty($$ SELECT * FROM reeve.left_list(NULL, 'other', 5) $$, '… of one app');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".deal SET state = 'void' WHERE id = 3;
SET SESSION AUTHORIZATION shop_vic;
SELECT is_empty($$ SELECT * FROM reeve.left_list(NULL, NULL, 5) $$,
  'what is decided is left no more');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".deal SET state = 'over' WHERE id = 3;
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.undo_perform(1, 'wrong', NULL) \g /dev/null
SELECT is_empty($$ SELECT * FROM reeve.left_list(NULL, NULL, 5) $$,
  'what is undone leaves nothing');

-- Tables that are shown under a row.
RESET SESSION AUTHORIZATION;
SELECT jsonb_set(pg_temp.manifest(), '{collections,stall,details}',
  '{"on offer": {"table": "item", "of": ["stall_code"], "show": ["nr", "title", "hidden_until"],
    "personal": ["title"], "sort": "nr"}}') AS detailed \gset
SELECT is_empty(format('SELECT * FROM reeve.catalog_check(%L)', :'detailed'), 'details are sound');
SELECT count(*) AS applied FROM reeve.catalog_apply(:'detailed') \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$ SELECT * FROM reeve.subject_details('shop', 'stall', 'b"2') LIMIT 2 $$,
  $$ VALUES ('on offer', '{nr,title,hidden_until}'::text[],
      '{integer,text,timestamp with time zone}'::text[], '{1,•••,NULL}'),
    ('on offer', '{nr,title,hidden_until}', '{integer,text,timestamp with time zone}',
      '{2,•••,NULL}') $$, 'rows of a detail, in order, what is personal masked');
SELECT is_empty($$ SELECT * FROM reeve.subject_details('shop', 'person', '1') $$,
  'a collection without details has none');
RESET SESSION AUTHORIZATION;
SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(%L) ORDER BY 1', jsonb_set(
    :'detailed', '{collections,stall,details}', '{
      "a": {"table": "nothing", "of": ["x"], "show": ["y"]},
      "b": {"table": "item", "of": ["stall_code", "nr"], "show": ["colour"]}}')),
  $$ VALUES ('/collections/stall/details/a/table', 'missing'),
    ('/collections/stall/details/b/of', 'key'),
    ('/collections/stall/details/b/show', 'missing') $$, 'what a detail lacks is found');

-- What other rows show of a hidden one.
CREATE FUNCTION pg_temp.buried(tombstone text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections,person,tombstone}', to_jsonb(tombstone))
$$;
SELECT count(*) AS applied FROM reeve.catalog_apply(
  pg_temp.buried('''person '' || t.id || '' (gone)''')) \gset
UPDATE "Odd Shop"."Person" SET blocked_until = 'infinity' WHERE id = 1;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT label FROM reeve.subject_relations('shop', 'stall', 'a-1') WHERE is_parent),
  'person 1 (gone)', 'a row that belongs to a hidden one shows its tombstone');
SELECT is((SELECT value FROM reeve.subject_show('shop', 'person', '1') WHERE field = 'Full Name'),
  'Olga Owner', 'the hidden row itself is shown as it is');
SELECT is((SELECT label FROM reeve.subject_find('shop', 'person', '1', FALSE, 9)), 'Olga Owner',
  'and found by its name');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop"."Person" SET blocked_until = '2020-01-01' WHERE id = 1;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT label FROM reeve.subject_relations('shop', 'stall', 'a-1') WHERE is_parent),
  'Olga Owner', 'what is hidden no longer has its label again');
RESET SESSION AUTHORIZATION;
SELECT is_empty($$SELECT * FROM reeve.catalog_check(pg_temp.buried('''gone'''))$$,
  'a tombstone is sound');
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(pg_temp.buried('t.nope'))$$,
  $$VALUES ('/collections/person/tombstone', 'expression')$$,
  'unless it names a column that is not there');
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(pg_temp.buried('''gone''')
    #- '{collections,person,visible}') WHERE path ~ 'tombstone'$$,
  $$VALUES ('/collections/person/tombstone', 'missing')$$, 'or nothing can hide the row');
SELECT * FROM finish();
ROLLBACK;
