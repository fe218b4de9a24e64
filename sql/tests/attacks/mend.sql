-- Undoes what an attack did to the cluster's roles, so that the next one stands alone.
SELECT format('ALTER ROLE %I NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD NULL', r.rolname)
FROM pg_roles r
WHERE r.rolname ~ '^(reeve|mill_)' OR r.rolname LIKE '%' || :'logins' \gexec
SELECT format('ALTER ROLE %I %s RESET ALL', r.rolname,
  'IN DATABASE ' || quote_ident(d.datname))
FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
LEFT JOIN pg_database d ON d.oid = s.setdatabase
WHERE (r.rolname ~ '^(reeve|mill_)' OR r.rolname LIKE '%' || :'logins')
  AND d.datname IS NOT NULL \gexec
SELECT format('ALTER ROLE %I RESET ALL', r.rolname)
FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
WHERE (r.rolname ~ '^(reeve|mill_)' OR r.rolname LIKE '%' || :'logins') AND s.setdatabase = 0 \gexec
