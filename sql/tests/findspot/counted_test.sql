-- Nobody counts on anybody here: places are to be looked at, and have no dates.
BEGIN;

\ir fixture.sql

\set why '{}'

CREATE TEMPORARY TABLE counted(place serial, state text, verbs text, subject text, who text,
  template text, left_by text, remains text, nobody text);

INSERT INTO counted(state, verbs, nobody) VALUES
  ('place liked', '*', 'who likes a place has no date there; its photo and name go with it');

\ir ../counted.sql

ROLLBACK;
