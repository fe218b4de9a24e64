CREATE OR REPLACE FUNCTION randevoo.legacy_clock(shown text) RETURNS time
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT CASE
    WHEN c.words ~ '^(([01]?\d|2[0-3]):[0-5]\d|24:00)$' THEN c.words::time
    WHEN c.words ~* '^(0?[1-9]|1[0-2]):[0-5]\d ?[ap]m$' THEN c.words::time END
  -- A phone that counts to 12 displayed some like that, newer ones with a narrow space.
  FROM (SELECT btrim(translate(shown, U&'\202F\00A0', '  '))) c(words)
$body$;

COMMENT ON FUNCTION randevoo.legacy_clock(text) IS
'A time of the day as the former app displayed it, such as 09:00 or 9:00 AM; NULL for any other
text.';
