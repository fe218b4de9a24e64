-- Whoever is banned and signs up again comes to the queue, and nothing is done to them.
BEGIN;

\ir fixture.sql

CREATE FUNCTION pg_temp.sign_up(label text, email text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, findspot.user_register('again ' || label, email, label,
    now()))
$$;

SELECT pg_temp.made_by_app('findspot', '{sign_up}');

\set shares email
\ir ../again.sql

SELECT * FROM finish();

ROLLBACK;
