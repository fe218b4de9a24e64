CREATE OR REPLACE FUNCTION reeve.search_hold(generation_id int) RETURNS reeve.search_generation
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM FROM reeve.search_pointer p WHERE p.generation_id = search_hold.generation_id FOR UPDATE;
  PERFORM FROM reeve.change_reader r WHERE r.name = 'search.' || generation_id FOR UPDATE;
  RETURN (SELECT g FROM reeve.search_generation g
    WHERE g.generation_id = search_hold.generation_id);
END
$$;

COMMENT ON FUNCTION reeve.search_hold(int) IS
  'Keeps other sessions from applying changes to a generation until the transaction ends, and '
  'returns it.';
