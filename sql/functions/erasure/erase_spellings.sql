CREATE OR REPLACE FUNCTION reeve.erase_spellings(said text[]) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT DISTINCT s.spelt
  FROM unnest(said) v
  CROSS JOIN LATERAL (VALUES (v), (lower(v)), (upper(v))) c(written)
  CROSS JOIN LATERAL (SELECT to_jsonb(c.written)::text) q(quoted)
  CROSS JOIN LATERAL (SELECT substr(q.quoted, 2, length(q.quoted) - 2)) j(body)
  CROSS JOIN LATERAL (
    VALUES (c.written), (j.body), (replace(c.written, '"', '""')), ((
      SELECT string_agg(CASE
        WHEN ascii(t.sign) < 128 THEN t.sign
        WHEN ascii(t.sign) < 65536 THEN E'\\u' || lpad(to_hex(ascii(t.sign)), 4, '0')
        ELSE E'\\u' || to_hex(55296 + ((ascii(t.sign) - 65536) >> 10))
          || E'\\u' || to_hex(56320 + ((ascii(t.sign) - 65536) & 1023)) END, '' ORDER BY t.place)
      FROM regexp_split_to_table(j.body, '') WITH ORDINALITY t(sign, place)))) s(spelt)
  WHERE s.spelt <> ''
$$;

COMMENT ON FUNCTION reeve.erase_spellings(text[]) IS
  'How a file may have these texts: as they are and in one case; as in JSON, with signs beyond '
  'ASCII or with their numbers (RFC 8259, section 7); with quotes doubled as in CSV.';
