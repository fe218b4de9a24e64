CREATE OR REPLACE FUNCTION reeve.given_problem(action_id bigint, effects jsonb, lost jsonb)
RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('code', CASE WHEN bool_or(l ? 'code') THEN 'app' ELSE 'final' END,
      'message', format('nothing that A%s changed can be restored%s: %s', action_id,
        CASE WHEN bool_or(l ? 'code') THEN ' now' ELSE '' END,
        string_agg(format('%s:%s, %s', l ->> 'collection', l ->> 'key', l ->> 'why'), '; ')))
    FROM (SELECT * FROM jsonb_array_elements(lost) l ORDER BY l ? 'code' DESC LIMIT 3) x(l)
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(effects) e WHERE (e ->> 'rows')::int > 0)
    HAVING count(*) > 0);
END
$$;

COMMENT ON FUNCTION reeve.given_problem(bigint, jsonb, jsonb) IS
  'Why an undo that restores no row is refused (code, message); NULL if it restores some, or had '
  'none to restore.';
