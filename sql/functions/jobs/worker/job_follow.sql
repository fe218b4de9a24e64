CREATE OR REPLACE FUNCTION reeve.job_follow(done_ids bigint[], is_done boolean DEFAULT TRUE)
RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  touched bigint[];
BEGIN
  WITH link AS (
    DELETE FROM reeve.job_after a WHERE a.needed_id = ANY (done_ids)
      AND (is_done OR EXISTS (
        SELECT FROM reeve.job_wait w WHERE w.job_id = a.job_id AND w.any_end))
    RETURNING a.job_id
  ), fewer AS (
    SELECT l.job_id, count(*) AS n FROM link l GROUP BY 1
  ), held AS (
    -- In order, so that two completions with the same followers do not wait for each other.
    SELECT w.job_id FROM reeve.job_wait w
    WHERE w.job_id IN (SELECT f.job_id FROM fewer f) ORDER BY w.job_id FOR UPDATE
  ), less AS (
    UPDATE reeve.job_wait w SET missing = w.missing - f.n
    FROM fewer f JOIN held h USING (job_id) WHERE w.job_id = f.job_id
    RETURNING w.job_id
  )
  SELECT array_agg(l.job_id) INTO touched FROM less l;
  RETURN reeve.job_free(touched);
END
$$;

COMMENT ON FUNCTION reeve.job_follow(bigint[], boolean) IS
  'Releases jobs that waited for these, which are completed, or (is_done: false) have ended '
  'otherwise, which only jobs with any_end wait for; returns how many became ready.';
