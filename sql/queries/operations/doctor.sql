-- What is wrong with an installed database, one row a finding: area, is_red, finding, what to do.
-- Reads only. $1 text: the program's release; $2 int: seconds after which what waits is stuck;
-- $3 bigint: bytes of WAL that a slot nobody uses may keep; $4 boolean: whether to look at the
-- whole chain, else at what came after the last anchor, at most 100,000 entries.
WITH
-- The roles as which the code of apps runs, and the one that may become them.
cell_role AS MATERIALIZED (
  SELECT r.oid, r.rolname FROM pg_roles r WHERE r.rolname ~ '^reeve_(access$|(writer|reader)_)'
),
routine AS (
  SELECT p.*, p.oid::regprocedure::text AS signature, r.rolname AS owner
  FROM pg_proc p
  JOIN pg_roles r ON r.oid = p.proowner
  WHERE p.pronamespace = 'reeve'::regnamespace AND NOT EXISTS (
    SELECT
    FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
),
head AS (
  SELECT h.seq, h.hash, c.hash AS last_hash, c.seq AS last_seq,
    (SELECT count(*) FROM reeve.chain) AS entries
  FROM reeve.chain_head h
  LEFT JOIN LATERAL (SELECT * FROM reeve.chain c ORDER BY c.seq DESC LIMIT 1) c ON TRUE
),
-- What is in the schemas of apps, but views of extensions, such as pg_stat_statements.
apps_relation AS (
  SELECT c.oid
  FROM reeve.app a
  JOIN pg_namespace n ON n.nspname = a.schema_name
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  JOIN pg_roles o ON o.oid = c.relowner
  -- Who owns an extension may add to it, but not what belongs to somebody else.
  WHERE NOT (o.rolsuper AND EXISTS (
    SELECT FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))
),
-- Whose rights must end at calling functions: the team's ranks and logins.
person AS (
  SELECT r.oid, r.rolname, r.rolsuper
  FROM pg_roles r
  WHERE r.rolname IN ('reeve_viewer', 'reeve_moderator', 'reeve_senior', 'reeve_auditor')
    OR r.rolname IN (SELECT m.role_name FROM reeve.member m)
),
-- Grants on Reeve's own relations, or columns of theirs, to others than their owners.
granted AS (
  SELECT c.oid, c.relowner, x.grantee, x.privilege_type
  FROM pg_class c
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT * FROM aclexplode(c.relacl) UNION SELECT * FROM aclexplode(a.attacl)) x
  WHERE c.relnamespace IN ('reeve'::regnamespace, to_regnamespace('reeve_index'))
    AND x.grantee <> c.relowner
),
guarded AS (
  SELECT g.*, a.app, c.collection_id
  FROM reeve.app a
  CROSS JOIN LATERAL reeve.catalog_guards(a.manifest) g
  JOIN reeve.collection c ON c.app = a.app AND c.name = g.collection
  WHERE g.enforcement IN ('policy', 'guard') AND g.relation IS NOT NULL
),
-- Notices that are late because others took the slots of a cap until just now.
capped AS (
  SELECT o.outbox_id
  FROM reeve.outbox o
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.notice_template t ON t.app = c.app AND t.name = o.template
  WHERE o.state = 'queued' AND o.due_at < clock_timestamp() - make_interval(secs => $2)
    AND EXISTS (
      SELECT
      FROM reeve.notice_cap p
      JOIN reeve.notice_slot s USING (cap_id)
      WHERE p.app = c.app AND (p.channel IS NULL OR p.channel = t.channel)
        AND (p.template IS NULL OR p.template = o.template)
        AND s.collection_id = CASE WHEN p.is_per_recipient THEN o.collection_id ELSE 0 END
        AND s.key = CASE WHEN p.is_per_recipient THEN o.key ELSE '' END
        AND s.free_at > clock_timestamp() - make_interval(secs => $2))
),
finding(area, is_red, finding, remedy) AS (
  SELECT 'rights', TRUE, format('%s belongs to %s', r.signature, r.owner),
    'Run `reeve upgrade` as the installer; restore dumps with their owners.'
  FROM routine r
  WHERE r.owner <> 'reeve_owner'
  UNION ALL
  SELECT 'rights', TRUE, format('PUBLIC may call %s', r.signature), 'Run `reeve upgrade`, then '
    || format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC.', r.signature)
  FROM routine r
  WHERE EXISTS (
    SELECT
    FROM aclexplode(coalesce(r.proacl, acldefault('f', r.proowner))) a
    WHERE a.grantee = 0)
  UNION ALL
  SELECT DISTINCT 'rights', TRUE, format('%s may %s %s without the functions',
    CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee) END, g.privilege_type,
    g.oid::regclass), format('REVOKE %s ON %s FROM %s, and find out who granted it.',
    g.privilege_type, g.oid::regclass, CASE g.grantee WHEN 0 THEN 'PUBLIC'
      ELSE quote_ident(pg_get_userbyid(g.grantee)) END)
  FROM granted g
  WHERE g.privilege_type <> ALL ('{SELECT,USAGE}')
  UNION ALL
  SELECT 'rights', TRUE, format('%s belongs to %s', c.oid::regclass, c.relowner::regrole),
    format('ALTER TABLE %s OWNER TO reeve_owner.', c.oid::regclass)
  FROM pg_class c
  WHERE c.relnamespace IN ('reeve'::regnamespace, to_regnamespace('reeve_index'))
    AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    AND c.relowner <> 'reeve_owner'::regrole
  UNION ALL
  SELECT 'rights', TRUE, format('member %s may write %s without the functions', p.rolname,
    string_agg(c.oid::regclass::text, ', ' ORDER BY c.oid::regclass::text)),
    format('REVOKE it: admins need no right on an app''s tables. `\dp %s` shows who granted it.',
      min(c.oid::regclass::text))
  FROM person p
  CROSS JOIN apps_relation c
  WHERE NOT p.rolsuper AND (
    has_table_privilege(p.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
    OR has_any_column_privilege(p.oid, c.oid, 'INSERT, UPDATE'))
  GROUP BY p.rolname
  UNION ALL
  SELECT 'rights', TRUE, format('member %s may read %s without the functions', p.rolname,
    string_agg(c.oid::regclass::text, ', ' ORDER BY c.oid::regclass::text)),
    format('REVOKE it: code of the table would run as the reader. `\dp %s` shows who granted it.',
      min(c.oid::regclass::text))
  FROM person p
  CROSS JOIN apps_relation c
  WHERE NOT p.rolsuper AND (
    has_table_privilege(p.oid, c.oid, 'SELECT') OR has_any_column_privilege(p.oid, c.oid, 'SELECT'))
  GROUP BY p.rolname
  UNION ALL
  SELECT 'rights', TRUE, format('%s of the team %s', p.rolname, CASE
    WHEN r.rolsuper THEN 'is a superuser, who can do anything' ELSE 'may create roles' END),
    'Give the person another login without other rights.'
  FROM person p
  JOIN pg_roles r USING (oid)
  WHERE r.rolsuper OR r.rolcreaterole
  UNION ALL
  SELECT 'rights', TRUE, format('member %s may become %s', p.rolname,
    string_agg(o.rolname, ', ' ORDER BY o.rolname)),
    format('REVOKE %I FROM %I: it owns what admins may only call.', min(o.rolname), p.rolname)
  FROM person p
  JOIN pg_roles o ON o.oid <> p.oid AND pg_has_role(p.oid, o.oid, 'MEMBER')
    AND (o.rolsuper OR o.rolname IN ('reeve_owner', 'pg_write_all_data',
      'pg_execute_server_program', 'pg_write_server_files')
      OR o.rolname ~ '^reeve_(access$|(writer|reader)_)' AND NOT pg_has_role(p.oid, 'reeve_owner',
        'MEMBER')
      OR o.rolname IN (SELECT a.owner_name FROM reeve.app a))
  WHERE NOT p.rolsuper
  GROUP BY p.rolname
  UNION ALL
  SELECT 'rights', TRUE, format('default privileges let %2$s use whatever %1$s creates',
    d.defaclrole::regrole, CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee) END),
    format('ALTER DEFAULT PRIVILEGES FOR ROLE %s … REVOKE %s.', d.defaclrole::regrole,
      x.privilege_type)
  FROM pg_default_acl d
  CROSS JOIN LATERAL aclexplode(d.defaclacl) x
  WHERE pg_get_userbyid(d.defaclrole) ~ '^reeve_(owner|access|writer|reader)'
    AND x.grantee <> d.defaclrole
  UNION ALL
  SELECT 'rights', TRUE, format('PUBLIC may call whatever %s creates', o.name),
    format('ALTER DEFAULT PRIVILEGES FOR ROLE %s REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC.', o.name)
  FROM unnest('{reeve_owner,reeve_access}'::text[]) o(name)
  WHERE NOT EXISTS (
    SELECT
    FROM pg_default_acl d
    WHERE d.defaclrole = o.name::regrole AND d.defaclnamespace = 0 AND d.defaclobjtype = 'f')
  UNION ALL
  -- On many servers one login creates roles and owns everything: that much is only told.
  SELECT 'rights', f.fault LIKE '% is a member of %',
    format('%s, and owns tables of the app %s', f.fault, f.app),
    'Revoke that, or give the tables to another role: app code could use it.'
  FROM (
    SELECT DISTINCT c.app, reeve.app_owner_fault(pg_get_userbyid(r.relowner), c.app)
    FROM reeve.collection c JOIN pg_class r ON r.oid = c.relation
    WHERE c.is_live) f(app, fault)
  WHERE f.fault IS NOT NULL
  UNION ALL
  SELECT 'rights', TRUE, format('the event trigger %s %s', e.name, e.fault),
    format('Give the function to a superuser, or ALTER EVENT TRIGGER %I DISABLE: PostgreSQL runs '
      'it as whoever creates, alters or drops something, and Reeve refuses to.', e.name)
  FROM reeve.event_trigger_faults() e
  UNION ALL
  SELECT 'rights', TRUE, format('%s has a right on %s', h.rolname, c.oid::regclass),
    format('REVOKE ALL ON %s FROM %I.', c.oid::regclass, h.rolname)
  FROM pg_class c
  CROSS JOIN cell_role h
  WHERE c.relnamespace = 'reeve'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
    AND has_table_privilege(h.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
  UNION ALL
  SELECT 'rights', TRUE, format('%s %s', h.rolname, CASE WHEN h.rolcanlogin THEN 'may log in'
    WHEN h.rolsuper THEN 'is a superuser' WHEN h.rolcreaterole THEN 'may create roles'
    ELSE 'bypasses row security or replicates' END),
    '`reeve upgrade`, or `reeve catalog apply` for a app writer or an app reader; find out who '
    'granted it.'
  FROM pg_roles h
  WHERE (h.rolname ~ '^reeve_(access$|(writer|reader)_)' OR h.rolname IN ('reeve_owner',
    'reeve_viewer',
      'reeve_moderator', 'reeve_senior', 'reeve_auditor', 'reeve_app'))
    AND (h.rolcanlogin OR h.rolsuper OR h.rolcreaterole OR h.rolbypassrls OR h.rolreplication)
  UNION ALL
  SELECT 'rights', TRUE, format('%s has the rights of %s', h.rolname, string_agg(o.rolname, ', '
    ORDER BY o.rolname)), format('`reeve catalog apply`, or REVOKE %I FROM %I.', min(o.rolname),
      h.rolname)
  FROM cell_role h
  JOIN pg_auth_members m ON m.member = h.oid AND m.roleid <> 'reeve_access'::regrole
  JOIN pg_roles o ON o.oid = m.roleid
  GROUP BY h.rolname
  UNION ALL
  SELECT 'rights', TRUE, format('%s may create objects in schema %s', h.rolname, n.nspname),
    format('REVOKE CREATE ON SCHEMA %I FROM %I.', n.nspname, h.rolname)
  FROM cell_role h
  JOIN pg_namespace n ON n.nspname ~ '^reeve(_|$)'
  WHERE has_schema_privilege(h.oid, n.oid, 'CREATE')
  UNION ALL
  SELECT 'rights', TRUE, format('%s is named in reeve.member as %s and lacks the database role',
    m.role_name, m.rank), format('GRANT reeve_%s TO %I.', m.rank, m.role_name)
  FROM reeve.member m
  JOIN pg_roles r ON r.rolname = m.role_name
  WHERE NOT pg_has_role(r.oid, 'reeve_' || m.rank, 'MEMBER')
  UNION ALL
  SELECT 'members', TRUE, format('there is no role %s, which is named in reeve.member as %s',
    m.role_name, m.rank), 'Where a dump was restored, create the logins that it does not bring and '
    'run `reeve restored`. Else two seniors remove it: `team remove`.'
  FROM reeve.member m
  CROSS JOIN pg_control_system() c
  WHERE NOT EXISTS (
    SELECT FROM pg_roles r
    -- One that was renamed is told below.
    WHERE r.rolname = m.role_name OR r.oid = m.role_oid AND m.system_id = c.system_identifier)
  UNION ALL
  SELECT 'members', TRUE, format('%s in reeve.member is not the role that was given the rank %s',
    m.role_name, m.rank), CASE WHEN m.system_id IS DISTINCT FROM c.system_identifier
      THEN 'A restored database: `reeve restored --as live|copy` binds its members to roles here.'
    ELSE 'The role was dropped and created again, so it has no rank. If it is the same person, two '
      'seniors add it again: `team add`.' END
  FROM reeve.member m
  JOIN pg_roles r ON r.rolname = m.role_name
  CROSS JOIN pg_control_system() c
  WHERE m.role_oid IS DISTINCT FROM r.oid
  UNION ALL
  SELECT 'members', TRUE, format('the role that was given the rank %s as %s is now called '
  '%s', m.rank,
    m.role_name, r.rolname), format('ALTER ROLE %I RENAME TO %I, or let two seniors remove the one '
    'and add the other.', r.rolname, m.role_name)
  FROM reeve.member m
  JOIN pg_roles r ON r.oid = m.role_oid
  CROSS JOIN pg_control_system() c
  WHERE r.rolname <> m.role_name AND m.system_id = c.system_identifier
  UNION ALL
  SELECT 'clock', TRUE, format('the record is %s ahead of the server''s clock, which was set back',
    date_trunc('second', r.at - clock_timestamp())),
    'Look at the clock. `audit` shows what was done, and what ended early, meanwhile; `jobs` what '
    'waits for a time that is too late.'
  FROM (
    SELECT max(c.at) FROM (
      SELECT c.at FROM reeve.command c ORDER BY c.command_id DESC LIMIT 1000) c) r(at)
  WHERE r.at > clock_timestamp() + interval '1 minute'
  UNION ALL
  SELECT 'members', FALSE, format('member %s may stay idle in a transaction forever',
    string_agg(quote_ident(i.role_name), ', ')), string_agg(i.statement || ';', ' ')
  FROM reeve.member_idle() i
  HAVING count(*) > 0
  UNION ALL
  SELECT 'members', TRUE, format('%s acts as %s until %s, in an emergency (G%s)', g.role_name,
    g.rank, to_char(g.ends_at, 'YYYY-MM-DD HH24:MI "UTC"'), g.glass_id),
    format('`break-glass` says why, `break-glass end G%s` ends it.', g.glass_id)
  FROM reeve.glass g
  WHERE g.ended_at IS NULL AND g.ends_at > clock_timestamp()
  UNION ALL
  SELECT 'members', TRUE, format('nobody has reviewed what %s did as %s in an emergency (G%s)',
    g.role_name, g.rank, g.glass_id), format('`audit --by %s` lists it; another senior says what '
    'they found: `break-glass review G%s --why "…"`.', g.role_name, g.glass_id)
  FROM reeve.glass g
  WHERE g.reviewed_at IS NULL AND coalesce(g.ended_at, g.ends_at) <= clock_timestamp()
  UNION ALL
  SELECT 'locks', TRUE, format('prepared transaction %s of %s, since %s, keeps locks on %s', x.gid,
    x.owner, to_char(x.prepared AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'),
    string_agg(DISTINCT c.oid::regclass::text, ', ' ORDER BY c.oid::regclass::text)),
    format('ROLLBACK PREPARED %L; and set max_prepared_transactions = 0 unless an app needs it.',
      x.gid)
  FROM pg_prepared_xacts x
  JOIN pg_locks l ON l.virtualtransaction = '-1/' || x.transaction AND l.locktype = 'relation'
  JOIN pg_class c ON c.oid = l.relation
  WHERE x.database = current_database() AND l.mode <> 'AccessShareLock' AND c.relkind <> 'i'
    AND (c.relnamespace = 'reeve'::regnamespace
      OR c.oid IN (SELECT o.relation FROM reeve.collection o))
  GROUP BY x.gid, x.owner, x.prepared
  UNION ALL
  SELECT 'locks', TRUE, format('process %s of %s holds %s advisory locks, of %s possible locks in '
    'all', l.pid, s.usename, count(*), z.room),
    format('Nobody can lock anything when it is full: SELECT pg_terminate_backend(%s).', l.pid)
  FROM pg_locks l
  JOIN pg_stat_activity s USING (pid)
  CROSS JOIN (
    SELECT current_setting('max_locks_per_transaction')::int
      * (current_setting('max_connections')::int
        + current_setting('max_prepared_transactions')::int)
  ) z(room)
  WHERE l.locktype = 'advisory'
  GROUP BY l.pid, s.usename, z.room
  HAVING count(*) >= 1000
  UNION ALL
  SELECT 'locks', TRUE, format('%s of %s possible locks are taken', z.held, z.room),
    'See pg_locks for who holds them, or raise max_locks_per_transaction.'
  FROM (
    SELECT count(*) FILTER (WHERE NOT l.fastpath), current_setting('max_locks_per_transaction')::int
      * (current_setting('max_connections')::int
        + current_setting('max_prepared_transactions')::int)
    FROM pg_locks l) z(held, room)
  WHERE z.held > z.room / 2
  UNION ALL
  SELECT 'locks', FALSE, 'refusals because of locks name holders without program and time, and '
      'sweeps and erasures do not wait for older snapshots of other logins',
    'GRANT pg_read_all_stats TO reeve_owner, as a superuser.'
  WHERE NOT pg_has_role('reeve_owner', 'pg_read_all_stats', 'USAGE')
    AND NOT pg_has_role('reeve_owner', 'pg_monitor', 'USAGE')
  UNION ALL
  SELECT 'definer', TRUE, format('%s does not run with the safe search path', r.signature),
    'Run `reeve upgrade`, and find out who altered it.'
  FROM routine r
  WHERE r.prosecdef AND NOT EXISTS (
    SELECT
    FROM unnest(r.proconfig) s
    -- With quote_all_identifiers on, names are kept in quotes.
    WHERE regexp_replace(s, '"([a-z_][a-z_0-9]*)"', '\1', 'g')
      ~ '^search_path=pg_catalog, reeve, ([a-z_]+, )*pg_temp$')
  UNION ALL
  SELECT 'definer', TRUE, format('%s does not read as the app reader', p.oid::regprocedure),
    'Run `reeve upgrade`, and find out who altered it.'
  FROM pg_proc p
  JOIN pg_roles o ON o.oid = p.proowner
  WHERE p.pronamespace = 'reeve_cell'::regnamespace AND (
    NOT p.prosecdef OR o.rolname <> p.proname OR o.rolname !~ '^reeve_reader_'
    OR cardinality(p.proconfig) IS DISTINCT FROM 1
    OR regexp_replace(p.proconfig[1], '"([a-z_][a-z_0-9]*)"', '\1', 'g')
      <> 'search_path=pg_catalog, reeve, pg_temp'
    OR EXISTS (
      SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      WHERE a.grantee NOT IN (p.proowner, 'reeve_owner'::regrole)))
  UNION ALL
  SELECT 'tls', TRUE, t.finding, t.remedy FROM reeve.tls_faults() t
  UNION ALL
  SELECT 'texts', t.is_red, t.finding, t.remedy
  FROM reeve.cipher_faults(CASE WHEN $4 THEN 9223372036854775807 ELSE 10000 END) t
  UNION ALL
  SELECT 'cells', TRUE, format('%s of the %s cells of the app %s are missing or not as Reeve makes '
    'them, such as %s', count(*), max(cardinality(reeve.cell_names(a.app))), a.app, min(f.name)),
    'Code of the app may have given them away: read it (`reeve catalog show --code`). `reeve '
    'catalog apply` makes them anew, and so does `reeve upgrade`.'
  FROM reeve.app a
  CROSS JOIN LATERAL reeve.cell_faults(a.app) f(name)
  WHERE a.manifest -> 'collections' <> '{}'
  GROUP BY a.app
  UNION ALL
  SELECT 'cells', TRUE, format('the roles of the app %s are not as Reeve makes them', a.app),
    format('`reeve catalog apply` mends them, as do: %s', string_agg(f.statement || ';', ' '))
  FROM reeve.app a
  CROSS JOIN LATERAL reeve.app_role_statements(a.app) f(statement)
  WHERE a.manifest -> 'collections' <> '{}'
  GROUP BY a.app
  UNION ALL
  SELECT 'chain', TRUE, format('the head says entry %s, the chain holds %s, the last is %s', h.seq,
    h.entries, coalesce(h.last_seq::text, 'none')),
    'Compare `reeve audit verify` of an export with an anchor kept outside; somebody wrote past '
    'Reeve.'
  FROM head h
  WHERE h.seq <> h.entries OR h.seq <> coalesce(h.last_seq, 0) OR h.hash <> h.last_hash
  UNION ALL
  SELECT 'chain', TRUE, concat('entry ' || f.seq || ': ', f.problem,
    CASE WHEN f.others > 0 THEN format(', and %s more', f.others) ELSE '' END),
    'Export the chain, verify it with an anchor kept outside, and find out who wrote past Reeve.'
  FROM (
    SELECT f.seq, coalesce('A' || f.action_id || ': ', '') || f.problem, count(*) OVER () - 1
    FROM reeve.audit_faults((
      SELECT CASE WHEN $4 THEN 1
        ELSE greatest(coalesce((SELECT max(x.seq) FROM reeve.anchor x), 1), h.seq - 100000) END
      FROM reeve.chain_head h)) f
    ORDER BY f.seq, f.action_id LIMIT 1) f(seq, problem, others)
  UNION ALL
  SELECT 'chain', TRUE, format('trigger %s of %s is disabled', t.tgname, t.tgrelid::regclass),
    format('ALTER TABLE %s ENABLE TRIGGER %I.', t.tgrelid::regclass, t.tgname)
  FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'reeve'::regnamespace AND t.tgenabled NOT IN ('O', 'A')
  UNION ALL
  SELECT 'unsealed', TRUE, format('%s commands are not sealed, the first since %s UTC%s',
    u.commands,
    to_char(u.since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), coalesce(': ' || o.who
      || ' is older', '')),
    coalesce(o.remedy, 'Start a worker (`reeve work`), or `audit export` in the console.')
  FROM (
    SELECT count(*), min(m.at)
    FROM reeve.chain_pending p JOIN reeve.command m USING (command_id)) u(commands, since)
  LEFT JOIN LATERAL (
    SELECT CASE WHEN p.gid IS NULL
        THEN format('process %s of %s (%s)', s.pid, s.usename, s.state)
        ELSE format('prepared transaction %s of %s', p.gid, p.owner) END AS who,
      CASE WHEN p.gid IS NULL
        THEN format('End its transaction, or SELECT pg_terminate_backend(%s).', s.pid)
        ELSE format('COMMIT PREPARED or ROLLBACK PREPARED %L.', p.gid) END AS remedy
    FROM pg_locks r
    JOIN pg_locks t USING (virtualtransaction)
    LEFT JOIN pg_stat_activity s ON s.pid = r.pid
    LEFT JOIN pg_prepared_xacts p ON p.transaction = t.transactionid
    WHERE r.locktype = 'relation' AND r.relation = 'reeve.chain_pending'::regclass
      AND r.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND r.mode = 'RowExclusiveLock' AND r.granted
      AND t.locktype = 'transactionid' AND t.granted AND t.mode = 'ExclusiveLock'
      AND coalesce(s.pid::text, p.gid) IS NOT NULL
    ORDER BY age(t.transactionid) DESC LIMIT 1) o ON TRUE
  WHERE u.since < clock_timestamp() - interval '10 seconds'
  UNION ALL
  SELECT 'counts', FALSE, format('%s of %s/%s: %s of %s rows store another number than there are%s',
    r.name, c.app, c.name, r.differing, r.rows,
    coalesce(format(', such as %s:%s (%s stored, %s counted)', c.name, d.key, d.stored, d.counted),
      '')),
    format('`counts mend %s/%s %s` in the console stores what is counted; then find out what '
      'writes past the app.', c.app, c.name, r.name)
  FROM reeve.count_rule r
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN LATERAL (
    SELECT * FROM reeve.count_difference d
    WHERE d.collection_id = r.collection_id AND d.name = r.name ORDER BY d.key LIMIT 1) d ON TRUE
  WHERE r.differing > 0
  UNION ALL
  SELECT 'flags', TRUE, format('flag %s of %s/%s failed at %s%s', f.name, f.app, c.name,
    to_char(s.failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), ': ' || x.cause),
    CASE f.kind WHEN 'rule' THEN format('`rule test %s` in the console shows why; the next job '
        'tries again.', f.name)
      ELSE format('`flags test %s` in the console shows why; mended, it looks through all rows '
        'again.', f.name) END
  FROM reeve.flag f
  JOIN reeve.flag_state s USING (flag_id)
  JOIN reeve.collection c ON c.collection_id = f.collection_id
  LEFT JOIN reeve.change_fault x
    ON x.reader = 'flag ' || f.name AND x.collection_id = f.collection_id
  WHERE f.is_live AND s.failed_at IS NOT NULL
  UNION ALL
  SELECT 'flags', TRUE, format('the identifiers of %s/%s could not be read at %s%s', c.app, c.name,
    to_char(s.failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), ': ' || x.cause),
    format('Mend identifiers of the collection %s in the catalog, or what they call; a worker then '
      'reads all rows again.', c.name)
  FROM reeve.identifier_scan s
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.change_fault x
    ON x.reader = 'identifiers' AND x.collection_id = s.collection_id
  WHERE s.failed_at IS NOT NULL
  UNION ALL
  SELECT 'ranks', TRUE, format('the rank of %s/%s could not be computed at %s: %s', c.app, c.name,
    to_char(x.failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), x.cause),
    format('Mend `rank:` of the collection %s in the catalog, or what it calls; a worker then '
      'catches up.', c.name)
  FROM reeve.change_fault x
  JOIN reeve.rank_rule r ON r.collection_id = x.collection_id AND r.is_live
  JOIN reeve.collection c ON c.collection_id = x.collection_id
  WHERE x.reader = 'rank'
  UNION ALL
  SELECT 'anchor', TRUE, format('%s entries are not anchored outside the database since %s',
    h.seq - coalesce(a.seq, 0), coalesce(
      to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), 'the beginning')),
    '`reeve audit anchor FILE`, or `--program`, each day, where its owner cannot write.'
  FROM head h
  LEFT JOIN LATERAL (
    SELECT x.seq, x.at
    FROM reeve.anchor x
    ORDER BY x.seq DESC, x.at DESC
    LIMIT 1) a ON TRUE
  CROSS JOIN LATERAL (
    SELECT c.us
    FROM reeve.chain c
    WHERE c.seq > coalesce(a.seq, 0)
    ORDER BY c.seq
    LIMIT 1) f
  WHERE f.us < extract(epoch FROM clock_timestamp() - interval '24 hours') * 1000000
  UNION ALL
  SELECT 'outbox', TRUE, format('%s notices have been due for more than %s '
  'minutes', count(*), $2 / 60),
    'Is a worker running (`reeve work`)? `jobs --state discarded` shows failed deliveries.'
  FROM reeve.outbox o
  WHERE o.state = 'queued' AND o.due_at < clock_timestamp() - make_interval(secs => $2)
    AND NOT EXISTS (SELECT FROM capped c WHERE c.outbox_id = o.outbox_id)
  HAVING count(*) > 0
  UNION ALL
  SELECT 'outbox', FALSE, format('%s notices over a cap have been due for more than %s minutes',
    count(*), $2 / 60), 'They are sent as the caps of the catalog allow (`notices`, `caps`).'
  FROM capped c
  HAVING count(*) > 0
  UNION ALL
  SELECT 'outbox', FALSE, format('%s notices failed, first: %s', count(*), min(o.error)),
    'Correct the template or the recipient in the catalog, then `reeve catalog apply`.'
  FROM reeve.outbox o
  WHERE o.state = 'failed'
  HAVING count(*) > 0
  UNION ALL
  SELECT 'outside', TRUE, format('%s effects outside the database have been waiting for more than '
    'an hour, first: O%s, %s of %s:%s', count(*), (array_agg(o.outside_id ORDER BY o.asked_at))[1],
    (array_agg(o.sends ORDER BY o.asked_at))[1], (array_agg(c.name ORDER BY o.asked_at))[1],
    (array_agg(o.key ORDER BY o.asked_at))[1]),
    '`outside --pending` says why: the receiver does not answer, or no worker''s manifest has an '
    'entry for it. Until then the ban holds in this database only.'
  FROM reeve.outside o JOIN reeve.collection c USING (collection_id)
  WHERE o.state IN ('pending', 'sent') AND o.asked_at < clock_timestamp() - interval '1 hour'
  HAVING count(*) > 0
  UNION ALL
  SELECT 'outside', TRUE, format('%s effects outside the database failed, first: O%s, %s of %s:%s',
    count(*), (array_agg(o.outside_id ORDER BY o.outside_id))[1],
    (array_agg(o.sends ORDER BY o.outside_id))[1], (array_agg(c.name ORDER BY o.outside_id))[1],
    (array_agg(o.key ORDER BY o.outside_id))[1]),
    '`outside --failed` says why; `outside retry` sends one again.'
  FROM reeve.outside o JOIN reeve.collection c USING (collection_id)
  WHERE o.state = 'failed' AND NOT reeve.outside_is_overtaken(o)
  HAVING count(*) > 0
  UNION ALL
  SELECT 'outside', FALSE, format('no worker says where %s of %s is sent', n.name, a.app),
    'Name a webhook or a command for it under `outside` in a worker''s manifest, and have the '
    'app''s schedules run `outside.deliver`.'
  FROM reeve.app a
  CROSS JOIN LATERAL (
    SELECT o.effect FROM reeve.catalog_outside(a.manifest) o
    UNION
    SELECT o.inverse FROM reeve.catalog_outside(a.manifest) o WHERE o.inverse IS NOT NULL
    UNION
    SELECT e FROM unnest('{files.withdraw,files.restore,files.remove}'::text[]) e
    WHERE jsonb_path_exists(a.manifest, '$.collections.*.files')) n(name)
  WHERE NOT EXISTS (
    SELECT FROM reeve.outside_binding b
    WHERE b.name IN (n.name, a.app || '/' || n.name)
      AND b.seen_at > clock_timestamp() - interval '10 min')
  UNION ALL
  SELECT 'unrestored', TRUE, format('%s rows could not be restored when their action ended, first '
    '%s:%s of A%s since %s: %s', count(*), (array_agg(c.name ORDER BY u.since))[1],
    (array_agg(u.key ORDER BY u.since))[1], (array_agg(u.action_id ORDER BY u.since))[1],
    to_char(min(u.since) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
    (array_agg(u.reason ORDER BY u.since))[1]),
    'Mend what refuses them: they are tried again, at once by `undo` of that action.'
  FROM reeve.unrestored u JOIN reeve.collection c USING (collection_id)
  HAVING count(*) > 0
  UNION ALL
  SELECT 'drift', d.is_recorded, CASE WHEN d.is_recorded THEN format(
      'rows of %s/%s recorded as hidden of which %s of the app does not say so: %s%s, such as '
      '%s:%s',
      d.app, d.collection, d.column_name, d.amount, CASE WHEN d.is_part THEN '+' ELSE '' END,
      d.collection, d.example)
    ELSE format('rows of %s/%s hidden by %s of the app while no action hides them: %s%s, such as '
      '%s:%s', d.app, d.collection, d.column_name, d.amount, CASE WHEN d.is_part THEN '+' ELSE ''
      END, d.collection, d.example) END,
    CASE WHEN d.is_recorded THEN 'Repeat the action (`redo`), or `undo` it if the app is right; '
      'find out what clears the column.'
    ELSE 'Clear the column in the app, unless the app hid them itself.' END
  FROM reeve.drift_list(CASE WHEN $4 THEN 9223372036854775807 ELSE 10000 END) d
  UNION ALL
  SELECT 'index', FALSE, format('%s has about %s rows and no index on %s, by which actions on %s '
    'find what goes with it', c.relation::regclass, k.reltuples::bigint, n.columns,
    p.value ->> 'collection'),
    format('CREATE INDEX CONCURRENTLY ON %s (%s);', c.relation, n.columns)
  FROM reeve.app a
  JOIN reeve.collection c ON c.app = a.app AND c.is_live
  JOIN pg_class k ON k.oid = c.relation AND k.reltuples >= 100000
  CROSS JOIN LATERAL jsonb_each(a.manifest #> ARRAY['collections', c.name, 'parents']) p
  CROSS JOIN LATERAL (
    SELECT string_agg(quote_ident(t.attname), ', ' ORDER BY u.place), array_agg(t.attnum)
    FROM jsonb_array_elements_text(p.value -> 'columns') WITH ORDINALITY u(name, place)
    JOIN pg_attribute t ON t.attrelid = k.oid AND t.attname = u.name AND NOT t.attisdropped
    ) n(columns, numbers)
  WHERE EXISTS (
      SELECT FROM jsonb_path_query(a.manifest, '$.**.via') v(path)
      WHERE p.key = ANY (string_to_array(v.path #>> '{}', '.')))
    AND NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = k.oid AND i.indisvalid AND (i.indpred IS NULL
        OR pg_get_expr(i.indpred, i.indrelid) ~ '^[(]?[^ ]+ IS NOT NULL[)]?$')
        AND n.numbers <@ i.indkey::int2[]
        AND (i.indkey::int2[])[0:cardinality(n.numbers) - 1] <@ n.numbers)
  UNION ALL
  SELECT 'left', bool_or(l.due < clock_timestamp() + interval '24 hours'),
    format('%s rows that actions left to decide are too late to decide by %s, first: %s:%s',
      count(*), to_char(max(l.due) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
      (array_agg(l.collection ORDER BY l.due))[1], (array_agg(l.key ORDER BY l.due))[1]),
    '`left` lists them.'
  FROM reeve.left_rows(NULL, NULL, TRUE, 10000) l
  WHERE l.due < clock_timestamp() + interval '72 hours'
  HAVING count(*) > 0
  UNION ALL
  SELECT 'copy', TRUE, CASE x.status WHEN 'copy' THEN 'this database was declared a copy: no '
    'worker runs here' ELSE 'workers are stopped: this may be a copy, restored or started elsewhere'
    END, CASE x.status WHEN 'copy' THEN 'Nothing, if it is one; else restore it anew.'
    ELSE 'Start its workers, with their host identity files,
      or `reeve restored --as live|copy`.' END
  FROM reeve.home_status() x(status)
  WHERE x.status IS NOT NULL
  UNION ALL
  SELECT 'workers', TRUE, format('%s jobs wait and no worker is alive', count(*)),
    'Start one: `reeve work`.'
  FROM reeve.job_ready q
  WHERE NOT EXISTS (
    SELECT
    FROM reeve.worker w
    WHERE w.ended_at IS NULL AND w.beat_at > clock_timestamp() - interval '12 seconds')
  HAVING count(*) > 0
  UNION ALL
  SELECT 'workers', TRUE, format('schedule %s/%s is of kind %s, which no live worker of queue %s '
    'knows', c.app, c.name, k.name, q.name),
    'Start one that does (for `command`: with `--manifest`), or `cron pause` it.'
  FROM reeve.cron c
  JOIN reeve.job_kind k USING (kind_id)
  JOIN reeve.queue q ON q.queue_id = c.queue_id
  WHERE c.paused_at IS NULL AND NOT reeve.kind_is_known(k.name, c.queue_id) AND EXISTS (
    SELECT
    FROM reeve.worker w
    WHERE w.queue_id = c.queue_id AND w.ended_at IS NULL
      AND w.beat_at > clock_timestamp() - interval '12 seconds')
  UNION ALL
  SELECT 'xmin', TRUE, format('%s holds back vacuum and the change log since %s', x.who,
    to_char(x.since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), x.remedy
  FROM (
    SELECT format('process %s of %s (%s)', s.pid, s.usename, s.state), s.xact_start,
      format('End its transaction, or SELECT pg_terminate_backend(%s).', s.pid)
    FROM pg_stat_activity s
    WHERE s.datname = current_database() AND s.pid <> pg_backend_pid()
      AND coalesce(s.backend_xid, s.backend_xmin) IS NOT NULL
    UNION ALL
    SELECT format('prepared transaction %s of %s', p.gid, p.owner), p.prepared,
      format('COMMIT PREPARED or ROLLBACK PREPARED %L.', p.gid)
    FROM pg_prepared_xacts p
    WHERE p.database = current_database()) x(who, since, remedy)
  WHERE x.since < clock_timestamp() - make_interval(secs => $2)
  UNION ALL
  SELECT 'idle', FALSE, format('process %s of %s has been idle in a transaction since %s', s.pid,
    s.usename, to_char(s.state_change AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')),
    format('End it: others wait for its locks. SELECT pg_terminate_backend(%s).', s.pid)
  FROM pg_stat_activity s
  WHERE s.datname = current_database() AND s.state LIKE 'idle in transaction%'
    AND coalesce(s.backend_xid, s.backend_xmin) IS NULL
    AND s.state_change < clock_timestamp() - make_interval(secs => $2)
  UNION ALL
  SELECT 'retention', TRUE, format('%s/%s keeps rows that were to go at %s', r.app, r.collection,
    to_char(r.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')),
    'Is a worker running, and a job of the kind collection.retain scheduled for the app?'
  FROM reeve.retain_due(clock_timestamp()) r
  WHERE r.due_at < clock_timestamp() - make_interval(secs => $2)
  UNION ALL
  SELECT 'flags', TRUE, format('the rule %s of %s is on and has not run since %s', f.name, f.app,
    to_char(coalesce(s.ran_at, s.on_since) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')),
    'Is a worker running, and a job of the kind moderation.rule scheduled for the app?'
  FROM reeve.flag f
  JOIN reeve.flag_state s USING (flag_id)
  WHERE f.is_live AND f.kind = 'rule' AND s.failed_at IS NULL
    AND coalesce(s.ran_at, s.on_since) < clock_timestamp() - interval '1 day'
  UNION ALL
  SELECT r.name, TRUE, format('changes of %s wait for the %s, and no %s has ended for %s minutes',
    r.app, CASE r.name WHEN 'search' THEN 'index' WHEN 'rank' THEN 'ranks' ELSE r.name END, k.name,
    $2 / 60), 'Is a worker running (`reeve work`)? `jobs --state discarded` shows failed jobs.'
  FROM reeve.change_reader r
  JOIN reeve.job_kind k ON (r.name, k.name) IN (
    ('search', 'search.sync'), ('flags', 'moderation.flag'), ('rank', 'rank.sync'))
  WHERE reeve.change_lag(r.name, r.app) AND NOT EXISTS (
    SELECT
    FROM reeve.job_end e
    JOIN reeve.job j USING (job_id, day)
    WHERE j.kind_id = k.kind_id AND coalesce(j.app, r.app) = r.app AND e.outcome = 'completed'
      AND e.finished_at > clock_timestamp() - make_interval(secs => $2))
  UNION ALL
  SELECT 'copies', TRUE, format('%s of %s/%s has not read changes since %s, and keeps all of %2$s '
    'in the log', coalesce('stream ' || m.stream, 'the copy'), c.app, c.name,
    to_char((clock_timestamp() - make_interval(secs => l.seconds)) AT TIME ZONE 'UTC',
      'YYYY-MM-DD HH24:MI "UTC"')),
    CASE WHEN m.stream IS NOT NULL
      THEN '`reeve migrate emit` reads on; `reeve migrate emit --forget` ends a stream.'
      ELSE '`reeve migrate start` goes on; `reeve migrate finish` ends a copy, with --abandon '
        'before its cutover.' END
  FROM reeve.change_lags() l
  CROSS JOIN LATERAL (
    SELECT p[1]::int, p[2] FROM regexp_match(l.reader, '^(?:emit|migrate):([0-9]+)(?::(.*))?$') p
  ) m(copy_id, stream)
  JOIN reeve.live_copy c USING (copy_id)
  WHERE l.seconds > $2
  UNION ALL
  SELECT 'search', TRUE, format(
    'LC_CTYPE of this database is %s, by which only A to Z are letters: '
    'searches find no words of other alphabets', d.datctype),
    'Dump it, restore it into a database with a locale such as C.UTF-8, and run `reeve upgrade`.'
  FROM pg_database d
  WHERE d.datname = current_database() AND 'ä' !~ '[[:alpha:]]' AND EXISTS (
    SELECT FROM reeve.collection c WHERE c.is_live AND c.search IS NOT NULL)
  UNION ALL
  SELECT 'search', TRUE, format('the index of %s/%s does not follow its rows: %s', c.app, c.name,
    coalesce(e.error, 'changes wait, and no job applies them')),
    CASE WHEN e.error IS NULL THEN 'Is a worker running (`reeve work`)?'
      ELSE format('If the table has changed, apply a catalog that says so; then `jobs retry %s`.',
        k.job_id) END
  FROM (SELECT DISTINCT w.collection_id FROM reeve.search_waiting w) w
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.job_key k ON k.key = 'search.apply:' || c.collection_id
  LEFT JOIN LATERAL (
    SELECT d.error FROM reeve.job_end d
    WHERE d.job_id = k.job_id AND d.error IS NOT NULL
    ORDER BY d.attempt DESC, d.lease DESC LIMIT 1) e ON TRUE
  WHERE e.error IS NOT NULL OR NOT EXISTS (
    SELECT FROM reeve.worker w WHERE w.ended_at IS NULL)
  UNION ALL
  SELECT 'search', FALSE, format('%s searches wait to be counted, the oldest since %s%s', count(*),
    to_char(min(h.heard_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
    CASE WHEN reeve.search_log_is_full() THEN '; no more are noted' ELSE '' END),
    CASE WHEN EXISTS (
      SELECT FROM reeve.worker w
      WHERE w.ended_at IS NULL AND w.beat_at > clock_timestamp() - interval '12 seconds')
      THEN 'The schedule search.sync counts them: `cron` and `jobs --state discarded` show why not.'
      ELSE 'A worker counts them: `reeve work`. Until one runs, so does `reeve search log`.' END
  FROM reeve.search_heard h WHERE NOT h.is_counted
  HAVING min(h.heard_at) < clock_timestamp() - make_interval(secs => $2)
  UNION ALL
  SELECT 'search', FALSE, format('the index of %s/%s holds about %s documents, its table %s rows',
    c.app, c.name, i.reltuples::bigint, r.reltuples::bigint),
    'If the worker has caught up, the index has drifted: `reeve search reindex`.'
  FROM reeve.search_pointer p
  JOIN reeve.search_generation g USING (generation_id)
  JOIN reeve.collection c ON c.collection_id = p.collection_id
  JOIN pg_class r ON r.oid = c.relation
  JOIN pg_class i ON i.oid = to_regclass(format('reeve_index.%I', g.table_name))
  -- Estimates as of the last ANALYZE of each.
  WHERE c.is_live AND i.reltuples >= 0 AND r.reltuples >= 0
    AND abs(i.reltuples - r.reltuples) > 1000 + 0.1 * r.reltuples
  UNION ALL
  SELECT 'search', TRUE, format('the index of %s/%s is gone', c.app, c.name),
    '`reeve upgrade`; a worker then rebuilds it.'
  FROM reeve.search_pointer p
  JOIN reeve.search_generation g USING (generation_id)
  JOIN reeve.collection c ON c.collection_id = p.collection_id
  WHERE to_regclass(format('reeve_index.%I', g.table_name)) IS NULL
  UNION ALL
  SELECT 'search', TRUE, format('the new index of %s/%s has been unfinished since %s, and keeps %s '
    'changes in the log', c.app, c.name,
    to_char(w.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
    (SELECT count(*) FROM reeve.change_unread(r))),
    format('`reeve search reindex %s/%s` resumes it.', c.app, c.name)
  FROM reeve.search_generation g
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.change_reader r ON r.name = 'search.' || g.generation_id
  CROSS JOIN LATERAL (
    SELECT greatest(g.started_at, max(t.done_at)) AS at
    FROM reeve.search_task t
    WHERE t.generation_id = g.generation_id) w
  WHERE g.state = 'building' AND w.at < clock_timestamp() - make_interval(secs => $2)
    -- Whoever builds it has one of the two locked, but for moments.
    AND NOT EXISTS (
      SELECT
      FROM pg_locks l
      WHERE l.pid <> pg_backend_pid() AND l.locktype = 'relation'
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        AND l.relation IN ('reeve.search_task'::regclass,
          to_regclass(format('reeve_index.%I', g.table_name))))
  UNION ALL
  SELECT 'capture', TRUE, format('%s logs in with session_replication_role = replica: no trigger '
    'fires on what it writes', coalesce(u.rolname, 'everybody')),
    'ALTER ROLE … RESET session_replication_role, then rebuild: `reeve search reindex`.'
  FROM pg_db_role_setting s
  LEFT JOIN pg_roles u ON u.oid = s.setrole
  WHERE s.setdatabase IN (0, (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))
    AND 'session_replication_role=replica' = ANY (s.setconfig)
  UNION ALL
  SELECT 'disk', FALSE, format('the change log takes %s of the database''s %s',
    pg_size_pretty(z.log), pg_size_pretty(z.whole)),
    'Let the worker catch up; then VACUUM FULL reeve.change returns the space.'
  FROM (
    SELECT pg_total_relation_size('reeve.change'), pg_database_size(current_database())
  ) z(log, whole)
  WHERE z.log > 32 * 1024 * 1024 AND z.log > z.whole / 10
  UNION ALL
  SELECT 'disk', TRUE, format('nobody uses replication slot %s, which keeps %s of WAL', s.slot_name,
    pg_size_pretty(s.bytes)),
    format('Start its consumer, or SELECT pg_drop_replication_slot(%L).', s.slot_name)
  FROM (
    SELECT r.slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), r.restart_lsn) AS bytes
    FROM pg_replication_slots r
    WHERE NOT r.active) s
  WHERE s.bytes >= $3
  UNION ALL
  SELECT 'head', TRUE, format('process %s of %s (%s) holds the head of the chain: no command '
    'is sealed', s.pid, s.usename, s.state),
    format('End its transaction, or SELECT pg_terminate_backend(%s).', s.pid)
  FROM pg_locks l
  JOIN pg_stat_activity s USING (pid)
  WHERE l.locktype = 'relation' AND l.relation = 'reeve.chain_head'::regclass AND l.granted
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.mode IN ('RowShareLock', 'RowExclusiveLock', 'AccessExclusiveLock', 'ExclusiveLock')
    AND s.xact_start < clock_timestamp() - interval '1 second'
  UNION ALL
  SELECT 'catalog', TRUE, format('%s%s: %s', a.app, f.path, f.message),
    format('Correct the catalog or the database, then `reeve catalog apply --app %s`.', a.app)
  FROM reeve.app a
  CROSS JOIN LATERAL reeve.catalog_check(a.manifest) f
  WHERE a.manifest -> 'collections' <> '{}'
  UNION ALL
  SELECT 'catalog', FALSE, format('%s/%s: no foreign key says that %s refers to %s, and %s', a.app,
      g.collection, array_to_string(g.columns, ', '), g.target, CASE count(*)
        WHEN 1 THEN format('%s acts by it', min(g.path))
        ELSE format('%s and %s more act by it', min(g.path), count(*) - 1) END),
    format('Set guessed: false at the parent %s in the catalog if it does, else guessed: true; '
      'then `reeve catalog apply --app %s`.', g.parent, a.app)
  FROM reeve.app a
  CROSS JOIN LATERAL reeve.catalog_guesses(a.manifest) g
  WHERE NOT g.is_guessed
  GROUP BY a.app, g.collection, g.parent, g.columns, g.target
  UNION ALL
  SELECT 'catalog', TRUE, format('%s/%s: its bans are no longer enforced on %s', g.app,
    g.collection, g.relation), format('`reeve catalog apply --app %s`.', g.app)
  FROM guarded g
  WHERE g.enforcement = 'guard' AND NOT EXISTS (
      SELECT
      FROM pg_trigger t
      WHERE t.tgrelid = g.relation AND t.tgenabled IN ('O', 'A')
        AND t.tgname = format('reeve_guard_%s_%s', g.collection_id, g.place))
    OR g.enforcement = 'policy' AND (
      NOT (SELECT c.relrowsecurity FROM pg_class c WHERE c.oid = g.relation)
      OR cardinality(g.operations) <> (
        SELECT count(*)
        FROM pg_policy p
        WHERE p.polrelid = g.relation AND NOT p.polpermissive
          AND p.polname ~ format('^reeve_bar_%s_%s_', g.collection_id, g.place)))
  UNION ALL
  SELECT 'catalog', TRUE, format('%s/%s: search does not see every change of %s', l.app, l.name,
    string_agg(r.oid::regclass::text, ', ' ORDER BY r.oid)),
    'Apply the catalog again: it adds triggers to new tables.'
  FROM reeve.collection l
  CROSS JOIN LATERAL (
    WITH RECURSIVE tree AS (
      SELECT l.relation::oid AS relation
      UNION
      SELECT h.inhrelid FROM tree JOIN pg_inherits h ON h.inhparent = tree.relation)
    SELECT relation FROM tree) t
  JOIN pg_class r ON r.oid = t.relation AND r.relkind IN ('r', 'p')
  CROSS JOIN LATERAL (
    -- The events of its triggers: INSERT 4, DELETE 8, UPDATE 16, TRUNCATE 32. Those with a table
    -- of rows do not fire on what is written through a parent.
    SELECT bit_or(g.tgtype & 60), bool_or(coalesce(g.tgnewtable, g.tgoldtable) IS NOT NULL)
    FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
    WHERE g.tgrelid = r.oid AND g.tgenabled IN ('O', 'A')
      AND f.pronamespace = 'reeve'::regnamespace
      AND f.proname = 'capture_' || l.collection_id) g(events, is_by_statement)
  WHERE l.is_live AND l.search IS NOT NULL AND (g.events IS DISTINCT FROM 60
    OR g.is_by_statement AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = r.oid))
  GROUP BY l.app, l.name
  UNION ALL
  SELECT 'catalog', TRUE, format('%s/%s: search does not see every change of %s, by whose texts it '
    'finds rows', l.app, l.name, string_agg(DISTINCT r.oid::regclass::text, ', ')),
    format('`reeve catalog apply --app %1$s` creates its triggers anew, `reeve search reindex '
      '%1$s/%2$s` finds what it missed.', l.app, l.name)
  FROM reeve.search_join j
  JOIN reeve.collection l USING (collection_id)
  JOIN reeve.collection s ON s.collection_id = j.source_id
  CROSS JOIN LATERAL (
    WITH RECURSIVE tree AS (
      SELECT s.relation::oid AS relation
      UNION
      SELECT h.inhrelid FROM tree JOIN pg_inherits h ON h.inhparent = tree.relation)
    SELECT relation FROM tree) t
  JOIN pg_class r ON r.oid = t.relation AND r.relkind IN ('r', 'p')
  CROSS JOIN LATERAL (
    -- As above; INSERT only where there may be rows that refer to it before.
    SELECT coalesce(bit_or(g.tgtype & 60), 0) | CASE WHEN reeve.search_join_is_bound(j.join_id)
        THEN 4 ELSE 0 END,
      bool_or(coalesce(g.tgnewtable, g.tgoldtable) IS NOT NULL)
    FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
    WHERE g.tgrelid = r.oid AND g.tgenabled IN ('O', 'A')
      AND f.pronamespace = 'reeve'::regnamespace
      AND f.proname = 'join_capture_' || j.join_id) g(events, is_by_statement)
  WHERE j.is_live AND l.is_live AND (g.events <> 60
    OR g.is_by_statement AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = r.oid))
  GROUP BY l.app, l.name
  UNION ALL
  SELECT DISTINCT 'catalog', TRUE, format('%s/%s: %s may write to %s but not evaluate its policy',
    g.app, g.collection, pg_get_userbyid(p.grantee), g.relation),
    format('`reeve catalog apply --app %s`.', g.app)
  FROM guarded g
  JOIN pg_class c ON c.oid = g.relation
  CROSS JOIN LATERAL aclexplode(c.relacl) p
  JOIN pg_proc f ON f.pronamespace = 'reeve'::regnamespace
    AND f.proname = 'bars_' || g.collection_id
  WHERE g.enforcement = 'policy' AND p.grantee <> 0
    AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE')
    AND NOT has_function_privilege(p.grantee, f.oid, 'EXECUTE')
  UNION ALL
  SELECT 'catalog', TRUE, format('%s/%s: process %s is logged in as %s, whom row security of %s '
    'does not bind', g.app, g.collection, min(s.pid), s.usename, g.relation),
    'Let the app log in as another role, or use enforcement guard.'
  FROM guarded g
  JOIN pg_class c ON c.oid = g.relation
  JOIN pg_stat_activity s ON s.datname = current_database() AND s.usesysid = c.relowner
  WHERE g.enforcement = 'policy' AND s.pid <> pg_backend_pid()
  GROUP BY g.app, g.collection, s.usename, g.relation
  UNION ALL
  SELECT 'catalog', TRUE, format('%s: %s of its login %s is %s, not %s', a.app, t.setting,
    t.role_name, coalesce(t.present, 'not set'), t.wanted),
    format('`reeve catalog apply --app %s` sets it, or an administrator: %s', a.app, t.statement)
  FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_timeouts(a.manifest) t
  WHERE t.is_login AND t.wanted IS DISTINCT FROM t.present AND t.wanted IS NOT NULL
  UNION ALL
  -- Whose phones wait for no more than a moment. Without fsync nothing is safe from a crash.
  SELECT 'recovery', FALSE, format('the server may take long to come back after a crash: %s',
      string_agg(format('%s is %s', s.name, current_setting(s.name)), ', ' ORDER BY s.name)),
    format('%s SELECT pg_reload_conf();',
      string_agg(format('ALTER SYSTEM SET %s = %L;', s.name, w.setting), ' ' ORDER BY s.name))
  FROM (VALUES ('recovery_init_sync_method', 'syncfs'), ('max_wal_size', '1GB'),
    ('checkpoint_timeout', '5min')) w(name, setting)
  JOIN pg_settings s ON s.name = w.name AND CASE s.unit WHEN 'MB' THEN s.setting::bigint > 1024
    WHEN 's' THEN s.setting::bigint > 300 ELSE s.setting <> w.setting END
  WHERE current_setting('fsync') = 'on' AND NOT pg_is_in_recovery()
    AND EXISTS (SELECT FROM reeve.app a WHERE a.manifest ? 'timeouts')
  HAVING count(*) > 0
  UNION ALL
  SELECT 'versions', TRUE, format('worker %s on %s is Reeve %s, this program %s', w.worker_id,
    w.host, w.version, $1::text), 'Restart it with this release.'
  FROM reeve.worker w
  WHERE w.ended_at IS NULL AND w.version <> $1::text
)
SELECT f.area, f.is_red, f.finding, f.remedy
FROM finding f
ORDER BY f.is_red DESC, f.area, f.finding
