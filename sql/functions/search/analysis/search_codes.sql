CREATE OR REPLACE FUNCTION reeve.search_codes(input text) RETURNS text
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  codes text := '';
  m text[];
BEGIN
  IF octet_length(input) > char_length(input) THEN
    input := replace(normalize(input, NFKC), E'\u2044', '/');
  END IF;
  -- Most texts have none, which this finds out five times sooner.
  IF input !~ ('[[:alnum:]]([+]|#|[&/][[:alnum:]]|-([[:alnum:]]*[0-9]|[[:alnum:]]($|[^[:alnum:]])))'
    '|(^|[^[:alnum:]])[.][a-zA-Z]') THEN
    RETURN codes;
  END IF;
  FOR m IN
    -- In Turkish lower() makes a dotless i of I.
    SELECT regexp_matches(translate(lower(input), 'ı', 'i'),
      '(?<![[:alnum:]&+.#-])([[:alnum:]]{1,12})([+][+]?|#)'
      '(?![[:alnum:]+#])|(?<![[:alnum:]&/+.#-])([[:alnum:]]{1,12})([&/-])([[:alnum:]]{1,12})'
      '(?![[:alnum:]&/#+]|[-.][[:alnum:]])|(?<![[:alnum:]&/+.#-])[.]([a-z][a-z0-9]{1,9})'
      '(?![[:alnum:]])', 'g')
    -- A long text of nothing else
    LIMIT 1000
  LOOP
    IF m[4] = '-' THEN
      -- Any two words may be written with a hyphen.
      CONTINUE WHEN m[5] !~ '[0-9]' AND (char_length(m[5]) > 1 OR char_length(m[3]) > 5);
    ELSIF m[4] IS NOT NULL THEN
      CONTINUE WHEN char_length(m[3]) > 4 OR char_length(m[5]) > 4;
    END IF;
    FOR i IN 1 .. 6 LOOP
      IF octet_length(m[i]) > char_length(m[i]) THEN
        m[i] := reeve.script_fold(m[i]);
      END IF;
    END LOOP;
    CONTINUE WHEN strpos(concat(m[1], m[3], m[5]), ' ') > 0;
    -- A sign is a Chinese letter that nobody uses: the text search parser takes it for a blank.
    codes := codes || ' ' || concat(m[1] || translate(m[2], '+#', E'\U0002002B\U00020023'),
      m[3] || translate(m[4], '&/-', E'\U00020026\U0002002F\U0002002D') || m[5],
      E'\U0002002E' || m[6]);
  END LOOP;
  RETURN codes;
END
$$;

COMMENT ON FUNCTION reeve.search_codes(text) IS
  'Words of a text that signs are letters of (c++, .net, r&b, 3/4, usb-c, rtx-4090), folded, each '
  'after a blank, at most 1,000; the index has them beside their parts.';

GRANT EXECUTE ON FUNCTION reeve.search_codes(text) TO reeve_access;
