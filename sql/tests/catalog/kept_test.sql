-- Columns that an app's own triggers keep: found by trying, named before and after.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE FUNCTION pg_temp.kept() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(c.name || '.' || array_to_string(c.kept_columns, ','), ' ' ORDER BY c.name)
  FROM reeve.collection c WHERE c.kept_columns <> '{}'
$$;
SELECT is(pg_temp.kept(), NULL, 'without triggers everything comes back');
ALTER TABLE "Odd Shop"."Person" ADD "Last Update" timestamptz NOT NULL DEFAULT 'yesterday',
  ADD moves int NOT NULL DEFAULT 0;
ALTER TABLE "Odd Shop".deal ADD updated_at timestamptz NOT NULL DEFAULT 'yesterday';
ALTER TABLE "Odd Shop".item ADD hides int NOT NULL DEFAULT 0, ADD is_hidden boolean
  NOT NULL DEFAULT FALSE;
CREATE FUNCTION "Odd Shop".stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."Last Update" := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE FUNCTION "Odd Shop".count_up() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE "Odd Shop"."Person" SET moves = moves + 1 WHERE id = NEW.id;
  RETURN NULL;
END
$$;
CREATE FUNCTION "Odd Shop".touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD THEN
    NEW.updated_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION "Odd Shop".follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_hidden := NEW.hidden_until IS NOT NULL;
  RETURN NEW;
END
$$;
ALTER FUNCTION "Odd Shop".count_up() OWNER TO shop_owner;
CREATE TRIGGER stamp BEFORE UPDATE ON "Odd Shop"."Person"
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".stamp();
CREATE TRIGGER count_up AFTER UPDATE OF blocked_until ON "Odd Shop"."Person"
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".count_up();
CREATE TRIGGER touch BEFORE UPDATE ON "Odd Shop".deal
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".touch();
CREATE TRIGGER follow BEFORE UPDATE ON "Odd Shop".item
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".follow();
SELECT md5(string_agg(p::text, '' ORDER BY p.id)) AS persons FROM "Odd Shop"."Person" p \gset
SELECT results_eq($$SELECT object, note FROM reeve.catalog_apply(pg_temp.manifest())
    WHERE change = 'keeps' ORDER BY 1$$,
  $$VALUES
    ('collections deal', 'an undo does not restore updated_at: the app''s own triggers set it'),
    ('collections person',
      'an undo does not restore Last Update, moves: the app''s own triggers set it')$$,
  'apply names what will not come back');
SELECT is(pg_temp.kept(), 'deal.updated_at person.Last Update,moves',
  'what follows the row is not among it');
SELECT is((SELECT md5(string_agg(p::text, '' ORDER BY p.id)) FROM "Odd Shop"."Person" p),
  :'persons', 'nothing stays of the trial');
SELECT is((SELECT count(*)::int FROM reeve.effect), 0);
SELECT is((SELECT count(*)::int FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
    '{collections,person,touched}', '["Last Update", "moves"]')) WHERE change = 'keeps'), 1,
  'what the catalog lists as touched is known');

SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}')
  -> 'kept', '["deal.updated_at", "person.Last Update", "person.moves"]',
  'a plan says which columns of its rows stay new');
SELECT is(reeve.action_plan('hide', 'shop', 'item', '["a-1", 1]', '{"policy": "spam"}') -> 'kept',
  '[]');
SELECT (detail ->> 'action_id')::bigint AS banned FROM reeve.action_perform('ban', 'shop', 'person',
  '1', '{"policy": "spam", "for": "1d"}', NULL) \gset
SELECT is(reeve.undo_plan(:banned) -> 'kept',
  '["deal.updated_at", "person.Last Update", "person.moves"]', 'the plan of the undo, too');
SELECT is((SELECT detail -> 'kept' FROM reeve.undo_perform(:banned, NULL, NULL)),
  '["deal.updated_at", "person.Last Update", "person.moves"]', 'and the undo itself');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT moves FROM "Odd Shop"."Person" WHERE id = 1), 2, 'which is true');
CREATE FUNCTION "Odd Shop".refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no';
END
$$;
CREATE TRIGGER zz_refuse BEFORE UPDATE ON "Odd Shop"."Person"
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".refuse();
SELECT is((SELECT array_agg(c.name) FROM reeve.catalog_kept('shop') k
  JOIN reeve.collection c USING (collection_id)), '{deal}',
  'what refuses to be tried stops no other trial');
SELECT * FROM finish();
ROLLBACK;
