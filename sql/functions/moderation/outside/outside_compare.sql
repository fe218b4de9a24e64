CREATE OR REPLACE FUNCTION reeve.outside_compare(
  app text, collection text, effect text, accounts text[])
RETURNS TABLE(difference text, key text, label text, account text, act text, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s' SET jit = off
AS $$
DECLARE
  c reeve.collection;
  declared record;
  keys text[];
  acts bigint[];
BEGIN
  PERFORM reeve.member_require('senior');
  c := reeve.collection_resolve(app, collection);
  SELECT o.effect, o.verbs, o.fields, o.fields ->> o.account AS expression, count(*) OVER () AS n
  INTO declared
  FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_outside(a.manifest) o
  WHERE a.app = c.app AND o.collection = c.name AND o.account IS NOT NULL
    AND CASE WHEN outside_compare.effect IS NULL THEN o.inverse IS NOT NULL
      ELSE o.effect = outside_compare.effect END;
  IF declared.n IS DISTINCT FROM 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'RV001', MESSAGE = CASE
      WHEN declared.n IS NULL AND outside_compare.effect IS NOT NULL THEN
        format('%s has no effect outside named %s with an account', c.name, outside_compare.effect)
      WHEN declared.n IS NULL THEN
        format('no effect outside of %s has an account and an inverse', c.name)
      ELSE 'several effects outside have an account: name one' END,
      HINT = 'The catalog declares them under `outside`.';
  END IF;
  PERFORM reeve.verb_record('outside.compare', NULL, c.app || '/' || c.name, NULL);
  SELECT array_agg(f.key), array_agg(f.action_id) INTO keys, acts
  FROM (
    SELECT a.key, max(a.action_id) AS action_id FROM reeve.action a
    WHERE a.collection_id = c.collection_id AND a.verb = ANY (declared.verbs)
      AND a.reversed_by IS NULL AND coalesce(a.until, 'infinity') > clock_timestamp()
    GROUP BY a.key) f;
  RETURN QUERY
    WITH force AS MATERIALIZED (
      SELECT u.key, u.action_id, r.fields FROM unnest(keys, acts) u(key, action_id)
      JOIN reeve.app_outside(c, ARRAY[declared.effect], ARRAY[jsonb_build_object('account',
        declared.expression)], coalesce(keys, '{}')) r USING (key)
    ), there AS MATERIALIZED (
      SELECT DISTINCT n.account FROM unnest(accounts) n(account) WHERE n.account <> ''
    ), known AS MATERIALIZED (
      SELECT * FROM reeve.app_account(c, declared.expression, ARRAY(SELECT n.account FROM there n))
    )
    SELECT d.difference, d.key, coalesce(d.label, l.label), d.account, 'A' || d.action_id, (
      SELECT o.sends || ' ' || o.state FROM reeve.outside o
      WHERE o.collection_id = c.collection_id AND o.key = d.key AND o.effect = declared.effect
      ORDER BY o.outside_id DESC LIMIT 1)
    FROM (
      SELECT 'only there' AS difference, k.key, k.label, n.account, NULL::bigint AS action_id
      FROM there n LEFT JOIN known k USING (account)
      WHERE NOT EXISTS (SELECT FROM force f WHERE f.key = k.key)
      UNION ALL
      SELECT 'only here', f.key, NULL, f.fields ->> 'account', f.action_id FROM force f
      WHERE f.fields ->> 'account' <> '' AND NOT EXISTS (
        SELECT FROM there n WHERE n.account = f.fields ->> 'account')) d
    LEFT JOIN reeve.label l ON l.collection_id = c.collection_id AND l.key = d.key
    ORDER BY d.difference, length(d.key), d.key, d.account;
END
$$;

COMMENT ON FUNCTION reeve.outside_compare(text, text, text, text[]) IS
  'Compares the accounts that are disabled at the other side (accounts, as its listing has them) '
  'with the actions in force that have that effect (effect; NULL: the one with an account and an '
  'inverse): those that are disabled only there, as no such action is in force here, and those '
  'only here. state: what was sent for it last. For seniors, and recorded, since it says whose '
  'account is whose. RV001, RV002, RV003. NULL: key, label, act, state.';

GRANT EXECUTE ON FUNCTION reeve.outside_compare(text, text, text, text[]) TO reeve_viewer;
