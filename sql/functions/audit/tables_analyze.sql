CREATE OR REPLACE FUNCTION reeve.tables_analyze() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET vacuum_cost_delay = 0
AS $$
DECLARE
  -- Larger ones are left to autovacuum: they take longer than an action may, and a plan that suits
  -- some thousand rows suits more.
  grown text := (
    SELECT string_agg(t.oid::regclass::text, ', ' ORDER BY t.oid)
    FROM pg_class t
    WHERE t.relnamespace = 'reeve'::regnamespace AND t.relkind = 'r'
      AND pg_stat_get_live_tuples(t.oid) BETWEEN 50 + 2 * greatest(t.reltuples, 0) AND 5000);
BEGIN
  IF grown IS NOT NULL THEN
    EXECUTE 'ANALYZE (SKIP_LOCKED) ' || grown;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.tables_analyze() IS
  'Analyzes the tables of Reeve that have twice as many rows as when they were analyzed last, so '
  'that no session keeps a plan that suits an almost empty table: autovacuum may come a minute '
  'later, and a wave of actions or reports does not wait. Locks those tables (SHARE UPDATE '
  'EXCLUSIVE) until the transaction ends; waits for nobody.';
