CREATE OR REPLACE FUNCTION randevoo.legacy_slot(
  day text, hours text, OUT starts timestamp, OUT ends timestamp)
LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
  d integer[] := regexp_match(day, '^\s*([12]\d{3})-(\d{1,2})-(\d{1,2})\s*$')::integer[];
  h integer[] := regexp_match(hours,
    '^\s*(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})\s*$')::integer[];
  date date;
BEGIN
  IF d[2] BETWEEN 1 AND 12 AND d[3] >= 1 AND h[1] < 24 AND h[2] < 60 AND h[4] < 60 THEN
    date := make_date(d[1], d[2], 1) + d[3] - 1;
    IF extract(month FROM date) = d[2] THEN
      starts := date + make_interval(hours => h[1], mins => h[2]);
      ends := date + make_interval(hours => h[3], mins => h[4]);
    END IF;
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.legacy_slot(text, text) IS
'A slot of the former app, such as 2021-03-08 and 9:00 - 9:30, by the shop''s clock; hours count on
beyond 24. NULL if it cannot be read.';
