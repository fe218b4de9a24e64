CREATE OR REPLACE FUNCTION reeve.kind_is_known(kind text, queue_id int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.worker w
    WHERE w.queue_id = kind_is_known.queue_id AND w.ended_at IS NULL
      AND w.beat_at > clock_timestamp() - interval '12 s'
      AND (w.kinds IS NULL OR kind_is_known.kind = ANY (w.kinds) OR EXISTS (
        SELECT FROM reeve.job_kind k
        WHERE k.name = kind_is_known.kind AND k.step_function IS NOT NULL)))
$$;

COMMENT ON FUNCTION reeve.kind_is_known(text, int) IS
  'Whether a live worker of a queue can run jobs of a kind: it has a handler for it, did not say '
  'which handlers it has, or the kind has a step function, which any worker calls.';

GRANT EXECUTE ON FUNCTION reeve.kind_is_known(text, int) TO reeve_worker;
