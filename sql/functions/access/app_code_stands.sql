CREATE OR REPLACE FUNCTION reeve.app_code_stands(stack text) RETURNS boolean
LANGUAGE sql IMMUTABLE
-- Code can add lines to the stack, but take none away; quote_all_identifiers quotes names there.
RETURN stack ~ '\m(cell_work"?\(\)|reeve_cell"?\.)';

COMMENT ON FUNCTION reeve.app_code_stands(text) IS
  'Whether a call stack, as of PG_CONTEXT, goes through a cell or a read of an app reader.';
