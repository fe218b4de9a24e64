CREATE OR REPLACE FUNCTION reeve.search_write(
  keys text[], languages regconfig[], average real, share float8,
  OUT written bigint, OUT more bigint, OUT met text[], OUT said text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  SELECT 0::bigint, 0::bigint, '{}'::text[], '{}'::text[]
  INTO written, more, met, said;
END
$$;

COMMENT ON FUNCTION reeve.search_write(text[], regconfig[], real, float8) IS
  'Reads rows again, writes or removes their documents and recounts their words: how many '
  'documents, and of those that everybody may see, are added, words that no document has any more, '
  'and languages of the rows. Here nothing, and of a generation in its own function '
  '(reeve.search_specialize), so that a session plans it once. average, share: of lengths '
  '(reeve.search_norm).';
