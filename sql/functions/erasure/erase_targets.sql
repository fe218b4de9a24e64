CREATE OR REPLACE FUNCTION reeve.erase_targets()
RETURNS TABLE(relation text, columns text[], note text, find text, change text)
LANGUAGE sql IMMUTABLE ROWS 100 SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- The rows x of a place: $1 collection, $2 keys, $3 what else names them, $4 the erasure's
  -- action, $5 whether notices are sent to such rows, $6 the app, $7 what the app erases, $8 the
  -- keys as they are typed.
  VALUES
    ('label', '{label}'::text[], 'label'::text,
      'x.collection_id = $1 AND x.key = ANY ($2)'::text, 'DELETE'::text),
    ('action', '{reason,public_reason,name}', 'reasons of actions, names of tags',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND x.verb <> 'erase'
        AND num_nonnulls(x.reason, x.public_reason, x.name) > 0 AND NOT (
          num_nonnulls(x.reason, x.public_reason) = 0
          AND EXISTS (SELECT FROM reeve.catalog_action d WHERE d.verb = x.verb
            AND d.collection_id = x.collection_id AND d.kind = 'limit'))$f$,
      $f$digest = reeve.action_digest(x.*), salt = NULL, reason = NULL, public_reason = NULL,
        name = CASE WHEN EXISTS (
          SELECT FROM reeve.catalog_action d WHERE d.verb = x.verb
            AND d.collection_id = x.collection_id AND d.kind = 'limit') THEN x.name END$f$),
    ('acceptance', '{key}', 'acceptances of terms whose catalog deletes them',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND EXISTS (
        SELECT FROM reeve.term_version v JOIN reeve.term t USING (app, kind)
        WHERE v.term_id = x.term_id AND t.erase = 'delete')$f$, 'DELETE'),
    ('acceptance', '{key}', 'acceptances of terms; nobody''s from then on',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND EXISTS (
        SELECT FROM reeve.term_version v JOIN reeve.term t USING (app, kind)
        WHERE v.term_id = x.term_id AND t.erase = 'anonymise')$f$,
      $f$key = 'erased ' || gen_random_uuid()$f$),
    ('consent', '{key}', 'consents whose catalog deletes them',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND EXISTS (
        SELECT FROM reeve.term_version v JOIN reeve.term t USING (app, kind)
        WHERE v.term_id = x.term_id AND t.erase = 'delete')$f$, 'DELETE'),
    ('consent', '{key}', 'consents; nobody''s from then on',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND EXISTS (
        SELECT FROM reeve.term_version v JOIN reeve.term t USING (app, kind)
        WHERE v.term_id = x.term_id AND t.erase = 'anonymise')$f$,
      $f$key = 'erased ' || gen_random_uuid()$f$),
    ('mark', '{name}', 'tags',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND x.kind = 'tag'$f$, 'DELETE'),
    ('effect', '{before,after}', 'values before and after actions; their digests stay',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND x.digest IS NULL AND EXISTS (
        SELECT FROM reeve.rule r
        WHERE r.rule_id = x.rule_id AND r.kind = 'set' AND r.columns && $7)$f$,
      $f$digest = reeve.effect_digest(x.*), salt = NULL, before = '{}', after = '{}'$f$),
    ('unrestored', '{reason}', 'why it could not be restored',
      'x.collection_id = $1 AND x.key = ANY ($2) AND x.reason <> x.code', 'reason = code'),
    ('evidence_bytes', '{hash,salt,content}', 'evidence; its digests stay',
      'x.collection_id = $1 AND x.key = ANY ($2) AND x.erased_at IS NULL',
      'hash = NULL, salt = NULL, content = NULL, erased_at = clock_timestamp()'),
    ('evidence_text', '{value}', 'encrypted texts of evidence',
      $f$x.bytes_id IN (SELECT b.bytes_id FROM reeve.evidence_bytes b
        WHERE b.collection_id = $1 AND b.key = ANY ($2))$f$, 'DELETE'),
    ('reveal_reason', '{reason,salt}', 'why somebody looked at it',
      $f$x.command_id IN (SELECT r.command_id FROM reeve.reveal r
        WHERE r.collection_id = $1 AND r.key = ANY ($2))$f$, 'DELETE'),
    ('approval', '{args,ceiling,reason}', 'what waited for a second person',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND (x.ceiling <> '{}' OR x.verb <> 'erase'
        AND (x.args ?| '{why,public,name}' OR x.reason IS NOT NULL))$f$,
      $f$ceiling = '{}',
        digest = CASE x.verb WHEN 'erase' THEN x.digest ELSE reeve.approval_digest(x.*) END,
        salt = CASE x.verb WHEN 'erase' THEN x.salt END,
        args = CASE x.verb WHEN 'erase' THEN x.args
          ELSE x.args - '{why,public,name}'::text[] END,
        reason = CASE x.verb WHEN 'erase' THEN x.reason END$f$),
    ('approval', '{args,ceiling,reason}', 'what waited for a second person about many',
      $f$x.state <> 'proposed' AND (x.args ?| '{why,public,name}' OR x.reason IS NOT NULL)
        AND x.selection_id IN (SELECT s.selection_id FROM reeve.selection s
          WHERE s.collection_id = $1 AND s.keys && $2)$f$,
      $f$digest = reeve.approval_digest(x.*), salt = NULL,
        args = x.args - '{why,public,name}'::text[], reason = NULL$f$),
    ('batch', '{args}', 'reasons of what was done to many',
      $f$x.ended_at IS NOT NULL AND x.args ?| '{why,public,name}' AND EXISTS (
        SELECT FROM reeve.batch b JOIN reeve.selection s USING (selection_id)
        WHERE b.batch_id = coalesce(x.reverses, x.batch_id) AND s.collection_id = $1
          AND s.keys && $2)$f$,
      $f$args = x.args - '{why,public,name}'::text[]$f$),
    ('identifier', '{hmac}', 'what identifies it, unless it is barred',
      $f$x.collection_id = $1 AND x.key = ANY ($2)
        AND reeve.identifier_barred(x.collection_id, x.key) IS NULL$f$, 'DELETE'),
    ('report', '{words}', 'words of reports about it',
      $f$x.words IS NOT NULL AND x.case_id IN (
        SELECT k.case_id FROM reeve.case k
        WHERE k.collection_id = $1 AND k.key = ANY ($2))$f$, 'words = NULL'),
    ('report', '{words}', 'words of reports about it that wait',
      $f$x.words IS NOT NULL AND x.case_id IS NULL AND x.collection_id = $1
        AND x.key = ANY ($2)$f$, 'words = NULL'),
    ('report', '{words}', 'words of its own reports',
      $f$x.words IS NOT NULL AND x.source <> '' AND x.source = ANY (ARRAY(
        SELECT $1 || ':' || k FROM unnest($2) k))$f$, 'words = NULL'),
    ('case_reason', '{reason}', 'reasons in cases',
      $f$x.reason IS NOT NULL AND x.case_id IN (
        SELECT k.case_id FROM reeve.case k
        WHERE k.collection_id = $1 AND k.key = ANY ($2))$f$, 'reason = NULL'),
    ('appeal', '{words,reason}', 'words and reasons of appeals',
      $f$num_nonnulls(x.words, x.reason) > 0 AND (
        x.collection_id = $1 AND x.key = ANY ($2) OR x.action_id IN (
          SELECT a.action_id FROM reeve.action a
          WHERE a.collection_id = $1 AND a.key = ANY ($2)))$f$,
      'words = NULL, reason = NULL'),
    ('outbox', '{arguments,error}', 'notices to it; those not sent are withdrawn',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND $5
        AND (x.arguments <> '{}' OR x.error IS NOT NULL OR x.state = 'queued')$f$,
      $f$arguments = '{}', error = NULL,
        state = CASE x.state WHEN 'queued' THEN 'withdrawn' ELSE x.state END$f$),
    ('outbox', '{arguments,error}', 'notices of actions on it; those not sent are withdrawn',
      $f$x.action_id IN (
          SELECT a.action_id FROM reeve.action a WHERE a.collection_id = $1 AND a.key = ANY ($2))
        AND (x.arguments <> '{}' OR x.error IS NOT NULL OR x.state = 'queued')
        AND NOT (x.action_id = $4 AND x.state = 'queued')$f$,
      $f$arguments = '{}', error = NULL,
        state = CASE x.state WHEN 'queued' THEN 'withdrawn' ELSE x.state END$f$),
    ('outbox', '{arguments,error}', 'notices about it; those not sent are withdrawn',
      $f$x.action_id IN (
          SELECT e.action_id FROM reeve.effect e WHERE e.collection_id = $1 AND e.key = ANY ($2))
        AND x.about = ANY ($8)
        AND (x.arguments <> '{}' OR x.error IS NOT NULL OR x.state = 'queued')
        AND NOT (x.action_id = $4 AND x.state = 'queued')$f$,
      $f$arguments = '{}', error = NULL,
        state = CASE x.state WHEN 'queued' THEN 'withdrawn' ELSE x.state END$f$),
    ('outbox', '{arguments,error}', 'notices of cases about it; those not sent are withdrawn',
      $f$x.case_id IN (
          SELECT k.case_id FROM reeve.case k WHERE k.collection_id = $1 AND k.key = ANY ($2))
        AND (x.arguments <> '{}' OR x.error IS NOT NULL OR x.state = 'queued')$f$,
      $f$arguments = '{}', error = NULL,
        state = CASE x.state WHEN 'queued' THEN 'withdrawn' ELSE x.state END$f$),
    ('outside', '{fields,error}', 'what is sent of it outside; what waits keeps it until then',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND num_nonnulls(x.fields, x.error) > 0
        -- An object that could not be removed has to be found again.
        AND NOT (x.is_erased AND (x.state IN ('pending', 'sent')
          OR x.state = 'failed' AND x.sends = 'files.remove'))$f$,
      $f$is_erased = TRUE,
        fields = CASE WHEN x.state IN ('pending', 'sent') THEN x.fields END,
        error = CASE WHEN x.state IN ('pending', 'sent') THEN x.error END$f$),
    ('request_text', '{words}', 'what they wrote with requests',
      $f$x.case_id IN (
        SELECT k.case_id FROM reeve.case k WHERE k.collection_id = $1 AND k.key = ANY ($2))$f$,
      'DELETE'),
    ('job', '{args}', 'arguments of jobs about it',
      $f$x.collection_id = $1 AND x.subject_key = ANY ($2) AND x.args <> '{}'
        AND x.kind_id NOT IN (SELECT k.kind_id FROM reeve.job_kind k
          WHERE k.is_internal)$f$, $f$args = '{}'$f$),
    ('effect_job', '{job,inverse}', 'arguments of jobs that would reverse jobs about it',
      $f$x.collection_id = $1 AND x.key = ANY ($2) AND x.job <> 'erased'$f$,
      $f$job = 'erased', inverse = NULL$f$),
    ('job_log', '{line}', 'logs of jobs about it',
      $f$x.line <> 'erased' AND x.job_id IN (SELECT j.job_id FROM reeve.job j
        WHERE j.collection_id = $1 AND j.subject_key = ANY ($2))$f$, $f$line = 'erased'$f$),
    ('change_fault', '{cause}', 'why rows could not be read',
      $f$x.cause <> 'erased' AND x.collection_id IN (
        SELECT c.collection_id FROM reeve.collection c WHERE c.app = $6)$f$,
      $f$cause = 'erased'$f$),
    ('job_end', '{error}', 'errors of jobs about it',
      $f$x.error <> 'erased' AND x.job_id IN (SELECT j.job_id FROM reeve.job j
        WHERE j.collection_id = $1 AND j.subject_key = ANY ($2))$f$, $f$error = 'erased'$f$),
    ('job_progress', '{note,checkpoint}', 'notes of jobs about it',
      $f$num_nonnulls(x.note, x.checkpoint) > 0 AND x.job_id IN (SELECT j.job_id FROM reeve.job j
        WHERE j.collection_id = $1 AND j.subject_key = ANY ($2))$f$,
      'note = NULL, checkpoint = NULL'),
    ('job_dead', '{key}', 'names of dead jobs about it',
      $f$x.key IS NOT NULL AND x.job_id IN (SELECT j.job_id FROM reeve.job j
        WHERE j.collection_id = $1 AND j.subject_key = ANY ($2))$f$, 'key = NULL'),
    ('job_reason', '{reason}', 'reasons for what was done with jobs about it',
      $f$x.reason IS NOT NULL AND x.subject IN (SELECT 'job ' || j.job_id FROM reeve.job j
        WHERE j.collection_id = $1 AND j.subject_key = ANY ($2))$f$, 'reason = NULL'),
    ('quarantine', '{original,reason}', 'records that imports could not take and that name it',
      $f$(x.original <> '' OR x.reason <> 'erased') AND x.import_id IN (
          SELECT i.import_id FROM reeve.import i WHERE i.app = $6)
        AND (lower(encode(x.original, 'escape')) LIKE ANY (
            SELECT reeve.erase_pattern(encode(convert_to(s, 'UTF8'), 'escape'))
            FROM reeve.erase_spellings($3) s)
          OR lower(x.reason) LIKE ANY (SELECT reeve.erase_pattern(v) FROM unnest($3) v))$f$,
      $f$original = '', is_cut = TRUE, reason = 'erased'$f$),
    ('quarantine', '{original,reason}', 'records of its own imports that these could not take',
      $f$x.original <> '' AND x.import_id IN (
        SELECT i.import_id FROM reeve.import i
        JOIN reeve.collection c USING (app) JOIN reeve.app a USING (app)
        WHERE c.collection_id = $1 AND i.mapping #>> ARRAY['set',
          a.manifest #>> ARRAY['collections', c.name, 'import', 'set']] = ANY ($2))$f$,
      $f$original = '', is_cut = TRUE, reason = 'erased'$f$),
    ('import', '{found}', 'what was found after imports',
      $f$x.found <> '[]' AND x.app = $6 AND (
        lower(x.found::text) LIKE ANY (
          SELECT reeve.erase_pattern(s) FROM reeve.erase_spellings($3) s)
        OR EXISTS (
          SELECT FROM reeve.collection c JOIN reeve.app a USING (app)
          WHERE c.collection_id = $1 AND x.mapping #>> ARRAY['set',
            a.manifest #>> ARRAY['collections', c.name, 'import', 'set']] = ANY ($2)))$f$,
      $f$found = '[]'$f$),
    ('import_key', '{source}', 'digests of records that it came from',
      'x.app = $6 AND x.digest IN (SELECT md5(ROW(v)::text)::uuid FROM unnest($2 || $3) v)',
      'DELETE'),
    ('import_key', '{source}', 'digests of records of its own imports',
      $f$(x.app, x.source) IN (
        SELECT i.app, i.source FROM reeve.import i
        JOIN reeve.collection c USING (app) JOIN reeve.app a USING (app)
        WHERE c.collection_id = $1 AND i.mapping #>> ARRAY['set',
          a.manifest #>> ARRAY['collections', c.name, 'import', 'set']] = ANY ($2))$f$,
      'DELETE'),
    ('search_rule', '{words,value}', 'pins and hides of it in search',
      $f$x.collection_id = $1 AND x.kind IN ('pin', 'hide') AND x.value = ANY ($2)$f$, 'DELETE'),
    ('live_copy_emitter', '{name,last_key,started_by}', 'Reeve''s own words, keys, logins', NULL,
      NULL),
    ('live_copy_range', '{low,high}', 'keys', NULL, NULL),
    ('live_copy_reject', '{reason}', 'why a live copy refused it',
      $f$x.reason <> x.code AND x.key = ANY ($2) AND x.copy_id IN (
        SELECT l.copy_id FROM reeve.live_copy l JOIN reeve.collection c
          ON c.relation IN (l.source, l.target) WHERE c.collection_id = $1)$f$, 'reason = x.code'),

    -- Numbers, words of the catalog, names of logins and of the host: nothing about a person but
    -- the key, by which an erased row remains identifiable.
    ('acceptance', '{key,locale,filed_by}', 'keys, catalog, logins', NULL, NULL),
    ('consent', '{key,locale,filed_by,withdrawn_by}', 'keys, catalog, logins', NULL, NULL),
    ('glass', '{role_name,rank,reason,ended_by,reviewed_by,review}',
      'logins, words of the team about its own ranks', NULL, NULL),
    ('clause', '{app,policy,title,clause,digest}', 'catalog', NULL, NULL),
    ('reply', '{app,name,policy,texts}', 'catalog', NULL, NULL),
    ('term', '{app,kind,title,limit_name,erase,scan_key}', 'catalog, keys', NULL, NULL),
    ('term_version', '{app,kind,version}', 'catalog', NULL, NULL),
    ('term_text', '{locale,title,body,digest}', 'catalog', NULL, NULL),
    ('term_reminder', '{key}', 'keys', NULL, NULL),
    ('term_limit', '{key}', 'keys', NULL, NULL),
    ('act', '{actor}', 'logins', NULL, NULL),
    ('action', '{verb,key,actor,principal,policy,severity,digest}', 'keys, logins, salted digests',
      NULL, NULL),
    ('action_kind', '{name,rank,ends,danger,argument,help}', 'Reeve''s own words', NULL, NULL),
    ('anchor', '{hash,destination,anchored_by}', 'digests', NULL, NULL),
    ('app', '{app,title,schema_name,owner_name,manifest,applied_by}', 'catalog', NULL, NULL),
    ('app_part', '{app,path,body}', 'catalog', NULL, NULL),
    ('app_grant', '{app,role_name,object}', 'catalog', NULL, NULL),
    ('app_code_pin', '{app,kind,object,digest,alarms}', 'names and digests of the app''s code',
      NULL, NULL),
    ('appeal', '{actors,key,filed_by,decided_by,outcome}', 'keys, logins', NULL, NULL),
    ('approval', '{verb,key,rules,state,proposed_by,decided_by,proposers,digest}',
      'keys, logins, digests', NULL, NULL),
    ('approval_rule', '{app,name,kinds,collections,ranks}', 'catalog', NULL, NULL),
    ('batch', '{verb,ceiling,totals,asked_by,halted}', 'keys, logins', NULL, NULL),
    ('batch_refusal', '{key,code,message}', 'keys, logins', NULL, NULL),
    ('case', '{key,policy,severity,claimed_by,closed_by,outcome,
      request}', 'keys, logins', NULL, NULL),
    ('catalog_action', '{app,verb,kind}', 'catalog', NULL, NULL),
    ('chain', '{actor,principal,kind,subject,batch,manifest,prev,hash}', 'keys, logins, digests',
      NULL, NULL),
    ('chain_head', '{hash}', 'digests', NULL, NULL),
    ('change', '{key,keys}', 'keys', NULL, NULL),
    ('file_source', '{app,path,collection,bucket,key,source,narrowed,owner_key,owner_keys,
      owner_visible}', 'catalog', NULL, NULL),
    ('live_copy_use', '{role_name,application}', 'names of logins and of programs', NULL, NULL),
    ('change_purge', '{app}', 'catalog', NULL, NULL),
    ('change_reader', '{name,app}', 'Reeve''s own words, catalog', NULL, NULL),
    ('collection', '{app,name,table_sql,key_columns,key_types,key_sql,match_sql,keys_sql,label_sql,
      show_columns,personal_columns,touched_columns,kept_columns,
      find_column,visible_column,enforcement,
      locale_sql,zone_sql,search,find_plain,limits,erase,conversation,parents_sql,
      identifiers,retain,created_column}', 'catalog', NULL, NULL),
    ('reader_statement', '{app,name,statement}', 'catalog', NULL, NULL),
    ('cell_order', '{statement,keys,words,vals,expect,answer}', 'gone with each transaction', NULL,
      NULL),
    ('command', '{actor,principal,kind,key,outcome,code,manifest,detail,program,content}',
      'keys, logins, digests', NULL, NULL),
    ('report', '{key,policy,reporter_key,rule,filed_by,source,proposes}', 'keys, logins, catalog',
      NULL, NULL),
    ('count_difference', '{key,name}', 'keys, catalog', NULL, NULL),
    ('count_rule', '{name,count_sql,stored}', 'catalog', NULL, NULL),
    ('cron', '{app,name,args,expression,zone,missed,overlap}', 'catalog', NULL, NULL),
    ('cron_fire', '{skipped}', 'Reeve''s own words', NULL, NULL),
    ('cron_reason', '{app,name,reason}', 'about schedules, which are about nobody', NULL, NULL),
    ('effect', '{key,digest}', 'keys, salted digests', NULL, NULL),
    ('erasure', '{targets}', 'counts', NULL, NULL),
    ('erasure_row', '{key}', 'keys', NULL, NULL),
    ('evidence', '{key,digest}', 'keys, salted digests', NULL, NULL),
    ('evidence_bytes', '{key,personal,digest}', 'keys, catalog, salted digests', NULL, NULL),
    ('evidence_text', '{field}', 'catalog', NULL, NULL),
    ('evidence_part', '{role}', 'Reeve''s own words', NULL, NULL),
    ('flag', '{app,name,kind,policy,severity,proposes,spec,select_sql,learn_sql}', 'catalog', NULL,
      NULL),
    ('flag_group', '{name}', 'values that many rows share', NULL, NULL),
    ('flag_hit', '{key}', 'keys', NULL, NULL),
    ('outside', '{key,effect,sends,inverse,state,file}', 'keys, catalog, digests', NULL, NULL),
    ('outside_binding', '{name}', 'catalog', NULL, NULL),
    ('change_fault', '{reader}', 'Reeve''s own words', NULL, NULL),
    ('flag_state', '{spec,cursor,on_by}', 'catalog, keys, logins', NULL, NULL),
    ('flag_term', '{form,entry,word}', 'catalog', NULL, NULL),
    ('forgotten', '{key}', 'keys', NULL, NULL),
    ('identifier', '{key,kind}', 'keys, catalog', NULL, NULL),
    ('identifier_key', '{key_id}', 'digests', NULL, NULL),
    ('identifier_scan', '{declared,cursor}', 'catalog, keys', NULL, NULL),
    ('import_transaction', '{app,table_name}', 'catalog', NULL, NULL),
    ('import_key', '{app,source}', 'catalog, files', NULL, NULL),
    ('import', '{app,source,mapping,file,file_mark,started_by,statements,existing,told,header,
      changes,made}',
      'catalog, files', NULL,
      NULL),
    ('collection_column', '{name,type}', 'catalog', NULL, NULL),
    ('effect_job', '{key}', 'keys', NULL, NULL),
    ('job', '{app,subject_key,principal}', 'keys, logins', NULL, NULL),
    ('job_dead', '{reason}', 'Reeve''s own words', NULL, NULL),
    ('job_delta', '{state}', 'Reeve''s own words', NULL, NULL),
    ('job_end', '{outcome}', 'Reeve''s own words', NULL, NULL),
    ('job_key', '{key}', 'names of live jobs; those about it are cancelled', NULL, NULL),
    ('job_kind', '{name,enqueuers,step_function}', 'catalog', NULL, NULL),
    ('job_log', '{level}', 'Reeve''s own words', NULL, NULL),
    ('job_reason', '{subject}', 'numbers of jobs, names of queues', NULL, NULL),
    ('job_timer', '{reason}', 'Reeve''s own words', NULL, NULL),
    ('label', '{key}', 'keys', NULL, NULL),
    ('live_copy', '{app,name,mapping,statements,parked,phase,broken,last_key,started_by,
      unvalidated,paused_by,pace,server,leaves,back,dependents}', 'catalog, keys', NULL, NULL),
    ('live_copy_reject', '{key,code}', 'keys', NULL, NULL),
    ('mark', '{key,kind}', 'keys', NULL, NULL),
    ('member', '{role_name,rank,added_by}', 'logins', NULL, NULL),
    ('member_subject', '{key,role_name,added_by}', 'keys, logins', NULL, NULL),
    ('member_subject_past', '{key,role_name,added_by,removed_by}', 'keys, logins', NULL, NULL),
    ('migration', '{name,sha256}', 'Reeve''s own files', NULL, NULL),
    ('notice_cap', '{app,channel,template}', 'catalog', NULL, NULL),
    ('notice_setting', '{app,zone}', 'catalog', NULL, NULL),
    ('notice_slot', '{key}', 'how much they were sent within a time',
      'x.collection_id = $1 AND x.key = ANY ($2)', 'DELETE'),
    ('notice_template', '{app,name,channel}', 'catalog', NULL, NULL),
    ('outbox', '{key,about,template,locale,zone,state,act,result,held}', 'keys, catalog', NULL,
      NULL),
    ('outbox_seal', '{digest}', 'salted digests', NULL, NULL),
    ('home', '{settled_by}', 'logins', NULL, NULL),
    ('host', '{host}', 'hosts', NULL, NULL),
    ('policy', '{app,name,title,clause,severity,terms}', 'catalog', NULL, NULL),
    ('quarantine', '{code}', 'Reeve''s own words', NULL, NULL),
    ('queue', '{name}', 'catalog', NULL, NULL),
    ('feed', '{app,declared}', 'catalog', NULL, NULL),
    ('feed_rule', '{to_sql,gone_sql,shown_sql}', 'catalog', NULL, NULL),
    ('rank_rule', '{parent_columns,score_sql,listed_sql,weight_sql}', 'catalog', NULL, NULL),
    ('rank_score', '{key}', 'keys', NULL, NULL),
    ('rank_stale', '{key}', 'keys', NULL, NULL),
    ('refusal', '{code,sentence,remedy}', 'Reeve''s own words', NULL, NULL),
    ('download', '{key,begun_by}', 'keys, logins', NULL, NULL),
    ('reveal', '{kind,key,fields,asked_by,digest}', 'keys, logins, salted digests', NULL, NULL),
    ('catalog_view', '{app,name,call_sql,arguments,columns,help}', 'catalog', NULL, NULL),
    ('rule', '{app,verb,name,kind,columns,select_sql,order_sql,root_sql,due_sql}', 'catalog', NULL,
      NULL),
    ('search_generation', '{table_name,declared,state,bounds,started_by,languages,ranges}',
      'catalog, keys; the '
      'documents are rebuilt; those of retired generations are deleted', NULL, NULL),
    ('search_join', '{path,columns,children_sql}', 'catalog', NULL, NULL),
    ('search_due', '{key}', 'keys', NULL, NULL),
    ('search_heard', '{app,query}', 'what somebody asked for, for minutes', NULL, NULL),
    ('search_question', '{app,query}', 'what several asked for', NULL, NULL),
    ('search_reworded', '{words,value}', 'what several replaced by what', NULL, NULL),
    ('search_secret', '{secret}', 'Reeve''s own', NULL, NULL),
    ('search_pace', '{app}', 'catalog', NULL, NULL),
    ('search_rule', '{kind,added_by}', 'Reeve''s own words, logins', NULL, NULL),
    ('search_waiting', '{keys}', 'keys', NULL, NULL),
    ('search_task', '{kind}', 'Reeve''s own words', NULL, NULL),
    ('search_constant', '{name,unit,reason,measured}', 'Reeve''s own words', NULL, NULL),
    ('emoji', '{word,emoji,config}', 'Reeve''s own words', NULL, NULL),
    ('search_document_shape', '{key,fields}', 'always empty', NULL, NULL),
    ('search_word_shape', '{word,stems}', 'always empty', NULL, NULL),
    ('selection', '{name,keys,owner}', 'keys, logins', NULL, NULL),
    ('strike', '{key}', 'keys', NULL, NULL),
    ('subject', '{key,base}', 'keys; flags and states', NULL, NULL),
    ('task', '{app,name,call_sql,arguments,help}', 'catalog', NULL, NULL),
    ('template', '{app,name,locale,subject,body}', 'catalog', NULL, NULL),
    ('turn', '{name}', 'catalog, logins', NULL, NULL),
    ('unrestored', '{key,code}', 'keys', NULL, NULL),
    ('worker', '{host,version,role_name,ended_by,kinds}', 'hosts, logins', NULL, NULL)
$$;

COMMENT ON FUNCTION reeve.erase_targets() IS
  'Every column of Reeve''s own tables that can hold text: which of its rows an erasure finds, '
  'and what it does to them (DELETE, or what it sets); both are NULL if it cannot hold anything '
  'personal. NULL: find, change.';
