CREATE OR REPLACE FUNCTION reeve.word_umlauts(word text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  others text[] := '{}';
BEGIN
  -- Dictionaries have ü as u.
  IF word ~ '[aou]e' THEN
    others := others || regexp_replace(word, '([aou])e', E'\\1', 'g');
  END IF;
  IF word ~ '^[a-z]+$' THEN
    FOR place IN 1 .. least(char_length(word), 8) LOOP
      IF substr(word, place, 1) IN ('a', 'o', 'u') AND substr(word, place + 1, 1) <> 'e' THEN
        others := others || (left(word, place) || 'e' || substr(word, place + 1));
      END IF;
    END LOOP;
  END IF;
  RETURN others[:4];
END
$$;

COMMENT ON FUNCTION reeve.word_umlauts(text) IS
  'How a word may be written elsewhere if it has umlauts: kuerbis for kurbis, which is what a '
  'dictionary has of kürbis, and kurbis for kuerbis; at most four.';
