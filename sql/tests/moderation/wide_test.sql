-- A table of 1,600 columns, PostgreSQL's limit: whatever is composed column by column works.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(20);

-- Names in quotes, with capitals, blanks and %, of 63 bytes in several scripts.
CREATE FUNCTION pg_temp.wide(i int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE i % 4
    WHEN 0 THEN 'It''s "' || i || '" 100%I $1'
    WHEN 1 THEN 'Größe ' || i
    WHEN 2 THEN left(repeat('名', 19) || i || 'xxxxxx', 25 - length(i::text) + length(i::text) - 0)
    ELSE 'c' || i END
$$;
CREATE FUNCTION pg_temp.names(a int, b int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_agg(pg_temp.wide(i) ORDER BY i) FROM generate_series(a, b) i
$$;
SET LOCAL ROLE shop_owner;
DO $$
BEGIN
  EXECUTE format('CREATE TABLE "Odd Shop".wide(id int PRIMARY KEY, name text, hidden_until '
    'timestamptz, %s)', (SELECT string_agg(format('%I boolean', pg_temp.wide(i)), ', ')
    FROM generate_series(1, 1597) i));
  EXECUTE format('INSERT INTO "Odd Shop".wide SELECT g, ''Wide '' || g, NULL, %s '
    'FROM generate_series(1, 3) g', (SELECT string_agg('TRUE', ', ')
    FROM generate_series(1, 1597)));
END
$$;
RESET ROLE;
SELECT is((SELECT count(*) FROM pg_attribute WHERE attrelid = '"Odd Shop".wide'::regclass
  AND attnum > 0 AND octet_length(attname::text) <= 63), 1600::bigint, 'the table is full');
SELECT is((SELECT max(octet_length(attname::text)) FROM pg_attribute
  WHERE attrelid = '"Odd Shop".wide'::regclass), 63, 'with names as long as names can be');

CREATE FUNCTION pg_temp.wide_manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object(
    'collections', (pg_temp.manifest() -> 'collections') || jsonb_build_object('wide',
      jsonb_build_object('table', 'wide', 'key', ARRAY['id'], 'label', 't.name',
        'show', '["id", "name"]'::jsonb || pg_temp.names(1, 1597), 'visible', 'hidden_until',
        'enforcement', 'column', 'find_plain', 'name', 'search', jsonb_build_object(
          'a', ARRAY['name'], 'd', pg_temp.names(1, 1500), 'filters', pg_temp.names(1, 200)),
        'erase', jsonb_build_object('keeps', 'the row', 'set', (
          SELECT jsonb_object_agg(n, 'FALSE') FROM jsonb_array_elements_text(
            pg_temp.names(1, 1597)) n)))),
    'actions', (pg_temp.manifest() -> 'actions') || jsonb_build_array(
      '{"verb": "hide", "collection": "wide",
        "effects": [{"name": "rows", "collection": "wide", "hide": true}]}'::jsonb,
      '{"verb": "erase", "collection": "wide"}'::jsonb,
      jsonb_build_object('verb', 'blank', 'like', 'warn', 'collection', 'wide',
        'effects', jsonb_build_array(jsonb_build_object('name', 'values', 'collection', 'wide',
          'set', (SELECT jsonb_object_agg(n, 'NOT t.' || quote_ident(n))
            FROM jsonb_array_elements_text(pg_temp.names(1, 1597)) n))))))
$$;
SELECT is_empty($$SELECT * FROM reeve.catalog_check(pg_temp.wide_manifest())$$,
  'its catalog passes');
SELECT ok(count(*) > 0, 'and is applied') FROM reeve.catalog_apply(pg_temp.wide_manifest());
SELECT collection_id AS wide FROM reeve.collection WHERE app = 'shop' AND name = 'wide' \gset
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.last() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS
  'SELECT max(action_id) FROM reeve.action WHERE reverses IS NULL';
CREATE FUNCTION pg_temp.standing() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(e.value::text, true) FROM "Odd Shop".wide t
  CROSS JOIN LATERAL jsonb_each(to_jsonb(t) - '{id,name,hidden_until}'::text[]) e WHERE t.id = 1
$$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pg_temp TO PUBLIC;
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %s TO PUBLIC', pg_my_temp_schema()::regnamespace);
END $$;
SET SESSION AUTHORIZATION shop_sam;
SELECT ok((SELECT count(*) FROM reeve.subject_show('shop', 'wide', '1') f) >= 1599, 'it is shown');
SELECT is((SELECT cardinality(fields) FROM reeve.subject_list('shop', 'wide', '', NULL, NULL, NULL,
  '[]', NULL, FALSE, ARRAY(SELECT jsonb_array_elements_text(pg_temp.names(1, 1597))), '[]', 1)),
  1597, 'and listed');
SELECT is((SELECT concat_ws(': ', o.outcome, o.code,
    CASE WHEN o.code IS NOT NULL THEN o.message END)
  FROM reeve.action_plan('hide', 'shop', 'wide', '1', '{"policy": "spam"}') p CROSS JOIN LATERAL
    reeve.action_perform('hide', 'shop', 'wide', '1',
      '{"policy": "spam"}', p) o), 'done', 'its rows are hidden');
SELECT is((SELECT outcome FROM reeve.undo_perform(pg_temp.last(), NULL, NULL)), 'done',
  'and shown again');
SELECT is((SELECT concat_ws(': ', o.outcome, o.code,
    CASE WHEN o.code IS NOT NULL THEN o.message END)
  FROM reeve.action_plan('blank', 'shop', 'wide', '1', '{"policy": "spam"}') p CROSS JOIN LATERAL
    reeve.action_perform('blank', 'shop', 'wide', '1',
      '{"policy": "spam"}', p) o), 'done', '1,597 columns are set');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.standing(), '{"false": true}', 'each of them');
SELECT is((SELECT count(*) FROM reeve.effect e CROSS JOIN LATERAL jsonb_object_keys(e.before)
  WHERE e.action_id = pg_temp.last()), 1597::bigint, 'and remembered');
SELECT is((SELECT count(*) FROM reeve.evidence_part p JOIN reeve.evidence_bytes b USING (bytes_id)
  CROSS JOIN LATERAL jsonb_object_keys(b.content::jsonb)
  WHERE p.role = 'subject' AND p.evidence_id = (
    SELECT evidence_id FROM reeve.action WHERE action_id = pg_temp.last())), 1599::bigint,
  'and kept as evidence');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.undo_perform(pg_temp.last(), NULL, NULL)), 'done',
  'they are set back');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.standing(), '{"true": true}', 'each of them');
SELECT is((SELECT string_agg(label, ', ') FROM reeve.app_find(:wide, 'wide 2', NULL, 5)), 'Wide 2',
  'it is found');
SELECT reeve.search_begin(:wide, TRUE, 1000) AS gen \gset
SELECT is((SELECT count(*) FROM reeve.app_documents(:gen, '{1,2,3}', NULL)), 3::bigint,
  'and read for search');
SELECT is((SELECT count(*) FROM reeve.catalog_kept('shop') WHERE collection = 'wide'), 0::bigint,
  'no trigger writes it');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT plan #>> '{effects,0,rows}' FROM reeve.action_plan(
  'erase', 'shop', 'wide', '1', '{"why": "asked for"}') plan), '1', 'an erasure is planned');
SELECT is((SELECT concat_ws(': ', o.outcome, o.code,
    CASE WHEN o.code IS NOT NULL THEN o.message END)
  FROM reeve.action_plan('erase', 'shop', 'wide', '1', '{"why": "asked for"}') p CROSS JOIN LATERAL
    reeve.action_perform('erase', 'shop', 'wide', '1',
      '{"why": "asked for"}', p) o), 'done', 'and done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.standing(), '{"false": true}', 'and everything is erased');
SELECT * FROM finish();
ROLLBACK;
