-- The schemas, who may use them, the types that everything leans on, and who belongs to the team.
-- Runs as reeve_owner.

CREATE SCHEMA IF NOT EXISTS reeve;

COMMENT ON SCHEMA reeve IS 'Reeve''s own tables and the functions through which all change goes.';

CREATE SCHEMA reeve_index;

COMMENT ON SCHEMA reeve_index IS 'Search generations: rebuildable, left out of dumps.';

CREATE SCHEMA reeve_stage;

COMMENT ON SCHEMA reeve_stage IS 'Staging tables of imports.';

CREATE SCHEMA reeve_cell;

COMMENT ON SCHEMA reeve_cell IS
  'Where code of the apps runs: the cells of each app writer and the reading function of each app '
  'reader.';

-- Only the global form takes away what PUBLIC gets by default; the per-schema form does nothing.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

SET LOCAL ROLE reeve_access;

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

SET LOCAL ROLE reeve_owner;

GRANT USAGE ON SCHEMA reeve TO reeve_viewer, reeve_auditor, reeve_access, reeve_worker,
  reeve_migrator, reeve_app;

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
  TO reeve_viewer, reeve_access, reeve_worker, reeve_migrator;

-- A role is its oid: one that was dropped and created again under the same name is somebody else.
-- An
-- oid means something only in its own cluster, so the cluster is kept with it.
CREATE TABLE reeve.member(
  role_name text CONSTRAINT member_pkey PRIMARY KEY,
  rank text NOT NULL CONSTRAINT member_rank CHECK (
    rank IN ('viewer', 'moderator', 'senior', 'auditor')),
  added_by text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  role_oid oid,
  system_id bigint
);

COMMENT ON TABLE reeve.member IS
  'Rank of each admin in this database; the database role of the same rank is needed as well.';

COMMENT ON COLUMN reeve.member.role_oid IS
  'The role that the rank was given to; NULL = there was none of that name, and the row gives no '
  'rank.';

COMMENT ON COLUMN reeve.member.system_id IS
  'System identifier of the cluster that role_oid belongs to.';

CREATE FUNCTION reeve.member_bind() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NEW.role_oid IS NULL THEN
    NEW.role_oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = NEW.role_name);
    NEW.system_id := (SELECT c.system_identifier FROM pg_control_system() c);
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION reeve.member_bind() IS
  'Binds a new member to the role that has the name now; a row that comes with an oid, as from a '
  'dump, keeps it.';

CREATE TRIGGER member_bind BEFORE INSERT ON reeve.member
FOR EACH ROW EXECUTE FUNCTION reeve.member_bind();

-- Advisory locks can be taken by every login, and pg_locks shows everybody their keys. Rows of this
-- table can be locked by Reeve's functions only.
CREATE TABLE reeve.turn(
  name text CONSTRAINT turn_pkey PRIMARY KEY
);

COMMENT ON TABLE reeve.turn IS
  'What one transaction at a time may do, by name; see turn_take. A row means nothing until it is '
  'locked.';

INSERT INTO reeve.turn(name) VALUES ('case intake'), ('job delta fold'), ('job partition');

-- Code of the apps runs powerless. Each app has a writer (reeve_writer_<app>), in whose cells all
-- writes of its tables run, and a reader (reeve_reader_<app>), which owns the one function that
-- reads them: reeve.app_install. The role reeve_access is the group of them and has no right of its
-- own.

-- Nothing of a command outlives its transaction here: each entry deletes its row.
CREATE UNLOGGED TABLE reeve.cell_order(
  backend int CONSTRAINT cell_order_pkey PRIMARY KEY,
  statement text NOT NULL,
  keys text[],
  at timestamptz,
  until timestamptz,
  grace interval,
  max_rows bigint,
  words text,
  vals jsonb[],
  expect jsonb[],
  is_done boolean NOT NULL DEFAULT FALSE,
  answer jsonb
);

COMMENT ON TABLE reeve.cell_order IS
  'What a backend has ordered the cell that it is about to enter to run, and what came of it. '
  'Never committed.';

COMMENT ON COLUMN reeve.cell_order.backend IS 'pg_backend_pid() of the session.';

COMMENT ON COLUMN reeve.cell_order.statement IS
  'Run with $1 keys, $2 at, $3 until, $4 grace, $5 max_rows, $6 words, $7 vals, $8 expect.';

-- Large orders are read once: compressing them costs more than it saves.
ALTER TABLE reeve.cell_order
  ALTER COLUMN vals SET STORAGE EXTERNAL, ALTER COLUMN expect SET STORAGE EXTERNAL,
  ALTER COLUMN keys SET STORAGE EXTERNAL, ALTER COLUMN answer SET STORAGE EXTERNAL;
