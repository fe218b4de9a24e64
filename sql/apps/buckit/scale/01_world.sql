-- BuckIt at scale: as many activities as people, ten votes and three bucket items for each, the
-- same for the same scale, seed and day. The settings sample.scale, sample.seed and sample.as_of
-- say which. Files that have parameters are run for one range after the other of 1 … scale. The
-- program takes keys, indexes and triggers away before and puts them back after, so what the app's
-- triggers would write is written here.
--
-- Two fifths of all votes go to a hundredth of the activities. Ids are computed, never drawn from
-- a sequence, so that the rows of one file can name those of another.

SET LOCAL jit = off;

CREATE TEMPORARY TABLE sample AS
SELECT current_setting('sample.scale')::bigint AS scale,
  1000 * current_setting('sample.seed')::bigint AS seed,
  current_setting('sample.as_of')::timestamp AT TIME ZONE 'UTC' AS at;
