-- Sotravel at scale: as many people as the scale says, 600 on each trip, of which a fifth are
-- active; an event for ten people, and three invitations and messages for each of them. The same
-- for the same scale, seed and day. The settings sample.scale, sample.seed and sample.as_of say
-- which. Files that have parameters are run for one range after the other of 1 … scale. Ids are
-- computed, never drawn from a sequence, so that the rows of one file can name those of another.
-- What the app's triggers would write is written here.

SET LOCAL jit = off;

-- The one moment that everything is relative to: the day's first, so that it has passed already.
CREATE TEMPORARY TABLE sample AS
SELECT s.scale, s.seed * 1000 AS seed, s.at, (s.scale + 599) / 600 AS trips, s.scale / 10 AS events
FROM (SELECT current_setting('sample.scale')::bigint AS scale,
    current_setting('sample.seed')::bigint AS seed,
    current_setting('sample.as_of')::timestamp AT TIME ZONE 'UTC' AS at) s;

CREATE FUNCTION pg_temp.trip(person bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN 1 + (person - 1) / 600;

-- Trips in turn: two to come, six over, two active.
CREATE FUNCTION pg_temp.starts(trip bigint, at timestamptz) RETURNS timestamptz LANGUAGE sql
IMMUTABLE
RETURN at + (ARRAY[-2, 5, -30, -20, -60, -90, -400, -4, -200, 20])[1 + trip % 10]
  * interval '1 day';

ANALYZE sample, sample_place;
