-- Two sessions may build one index: that which comes late is told that it is built no longer.
BEGIN;
SELECT plan(1);
SELECT is(reeve.search_catch_up(2147483647, 10, NULL, NULL), NULL,
  'a generation that another session has swapped in, or dropped, needs no changes');
SELECT * FROM finish();
ROLLBACK;
