BEGIN;

\ir fixture.sql

SELECT is_empty(
  $$SELECT c.oid::regclass FROM pg_class c
    WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind IN ('r', 'v')
      AND obj_description(c.oid, 'pg_class') IS NULL$$,
  'every table has a comment');

SELECT is_empty(
  $$SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'randevoo'::regnamespace
      AND obj_description(p.oid, 'pg_proc') IS NULL$$,
  'every function has a comment');

SELECT is_empty(
  $$SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'randevoo'::regnamespace AND p.prosecdef
      AND NOT coalesce(p.proconfig && '{"search_path=pg_catalog, randevoo, pg_temp",
        "search_path=pg_catalog, pg_temp"}', false)$$,
  'every definer function has a safe search_path, pg_temp last');

SELECT is_empty(
  $$SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'randevoo'::regnamespace
      AND has_function_privilege('public', p.oid, 'execute')$$,
  'nobody may execute a function by default');

SET LOCAL ROLE randevoo_owner;

SELECT pg_temp.person('Émile');

SELECT pg_temp.shop('Ünder', pg_temp.kept('Émile'));

SELECT results_eq(
  $$SELECT name_folded FROM randevoo.users WHERE id = pg_temp.kept('Émile')
    UNION ALL SELECT name_folded FROM randevoo.stores WHERE id = pg_temp.kept('Ünder')$$,
  $$VALUES ('emile tester'), ('under')$$, 'names are folded for look-up');

UPDATE randevoo.users SET last_name = 'ÇELİK', name_folded = 'x'
WHERE id = pg_temp.kept('Émile');

SELECT is((SELECT name_folded FROM randevoo.users WHERE id = pg_temp.kept('Émile')), 'emile celik',
  'and anew when they change, whatever is written to the folded column');

RESET ROLE;

SELECT is_empty(
  $$SELECT p.oid::regprocedure, p.proowner::regrole FROM pg_proc p
    WHERE p.pronamespace = 'randevoo'::regnamespace AND p.proowner <> 'randevoo_owner'::regrole$$,
  'the schema''s owner owns its functions');

SELECT bag_eq(
  $$SELECT p.proname::text FROM pg_proc p
    WHERE p.pronamespace = 'randevoo'::regnamespace AND p.provolatile = 'v'
      AND has_function_privilege('randevoo_app', p.oid, 'execute')$$,
  $$VALUES ('user_register'), ('store_open'), ('store_hours_set'), ('product_list'),
    ('reservation_book'), ('reservation_approve'), ('reservation_disapprove'),
    ('reservation_cancel'), ('reservation_qr'), ('reservation_scan'), ('reservation_complete'),
    ('reservation_fail'), ('chat_open'), ('message_send'), ('product_change'),
    ('product_delete'), ('product_offer'),
    ('product_photos_set'), ('variant_stock_set'), ('store_change'),
    ('store_policy_set'), ('bag_put'), ('favourite_set'), ('notifications_read'), ('sign_in'),
    ('branch_open'), ('product_copy'), ('variant_sku_set'), ('stock_sync'),
    ('store_invitation_only_set'), ('store_invite'), ('store_uninvite'), ('phone_code'),
    ('phone_verify'), ('customer_nearby'),
    ('find_product'), ('find_store'), ('complete_product'), ('complete_store'),
    ('opened_product'), ('opened_store')$$,
  'the app may call its writers and no other');

SELECT is_empty(
  $$SELECT c.oid::regclass FROM pg_class c
    WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind = 'r'
      AND has_table_privilege('randevoo_app', c.oid, 'insert, update, delete, truncate')$$,
  'the app writes no table by itself');

SELECT results_eq(
  $$SELECT DISTINCT m[1] FROM pg_proc p
      CROSS JOIN LATERAL regexp_matches(p.prosrc, 'RN[0-9]{3}', 'g') m
    WHERE p.pronamespace = 'randevoo'::regnamespace ORDER BY 1$$,
  $$SELECT m[1] FROM regexp_matches(
      obj_description('randevoo'::regnamespace, 'pg_namespace'), 'RN[0-9]{3}', 'g') m
    ORDER BY 1$$,
  'the codes that functions raise are those that the schema''s comment lists');

SELECT is_empty(
  $$SELECT a.attrelid::regclass, a.attname FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
      AND c.relname NOT IN ('stores') AND a.attname ~ 'latitude|longitude|location|position_of'$$,
  'a customer''s location has no column');

SELECT is_empty(
  $$SELECT c.conrelid::regclass, c.conname FROM pg_constraint c
    WHERE c.connamespace = 'randevoo'::regnamespace AND c.confdeltype = 'c'$$,
  'nothing is deleted in cascade');

-- Hot paths: with sequential scans discouraged, the index meant for each serves it ----------------

SET LOCAL enable_seqscan = off;

CREATE FUNCTION pg_temp.plan(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  whole text := '';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN ' || statement LOOP
    whole := whole || line || E'\n';
  END LOOP;
  RETURN whole;
END
$$;

-- The planner takes pages that rolled back tests have left for rows.
TRUNCATE randevoo.reservations CASCADE;

SELECT matches(pg_temp.plan(statement), index, format('%s: %s', index, what))
FROM (VALUES
  ('users_name_folded', 'names by prefix',
    $$SELECT id FROM randevoo.users WHERE name_folded ^@ 'zor' ORDER BY name_folded LIMIT 10$$),
  ('products_name_folded', 'products by prefix',
    $$SELECT id FROM randevoo.products
        WHERE name_folded ^@ 'abito' ORDER BY name_folded LIMIT 10$$),
  ('reservations_unanswered', 'stale pending',
    $$SELECT id FROM randevoo.reservations WHERE state = 'pending' AND answer_by <= now()$$),
  ('reservations_unscanned', 'stale approved',
    $$SELECT id FROM randevoo.reservations
      WHERE state = 'approved' AND scanned_at IS NULL AND slot_end <= now()$$),
  ('reservations_held', 'stale held',
    $$SELECT id FROM randevoo.reservations WHERE state = 'held' AND held_until <= now()$$),
  ('stores_owner_id', 'a person''s stores', $$SELECT id FROM randevoo.stores WHERE owner_id = 7$$),
  ('products_store_id', 'a store''s products',
    $$SELECT id FROM randevoo.products WHERE store_id = ANY ('{7,8}')$$),
  ('reservations_store_live|reservations_store_id', 'a store''s pending reservations',
    $$SELECT id FROM randevoo.reservations WHERE store_id = ANY ('{7,8}') AND state = 'pending'$$)
) v (index, what, statement);

DROP INDEX randevoo.users_name_folded;  -- On an empty table a scan of all of it costs as little.

SELECT matches(
  pg_temp.plan($$SELECT id FROM randevoo.users WHERE name_folded LIKE '% bellaf%'$$),
  'users_name_words', 'names by a later word: trigrams');

SELECT * FROM finish();

ROLLBACK;
