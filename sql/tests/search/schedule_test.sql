-- An index is compared with its rows, and repaired, on a schedule of its app: what time alone takes
-- out of search (`where`) is written by nobody.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT plan(1);

SELECT is_empty($$SELECT c.app, c.name FROM reeve.collection c
    WHERE c.search IS NOT NULL AND c.is_live AND NOT EXISTS (
      SELECT FROM reeve.cron s JOIN reeve.job_kind k USING (kind_id)
      WHERE s.app = c.app AND k.name = 'search.verify')$$,
  'each app whose rows are searched has a schedule that verifies its indexes');

SELECT * FROM finish();

ROLLBACK;
