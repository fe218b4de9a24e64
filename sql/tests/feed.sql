-- Included by tests of an app's feed: what its login is told. Entries of a test's own transaction
-- would be told after it, so they are given to one of long ago.
CREATE FUNCTION pg_temp.settle() RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  found text;
BEGIN
  UPDATE reeve.change SET xid = '3';
  EXECUTE format('SELECT cursor FROM %I.changes()', (
    SELECT a.schema_name FROM reeve.app a WHERE a.app = pg_temp.fed_app())) INTO found;
  RETURN regexp_replace(found, '\..*', '.3.0.0');
END
$$;

SELECT format('CREATE FUNCTION pg_temp.fed_app() RETURNS text LANGUAGE sql AS %L',
  format('SELECT %L', :'app')) \gexec

-- What has changed for somebody, once each; and a pattern for it, with a kept key.
CREATE FUNCTION pg_temp.told(who text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  told text;
BEGIN
  EXECUTE format('SELECT string_agg(DISTINCT concat_ws('' '', c.kind, c.collection, c.key), '
    ''', '') FROM %I.changes($1, 1000, $2) c WHERE c.collection IS NOT NULL', pg_temp.fed_app())
  INTO told USING pg_temp.settle(), pg_temp.kept(who)::text;
  RETURN coalesce(told, 'nothing');
END
$$;

CREATE FUNCTION pg_temp.row(words text, label text) RETURNS text LANGUAGE sql AS $$
  SELECT format('%s %s', words, pg_temp.kept(label))
$$;

CREATE FUNCTION pg_temp.forget() RETURNS void LANGUAGE sql SECURITY DEFINER
  AS 'DELETE FROM reeve.change';
