-- Included by tests on the sample: the fixture, and the sample unless its rows are there.
\ir fixture.sql

SELECT count(*) = 0 AS is_empty FROM buckit.users \gset

\if :is_empty
SET LOCAL ROLE buckit_owner;
\o /dev/null
\ir ../../apps/buckit/sample/words.sql
\ir ../../apps/buckit/sample.sql
\o
RESET ROLE;
\endif
