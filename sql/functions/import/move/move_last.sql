CREATE OR REPLACE FUNCTION reeve.move_last(app text)
RETURNS TABLE(command_id bigint, at timestamptz, actor text, ledger jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.command_id, c.at, c.actor, c.detail -> 'ledger'
  FROM reeve.command c
  WHERE c.kind = 'move' AND c.outcome = 'done' AND c.detail ->> 'app' = move_last.app
  ORDER BY c.command_id DESC LIMIT 1
$$;

COMMENT ON FUNCTION reeve.move_last(text) IS
  'The last move of an app that ended, as reeve.move_record has it. No rows: there was none.';
