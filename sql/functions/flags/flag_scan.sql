CREATE OR REPLACE FUNCTION reeve.flag_scan(job_id bigint, lease int, max_rows int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '5s'
AS $$
DECLARE
  app_name text := reeve.job_app(job_id);
  present timestamptz := clock_timestamp();
  f reeve.flag;
  s reeve.flag_state;
  batch text[];
  looked int;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  PERFORM FROM reeve.change_reader r
  WHERE r.name = 'flags' AND (app_name IS NULL OR r.app = app_name) ORDER BY r.app FOR UPDATE;
  FOR f IN
    SELECT l.* FROM reeve.flag l
    WHERE l.is_live AND l.kind <> 'rule' AND (app_name IS NULL OR l.app = app_name)
    ORDER BY l.flag_id
  LOOP
    SELECT * INTO s FROM reeve.flag_state x WHERE x.flag_id = f.flag_id;
    CONTINUE WHEN s.failed_at > present - interval '30 seconds';
    IF f.learn_sql IS NOT NULL AND (s.learned_at > present - interval '24 hours') IS NOT TRUE THEN
      BEGIN
        DELETE FROM reeve.flag_group g WHERE g.flag_id = f.flag_id;
        INSERT INTO reeve.flag_group(flag_id, name, median, rows)
        SELECT f.flag_id, l.name, l.median, l.rows FROM reeve.app_learn(f.flag_id) l;
        UPDATE reeve.flag_state x SET learned_at = present, failed_at = NULL
        WHERE x.flag_id = f.flag_id;
        PERFORM reeve.change_park('flag ' || f.name, f.collection_id, NULL);
        RETURN 1;
      EXCEPTION WHEN OTHERS THEN
        UPDATE reeve.flag_state x SET failed_at = present WHERE x.flag_id = f.flag_id;
        PERFORM reeve.change_park('flag ' || f.name, f.collection_id, SQLERRM);
        CONTINUE;
      END;
    END IF;
    -- Identifiers must be read before they are compared; the daily limit ends the day.
    CONTINUE WHEN s.scanned_at IS NOT NULL OR f.kind = 'banned' AND NOT EXISTS (
        SELECT FROM reeve.identifier_scan i
        WHERE i.collection_id = f.collection_id AND i.done_at IS NOT NULL)
      OR f.most <= (SELECT count(*) FROM reeve.flag_hit h
        WHERE h.flag_id = f.flag_id AND h.at > present - interval '24 hours');
    BEGIN
      batch := ARRAY(SELECT reeve.app_keys(f.collection_id, s.cursor, max_rows));
      looked := (reeve.flag_look(f, batch, present, present + interval '1 second')).looked;
      UPDATE reeve.flag_state x SET cursor = batch[looked], failed_at = NULL,
        scanned_at = CASE WHEN batch = '{}' THEN present END, ran_at = present
      WHERE x.flag_id = f.flag_id;
      PERFORM reeve.change_park('flag ' || f.name, f.collection_id, NULL);
      CONTINUE WHEN batch = '{}';
      RETURN looked;
    EXCEPTION WHEN OTHERS THEN
      UPDATE reeve.flag_state x SET failed_at = present WHERE x.flag_id = f.flag_id;
      PERFORM reeve.change_park('flag ' || f.name, f.collection_id, SQLERRM);
    END;
  END LOOP;
  RETURN 0;
END
$$;

COMMENT ON FUNCTION reeve.flag_scan(bigint, int, int) IS
  'Runs a new or changed flag of the job''s app on the next rows that existed before it, '
  'and computes medians that are a day old; 0 = nothing is left to do. One call takes about a '
  'second, however long a row takes; the next continues. A flag that fails stops no other and is '
  'tried again 30 s later.';

GRANT EXECUTE ON FUNCTION reeve.flag_scan(bigint, int, int) TO reeve_worker;
