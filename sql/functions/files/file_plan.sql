CREATE OR REPLACE FUNCTION reeve.file_plan(
  app text, collection_ids int[], keys text[], finals boolean[])
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  touched record;
BEGIN
  SELECT array_agg(f.bucket) AS buckets, array_agg(f.object) AS objects,
    array_agg((r.collection_id, f.key) IN (
      SELECT g.collection_id, g.key
      FROM unnest(collection_ids, file_plan.keys, file_plan.finals)
        g(collection_id, key, is_final)
      WHERE g.is_final)) AS finals
  INTO touched
  FROM (
    SELECT g.collection_id, array_agg(DISTINCT g.key) AS keys
    FROM unnest(collection_ids, keys) g(collection_id, key)
    GROUP BY g.collection_id) r
  CROSS JOIN LATERAL reeve.collection_get(r.collection_id) c
  CROSS JOIN LATERAL reeve.app_files(c, r.keys) f;
  IF touched.objects IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (
    SELECT jsonb_strip_nulls(jsonb_build_object(
      'withdraw', nullif(count(*) FILTER (
        WHERE u.wanted = 'files.withdraw' AND u.present = 'files.restore'), 0),
      'remove', nullif(count(*) FILTER (
        WHERE u.wanted = 'files.remove' AND u.present <> 'files.remove'), 0),
      'kept', nullif(count(*) FILTER (WHERE u.wanted = 'files.restore'), 0)))
    FROM (
      SELECT array_agg(w.file) AS files, array_agg(w.wanted) AS acts
      FROM reeve.file_wanted(app, touched.buckets, touched.objects, touched.finals,
        ARRAY(SELECT g.collection_id || ':' || g.key
          FROM unnest(collection_ids, keys) g(collection_id, key)),
        ARRAY(SELECT g.collection_id || ':' || g.key
          FROM unnest(collection_ids, keys, finals) g(collection_id, key, is_final)
          WHERE g.is_final)) w) a
    CROSS JOIN LATERAL unnest(a.acts, reeve.file_present(a.files)) u(wanted, present));
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.file_plan(text, int[], text[], boolean[]) IS
  'What hiding these rows, or for good (finals), would do to objects in buckets: as file_put '
  'returns it. NULL: result, where they name none or the app''s rows cannot be read.';
