CREATE OR REPLACE FUNCTION reeve.import_is_apart(import_id int) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT i.is_fresh AND NOT i.mapping ? 'children'
    -- Nor does this import write the tables in which it looks others up.
    AND NOT EXISTS (
      SELECT FROM jsonb_each(i.mapping -> 'columns') e
      WHERE e.value #> '{ref,make}' IS NOT NULL
        OR e.value #> '{ref,table}' = i.mapping -> 'table')
    AND c.relkind = 'r' AND NOT c.relhasrules
    AND NOT EXISTS (
      SELECT FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.confrelid = c.oid AND k.contype = 'f')
    AND NOT EXISTS (
      SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D'
        AND p.pronamespace <> 'reeve'::regnamespace
        -- One that never fires for the app writer.
        AND NOT EXISTS (
          SELECT FROM regexp_match(pg_get_triggerdef(t.oid),
            E' FOR EACH (?:ROW|STATEMENT) WHEN \\(\\(CURRENT_USER <> (?:ALL \\(ARRAY\\[)?'
            '((?:''[^'']+''::name(?:, )?)+)(?:\\]\\))?\\)\\) EXECUTE FUNCTION [^()]+') w(names)
          WHERE format('%L::name', reeve.app_role('writer', i.app))
            = ANY (string_to_array(w.names[1], ', '))))
  FROM reeve.import i
  JOIN pg_class c ON c.oid = to_regclass(reeve.import_table(i.mapping))
  WHERE i.import_id = import_is_apart.import_id
$$;

COMMENT ON FUNCTION reeve.import_is_apart(int) IS
  'Whether the rows of an import''s records do not depend on earlier records: the target was '
  'empty, each record is one row, and no rule, trigger of the app, look-up or foreign key leads to '
  'other rows of it.';
