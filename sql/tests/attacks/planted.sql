-- Holes as a release of Reeve must not have them, one a function, which generated_test.sh has the
-- generator find: each function's comment is what must be said of it. Runs as a superuser.
\set QUIET 1
SET ROLE reeve_owner;

GRANT USAGE ON SCHEMA reeve TO PUBLIC;

-- Names without a schema, found by the caller's search_path, in the caller's temporary schema.
CREATE FUNCTION reeve.planted_path(about text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  RETURN (SELECT count(*) FROM member m WHERE strpos(lower(m.role_name), about) > 0);
END
$$;

COMMENT ON FUNCTION reeve.planted_path(text) IS 'a namesake ran as reeve_owner';

-- A right that a setting gives, which anybody may set.
CREATE FUNCTION reeve.planted_setting() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  IF current_setting('reeve.planted', TRUE) <> '' THEN
    UPDATE reeve.queue SET paused_at = now();
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.planted_setting() IS 'changed: reeve.queue';

-- A row for anybody.
CREATE FUNCTION reeve.planted_row(words text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  UPDATE reeve.policy SET title = left(words, 20) WHERE app = 'randevoo';
END
$$;

COMMENT ON FUNCTION reeve.planted_row(text) IS 'changed: reeve.policy randevoo';

-- A command of somebody else's.
CREATE FUNCTION reeve.planted_name() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  PERFORM reeve.command_record('hide', 'somebody');
END
$$;

COMMENT ON FUNCTION reeve.planted_name() IS 'in the name of somebody';

-- A command by whoever calls, in whatever statement.
CREATE FUNCTION reeve.planted_rank() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  PERFORM reeve.command_record('hide', session_user);
END
$$;

COMMENT ON FUNCTION reeve.planted_rank() IS 'done by a login whose rank does not suffice';

-- A change behind the record's back.
CREATE FUNCTION reeve.planted_record() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  UPDATE reeve.action SET actor = 'nobody' WHERE action_id = 1;
END
$$;

COMMENT ON FUNCTION reeve.planted_record() IS 'changed: audit:';

-- A right that stays.
CREATE FUNCTION reeve.planted_grant() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  GRANT SELECT ON reeve.member TO PUBLIC;
END
$$;

COMMENT ON FUNCTION reeve.planted_grant() IS 'changed: schema:';

-- Words of another app.
CREATE FUNCTION reeve.planted_words() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT r.words FROM reeve.report r;
END
$$;

COMMENT ON FUNCTION reeve.planted_words() IS 'told words of another app';

-- What stays in the session.
CREATE FUNCTION reeve.planted_lock() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_lock(4711);
END
$$;

COMMENT ON FUNCTION reeve.planted_lock() IS 'left in the session: [''lock';

CREATE FUNCTION reeve.planted_left() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  PERFORM set_config('lock_timeout', '77s', FALSE);
END
$$;

COMMENT ON FUNCTION reeve.planted_left() IS 'left in the session: [''lock_timeout';

-- What DateStyle, TimeZone, array_nulls and transform_null_equals give another meaning.
CREATE FUNCTION reeve.planted_meaning() RETURNS SETOF int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT 1 WHERE date ''01/02/2026'' < ''2026-01-15''
    AND extract(HOUR FROM timestamptz ''2026-01-01 00:00+00'') = 0
    AND (CAST(''{NULL}'' AS text[]))[1] IS NULL AND (''x'' = NULL) IS NULL';
END
$$;

COMMENT ON FUNCTION reeve.planted_meaning() IS 'the same call elsewhere';

-- Errors of the server's.
CREATE FUNCTION reeve.planted_error() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  RAISE internal_error;
END
$$;

COMMENT ON FUNCTION reeve.planted_error() IS 'internal error XX000';

CREATE FUNCTION reeve.planted_raw(number int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS $$
BEGIN
  INSERT INTO reeve.queue(name) VALUES (NULL);
END
$$;

COMMENT ON FUNCTION reeve.planted_raw(int) IS 'raw error 23502';

RESET ROLE;

-- A row of an app that no action covers.
CREATE FUNCTION reeve.planted_deed(number bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, mill, pg_temp AS $$
BEGIN
  UPDATE mill.ware SET note = coalesce(number, 0)::text WHERE id = 9;
END
$$;

COMMENT ON FUNCTION reeve.planted_deed(bigint) IS 'changed: mill.ware mill';

ALTER FUNCTION reeve.planted_deed(bigint) OWNER TO mill_owner;

SELECT format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', p.oid::regprocedure)
FROM pg_proc p WHERE p.proname ~ '^planted_' \gexec
