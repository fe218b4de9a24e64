CREATE OR REPLACE FUNCTION reeve.tls_faults() RETURNS TABLE(finding text, remedy text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  listens boolean := EXISTS (
    SELECT FROM regexp_split_to_table(current_setting('listen_addresses'), E'\\s*,\\s*') l(host)
    WHERE l.host !~ E'^(localhost|127[.].*|::1|)$');
BEGIN
  RETURN QUERY
    SELECT format('connections of %s from %s are not encrypted', s.usename, string_agg(
      DISTINCT host(s.client_addr), ', ')),
      'Connect with sslmode=verify-full and the certificate of the server''s authority '
        '(sslrootcert).'
    FROM pg_stat_activity s
    JOIN pg_stat_ssl t USING (pid)
    LEFT JOIN pg_stat_gssapi g USING (pid)
    WHERE (s.datname = current_database() OR s.backend_type = 'walsender') AND NOT t.ssl
      AND g.encrypted IS NOT TRUE AND s.client_addr IS NOT NULL
      AND NOT (s.client_addr <<= '127.0.0.0/8' OR host(s.client_addr) = '::1')
    GROUP BY s.usename;
  IF listens AND NOT current_setting('ssl')::boolean THEN
    RETURN QUERY SELECT
      format('the server listens on %s without TLS', current_setting('listen_addresses')),
      'Put a certificate for its name and the key, which nobody else may read, where ssl_cert_file '
        'and ssl_key_file say, as its superuser ALTER SYSTEM SET ssl = on and SELECT '
        'pg_reload_conf(), then write hostssl for host in pg_hba.conf.';
  END IF;
  -- Superusers alone may read the rules, unless somebody grants it.
  IF listens AND has_table_privilege('pg_hba_file_rules', 'SELECT')
    AND has_function_privilege('pg_hba_file_rules()', 'EXECUTE') THEN
    RETURN QUERY
      WITH rule AS (
        SELECT r.line_number, r.type, r.database, r.user_name, r.address, r.netmask, r.auth_method,
          r.database = '{all}' AND r.user_name = '{all}' AND r.address = 'all'
            AND r.type IN ('host', 'hostnossl') AND r.auth_method = 'reject' AS is_end
        FROM pg_hba_file_rules r
        WHERE r.error IS NULL)
      SELECT format('line %s of pg_hba.conf lets %s in from %s without TLS', r.line_number,
        array_to_string(r.user_name, ', '), concat_ws('/', r.address, r.netmask)),
        format('Write hostssl for %s there, then SELECT pg_reload_conf().', r.type)
      FROM rule r
      WHERE r.type IN ('host', 'hostnossl') AND r.auth_method <> 'reject'
        AND r.database && ARRAY['all', 'sameuser', 'samerole', current_database()::text]
        AND NOT (r.address IN ('localhost', 'samehost')
          OR r.address LIKE '127.%' AND r.netmask LIKE '255.%'
          OR r.address = '::1' AND r.netmask LIKE '%:ffff')
        AND NOT EXISTS (
          SELECT FROM rule e WHERE e.is_end AND e.line_number < r.line_number)
      ORDER BY r.line_number;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.tls_faults() IS
  'Unencrypted connections that leave this machine, of this database and of standbys, and what '
  'allows them: a server that listens without TLS, and rules of pg_hba.conf, where the login may '
  'read them. Sockets and loopback addresses do not leave it.';
