-- The schemas, who may use them, and the few helpers that every other migration leans on.
-- Runs as reeve_owner.

CREATE SCHEMA IF NOT EXISTS reeve;

COMMENT ON SCHEMA reeve IS 'Reeve''s own tables and the functions through which all change goes.';

CREATE SCHEMA reeve_view;

COMMENT ON SCHEMA reeve_view IS
  'What admins read: one generated view a collection, personal columns masked.';

CREATE SCHEMA reeve_index;

COMMENT ON SCHEMA reeve_index IS 'Search generations: rebuildable, left out of dumps.';

CREATE SCHEMA reeve_stage;

COMMENT ON SCHEMA reeve_stage IS 'Staging tables of imports.';

-- Only the global form takes away what PUBLIC gets by default; the per-schema form does nothing.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

SET LOCAL ROLE reeve_hand;

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

SET LOCAL ROLE reeve_owner;

GRANT USAGE ON SCHEMA reeve TO reeve_viewer, reeve_auditor, reeve_hand, reeve_worker,
  reeve_migrator;

GRANT USAGE ON SCHEMA reeve_view TO reeve_viewer, reeve_hand;

CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- unaccent may live in any schema of a database that had it before us, so its name is baked in.
DO $do$
DECLARE
  home text := (
    SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION reeve.text_fold(input text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp
    RETURN lower(%1$I.unaccent(%2$L::regdictionary, normalize(input, NFKC)))
  $f$, home, quote_ident(home) || '.unaccent');
END
$do$;

COMMENT ON FUNCTION reeve.text_fold(text) IS
  'Lower case without accents, compatibility forms unified; what names are compared by.';

GRANT EXECUTE ON FUNCTION reeve.text_fold(text)
  TO reeve_viewer, reeve_hand, reeve_worker, reeve_migrator;

CREATE TABLE reeve.member(
  role_name text CONSTRAINT member_pkey PRIMARY KEY,
  rank text NOT NULL CONSTRAINT member_rank CHECK (
    rank IN ('viewer', 'moderator', 'senior', 'auditor')),
  added_by text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.member IS
  'Rank of each admin in this database; the database role of the same rank is needed as well.';
