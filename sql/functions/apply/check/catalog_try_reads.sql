CREATE OR REPLACE FUNCTION reeve.catalog_try_reads(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT c.collection_id, c.name, n.name AS count
    FROM reeve.count_rule n JOIN reeve.collection c USING (collection_id)
    WHERE c.app = app_name AND c.is_live
  LOOP
    BEGIN
      PERFORM reeve.app_counts(r.collection_id, ARRAY[r.count], '{}');
    EXCEPTION WHEN insufficient_privilege OR SQLSTATE 'RV006' THEN
      RAISE EXCEPTION '% cannot evaluate the count "%" of %: %',
        reeve.app_role('reader', app_name), r.count, r.name, SQLERRM
        USING ERRCODE = 'RV005', HINT = 'Grant it what the expression uses.';
    END;
  END LOOP;
  FOR r IN
    SELECT k, c.name FROM reeve.rank_rule k JOIN reeve.collection c USING (collection_id)
    WHERE c.app = app_name AND k.is_live
  LOOP
    BEGIN
      PERFORM reeve.app_rank(r.k, '{}');
      PERFORM reeve.app_ranked(r.k, '{}', NULL);
    EXCEPTION WHEN insufficient_privilege OR SQLSTATE 'RV006' THEN
      RAISE EXCEPTION '% cannot evaluate the rank of %: %', reeve.app_role('reader', app_name),
        r.name, SQLERRM USING ERRCODE = 'RV005', HINT = 'Grant it what the expressions use.';
    END;
  END LOOP;
  FOR r IN
    SELECT f.flag_id, f.name FROM reeve.flag f
    WHERE f.app = app_name AND f.kind = 'rule' AND f.is_live
  LOOP
    BEGIN
      PERFORM reeve.app_rule(r.flag_id, clock_timestamp(), clock_timestamp(), 0, FALSE);
    EXCEPTION WHEN insufficient_privilege OR SQLSTATE 'RV006' THEN
      RAISE EXCEPTION '% cannot evaluate the rule "%": %', reeve.app_role('reader', app_name),
        r.name, SQLERRM USING ERRCODE = 'RV005', HINT = 'Grant it what the query uses.';
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_try_reads(text) IS
  'Evaluates the counts, ranks and rules of an app over no rows, as its reader. RV005 if the '
  'reader may not.';
