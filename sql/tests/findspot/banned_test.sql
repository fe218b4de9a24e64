-- Every function by which the app writes refuses a banned person, whether they act by their number
-- or as who is signed in.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person('who');

SELECT pg_temp.spot('place', 'who');

CREATE TEMPORARY TABLE word(name text, value text);

INSERT INTO word VALUES ('uid', 'test who'), ('photos', '{a.jpg}'), ('sizes', '{1}'),
  ('device_kind', 'phone'), ('address', '192.0.2.7'), ('country', 'IT');

-- What the app's server does for nobody.
CREATE TEMPORARY TABLE spared AS SELECT 'removal_take' AS name;

SELECT pg_temp.kept('who') AS who \gset

\set app findspot
\set code FS002
\set at now

\ir ../banned.sql

SELECT * FROM finish();

ROLLBACK;
