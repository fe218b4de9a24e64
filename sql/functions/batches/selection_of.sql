CREATE OR REPLACE FUNCTION reeve.selection_of(name text) RETURNS reeve.selection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  s reeve.selection;
BEGIN
  SELECT l.* INTO s FROM reeve.selection l
  WHERE CASE WHEN selection_of.name ~ E'^#\\d{1,18}$'
    THEN l.selection_id = substr(selection_of.name, 2)::bigint
    ELSE l.name = substr(selection_of.name, strpos(selection_of.name, '/') + 1)
    AND l.owner = coalesce(
      nullif(left(selection_of.name, greatest(strpos(selection_of.name, '/') - 1, 0)), ''),
      session_user) END;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no selection @%', name
      USING ERRCODE = 'RV004', HINT = '`select` lists yours; @anna/wave is wave of anna''s.';
  END IF;
  RETURN s;
END
$$;

COMMENT ON FUNCTION reeve.selection_of(text) IS
  'The caller''s selection of that name, or that of the login before a slash: anna/wave; or the '
  'one with a number, even if dropped: #7. RV004.';
