CREATE OR REPLACE FUNCTION reeve.remote_intact(
  copy_id int, job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
  SELECT reeve.remote_permit(copy_id, job_id, lease);
  WITH c AS (SELECT * FROM reeve.live_copy l WHERE l.copy_id = remote_intact.copy_id),
  p AS MATERIALIZED (
    SELECT p.*, r.oid AS there FROM c
    CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source, '') p
    LEFT JOIN pg_class r ON r.oid = p.relation AND to_regclass(p.name) = p.relation
  )
  SELECT coalesce(
    (SELECT format('%s is no longer the table that was copied', p.name) FROM p
      WHERE p.there IS NULL ORDER BY p.place LIMIT 1),
    (SELECT format('the trigger %s of %s is gone or disabled: changes may be missing', g.name,
        p.name)
      FROM p, unnest(ARRAY['reeve_follow', 'reeve_follow_update', 'reeve_follow_truncate']) g(name)
      WHERE NOT EXISTS (
        SELECT FROM pg_trigger t
        WHERE t.tgrelid = p.relation AND t.tgname = g.name AND t.tgenabled IN ('O', 'A'))
      ORDER BY p.place, g.name LIMIT 1),
    (SELECT format('column %s of %s was %s at the start', w ->> 1, w ->> 0, w ->> 2)
      FROM c CROSS JOIN LATERAL jsonb_array_elements(c.statements -> 'watched') w
      WHERE NOT EXISTS (
        SELECT FROM pg_attribute a
        WHERE a.attrelid = to_regclass(w ->> 0) AND a.attname = w ->> 1 AND NOT a.attisdropped
          AND format_type(a.atttypid, a.atttypmod) = w ->> 2)
      LIMIT 1),
    (SELECT format('column %s of %s has come since the start', a.attname, p.name)
      FROM c, p JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum > 0
        AND NOT a.attisdropped
      WHERE NOT c.statements -> 'watched' @> jsonb_build_array(jsonb_build_array(p.name,
        a.attname, format_type(a.atttypid, a.atttypmod)))
      LIMIT 1))
$$;

COMMENT ON FUNCTION reeve.remote_intact(int, bigint, int) IS
  'Changes that the source''s owner has made since a copy to another database began and that may '
  'have kept changes from being logged, or that are not copied. job_id, lease: as in '
  'reeve.remote_permit. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.remote_intact(int, bigint, int) TO reeve_worker;
