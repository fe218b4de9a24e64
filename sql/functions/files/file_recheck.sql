CREATE OR REPLACE FUNCTION reeve.file_recheck(outside_ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT c.app, array_agg(o.fields ->> 'bucket') AS buckets,
      array_agg(o.fields ->> 'name') AS objects, array_agg(TRUE) AS finals,
      array_agg(o.outside_id) AS ids
    FROM reeve.outside o JOIN reeve.collection c USING (collection_id)
    WHERE o.outside_id = ANY (outside_ids) AND o.file IS NOT NULL AND NOT o.is_inverse
    GROUP BY c.app
  LOOP
    BEGIN
      RETURN QUERY
        UPDATE reeve.outside o SET state = 'withdrawn', ended_at = clock_timestamp(),
          error = 'a row names it again', fields = CASE WHEN NOT o.is_erased THEN o.fields END
        FROM reeve.file_wanted(part.app, part.buckets, part.objects, part.finals) w
        WHERE o.outside_id = ANY (part.ids) AND o.file = w.file AND o.state = 'pending'
          AND (w.wanted = 'files.restore'
            OR o.sends = 'files.remove' AND w.wanted <> 'files.remove')
        RETURNING o.outside_id;
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      RETURN QUERY
        UPDATE reeve.outside o SET due_at = clock_timestamp() + interval '1 min',
          error = left(SQLERRM, 1000)
        WHERE o.outside_id = ANY (part.ids) AND o.state = 'pending'
        RETURNING o.outside_id;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.file_recheck(bigint[]) IS
  'Withdraws those of these effects that take away an object which the app has come to show again '
  'since, or, of removals, to name again; puts off those whose rows cannot be read. Returns these.';
