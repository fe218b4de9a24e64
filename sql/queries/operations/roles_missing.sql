-- Statements that make what is missing of Reeve's roles and grants, in the order to run them.
-- $1 text[]: logins of the first admins; $2 text[]: NOLOGIN roles that own an app's schema, or that
-- an app's servers are members of. What is there already is left out, unless $3 asks for it too.
WITH wanted(name, is_login, place) AS (
  SELECT r.name, FALSE, r.place
  FROM unnest(
    ARRAY[
      'reeve_owner', 'reeve_access', 'reeve_viewer', 'reeve_moderator', 'reeve_senior',
      'reeve_auditor', 'reeve_app'
    ] || $2::text[]) WITH ORDINALITY r(name, place)
  UNION ALL
  SELECT r.name, TRUE, 1000 + r.place
  FROM unnest(ARRAY['reeve_worker', 'reeve_migrator'] || $1::text[]) WITH ORDINALITY r(name, place)
),
membership(granted, member, is_admin) AS (
  SELECT *
  FROM (
    VALUES
      ('reeve_viewer', 'reeve_moderator', FALSE), ('reeve_moderator', 'reeve_senior', FALSE),
      ('reeve_viewer', 'reeve_auditor', FALSE),
      -- The team's verbs grant these four, and nothing else, without CREATEROLE.
      ('reeve_viewer', 'reeve_owner', TRUE), ('reeve_moderator', 'reeve_owner', TRUE),
      ('reeve_senior', 'reeve_owner', TRUE), ('reeve_auditor', 'reeve_owner', TRUE)
  ) fixed
  UNION ALL
  SELECT 'reeve_senior', a.name, FALSE FROM unnest($1::text[]) a(name)
  UNION ALL
  -- A refusal because of a lock names its holder's program and since when; sweeps and erasures wait
  -- for older snapshots.
  SELECT 'pg_read_all_stats', 'reeve_owner', FALSE
  WHERE (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
  UNION ALL
  -- Who installs must be able to become each owner; a superuser can anyway.
  SELECT o.name, current_user, FALSE
  FROM unnest(ARRAY['reeve_owner', 'reeve_access'] || $2::text[]) o(name)
  WHERE NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
),
database_right(privilege, grantee) AS (
  SELECT 'CREATE', o.name FROM unnest(ARRAY['reeve_owner'] || $2::text[]) o(name)
),
statement(part, place, text) AS (
  SELECT
    1, w.place,
    format('CREATE ROLE %I %s', w.name, CASE WHEN w.is_login THEN 'LOGIN' ELSE 'NOLOGIN' END)
  FROM wanted w
  WHERE $3 OR NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = w.name)
  UNION ALL
  -- Somebody may have made it first, with more.
  SELECT 1, w.place, format('ALTER ROLE %I %s', w.name, x.less)
  FROM wanted w
  JOIN pg_roles r ON r.rolname = w.name
  CROSS JOIN LATERAL (
    SELECT nullif(concat_ws(' ', CASE WHEN r.rolcanlogin AND NOT w.is_login THEN 'NOLOGIN' END,
      CASE WHEN r.rolsuper THEN 'NOSUPERUSER' END,
      CASE WHEN r.rolcreaterole AND r.rolname <> 'reeve_migrator' THEN 'NOCREATEROLE' END,
      CASE WHEN r.rolbypassrls THEN 'NOBYPASSRLS' END,
      CASE WHEN r.rolreplication THEN 'NOREPLICATION' END), '')) x(less)
  WHERE w.name ~ '^reeve_' AND x.less IS NOT NULL
  UNION ALL
  SELECT 2, 0, format('GRANT %I TO %I%s', m.granted, m.member,
    CASE WHEN m.is_admin THEN ' WITH ADMIN OPTION' ELSE '' END)
  FROM membership m
  WHERE m.granted <> m.member AND ($3 OR NOT EXISTS (
    SELECT
    FROM pg_auth_members a
    JOIN pg_roles g ON g.oid = a.roleid
    JOIN pg_roles u ON u.oid = a.member
    WHERE g.rolname = m.granted AND u.rolname = m.member
      AND (a.admin_option OR NOT m.is_admin)))
  UNION ALL
  SELECT 3, 0, format('GRANT %s ON DATABASE %I TO %I', d.privilege, current_database(), d.grantee)
  FROM database_right d
  LEFT JOIN pg_roles r ON r.rolname = d.grantee
  WHERE $3 OR r.oid IS NULL OR NOT has_database_privilege(r.oid, current_database(), d.privilege)
  UNION ALL
  -- The extensions may be in a schema that not everybody may use.
  SELECT 3, 1, format('GRANT USAGE ON SCHEMA %I TO %I', n.nspname, o.name)
  FROM pg_extension e
  JOIN pg_namespace n ON n.oid = e.extnamespace
  CROSS JOIN unnest('{reeve_owner,reeve_access}'::text[]) o(name)
  LEFT JOIN pg_roles r ON r.rolname = o.name
  WHERE e.extname IN ('unaccent', 'pg_trgm', 'btree_gist')
    AND (r.oid IS NULL OR NOT has_schema_privilege(r.oid, n.oid, 'USAGE'))
  GROUP BY n.nspname, o.name
)
SELECT s.text FROM statement s ORDER BY s.part, s.place, s.text
