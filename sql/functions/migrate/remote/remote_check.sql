CREATE OR REPLACE FUNCTION reeve.remote_check(mapping jsonb, facts jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  source_keys text[] := reeve.migrate_keys(mapping, 'source');
  target_keys text[] := reeve.migrate_keys(mapping, 'target');
  used text[] := reeve.migrate_uses(mapping, source);
  target_name text := format('%I.%I', mapping #>> '{target,schema}', mapping #>> '{target,table}');
  here jsonb := (
    SELECT jsonb_build_array(extract(epoch FROM pg_postmaster_start_time()), d.oid::bigint)
    FROM pg_database d WHERE d.datname = current_database());
BEGIN
  RETURN QUERY
    SELECT c.path, c.code, c.message
    FROM reeve.migrate_check_side(mapping, 'source') c WHERE c.is_basic
    UNION ALL
    SELECT f.path, f.code, f.message
    FROM (VALUES
      ('/target/server', 'same', 'that is this very database: leave `server` out',
        facts -> 'place' = here),
      ('/target', 'missing', format('there is no table %s there', target_name),
        facts ->> 'kind' IS NULL),
      ('/target', 'type', format('%s is not a table', target_name),
        facts ->> 'kind' NOT IN ('r', 'p') OR (facts ->> 'is_temporary')::boolean),
      ('/target/parts', 'type', 'a target on another server is one table',
        mapping -> 'target' ? 'parts')) f(path, code, message, is_wrong)
    WHERE f.is_wrong;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT c.* FROM reeve.migrate_check_parts(mapping) c;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT c.path, 'missing', format('%s has no column %s', target_name, c.name)
    FROM reeve.remote_columns(mapping, facts) c WHERE c.type IS NULL
    UNION ALL
    SELECT n.path, n.code, n.message
    FROM reeve.migrate_check_names(mapping, source, target_name) n;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH f AS (
      SELECT * FROM jsonb_to_recordset(facts -> 'columns') f(name text, type text,
        is_required boolean, has_default boolean, is_generated boolean, is_fixed boolean,
        sequence text, can_set boolean)
    )
    SELECT '/columns/' || replace(replace(f.name, '~', '~0'), '/', '~1'), 'type',
      format(CASE WHEN f.is_generated THEN 'the database itself computes column %s'
        ELSE 'column %s is GENERATED ALWAYS AS IDENTITY, and no key: no value could be updated' END,
        f.name)
    FROM f
    WHERE mapping -> 'columns' ? f.name
      AND (f.is_generated OR f.is_fixed AND f.name <> ALL (target_keys))
    UNION ALL
    SELECT '/columns', 'missing',
      format('column %s of %s is NOT NULL, has no default and is not mapped', f.name, target_name)
    FROM f
    WHERE f.is_required AND NOT f.has_default AND NOT f.is_generated
      AND NOT mapping -> 'columns' ? f.name
    UNION ALL
    SELECT '/key/' || (k.place - 1), 'type',
      format('%s is %s in %s and %s in %s: a key must have one text', k.name, k.source_type, source,
        k.type, target_name)
    FROM (
      SELECT n.place, n.name, f.type, format_type(a.atttypid, a.atttypmod) AS source_type
      FROM unnest(target_keys) WITH ORDINALITY n(name, place)
      JOIN pg_attribute a ON a.attrelid = source AND a.attname = source_keys[n.place]
      JOIN f ON f.name = n.name) k
    WHERE k.type <> k.source_type
      AND NOT (k.type IN ('smallint', 'integer', 'bigint')
        AND k.source_type IN ('smallint', 'integer', 'bigint'))
      AND NOT (k.type ~ '^(text|character varying)' AND k.source_type ~ '^(text|character varying)')
    UNION ALL
    SELECT c.path, c.code, c.message
    FROM reeve.migrate_check_side(mapping, 'source') c WHERE NOT c.is_basic
    UNION ALL
    SELECT '/key', 'key', format('%s has no unique index on exactly (%s), all NOT NULL',
      target_name, array_to_string(target_keys, ', '))
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(coalesce(nullif(facts -> 'keys', 'null'), '[]')) i
      WHERE (SELECT array_agg(n ORDER BY n) FROM unnest(reeve.catalog_columns(i)) n)
        = (SELECT array_agg(n ORDER BY n) FROM unnest(target_keys) n))
    UNION ALL
    SELECT '/columns', 'missing', format('column %s of %s is not mapped; if it is not to go along, '
      'list it under `drop`', a.name, source)
    FROM reeve.migrate_attributes(mapping, 'source', source) a
    WHERE a.name <> ALL (reeve.catalog_columns(mapping -> 'drop'))
      AND a.name <> ALL (used) AND NOT a.is_generated
      AND NOT (a.column_name IS NULL AND NOT a.is_list)
    UNION ALL
    SELECT t.path, t.code, t.message
    FROM (VALUES
      ('/target', 'rights', format('%s lacks rights: GRANT %s ON %s TO %I', facts ->> 'login',
        array_to_string(reeve.catalog_columns(facts -> 'rights_missing'), ', '), target_name,
        facts ->> 'login'), jsonb_typeof(facts -> 'rights_missing') = 'array'),
      ('/target/server', 'rights', format('%s may not make temporary tables there',
        facts ->> 'login'), NOT (facts ->> 'can_stage')::boolean),
      ('/target/server', 'rights', format('there is no schema for where the copy stands: have '
        'CREATE SCHEMA reeve_copy AUTHORIZATION %I run there', facts ->> 'login'),
        NOT (facts ->> 'has_schema')::boolean AND NOT (facts ->> 'can_create')::boolean),
      ('/target/server', 'rights', format('%s may not write in the schema reeve_copy there',
        facts ->> 'login'), (facts ->> 'has_schema')::boolean
          AND NOT (facts ->> 'can_record')::boolean),
      ('/target/server', 'rights', format('%s is a superuser there, and code of %s (triggers, '
        'defaults, types) would run with its rights: use a login with rights on %s alone',
        facts ->> 'login', facts ->> 'owner', target_name),
        (facts ->> 'is_superuser')::boolean AND NOT (facts ->> 'is_owner_superuser')::boolean),
      ('/target', 'unseen', format('row security hides rows of %s from %s', target_name,
        facts ->> 'login'), (facts ->> 'is_hidden')::boolean),
      ('/target', 'depends', format('rules of %s rewrite what is written to it: drop them before',
        target_name), jsonb_typeof(facts -> 'rules') = 'array'),
      ('/target', 'depends', format('constraint %s refers to the target already: add it after the '
        'cutover', facts -> 'referring' ->> 0), jsonb_typeof(facts -> 'referring') = 'array'),
      ('/target/server', 'encoding', format('its encoding is %s, that of this database %s',
        facts ->> 'encoding', getdatabaseencoding()),
        facts ->> 'encoding' NOT IN ('UTF8', getdatabaseencoding()))) t(path, code, message,
        is_wrong)
    WHERE t.is_wrong
    UNION ALL
    SELECT '/columns/' || replace(replace(f.name, '~', '~0'), '/', '~1'), 'rights',
      format('%s may not set the sequence of column %s: GRANT SELECT, UPDATE ON SEQUENCE %s TO %I',
        facts ->> 'login', f.name, f.sequence, facts ->> 'login')
    FROM f WHERE f.sequence IS NOT NULL AND NOT f.can_set AND mapping -> 'columns' ? f.name;
  IF NOT pg_has_role(session_user, owner_name, 'MEMBER') THEN
    RETURN;
  END IF;
  -- Where all can be read at once, none of them needs a look.
  IF reeve.catalog_try((
    SELECT format('SELECT %s FROM %s s', string_agg(c.value_sql, ', '),
      reeve.migrate_unit(mapping, 'source', source))
    FROM reeve.remote_columns(mapping, facts) c WHERE c.type IS NOT NULL), owner_name) IS NULL
  THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH c AS MATERIALIZED (
      SELECT c.path, row_number() OVER (ORDER BY c.place) AS place, format('SELECT %s FROM %s s',
        c.value_sql, reeve.migrate_unit(mapping, 'source', source)) AS statement
      FROM reeve.remote_columns(mapping, facts) c WHERE c.type IS NOT NULL
    )
    SELECT c.path, 'expression', t.problem
    FROM reeve.catalog_tries(
      ARRAY(SELECT c.statement FROM c ORDER BY c.place), owner_name) t
    JOIN c ON c.place = t.place;
END
$$;

COMMENT ON FUNCTION reeve.remote_check(jsonb, jsonb) IS
  'Compares the mapping of a copy to another database with this one and with the result of '
  'reeve.remote_inspect there; one row per finding, path as a JSON pointer.';
