CREATE OR REPLACE FUNCTION reeve.collection_counts(only_app text, days int)
RETURNS TABLE(
  app text, collection text, amount bigint, is_exact boolean, fresh bigint, daily bigint[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  since date := current_date - least(greatest(days, 1), 366) + 1;
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  FOR c IN
    SELECT * FROM reeve.collection l
    WHERE l.is_live AND l.app = coalesce(only_app, l.app) ORDER BY l.app, l.collection_id
  LOOP
    BEGIN
      RETURN QUERY
        SELECT c.app, c.name, s.amount, s.is_exact, n.fresh, n.daily
        FROM reeve.collection_size(c) s
        CROSS JOIN LATERAL (
          SELECT sum(coalesce(f.amount, 0))::bigint,
            array_agg(coalesce(f.amount, 0) ORDER BY d.day)
          FROM generate_series(since, current_date, interval '1 day') d(day)
          LEFT JOIN reeve.collection_days(c, since) f ON f.day = d.day::date
          WHERE reeve.collection_birth(c) IS NOT NULL) n(fresh, daily);
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      RAISE WARNING '%: %', c.name, SQLERRM;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.collection_counts(text, int) IS
  'The collections of an app (NULL = all) with their rows (is_exact: FALSE for an estimate) and '
  'how many were created in the last days (1 to 366, UTC), in total and per day, if an indexed '
  'column says when. NULL: fresh, daily.';

GRANT EXECUTE ON FUNCTION reeve.collection_counts(text, int) TO reeve_viewer;
