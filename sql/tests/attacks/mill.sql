-- A hostile app: schema `mill` of role mill_owner, and schema `evil`, where its code keeps count of
-- how often it ran and as whom. Runs as a superuser, in a copy of the template.
\set QUIET 1
SELECT 'CREATE ROLE mill_owner NOLOGIN' WHERE to_regrole('mill_owner') IS NULL \gexec
SELECT format('GRANT CREATE ON DATABASE %I TO mill_owner, randevoo_owner, reeve_owner',
  current_database()) \gexec

CREATE SCHEMA mill AUTHORIZATION mill_owner;

CREATE SCHEMA evil AUTHORIZATION mill_owner;

GRANT USAGE ON SCHEMA evil TO PUBLIC;

SET ROLE mill_owner;

CREATE TYPE mill.mood AS ENUM ('calm', 'loud');

CREATE TABLE mill.person(
  id bigint PRIMARY KEY,
  name text NOT NULL,
  folded text GENERATED ALWAYS AS (lower(name)) STORED,
  email text,
  mood mill.mood,
  blocked_until timestamptz
);

CREATE INDEX ON mill.person(folded text_pattern_ops);

CREATE TABLE mill.stall(
  id bigint PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES mill.person,
  title text NOT NULL,
  hidden_until timestamptz
);

CREATE TABLE mill.ware(
  id bigint PRIMARY KEY,
  stall_id bigint NOT NULL REFERENCES mill.stall,
  title text NOT NULL,
  note text NOT NULL DEFAULT '',
  hidden_until timestamptz
);

CREATE TABLE mill.deal(
  id bigint PRIMARY KEY,
  ware_id bigint NOT NULL REFERENCES mill.ware,
  buyer_id bigint NOT NULL REFERENCES mill.person,
  state text NOT NULL DEFAULT 'open',
  ends_at timestamptz NOT NULL DEFAULT 'infinity'
);

CREATE TABLE mill.intake(id bigint PRIMARY KEY, title text NOT NULL, extra text DEFAULT 'none');

CREATE TABLE mill.ware2(
  id bigint PRIMARY KEY,
  stall_id bigint NOT NULL,
  title text NOT NULL,
  note text NOT NULL,
  hidden_until timestamptz
);

INSERT INTO mill.person(id, name, email, mood) VALUES
  (1, 'Zora Owner', 'zora@example.org', 'calm'), (2, 'Zorro Buyer', 'zorro@example.org', 'loud'),
  (3, 'Carl Client', NULL, NULL);

INSERT INTO mill.stall(id, owner_id, title) VALUES (1, 1, 'First stall'), (2, 3, 'Other stall');

INSERT INTO mill.ware(id, stall_id, title)
SELECT n, 1 + n % 2, 'Silk thing ' || n FROM generate_series(1, 200) n;

INSERT INTO mill.deal(id, ware_id, buyer_id, ends_at) VALUES
  (1, 2, 2, now() - interval '1 day'), (2, 4, 2, 'infinity');

-- Sequences keep what a rollback undoes.
CREATE SEQUENCE evil.ran;

CREATE SEQUENCE evil.as_other;

CREATE SEQUENCE evil.went;

CREATE SEQUENCE evil.turn;

CREATE TABLE evil.loot(line text);

-- What an attack does; each attack replaces it.
CREATE FUNCTION evil.payload() RETURNS void LANGUAGE plpgsql AS 'BEGIN END';

-- Counts, and keeps as whom it ran, unless that is the app's writer, its reader or its owner.
CREATE FUNCTION evil.seen() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_catalog.nextval('evil.ran');
  IF current_user::pg_catalog.text OPERATOR(pg_catalog.!~)
    '^(reeve_access|reeve_writer_mill|reeve_reader_mill|mill_owner)$' THEN
    PERFORM pg_catalog.setval('evil.as_other', r.oid::pg_catalog.int8)
    FROM pg_catalog.pg_roles r WHERE r.rolname OPERATOR(pg_catalog.=) current_user;
  END IF;
  RETURN TRUE;
END
$$;

-- Also does what the attack does.
CREATE FUNCTION evil.fire() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM evil.seen();
  BEGIN
    PERFORM evil.payload();
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'payload: % %', SQLSTATE, SQLERRM;
  END;
  RETURN TRUE;
END
$$;

-- What a cursor that is held calls at COMMIT.
CREATE FUNCTION evil.late() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM evil.seen();
  IF NOT (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = session_user) THEN
    EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', session_user);
  END IF;
END
$$;

-- What constraints, indexes, domains and policies call: it claims to be immutable.
CREATE FUNCTION evil.fire_immutable(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN evil.fire();
END
$$;

CREATE FUNCTION evil.fire_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM evil.fire();
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE FUNCTION mill.view_stock(key text) RETURNS TABLE(title text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM evil.fire();
  RETURN QUERY SELECT w.title FROM mill.ware w WHERE w.stall_id = key::bigint ORDER BY w.id LIMIT 2;
END
$$;

CREATE FUNCTION mill.view_board() RETURNS TABLE(ware text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM evil.fire();
  RETURN QUERY SELECT 'ware:' || w.id FROM mill.ware w ORDER BY w.id LIMIT 2;
END
$$;

CREATE FUNCTION mill.sweep(max_rows int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM evil.fire();
  RETURN 0;
END
$$;

GRANT ALL ON ALL SEQUENCES IN SCHEMA evil TO PUBLIC;

GRANT ALL ON evil.loot TO PUBLIC;

RESET ROLE;

-- The app beside it, which nothing of the mill's may read or write.
INSERT INTO randevoo.users(first_name, last_name, email, provider)
VALUES ('Anna', 'Keller', 'anna@example.org', 'google'), ('Nora', 'Brooks', NULL, 'google');

INSERT INTO randevoo.stores(owner_id, name, city, time_zone)
VALUES (1, 'Atelier Keller', 'Berlin', 'Europe/Berlin');
