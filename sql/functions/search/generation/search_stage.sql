CREATE OR REPLACE FUNCTION reeve.search_stage(kind text) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(array_position('{sample,cuts,load}'::text[], kind), 4);

COMMENT ON FUNCTION reeve.search_stage(text) IS
  'Pieces of a build of one stage can be done side by side, after all of the stages before.';
