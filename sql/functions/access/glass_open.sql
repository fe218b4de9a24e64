CREATE OR REPLACE FUNCTION reeve.glass_open(login text) RETURNS reeve.glass
-- plpgsql, since each call asks it. By the clock, so that an open transaction keeps no rank.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.glass;
BEGIN
  SELECT x.* INTO g FROM reeve.glass x
  WHERE x.role_name = glass_open.login AND x.reviewed_at IS NULL AND x.ended_at IS NULL
    AND clock_timestamp() BETWEEN x.begun_at AND x.ends_at
    AND x.role_oid = to_regrole(quote_ident(glass_open.login));
  -- It may have been taken in a transaction that committed after the name was dropped.
  IF g.glass_id IS NOT NULL AND reeve.glass_named(glass_open.login) IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN g;
END
$$;

COMMENT ON FUNCTION reeve.glass_open(text) IS
  'The emergency rank that a login has at this moment; NULL: none. It ends by itself, also within '
  'a transaction, and once the login is no longer named for one.';
