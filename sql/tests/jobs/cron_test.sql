BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();
-- A zone of the session that must not matter, with a change on the days looked at.
SET LOCAL TimeZone = 'America/New_York';

-- What expressions mean.
SELECT is(reeve.cron_parse(a), reeve.cron_parse(b), format('%s is %s', a, b))
FROM (VALUES
  ('@hourly', '0 * * * *'), ('@daily', '0 0 * * *'), ('@weekly', '0 0 * * 7'),
  ('@monthly', '0 0 1 * *'), ('@yearly', '0 0 1 jan *'), (' @Daily ', '0 0 0 * * *'),
  ('0 0 * * SUN', '0 0 * * 0'), ('0 0 * * fri-sun', '0 0 * * 0,5,6'),
  ('0 0 * * 5-0', '0 0 * * 5-7'),
  ('0 0 1 JAN-mar *', '0 0 1 1,2,3 *'), ('*/20 * * * *', '0,20,40 * * * *'),
  ('10-50/20 * * * *', '10,30,50 * * * *'), ('10/20 * * * *', '10,30,50 * * * *'),
  (E'0\t0  * * *', '0 0 * * *')) v(a, b);
SELECT throws_ok(format('SELECT reeve.cron_parse(%L)', e), 'RV001',
  format('cron expression "%s": %s', e, m), format('refused: %s', e))
FROM (VALUES
  ('', 'it has 0 fields, not 5 or 6'), ('* * * *', 'it has 4 fields, not 5 or 6'),
  ('* * * * * * *', 'it has 7 fields, not 5 or 6'),
  ('60 * * * *', 'minute "60" is not in 0 … 59'), ('60 * * * * *', 'second "60" is not in 0 … 59'),
  ('0 24 * * *', 'hour "24" is not in 0 … 23'), ('0 0 0 * *', 'day of month "0" is not in 1 … 31'),
  ('0 0 1 13 *', 'month "13" is not in 1 … 12'), ('0 0 * * 8', 'day of week "8" is not in 0 … 7'),
  ('1-70 * * * *', 'minute "1-70" is not in 0 … 59'),
  ('0 22-2 * * *', 'hour "22-2" goes backwards'),
  ('*/90 * * * *', 'the step of minute "*/90" is not in 1 … 59'),
  ('*/0 * * * *', 'the step of minute "*/0" is not in 1 … 59'),
  ('-1 * * * *', 'minute "-1" is not a value, range or step'),
  ('1,,2 * * * *', 'minute "" is not a value, range or step'),
  ('*-5 * * * *', 'minute "*-5" is not a value, range or step'),
  ('99999999999 * * * *', 'minute "99999999999" is not a value, range or step'),
  ('١ * * * *', 'minute "١" is not a value, range or step'),
  ('mon * * * *', 'minute "mon" is not a value, range or step'),
  ('0 0 * smarch *', 'month "smarch" is not a value, range or step; names are jan … dec'),
  ('0 0 * * mon-xyz', 'day of week "mon-xyz" is not a value, range or step; names are sun … sat'),
  ('0 0 31 2,4 *', 'no month of "2,4" has the day "31", so it would never fire'),
  ('@reboot', 'known words are @hourly @daily @weekly @monthly @yearly')) v(e, m);
SELECT throws_ok('SELECT reeve.cron_parse(repeat(''1,'', 99999))', 'RV001', NULL,
  'a long one is too');

-- When they fire: the first occurrences after a time of UTC, as the clock of the zone shows them,
-- and as UTC does.
CREATE FUNCTION pg_temp.fires(expression text, zone text, after text, times int) RETURNS text[]
LANGUAGE sql AS $$
  WITH RECURSIVE f(t, n) AS (
    SELECT reeve.cron_next(expression, zone, (after || 'Z')::timestamptz), 1
    UNION ALL SELECT reeve.cron_next(expression, zone, t), n + 1 FROM f WHERE n < times)
  SELECT array_agg(to_char(t AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI:SS') || ' = '
    || to_char(t AT TIME ZONE 'UTC', 'DD HH24:MI') ORDER BY n) FROM f
$$;
SELECT is(pg_temp.fires(expression, zone, after, cardinality(expected)), expected, why)
FROM (VALUES
  ('0 0 29 2 *', 'UTC', '1896-02-29 00:00', ARRAY['1904-02-29 00:00:00 = 29 00:00'],
    'a leap day is found over the eight years of 1900'),
  ('0 0 29 2 */7', 'UTC', '2060-03-01 00:00',
    ARRAY['2088-02-29 00:00:00 = 29 00:00', '2128-02-29 00:00:00 = 29 00:00'],
    'one that is a Sunday, over forty'),
  ('0 12 13 * 5', 'UTC', '2026-02-01 00:00',
    ARRAY['2026-02-06 12:00:00 = 06 12:00', '2026-02-13 12:00:00 = 13 12:00'],
    'two restricted days: either is enough'),
  ('0 12 */13 * 5', 'UTC', '2026-02-01 00:00',
    ARRAY['2026-02-27 12:00:00 = 27 12:00', '2026-03-27 12:00:00 = 27 12:00'],
    'a day that begins with a star: both are needed'),
  ('0 0 L * *', 'UTC', '2027-12-31 12:00',
    ARRAY['2028-01-31 00:00:00 = 31 00:00', '2028-02-29 00:00:00 = 29 00:00'],
    'the last of a month'),
  ('59 59 23 31 12 *', 'UTC', '2026-12-31 23:59:59', ARRAY['2027-12-31 23:59:59 = 31 23:59'],
    'seconds, and an occurrence is after itself'),
  ('30 2 * * *', 'Europe/Berlin', '2026-03-28 00:00',
    ARRAY['2026-03-28 02:30:00 = 28 01:30', '2026-03-29 03:00:00 = 29 01:00',
      '2026-03-30 02:30:00 = 30 00:30'], 'a time left out fires as the clock is set'),
  ('*/15 2,3 * * *', 'Europe/Berlin', '2026-03-29 00:00',
    ARRAY['2026-03-29 03:00:00 = 29 01:00', '2026-03-29 03:15:00 = 29 01:15'],
    '… once, whatever else is left out'),
  ('30 2 * * *', 'Europe/Berlin', '2026-10-25 00:00',
    ARRAY['2026-10-25 02:30:00 = 25 00:30', '2026-10-26 02:30:00 = 26 01:30'],
    'a time that comes twice fires the first time'),
  ('30 2 * * *', 'Europe/Berlin', '2026-10-25 01:10', ARRAY['2026-10-26 02:30:00 = 26 01:30'],
    '… and not from between the two'),
  ('*/30 * * * *', 'Europe/Berlin', '2026-10-25 00:00',
    ARRAY['2026-10-25 02:30:00 = 25 00:30', '2026-10-25 02:00:00 = 25 01:00',
      '2026-10-25 02:30:00 = 25 01:30', '2026-10-25 03:00:00 = 25 02:00'],
    'what fits every hour goes on through the second pass'),
  ('15 * * * *', 'Europe/Berlin', '2026-03-29 00:00',
    ARRAY['2026-03-29 01:15:00 = 29 00:15', '2026-03-29 03:15:00 = 29 01:15'],
    '… and makes nothing up for what is left out'),
  ('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04 14:00',
    ARRAY['2026-04-05 01:45:00 = 04 14:45', '2026-04-06 01:45:00 = 05 15:15'],
    'half an hour twice'),
  ('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03 00:00',
    ARRAY['2026-10-04 02:30:00 = 03 15:30', '2026-10-05 02:15:00 = 04 15:15'],
    'half an hour left out'),
  ('30 2 * * *', 'Antarctica/Troll', '2026-03-28 12:00', ARRAY['2026-03-29 03:00:00 = 29 01:00'],
    'two hours left out'),
  ('30 1 * * *', 'Antarctica/Troll', '2026-10-24 20:00',
    ARRAY['2026-10-25 01:30:00 = 24 23:30', '2026-10-26 01:30:00 = 26 01:30'], 'two hours twice'),
  ('0 12 * * *', 'Pacific/Apia', '2011-12-29 12:00',
    ARRAY['2011-12-29 12:00:00 = 29 22:00', '2011-12-31 00:00:00 = 30 10:00',
      '2011-12-31 12:00:00 = 30 22:00'], 'a day left out'),
  ('0 0 * * *', 'America/Sao_Paulo', '2018-11-03 12:00',
    ARRAY['2018-11-04 01:00:00 = 04 03:00', '2018-11-05 00:00:00 = 05 02:00'],
    'a midnight left out'),
  ('0 0 * * *', 'Asia/Beirut', '2022-03-26 12:00',
    ARRAY['2022-03-27 01:00:00 = 26 22:00', '2022-03-28 00:00:00 = 27 21:00'],
    '… in Beirut'),
  ('0 0 * * *', 'America/Havana', '2026-10-31 12:00',
    ARRAY['2026-11-01 00:00:00 = 01 04:00', '2026-11-02 00:00:00 = 02 05:00'],
    'a midnight twice'),
  ('30 2 * * *', 'Africa/Casablanca', '2022-03-26 12:00',
    ARRAY['2022-03-27 02:30:00 = 27 01:30', '2022-03-28 02:30:00 = 28 02:30'],
    'a summer time that Ramadan interrupts')) v(expression, zone, after, expected, why);

SELECT * FROM finish();
ROLLBACK;
