-- Included by the fixtures of the apps' tests inside their transactions, :app being the app's name:
-- pgTAP, the app's own login, and rooms for values that a later statement needs.
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

-- What the app's servers call is tested as a login of theirs: a member of the roles that the
-- shipped catalog names as logins, and of nothing else. `:as_app;` becomes it, for the session
-- too; `RESET SESSION AUTHORIZATION;` ends that.
SELECT format('CREATE ROLE %I LOGIN IN ROLE %s', :'app' || '_test_login',
  string_agg(quote_ident(l.name), ', '))
FROM reeve.app a CROSS JOIN LATERAL jsonb_array_elements_text(a.manifest -> 'logins') l(name)
WHERE a.app = :'app' \gexec

SELECT format('SET SESSION AUTHORIZATION %I', :'app' || '_test_login') AS as_app \gset

-- Makers of rows that call the app's functions call them as that login, whoever calls the maker.
CREATE FUNCTION pg_temp.made_by_app(app text, makers text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. cardinality(makers) LOOP
    EXECUTE format('ALTER FUNCTION pg_temp.%I SET role = %I', makers[i], app || '_test_login');
  END LOOP;
END
$$;
