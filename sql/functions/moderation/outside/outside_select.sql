CREATE OR REPLACE FUNCTION reeve.outside_select(c reeve.collection, verb text, keys text[])
RETURNS TABLE(key text, effect text, inverse text, fields jsonb, error text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  effects text[];
  inverses text[];
  specs jsonb[];
  accounts text[];
BEGIN
  SELECT array_agg(o.effect), array_agg(o.inverse), array_agg(o.fields), array_agg(o.account)
  INTO effects, inverses, specs, accounts
  FROM reeve.app_part p
  CROSS JOIN LATERAL reeve.catalog_outside(
    jsonb_build_object('collections', jsonb_build_object(c.name, p.body))) o
  WHERE p.app = c.app AND p.path = ARRAY['collections', c.name] AND p.body ? 'outside'
    AND outside_select.verb = ANY (o.verbs);
  IF effects IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT r.key, e.effect, e.inverse,
    CASE WHEN e.account IS NULL OR r.fields ->> e.account <> '' THEN r.fields END, NULL
  FROM reeve.app_outside(c, effects, specs, keys) r
  JOIN unnest(effects, inverses, accounts) e(effect, inverse, account) USING (effect);
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RETURN QUERY
  SELECT k.key, e.effect, e.inverse, NULL::jsonb, left(SQLERRM, 1000)
  FROM unnest(keys) k(key) CROSS JOIN unnest(effects, inverses) e(effect, inverse);
END
$$;

COMMENT ON FUNCTION reeve.outside_select(reeve.collection, text, text[]) IS
  'What a verb on these rows has to send outside the database, with the name of its inverse and '
  'the rows'' fields as they are now. fields: NULL for a row without an account there, and where '
  'error says why the app''s rows cannot be read.';
