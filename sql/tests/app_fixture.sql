-- Included by the fixtures of the apps' tests inside their transactions: pgTAP, and rooms for
-- values that a later statement needs.
\set QUIET 1
\pset format unaligned
\pset tuples_only true
\pset pager off
\set ON_ERROR_ROLLBACK 0
\set ON_ERROR_STOP true

SET LOCAL client_min_messages = warning;

CREATE EXTENSION IF NOT EXISTS pgtap;

SELECT no_plan();

CREATE TEMPORARY TABLE kept(name text PRIMARY KEY, id bigint);

GRANT ALL ON kept TO PUBLIC;

CREATE FUNCTION pg_temp.keep(label text, value bigint) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO pg_temp.kept VALUES (label, value)
  ON CONFLICT (name) DO UPDATE SET id = excluded.id RETURNING id
$$;

CREATE FUNCTION pg_temp.kept(label text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT k.id FROM pg_temp.kept k WHERE k.name = label
$$;
