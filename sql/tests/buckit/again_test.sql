-- Whoever is banned and signs up again comes to the queue, and nothing is done to them.
BEGIN;

\ir fixture.sql

CREATE FUNCTION pg_temp.sign_up(label text, email text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, buckit.user_sign_up(label, label, 'google', 'again ' || label,
    email, now()))
$$;

SELECT pg_temp.made_by_app('buckit', '{sign_up}');

\set shares email
\ir ../again.sql

SELECT * FROM finish();

ROLLBACK;
