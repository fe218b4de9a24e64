-- What generated_test.sh adds to the hostile app of mill.sql: the attackers' rights, traps, and
-- rows of others with words that attackers must not read. Runs as a superuser, in a copy, with the
-- names of the logins as variables.
\set QUIET 1
-- A member of an app's roles each, and one that has the role of a rank without being a member.
GRANT USAGE ON SCHEMA mill TO :web;

GRANT reeve_app TO :web, :owner;

GRANT randevoo_app, reeve_app TO :foreign;

GRANT reeve_auditor TO :auditor;

GRANT reeve_senior TO :grouped;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES (:'auditor', 'auditor', 'test');
-- As the first members of a team are recorded.
SELECT reeve.command_record('member.bootstrap', session_user, detail => jsonb_build_object(
  'members', (SELECT jsonb_agg(m.role_name) FROM reeve.member m))) AS recorded \gset

CREATE SCHEMA trap;

GRANT USAGE ON SCHEMA trap TO PUBLIC;

-- Sequences keep what a rollback undoes.
CREATE SEQUENCE trap.ran;

CREATE SEQUENCE trap.as_other;

GRANT ALL ON ALL SEQUENCES IN SCHEMA trap TO PUBLIC;

-- What every namesake calls: counts, and keeps as whom it ran unless the attacker could run code as
-- that role without Reeve.
CREATE FUNCTION trap.fire() RETURNS boolean LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM nextval('trap.ran');
  IF NOT pg_has_role(session_user, current_user, 'MEMBER') THEN
    PERFORM setval('trap.as_other', r.oid::bigint) FROM pg_roles r WHERE r.rolname = current_user;
  END IF;
  RETURN TRUE;
END
$$;

-- For constraints and indexes: it claims to be immutable.
CREATE FUNCTION trap.fire_for(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN trap.fire();
END
$$;

CREATE FUNCTION trap.fire_row() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM trap.fire();
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- What a session keeps; search_path is passed, as this function has its own.
CREATE FUNCTION trap.look(path text, own_settings text[]) RETURNS text LANGUAGE sql VOLATILE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(E'\n', path, current_user, session_user,
    (SELECT string_agg(s.name || ' ' || s.setting, E'\n' ORDER BY s.name) FROM pg_settings s
      WHERE s.name NOT IN ('search_path', 'transaction_isolation', 'transaction_read_only',
        'transaction_deferrable')),
    (SELECT string_agg(n || ' ' || current_setting(n, TRUE), E'\n') FROM unnest(own_settings) n
      WHERE current_setting(n, TRUE) <> ''),
    (SELECT string_agg('prepared ' || p.name, E'\n' ORDER BY p.name) FROM pg_prepared_statements p
      WHERE p.name <> ''),
    (SELECT string_agg('cursor ' || c.name, E'\n' ORDER BY c.name) FROM pg_cursors c
      WHERE c.is_holdable),
    (SELECT string_agg('listens ' || l, E'\n') FROM pg_listening_channels() l),
    (SELECT string_agg(concat_ws(' ', 'lock', l.classid, l.objid, l.mode), E'\n'
        ORDER BY l.classid, l.objid) FROM pg_locks l
      WHERE l.pid = pg_backend_pid() AND l.locktype = 'advisory'),
    (SELECT string_agg('temporary ' || c.relname, E'\n' ORDER BY c.relname) FROM pg_class c
      WHERE c.relnamespace = pg_my_temp_schema()),
    (SELECT string_agg('temporary ' || p.proname, E'\n' ORDER BY p.proname) FROM pg_proc p
      WHERE p.pronamespace = pg_my_temp_schema()),
    (SELECT string_agg('temporary ' || t.typname, E'\n' ORDER BY t.typname) FROM pg_type t
      WHERE t.typnamespace = pg_my_temp_schema()))
$$;

-- The statement that returns a line for each row of an app, and a line with the number and digest
-- of the rows of each app in each table of Reeve's.
CREATE FUNCTION trap.rows_query() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT string_agg(CASE WHEN n.nspname !~ '^reeve'
    THEN format('SELECT %L, %L, md5(t::text) || '' '' || left(t::text, 40) FROM %s t',
      c.oid::regclass, n.nspname, c.oid::regclass)
    ELSE format('SELECT %L, coalesce(%s, ''''), concat_ws('' '', count(*),
        md5(string_agg(md5(t::text), '''' ORDER BY md5(t::text)))) FROM %s t GROUP BY 2',
      c.oid::regclass, CASE WHEN a.names @> '{app}' THEN 't.app'
        WHEN a.names @> '{collection_id}' THEN
          '(SELECT l.app FROM reeve.collection l WHERE l.collection_id = t.collection_id)'
        ELSE 'NULL' END, c.oid::regclass) END, E'\nUNION ALL\n')
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (SELECT array_agg(a.attname::text) FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) a(names)
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND n.nspname ~ '^(reeve(_index|_stage)?|mill|randevoo)$'
$$;

-- Words of others.
UPDATE randevoo.users SET first_name = 'C4NARY ' || first_name, email = 'c4nary@example.org';

UPDATE randevoo.stores SET name = 'C4NARY ' || name;
