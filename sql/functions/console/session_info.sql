CREATE OR REPLACE FUNCTION reeve.session_info(
  OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version int,
  OUT chain_seq bigint, OUT chain_hash text, OUT standing text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT session_user::text, reeve.member_rank(), current_database()::text,
    (SELECT array_agg(a.app ORDER BY a.app) FROM reeve.app a),
    (SELECT max(m.version)::int FROM reeve.migration m), h.seq, encode(h.hash, 'hex'),
    reeve.home_status()
  FROM reeve.chain_head h
$$;

COMMENT ON FUNCTION reeve.session_info() IS
  'The login with its rank, the installed apps and schema version, the head of the audit chain to '
  'write down, and whether this is, or may be, a copy (reeve.home_status). NULL: rank, apps, '
  'schema_version, standing.';

GRANT EXECUTE ON FUNCTION reeve.session_info() TO reeve_viewer, reeve_auditor, reeve_worker;
