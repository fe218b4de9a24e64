-- Code of an app can raise every SQLSTATE with every text. Who raised an error is told by its
-- context, which is in the words of the server's locale; but names of functions and keywords of
-- statements stand in it as they are, and RAISE is such a keyword. Where other languages are
-- installed, whose contexts name no statement, every error counts as raised by the app.
CREATE OR REPLACE FUNCTION reeve.app_error(
  state text, said text, context text, passes text DEFAULT '^$', named text DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  is_raised boolean := position('RAISE' IN context) > 0 OR EXISTS (
    SELECT FROM pg_language l WHERE l.lanname NOT IN ('internal', 'c', 'sql', 'plpgsql'));
  is_unfit CONSTANT boolean := state IN ('42703', '42P01', '3F000', '42883', '42804');
  is_passed boolean;
  routines text;
BEGIN
  IF NOT reeve.app_code_stands(context) THEN
    -- On this side of the cell or the read.
    RETURN;
  END IF;
  -- The first four ask the caller to wait, to try again or to stop; the server has no room.
  is_passed := NOT is_raised
    AND (state IN ('55P03', '40P01', '40001', '57014', '53100') OR state ~ passes);
  IF is_passed AND NOT is_unfit THEN
    RETURN;  -- The look at all functions takes longer than most reads.
  END IF;
  -- Functions that it names, but none of PostgreSQL's or Reeve's.
  routines := (
    SELECT string_agg(DISTINCT n.name, ', ')
    FROM pg_proc p JOIN pg_namespace s ON s.oid = p.pronamespace
    CROSS JOIN LATERAL (SELECT format('%I.%I', s.nspname, p.proname)) n(name)
    WHERE s.nspname !~ '^(pg_|reeve)' AND s.nspname <> 'information_schema'
      AND position(n.name || '(' IN context) > 0);
  -- In a statement of ours, not in a function of the app: the tables are not as the catalog says.
  IF NOT is_raised AND passes <> '' AND routines IS NULL AND is_unfit THEN
    IF context ~ E'\\m(cell_)?(migrate|remote)_' THEN
      RAISE EXCEPTION 'the tables no longer fit the live copy: %', left(said, 2000)
        USING ERRCODE = 'RV006',
          DETAIL = format('SQLSTATE %s; s is the source of its mapping, t the target.', state),
          HINT = 'Change them back (`reeve migrate plan` names what no longer fits), or before the '
            'cutover end the copy with `reeve migrate finish --abandon` and start one with another '
            'mapping.';
    END IF;
    RAISE EXCEPTION 'the catalog no longer fits the app''s tables: %', left(said, 2000)
      USING ERRCODE = 'RV006', DETAIL = format('SQLSTATE %s.', state),
        HINT = '`reeve catalog check` names all that no longer fits; `reeve adopt --write` drafts '
          'the catalog anew.';
  ELSIF is_passed THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'the app''s own code or constraints refused it: %', left(said, 2000)
    USING ERRCODE = 'RV006', CONSTRAINT = coalesce(named, ''),
      DETAIL = format('SQLSTATE %s%s', state, coalesce(', in ' || routines, ''));
END
$$;

COMMENT ON FUNCTION reeve.app_error(text, text, text, text, text) IS
  'Raises RV006 with an error''s message and the functions of the app on its stack; returns for '
  'errors on this side of a cell or a read, and for server errors that the caller must act on or '
  'whose SQLSTATE matches passes. Whatever SQLSTATE code of the app raises, it cannot impersonate '
  'Reeve. context: the error''s context; named: its constraint.';

GRANT EXECUTE ON FUNCTION reeve.app_error(text, text, text, text, text) TO reeve_access;
