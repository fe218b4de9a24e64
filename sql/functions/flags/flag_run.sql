CREATE OR REPLACE FUNCTION reeve.flag_run(
  job_id bigint, lease int, collection_ids int[], keys text[])
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '5s'
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  f reeve.flag;
  among text[];
  look record;
  raised int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  FOR f IN
    SELECT l.* FROM reeve.flag l
    WHERE l.is_live AND l.kind <> 'rule' AND l.collection_id = ANY (collection_ids)
    ORDER BY l.flag_id
  LOOP
    among := ARRAY(
      SELECT DISTINCT u.key FROM unnest(collection_ids, keys) u(collection_id, key)
      WHERE u.collection_id = f.collection_id);
    BEGIN
      look := reeve.flag_look(f, among, at, at + interval '2 seconds');
      raised := raised + look.raised;
      IF look.looked < cardinality(among) THEN
        -- The rest takes too long for one transaction: flag_scan reads all rows, step by step.
        UPDATE reeve.flag_state s SET cursor = NULL, scanned_at = NULL WHERE s.flag_id = f.flag_id;
      END IF;
    EXCEPTION WHEN OTHERS THEN
      -- The log no longer has these rows: the flag reads all of them once it can again.
      UPDATE reeve.flag_state s SET cursor = NULL, scanned_at = NULL, failed_at = at
      WHERE s.flag_id = f.flag_id;
      PERFORM reeve.change_park('flag ' || f.name, f.collection_id, SQLERRM);
    END;
  END LOOP;
  RETURN raised;
END
$$;

COMMENT ON FUNCTION reeve.flag_run(bigint, int, int[], text[]) IS
  'Runs all flags on rows that changed; returns how many reports they made. A flag that fails '
  'stops no other; it reads all rows again later, as does one that takes longer than two seconds.';

GRANT EXECUTE ON FUNCTION reeve.flag_run(bigint, int, int[], text[]) TO reeve_worker;
