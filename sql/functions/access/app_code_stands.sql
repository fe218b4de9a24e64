CREATE OR REPLACE FUNCTION reeve.app_code_stands(stack text) RETURNS boolean
LANGUAGE sql IMMUTABLE
-- By the names of functions, which are the same in every locale; what stands before them may be a
-- letter, as in Japanese. quote_all_identifiers quotes them.
RETURN stack ~ '(cell_work"?\(\)|reeve_cell"?\.|pg_temp_[0-9]+"?\."?reeve_(work|run)"?\()';

COMMENT ON FUNCTION reeve.app_code_stands(text) IS
  'Whether a call stack, as of PG_CONTEXT, goes through a cell, a read of an app reader or a '
  'statement on an app''s tables.';

GRANT EXECUTE ON FUNCTION reeve.app_code_stands(text) TO reeve_access;
