-- Everything that an attack might have changed, a line each. logins: how the logins' names end.
SELECT line FROM (
  SELECT concat_ws(' ', 'role', r.rolname, r.rolsuper, r.rolcreaterole, r.rolcreatedb,
    r.rolbypassrls, r.rolreplication, r.rolcanlogin, r.rolconnlimit, r.rolvaliduntil,
    md5(r.rolpassword))
  FROM pg_authid r
  WHERE r.rolname ~ '^(reeve|mill_|randevoo|postgres)' OR r.rolname LIKE '%' || :'logins'
  UNION ALL
  SELECT concat_ws(' ', 'role setting', s.setdatabase::regclass, r.rolname, s.setconfig)
  FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole
  UNION ALL
  SELECT concat_ws(' ', 'role member', m.roleid::regrole, m.member::regrole, m.admin_option)
  FROM pg_auth_members m
  WHERE m.member::regrole::text ~ '^(reeve|mill_|randevoo|postgres)'
    OR m.member::regrole::text LIKE '%' || :'logins'
  UNION ALL
  SELECT concat_ws(' ', 'function', p.oid::regprocedure, p.proowner::regrole, md5(p.prosrc),
    p.prosecdef, p.provolatile, p.proisstrict, p.proleakproof, p.proparallel, p.proconfig, p.proacl)
  FROM pg_proc p WHERE p.pronamespace::regnamespace::text ~ '^(reeve|randevoo|public|pg_catalog)'
    AND (p.pronamespace <> 'pg_catalog'::regnamespace OR p.oid >= 16384)
    -- Those of a generation of search are made and dropped with it.
    AND (p.pronamespace <> 'reeve_index'::regnamespace OR p.proowner <> 'reeve_owner'::regrole)
  UNION ALL
  SELECT concat_ws(' ', 'relation', c.oid::regclass, c.relkind, c.relowner::regrole, c.reloptions,
    c.relacl, c.relrowsecurity, c.relforcerowsecurity,
    CASE WHEN c.relkind = 'v' THEN md5(pg_get_viewdef(c.oid)) END)
  FROM pg_class c
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve|randevoo|public)'
    AND c.relnamespace <> 'reeve_index'::regnamespace AND c.relname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'column', a.attrelid::regclass, a.attname, a.attacl)
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve|randevoo|mill)' AND a.attacl IS NOT NULL
    AND c.relnamespace <> 'reeve_index'::regnamespace AND c.relname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'definition', a.attrelid::regclass, a.attnum, a.attname,
    format_type(a.atttypid, a.atttypmod), a.attnotnull, md5(pg_get_expr(d.adbin, d.adrelid)))
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve(_cell)?|randevoo)$' AND a.attnum > 0
    AND c.relname !~ '_20[0-9]{6}' AND c.relkind IN ('r', 'p', 'v', 'c')
  UNION ALL
  SELECT concat_ws(' ', 'constraint', o.conrelid::regclass, o.conname, o.convalidated,
    md5(pg_get_constraintdef(o.oid)))
  FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve(_cell)?|randevoo)$'
    AND c.relname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'index', i.indexrelid::regclass, i.indisvalid,
    md5(pg_get_indexdef(i.indexrelid)))
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve(_cell)?|randevoo)$'
    AND c.relname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'type', t.oid::regtype, t.typowner::regrole, t.typacl) FROM pg_type t
  WHERE t.typnamespace::regnamespace::text ~ '^(reeve(_cell)?|randevoo|public)$'
    AND t.typtype <> 'b'
    AND t.typname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'extension', e.extname, e.extowner::regrole, e.extversion)
  FROM pg_extension e
  UNION ALL
  SELECT concat_ws(' ', 'publication', p.pubname, p.pubowner::regrole) FROM pg_publication p
  UNION ALL
  SELECT concat_ws(' ', 'rule', w.ev_class::regclass, w.rulename, md5(pg_get_ruledef(w.oid)))
  FROM pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve|randevoo)'
  UNION ALL
  SELECT concat_ws(' ', 'trigger', t.tgrelid::regclass, t.tgname, t.tgenabled,
    md5(pg_get_triggerdef(t.oid)))
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace::regnamespace::text ~ '^(reeve|randevoo)' AND c.relname !~ '_20[0-9]{6}'
  UNION ALL
  SELECT concat_ws(' ', 'policy', p.polrelid::regclass, p.polname,
    pg_get_expr(p.polqual, p.polrelid)) FROM pg_policy p
  UNION ALL
  SELECT concat_ws(' ', 'schema', n.nspname, n.nspowner::regrole, n.nspacl)
  FROM pg_namespace n WHERE n.nspname !~ '^pg_(toast_)?temp'
  UNION ALL
  SELECT concat_ws(' ', 'database', d.datname, d.datdba::regrole, d.datacl)
  FROM pg_database d WHERE d.datname = current_database()
  UNION ALL
  SELECT concat_ws(' ', 'default rights', a.defaclrole::regrole, a.defaclobjtype, a.defaclacl)
  FROM pg_default_acl a
  UNION ALL
  SELECT concat_ws(' ', 'event trigger or language', e.evtname) FROM pg_event_trigger e
  UNION ALL
  SELECT concat_ws(' ', 'large objects', count(*)) FROM pg_largeobject_metadata
  UNION ALL
  SELECT concat_ws(' ', 'prepared transactions', count(*)) FROM pg_prepared_xacts
  UNION ALL
  SELECT concat_ws(' ', 'member', m.role_name, m.rank, m.added_by) FROM reeve.member m
  UNION ALL
  SELECT concat_ws(' ', 'command', c.actor, c.kind, c.outcome, c.command_id) FROM reeve.command c
  UNION ALL
  SELECT concat_ws(' ', 'report', count(*)) FROM reeve.report
  UNION ALL
  SELECT concat_ws(' ', 'job', j.kind, j.job_id) FROM (
    SELECT k.name AS kind, j.job_id FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)) j
  UNION ALL
  SELECT concat_ws(' ', 'randevoo user', md5(u::text)) FROM randevoo.users u
  UNION ALL
  SELECT concat_ws(' ', 'randevoo store', md5(s::text)) FROM randevoo.stores s
  UNION ALL
  SELECT concat_ws(' ', 'loot', l.line) FROM evil.loot l
) t(line)
ORDER BY line COLLATE "C";
