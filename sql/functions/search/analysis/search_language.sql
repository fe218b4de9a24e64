CREATE OR REPLACE FUNCTION reeve.search_language(said text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT split_part(l.entry, ' ', 1)
  FROM unnest('{arabic ar ara,armenian hy hye arm,basque eu eus baq,catalan ca cat,danish da dan,'
    'dutch nl nld dut,english en eng,finnish fi fin,french fr fra fre,german de deu ger,'
    'greek el ell gre,hindi hi hin,hungarian hu hun,indonesian id ind,irish ga gle,'
    'italian it ita,lithuanian lt lit,nepali ne nep,norwegian no nor nb nob nn nno,'
    'portuguese pt por,romanian ro ron rum,russian ru rus,serbian sr srp,spanish es spa,'
    'swedish sv swe,tamil ta tam,turkish tr tur,yiddish yi yid}'::text[]) l(entry)
  WHERE substring(lower(said COLLATE "C") FROM E'^\\s*([a-z]+)')
    = ANY (string_to_array(l.entry, ' '))
$$;

COMMENT ON FUNCTION reeve.search_language(text) IS
  'The text search configuration of PostgreSQL for a language: a code such as de, deu or de-AT, or '
  'its name. NULL: result, where it has none.';

GRANT EXECUTE ON FUNCTION reeve.search_language(text) TO reeve_access;
