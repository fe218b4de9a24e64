CREATE OR REPLACE FUNCTION reeve.batch_ceiling(plan jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT jsonb_build_object('people', plan -> 'people', 'notices', plan -> 'notices',
    'irreversible', plan -> 'irreversible', 'danger', plan -> 'danger',
    'protected', coalesce(plan -> 'protected', '0'), 'effects', (
      SELECT coalesce(jsonb_agg(e - 'examples'), '[]')
      FROM jsonb_array_elements(plan -> 'effects') e))
$$;

COMMENT ON FUNCTION reeve.batch_ceiling(jsonb) IS
  'The limits of a plan for many subjects, kept so that the batch does no more than was planned; '
  'without the labels of subjects, which may be personal.';
