-- A catalog is checked against the live database, applied, changed and applied again.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(43);

CREATE FUNCTION pg_temp.findings(path text[], value jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path)
  FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), path, value)) f
$$;

SELECT is_empty($$SELECT * FROM reeve.catalog_check(pg_temp.manifest())$$,
  'a sound catalog has no finding');
SELECT is(pg_temp.findings('{collections,person,show,1}', '"nope"'),
  '{"/collections/person/show/1 missing"}', 'a column that is not there is named by its place');
SELECT is(pg_temp.findings('{collections,stall,table}', '"nope"'),
  '{"/collections/stall/table missing"}', 'a table that is not there');
CREATE MATERIALIZED VIEW "Odd Shop".kept AS SELECT * FROM "Odd Shop".stall;
CREATE UNIQUE INDEX ON "Odd Shop".kept(code);
CREATE VIEW "Odd Shop".seen AS SELECT * FROM "Odd Shop".stall;
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE "Odd Shop".far(id bigint NOT NULL) SERVER nowhere;
SELECT is(pg_temp.findings('{collections,stall,table}', to_jsonb(t)),
  '{"/collections/stall/table type"}', t || ' is no table')
FROM unnest('{far,kept,seen}'::text[]) t;
SELECT is(pg_temp.findings('{app}', '"Bad name"'), '{"/app name"}',
  'a name that no app can have');
SELECT is(pg_temp.findings('{schema}', '"nope"'), '{"/schema missing"}',
  'a schema that is not there');
SELECT is(pg_temp.findings('{owner}', '"nope"'), '{"/owner missing"}',
  'an owner that is not there');
SELECT is(pg_temp.findings('{collections,person,visible}', '"email"'),
  '{"/collections/person/visible type"}', 'visibility must be a timestamptz');
SELECT is(pg_temp.findings('{collections,person,key}', '["email"]'),
  '{"/collections/person/key key"}', 'a key needs a unique index');
SELECT is(pg_temp.findings('{collections,person,label}', '"t.nope"'),
  '{"/collections/person/label expression"}', 'a label that does not compile');
SELECT is(pg_temp.findings('{actions,0,effects,1,via}', '"nobody"'),
  '{"/actions/0/effects/1 expression"}', 'a path through a parent that is not declared');
SELECT is(pg_temp.findings('{actions,0,effects,3,where}', '"t.state = 3"'),
  '{"/actions/0/effects/3 expression"}', 'a condition that does not compile');
SELECT is(pg_temp.findings('{actions,0,effects,3,notify,0,template}', '"nope"'),
  '{"/actions/0/effects/3/notify/0/template missing"}', 'a template that is not there');
ALTER TABLE "Odd Shop".stall ADD made timestamptz GENERATED ALWAYS AS (hidden_until) STORED,
  ADD nr int GENERATED ALWAYS AS IDENTITY;
SELECT is(pg_temp.findings(w.path, w.value), ARRAY[w.finding], w.name)
FROM (VALUES
  ('{collections,stall,visible}'::text[], '"made"'::jsonb, '/collections/stall/visible type',
    'a generated column hides no row'),
  ('{collections,stall}', (pg_temp.manifest() #> '{collections,stall}')
    || '{"visible": "code", "hidden": "''x''"}', '/collections/stall/visible key',
    'nor does the key'),
  ('{actions,0,effects,1}', '{"name": "s", "collection": "stall", "via": "owner",
    "set": {"made": "$at"}}', '/actions/0/effects/1/set/made type', 'no effect sets the first'),
  ('{actions,0,effects,1}', '{"name": "s", "collection": "stall", "via": "owner",
    "set": {"nr": "1"}}', '/actions/0/effects/1/set/nr type', 'or an identity'),
  ('{actions,0,effects,1}', '{"name": "s", "collection": "stall", "via": "owner",
    "set": {"code": "''x''"}}', '/actions/0/effects/1/set/code key', 'or the key'),
  ('{actions,0,effects,1}', '{"name": "s", "collection": "stall", "via": "owner",
    "set": {"nope": "1"}}', '/actions/0/effects/1/set/nope missing', 'or what is not there'),
  ('{collections,item,retain}', '[{"column": "hidden_until", "after": "1d", "set": {"nr": "0"}}]',
    '/collections/item/retain/0/set/nr key', 'nor does retention')
) w(path, value, finding, name);
ALTER TABLE "Odd Shop".stall DROP made, DROP nr;
SELECT results_eq(format('SELECT f.path, f.message FROM reeve.catalog_advice(jsonb_set('
    'pg_temp.manifest(), ''{collections,person,label}'', %L)) f WHERE f.path ~ ''label''',
    to_jsonb(l.label)), format('VALUES (''/collections/person/label'', ''the label shows %s, which '
    'is masked elsewhere: lists, notices and records have it'')', l.shown), 'told: a label of '
    || l.shown)
FROM (VALUES ('concat_ws('' '', t."Full Name", t.email)', 'email'), ('t::text', 'the whole row')
) l(label, shown);
SELECT is(pg_temp.findings('{collections,stand}', pg_temp.manifest() #> '{collections,stall}'),
  '{"/collections/stand/table taken"}', 'one table is of one collection');
SELECT results_eq($$SELECT f.path, f.message
  FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), '{app}', '"other"')) f
  WHERE f.code = 'taken' ORDER BY f.path LIMIT 1$$,
  $$VALUES ('/collections/deal/table',
    '"Odd Shop".deal is the table of shop/deal, and a row is one subject')$$,
  'and of one app');
ALTER TABLE "Odd Shop".stall ENABLE ROW LEVEL SECURITY;
SELECT is(pg_temp.findings('{title}', '"x"'), '{"/collections/stall/table rls"}',
  'row security that hides every row from the app writer');
-- Each policy as it is written, and whether Reeve sees by it what it reads and locks.
CREATE FUNCTION pg_temp.policed(policies text[]) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  found text[];
BEGIN
  FOR i IN 1..cardinality(policies) LOOP
    EXECUTE format('CREATE POLICY own%s ON "Odd Shop".stall %s', i, policies[i]);
  END LOOP;
  found := pg_temp.findings('{title}', '"x"');
  FOR i IN 1..cardinality(policies) LOOP
    EXECUTE format('DROP POLICY own%s ON "Odd Shop".stall', i);
  END LOOP;
  RETURN found;
END
$$;
SELECT is(pg_temp.policed(p.policies), CASE WHEN NOT p.is_seen
  THEN '{"/collections/stall/table rls"}'::text[] END, p.name)
FROM (VALUES
  ('one that shows rows under a condition is not enough', FALSE, ARRAY['USING (owner_id > 0)']),
  ('nor one for inserts alone', FALSE, ARRAY['FOR INSERT WITH CHECK (TRUE)']),
  ('nor one for reading alone, as acts lock rows', FALSE, ARRAY['FOR SELECT USING (TRUE)']),
  ('nor one that limits what is written', FALSE, ARRAY['USING (TRUE) WITH CHECK (owner_id > 0)']),
  ('one for each command is', TRUE,
    ARRAY['FOR SELECT USING (TRUE)', 'FOR UPDATE USING (TRUE)', 'USING (owner_id > 0)']),
  ('one for Reeve is, beside any other', TRUE,
    ARRAY['TO reeve_access USING (TRUE) WITH CHECK (TRUE)', 'USING (owner_id > 0)']),
  ('unless a restrictive one limits it', FALSE,
    ARRAY['TO reeve_access USING (TRUE)', 'AS RESTRICTIVE USING (owner_id > 0)'])
) p(name, is_seen, policies);
SELECT is(pg_temp.findings('{collections,person,erase,tables}',
    '[{"table": "stall", "of": ["owner_id"], "delete": true}]'), '{"/collections/stall/table rls"}',
  'a table that an erasure names besides is told once');
ALTER TABLE "Odd Shop".stall DISABLE ROW LEVEL SECURITY;

SELECT is_empty($$SELECT * FROM reeve.catalog_apply(pg_temp.manifest(), TRUE)$$,
  'applied again, nothing differs');
SELECT results_eq(
  $$SELECT change, object FROM reeve.catalog_apply(
    jsonb_set(pg_temp.manifest(), '{title}', '"Shops"'), TRUE)$$,
  $$VALUES ('change', 'app title')$$, 'a title that differs is told, too');
CREATE TEMP TABLE rules AS SELECT rule_id, name FROM reeve.rule WHERE app = 'shop';
SELECT throws_ok(
  $$SELECT reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{collections,person,label}',
    '"t.nope"'))$$,
  'RV005', NULL, 'apply refuses what check finds');
SELECT results_eq(
  $$SELECT change, object FROM reeve.catalog_apply(
    jsonb_set(pg_temp.manifest() #- '{actions,1}', '{policies,spam,grace}', '"2h"'))$$,
  $$VALUES ('drop', 'actions hide item'), ('change', 'policies spam')$$,
    'apply tells the difference');
SELECT is((SELECT grace FROM reeve.policy WHERE app = 'shop' AND name = 'spam'), '2 hours',
  'and loads it');
SELECT is((SELECT array_agg(name) FROM reeve.rule WHERE app = 'shop' AND NOT is_live), '{item}',
  'what is gone is kept for old effects, but not live');
SELECT reeve.catalog_apply(pg_temp.manifest()) \g /dev/null
SELECT results_eq('SELECT rule_id, name FROM rules ORDER BY 1',
  $$SELECT rule_id, name FROM reeve.rule WHERE app = 'shop' AND is_live ORDER BY 1$$,
    'rules keep their numbers');

DELETE FROM reeve.change;
UPDATE "Odd Shop".item SET hidden_until = now() WHERE nr = 1;
UPDATE "Odd Shop".item SET title = 'Wool thing' WHERE nr = 2 AND stall_code = 'c';
UPDATE "Odd Shop".item SET nr = 77 WHERE nr = 3 AND stall_code = 'c';
DELETE FROM "Odd Shop".item WHERE nr = 4 AND stall_code = 'c';
TRUNCATE "Odd Shop".item;
SELECT is((SELECT array_agg(coalesce(k, 'all') ORDER BY change_id) FROM reeve.change
    CROSS JOIN LATERAL unnest(coalesce(keys, ARRAY[key])) k),
  ARRAY['["a-1", 1]', '["b\"2", 1]', '["c", 1]', '["c", 2]', '["c", 3]', '["c", 77]', '["c", 4]',
    'all'],
  'the change log has what changed in documents or keys, and nothing else');
SELECT * FROM finish();
ROLLBACK;
