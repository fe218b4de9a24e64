CREATE OR REPLACE FUNCTION reeve.search_stage(kind text) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE kind WHEN 'load' THEN 1 WHEN 'words' THEN 2 WHEN 'tiers' THEN 3 ELSE 4 END;

COMMENT ON FUNCTION reeve.search_stage(text) IS
  'Pieces of a build of one stage can be done side by side, after all of the stages before.';
