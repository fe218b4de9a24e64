CREATE OR REPLACE FUNCTION reeve.search_special() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '{search_scores,search_terms_of,search_terms_known,search_terms_unknown,search_near,'
  'search_near_begins,search_forms,search_written,search_synonyms,search_scoring,search_top,'
  'search_write}'::text[];

COMMENT ON FUNCTION reeve.search_special() IS
  'Functions that each generation has of its own (reeve.search_specialize).';
