CREATE OR REPLACE FUNCTION reeve.glass_of(logins text[], at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT max(g.glass_id) FROM reeve.glass g
  WHERE g.role_name = ANY (logins) AND g.begun_at <= at
    AND at <= coalesce(g.ended_at, g.ends_at)
$$;

COMMENT ON FUNCTION reeve.glass_of(text[], timestamptz) IS
  'The emergency rank that one of these logins had at a time; NULL: none.';
