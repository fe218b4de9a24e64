CREATE OR REPLACE FUNCTION reeve.app_error(
  state text, said text, context text, passes text DEFAULT '^$', named text DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- A name in quotes may hold anything, line breaks too.
  is_raised boolean := context ~ E'^PL/\\w+ function ("[^"]*"|[^"\\n])*? line \\d+ at RAISE';
BEGIN
  -- In a statement of ours, not in a function of the app: the tables are not as the catalog says.
  IF passes <> '' AND state IN ('42703', '42P01', '3F000', '42883', '42804') AND regexp_replace(
    context, 'PL/pgSQL function (cell_work\(\)|reeve_cell\.).*', '') !~ '(PL/\w+|SQL) function'
  THEN
    RAISE EXCEPTION 'the catalog no longer fits the app''s tables: %', said
      USING ERRCODE = 'RV006', DETAIL = format('SQLSTATE %s.', state),
        HINT = '`reeve catalog check` names all that no longer fits; `reeve adopt --write` drafts '
          'the catalog anew.';
  END IF;
  -- The first four tell the caller to wait, to try again or to stop, and come from the server.
  IF NOT is_raised AND (state IN ('55P03', '40P01', '40001', '57014') OR state ~ passes
    -- Raised by us on this side of the cell.
    OR state = 'RV006' AND context !~ E'function cell_work\\(\\)')
  THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'the app''s own code or constraints refused it: %', said
    USING ERRCODE = 'RV006', CONSTRAINT = coalesce(named, ''),
      DETAIL = format('SQLSTATE %s%s', state, coalesce((
      -- Functions of Reeve appear there without their schema.
      SELECT ', in ' || string_agg(DISTINCT m[1], ', ')
      FROM regexp_matches(
        -- The callers of Reeve are no code of the app.
        regexp_replace(context, E'PL/pgSQL function (cell_work\\(\\)|reeve_cell\\.).*', ''),
        E'PL/\\w+ function ((?:"[^"]*"|[^".(\\s])+\\.(?:"[^"]*"|[^"(\\s])+)\\(', 'g') m), ''));
END
$$;

COMMENT ON FUNCTION reeve.app_error(text, text, text, text, text) IS
  'Raises RV006 with an error''s message and the functions of the app on its stack; returns for '
  'server errors that tell the caller what to do, and for an SQLSTATE that matches passes. '
  'Whatever SQLSTATE code of the app raises, it cannot impersonate Reeve. context: the error''s '
  'context; named: its constraint.';

GRANT EXECUTE ON FUNCTION reeve.app_error(text, text, text, text, text) TO reeve_access;
