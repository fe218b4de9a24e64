CREATE OR REPLACE FUNCTION reeve.job_put_at(kind text, due_at timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- On a quarter of a second, so that not every caller gets a job of its own.
  moment timestamptz := to_timestamp(ceil(extract(epoch FROM job_put_at.due_at) * 4 + 0.001) / 4);
BEGIN
  PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', job_put_at.kind, 'due_at', moment,
    'unique_key', job_put_at.kind || ' at ' || moment)], NULL)
  WHERE moment IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.job_put_at(text, timestamptz) IS
  'Puts a job of a kind that begins at most half a second after due_at, unless one is there that '
  'begins then. Does nothing if due_at is NULL. Waits for a caller who has put the same one and '
  'has not committed.';
