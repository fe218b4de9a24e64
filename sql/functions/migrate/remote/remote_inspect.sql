CREATE OR REPLACE FUNCTION reeve.remote_inspect(mapping jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format($f$
SELECT jsonb_build_object(
  'place', jsonb_build_array(extract(epoch FROM pg_postmaster_start_time()), d.oid::bigint),
  'version', current_setting('server_version_num')::int,
  'encoding', pg_encoding_to_char(d.encoding),
  'login', current_user,
  'is_superuser', u.rolsuper,
  'can_create', has_database_privilege(d.oid, 'CREATE'),
  'can_stage', has_database_privilege(d.oid, 'TEMPORARY'),
  'has_schema', n.oid IS NOT NULL,
  'can_record', coalesce(has_schema_privilege(n.oid, 'CREATE'), FALSE),
  'kind', r.relkind, 'is_temporary', r.relpersistence = 't',
  'owner', pg_get_userbyid(r.relowner),
  'is_owner_superuser', o.rolsuper,
  'is_hidden', r.relrowsecurity AND row_security_active(r.oid),
  'can_trigger', has_table_privilege(r.oid, 'TRIGGER'),
  'is_alone', r.relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_inherits i WHERE r.oid IN (i.inhparent, i.inhrelid)),
  'rights_missing', (
    SELECT jsonb_agg(p.name) FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p(name)
    WHERE NOT has_table_privilege(r.oid, p.name)),
  'columns', (
    SELECT jsonb_agg(jsonb_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'base', format_type(a.atttypid, -1),
      'modifier', a.atttypmod,
      'category', t.typcategory, 'is_common', t.typnamespace = 'pg_catalog'::regnamespace,
      'is_required', a.attnotnull, 'has_default', a.atthasdef OR a.attidentity <> '',
      'is_generated', a.attgenerated <> '', 'is_fixed', a.attidentity = 'a',
      'sequence', s.name, 'can_set', has_sequence_privilege(s.name, 'SELECT')
        AND has_sequence_privilege(s.name, 'UPDATE')) ORDER BY a.attnum)
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    CROSS JOIN LATERAL (
      SELECT pg_get_serial_sequence(format('%%s.%%I', r.relnamespace::regnamespace, r.relname),
        a.attname)) s(name)
    WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped),
  'keys', (
    SELECT jsonb_agg((
      SELECT jsonb_agg(a.attname ORDER BY a.attname) FROM pg_attribute a
      WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]) AND a.attnotnull))
    FROM pg_index i
    WHERE i.indrelid = r.oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indimmediate AND i.indisvalid AND i.indnkeyatts = i.indnatts),
  'triggers', (
    SELECT jsonb_agg(t.tgname ORDER BY t.tgname) FROM pg_trigger t
    WHERE t.tgrelid = r.oid AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')),
  'rules', (
    SELECT jsonb_agg(w.rulename ORDER BY w.rulename) FROM pg_rewrite w WHERE w.ev_class = r.oid),
  'foreign', (
    SELECT jsonb_agg(k.conname ORDER BY k.conname) FROM pg_constraint k
    WHERE k.conrelid = r.oid AND k.contype = 'f'),
  'referring', (
    SELECT jsonb_agg(format('%%s of %%s', k.conname, k.conrelid::regclass) ORDER BY k.conname)
    FROM pg_constraint k
    WHERE k.confrelid = r.oid AND k.conrelid <> r.oid AND k.contype = 'f' AND k.conparentid = 0),
  'policies', (SELECT jsonb_agg(p.polname ORDER BY p.polname) FROM pg_policy p
    WHERE p.polrelid = r.oid))
FROM pg_database d
JOIN pg_roles u ON u.rolname = current_user
LEFT JOIN pg_namespace n ON n.nspname = 'reeve_copy'
LEFT JOIN pg_class r ON r.oid = to_regclass(%L)
LEFT JOIN pg_roles o ON o.oid = r.relowner
WHERE d.datname = current_database()$f$,
    format('%I.%I', mapping #>> '{target,schema}', mapping #>> '{target,table}'))
$$;

COMMENT ON FUNCTION reeve.remote_inspect(jsonb) IS
  'Statement for the database of a target elsewhere: the objects there and the rights of the '
  'login, as one object, for reeve.remote_check and others (facts).';
