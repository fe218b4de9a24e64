CREATE OR REPLACE FUNCTION reeve.word_is_beside(one text, other text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(bool_or(abs(a.place - b.place) IN (1, 12, 13)), FALSE)
  FROM unnest(ARRAY['1234567890--qwertyuiop--asdfghjkl---zxcvbnm',
    'йцукенгшщзхъ-фывапролджэ-ячсмитьбю']) k(keys)
  CROSS JOIN strpos(k.keys, one) a(place) CROSS JOIN strpos(k.keys, other) b(place)
  WHERE a.place > 0 AND b.place > 0
$$;

COMMENT ON FUNCTION reeve.word_is_beside(text, text) IS
  'Whether two letters are neighbours on a keyboard.';
