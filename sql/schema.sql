--
-- PostgreSQL database dump
--

--
-- Name: reeve; Type: SCHEMA; Schema: -; Owner: reeve_owner
--

CREATE SCHEMA reeve;

ALTER SCHEMA reeve OWNER TO reeve_owner;

--
-- Name: SCHEMA reeve; Type: COMMENT; Schema: -; Owner: reeve_owner
--

COMMENT ON SCHEMA reeve IS 'Reeve''s own tables and the functions through which all change goes.';

--
-- Name: reeve_index; Type: SCHEMA; Schema: -; Owner: reeve_owner
--

CREATE SCHEMA reeve_index;

ALTER SCHEMA reeve_index OWNER TO reeve_owner;

--
-- Name: SCHEMA reeve_index; Type: COMMENT; Schema: -; Owner: reeve_owner
--

COMMENT ON SCHEMA reeve_index IS 'Search generations: rebuildable, left out of dumps.';

--
-- Name: reeve_stage; Type: SCHEMA; Schema: -; Owner: reeve_owner
--

CREATE SCHEMA reeve_stage;

ALTER SCHEMA reeve_stage OWNER TO reeve_owner;

--
-- Name: SCHEMA reeve_stage; Type: COMMENT; Schema: -; Owner: reeve_owner
--

COMMENT ON SCHEMA reeve_stage IS 'Staging tables of imports.';

--
-- Name: reeve_view; Type: SCHEMA; Schema: -; Owner: reeve_owner
--

CREATE SCHEMA reeve_view;

ALTER SCHEMA reeve_view OWNER TO reeve_owner;

--
-- Name: SCHEMA reeve_view; Type: COMMENT; Schema: -; Owner: reeve_owner
--

COMMENT ON SCHEMA reeve_view IS 'What admins read: one generated view a collection, personal columns masked.';

--
-- Name: cron_fields; Type: TYPE; Schema: reeve; Owner: reeve_owner
--

CREATE TYPE reeve.cron_fields AS (
	seconds bigint,
	minutes bigint,
	hours bigint,
	days bigint,
	months bigint,
	weekdays bigint,
	needs_both boolean
);

ALTER TYPE reeve.cron_fields OWNER TO reeve_owner;

--
-- Name: TYPE cron_fields; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TYPE reeve.cron_fields IS 'A cron expression: one bit a value it lets through; bit 0 of days is the last of the month, bit 0 of weekdays is Sunday.';

--
-- Name: COLUMN cron_fields.needs_both; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron_fields.needs_both IS 'Whether days and weekdays must both fit (one of them began with *), or either.';

--
-- Name: action_kind; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.action_kind (
    name text NOT NULL,
    rank text NOT NULL,
    needs_policy boolean NOT NULL,
    ends text NOT NULL,
    danger text NOT NULL,
    must_bite boolean NOT NULL,
    is_marking boolean NOT NULL,
    has_window boolean NOT NULL,
    CONSTRAINT action_kind_danger CHECK ((danger = ANY (ARRAY['mild'::text, 'moderate'::text]))),
    CONSTRAINT action_kind_ends CHECK ((ends = ANY (ARRAY['never'::text, 'always'::text, 'may'::text, 'must'::text, 'say'::text]))),
    CONSTRAINT action_kind_rank CHECK ((rank = ANY (ARRAY['moderator'::text, 'senior'::text])))
);

ALTER TABLE reeve.action_kind OWNER TO reeve_owner;

--
-- Name: TABLE action_kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.action_kind IS 'What an action of each kind is, whatever the app.';

--
-- Name: COLUMN action_kind.rank; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.rank IS 'The least rank that performs it and takes it back.';

--
-- Name: COLUMN action_kind.needs_policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.needs_policy IS 'It is done to somebody for breaking a rule, which it has to name.';

--
-- Name: COLUMN action_kind.ends; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.ends IS 'never = nothing that lasts; always = lasts until taken back; may = an end can be given; must = an end, or the policy''s; say = an end or without end, either has to be said.';

--
-- Name: COLUMN action_kind.danger; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.danger IS 'What even the smallest plan of it is graded as.';

--
-- Name: COLUMN action_kind.must_bite; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.must_bite IS 'Nothing but how a ban bites makes it hold.';

--
-- Name: COLUMN action_kind.is_marking; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.is_marking IS 'It leaves a row in reeve.mark while it lasts.';

--
-- Name: COLUMN action_kind.has_window; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action_kind.has_window IS 'It becomes final after a time, and cannot be taken back from then on.';

--
-- Name: collection; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.collection (
    collection_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    relation regclass NOT NULL,
    table_sql text NOT NULL,
    key_columns text[] NOT NULL,
    key_types text[] NOT NULL,
    key_sql text NOT NULL,
    match_sql text NOT NULL,
    keys_sql text NOT NULL,
    label_sql text NOT NULL,
    show_columns text[] NOT NULL,
    personal_columns text[] DEFAULT '{}'::text[] NOT NULL,
    touched_columns text[] DEFAULT '{}'::text[] NOT NULL,
    find_column text,
    visible_column text,
    bites text DEFAULT 'none'::text NOT NULL,
    locale_sql text,
    zone_sql text,
    search jsonb,
    is_live boolean DEFAULT true NOT NULL,
    find_plain text,
    limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT collection_bites CHECK ((bites = ANY (ARRAY['column'::text, 'policy'::text, 'guard'::text, 'none'::text])))
);

ALTER TABLE reeve.collection OWNER TO reeve_owner;

--
-- Name: TABLE collection; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.collection IS 'One kind of thing an app stores, over row alias t.';

--
-- Name: COLUMN collection.table_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.table_sql IS 'Quoted schema and table.';

--
-- Name: COLUMN collection.key_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.key_sql IS 'Text of the key over alias t: the column itself, or a JSON array in key order.';

--
-- Name: COLUMN collection.match_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.match_sql IS 'Condition: row t has the key u.key (text).';

--
-- Name: COLUMN collection.keys_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.keys_sql IS 'Condition: row t has one of the keys $1 (text[]), in a form that uses the index.';

--
-- Name: COLUMN collection.visible_column; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.visible_column IS 'timestamptz column: the row is hidden, or the person barred, while it lies in the future.';

--
-- Name: COLUMN collection.bites; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.bites IS 'What makes a ban hold: the app reads the visible column, or a generated policy or trigger refuses writes; none = it is recorded only.';

--
-- Name: COLUMN collection.find_plain; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.find_plain IS 'Column of names as they are written, for find where there is no folded column.';

--
-- Name: COLUMN collection.limits; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.collection.limits IS 'What can be denied to its rows: name to help.';

--
-- Name: action_barred(text, reeve.collection, reeve.action_kind, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text) RETURNS record
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH acting AS (
    SELECT reeve.member_rank_of(who) AS rank, coalesce(k.rank, 'moderator') AS needed,
      '{viewer,moderator,auditor,senior}'::text[] AS ranks),
  -- Whom of the team the subject is: one person may have several logins.
  person AS (
    SELECT m.role_name, reeve.member_rank_of(m.role_name) AS rank
    FROM reeve.member_subject m
    WHERE m.collection_id = c.collection_id AND m.key = action_barred.key)
  SELECT b.code, b.message
  FROM acting a
  CROSS JOIN LATERAL (
    SELECT 1, 'rank', format('%s needs the rank %s and a login of one''s own; %s has %s', verb,
      a.needed, who, coalesce(a.rank, 'no such rank'))
    WHERE NOT reeve.rank_suffices(a.rank, a.needed)
    UNION ALL
    SELECT 2, 'self', format('%s:%s is %s: nobody acts on themselves', c.name, key, who)
    FROM person p WHERE p.role_name = who AND k.name <> 'note'
    UNION ALL
    SELECT 3, 'peer', format('%s:%s is %s, %s: nobody acts against peers or above', c.name, key,
      p.role_name, p.rank)
    FROM person p
    WHERE p.role_name <> who AND k.needs_policy
      AND array_position(a.ranks, p.rank) >= array_position(a.ranks, a.rank)
    ) b(place, code, message)
  ORDER BY b.place LIMIT 1
$$;

ALTER FUNCTION reeve.action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text) IS 'Why a login may not do a verb to a subject, whatever its arguments (rank; the subject is that person, or a peer or above); NULL when it may.';

--
-- Name: action_declared(reeve.collection, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_declared(c reeve.collection, verb text, args jsonb) RETURNS reeve.action_kind
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  k reeve.action_kind;
BEGIN
  SELECT l.* INTO k
  FROM reeve.catalog_action d JOIN reeve.action_kind l ON l.name = d.kind
  WHERE d.app = c.app AND d.verb = action_declared.verb
    AND d.collection_id = c.collection_id AND d.is_live;
  IF (args ->> 'protect')::boolean THEN
    k.rank := 'senior';
  END IF;
  RETURN k;
END
$$;

ALTER FUNCTION reeve.action_declared(c reeve.collection, verb text, args jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_declared(c reeve.collection, verb text, args jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_declared(c reeve.collection, verb text, args jsonb) IS 'What kind of action a verb is on rows of the collection, and the rank that it needs with these arguments; its name is NULL where the catalog has it not.';

--
-- Name: approval; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.approval (
    approval_id bigint NOT NULL,
    verb text NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    args jsonb NOT NULL,
    ceiling jsonb NOT NULL,
    rules text[] NOT NULL,
    state text DEFAULT 'proposed'::text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lapses_at timestamp with time zone DEFAULT (clock_timestamp() + '24:00:00'::interval) NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    reason text,
    action_id bigint,
    is_single_handed boolean DEFAULT false NOT NULL,
    CONSTRAINT approval_decided CHECK ((((state = 'proposed'::text) = (decided_at IS NULL)) AND ((state = 'proposed'::text) = (decided_by IS NULL)))),
    CONSTRAINT approval_executed CHECK (((state = 'executed'::text) = (action_id IS NOT NULL))),
    CONSTRAINT approval_other_person CHECK (((state <> 'executed'::text) OR (is_single_handed = (decided_by = proposed_by)))),
    CONSTRAINT approval_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT approval_rules CHECK ((rules <> '{}'::text[])),
    CONSTRAINT approval_single_handed CHECK (((NOT is_single_handed) OR (decided_at >= (proposed_at + '01:00:00'::interval)))),
    CONSTRAINT approval_state CHECK ((state = ANY (ARRAY['proposed'::text, 'executed'::text, 'rejected'::text, 'withdrawn'::text, 'lapsed'::text])))
);

ALTER TABLE reeve.approval OWNER TO reeve_owner;

--
-- Name: TABLE approval; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.approval IS 'Actions that wait, or waited, for a second person. Nobody approves their own, but one who is alone, after an hour.';

--
-- Name: COLUMN approval.args; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval.args IS 'What the action was given; free text, erasable.';

--
-- Name: COLUMN approval.ceiling; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval.ceiling IS 'What it would have done then; it may not do worse.';

--
-- Name: COLUMN approval.rules; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval.rules IS 'Why it needs a second person.';

--
-- Name: action_execute(text, reeve.collection, text, jsonb, jsonb, text, text, reeve.approval); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  at timestamptz := clock_timestamp();
  k reeve.action_kind := reeve.action_declared(c, verb, args);
  terms record;
  target record;
  act reeve.action;
  r reeve.rule;
  current_version bigint;
  other record;
  effects jsonb := '[]';
  needs text[];
  worse text;
BEGIN
  SELECT * INTO terms FROM reeve.action_terms(c, k, args, at);
  SELECT * INTO code, message
  FROM reeve.action_barred(coalesce(principal, actor), c, k, verb, key);
  IF code IS NOT NULL THEN
    RETURN;
  ELSIF k.name IS NULL OR terms.problem IS NOT NULL THEN
    code := 'argument';
    message := coalesce(terms.problem, format('%s is not declared for %s', verb, c.name));
    RETURN;
  ELSIF NOT reeve.action_is_enforced(c, k, verb)
    AND (args ->> 'record_only')::boolean IS NOT TRUE THEN
    code := 'unenforced';
    message := format(
      'a %s of %s:%s is recorded, NOT enforced: say that it is to be recorded only', verb,
      c.name, key);
    RETURN;
  END IF;
  BEGIN
    IF k.needs_policy AND approval.approval_id IS NULL AND EXISTS (
      SELECT FROM reeve.approval_rule l
      WHERE l.quota IS NOT NULL AND coalesce(l.app, c.app) = c.app)
    THEN
      -- What one does in many sessions at once is counted one after the other.
      PERFORM pg_advisory_xact_lock(
        hashtextextended('reeve.quota ' || coalesce(principal, actor), 0));
    END IF;
    -- The row is locked before its subject: every command takes locks in this order.
    SELECT * INTO target FROM reeve.hand_lock(c.collection_id, ARRAY[key]);
    IF NOT FOUND THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'notfound',
        MESSAGE = format('there is no %s:%s', c.name, key);
    END IF;
    SELECT s.version INTO current_version FROM reeve.subject s
    WHERE s.collection_id = c.collection_id AND s.key = action_execute.key FOR UPDATE;
    IF (expected ->> 'version')::bigint <> coalesce(current_version, 0) THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'version', MESSAGE = (
        SELECT format('%s was faster: A%s %s by %s', o.actor, o.action_id, o.kind, o.actor)
        FROM reeve.action o
        WHERE o.collection_id = c.collection_id AND o.key = action_execute.key
        ORDER BY o.action_id DESC LIMIT 1);
    END IF;
    SELECT m.action_id, m.name INTO other FROM reeve.mark m
    WHERE m.collection_id = c.collection_id AND m.key = action_execute.key AND m.kind = k.name
      AND m.name = coalesce(terms.name, k.name) AND m.until >= terms.until AND m.until > at
      AND m.is_protecting >= terms.is_protecting
    ORDER BY m.action_id LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'already', MESSAGE = format(
        '%s:%s has the %s %s already, by A%s', c.name, key, k.name, other.name, other.action_id);
    END IF;
    INSERT INTO reeve.action(kind, collection_id, key, actor, principal, policy, grace, severity,
      reason, public_reason, until, name, is_protecting, approval_id, erase_at)
    VALUES (verb, c.collection_id, key, actor, principal, terms.policy, terms.grace,
      terms.severity, terms.reason, terms.public_reason, terms.until, terms.name,
      terms.is_protecting, approval.approval_id, at + (
        SELECT d.erase_after FROM reeve.catalog_action d
        WHERE d.app = c.app AND d.verb = action_execute.verb
          AND d.collection_id = c.collection_id AND k.has_window))
    RETURNING * INTO act;
    INSERT INTO reeve.label(collection_id, key, label)
    VALUES (c.collection_id, key, coalesce(target.label, key))
    ON CONFLICT (collection_id, key) DO UPDATE SET label = EXCLUDED.label;
    INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until, is_protecting)
    SELECT act.action_id, c.collection_id, key, k.name, coalesce(terms.name, k.name), terms.until,
      terms.is_protecting
    WHERE k.is_marking;
    FOR r IN
      SELECT l.* FROM reeve.rule l
      WHERE l.app = c.app AND l.verb = action_execute.verb AND l.collection_id = c.collection_id
        AND l.is_live
      ORDER BY l.seq
    LOOP
      effects := effects || jsonb_build_object(
        'rule', r.rule_id, 'name', r.name, 'kind', r.kind, 'reversible', r.is_reversible,
        'collection', (SELECT l.name FROM reeve.collection l
          WHERE l.collection_id = r.affected_id),
        'rows', reeve.rule_run(r, act, ARRAY[key], at, 'lock', NULL));
    END LOOP;
    detail := jsonb_build_object('action_id', act.action_id, 'label', target.label, 'verb', verb,
      'until', act.until, 'erase_at', act.erase_at, 'effects', effects) || (
      SELECT jsonb_build_object('people', count(DISTINCT (o.collection_id, o.key)),
        'notices', count(*), 'due', min(o.due_at))
      FROM reeve.outbox o WHERE o.action_id = act.action_id) || (
      SELECT jsonb_build_object('irreversible', count(*))
      FROM reeve.effect e WHERE e.action_id = act.action_id AND NOT e.is_reversible);
    detail := detail || jsonb_build_object('danger', reeve.plan_grade(k, detail));
    needs := reeve.approval_need(
      coalesce(principal, actor), c, k, verb, key, detail, at, act.action_id);
    worse := coalesce(
      reeve.plan_worse(expected, detail), reeve.plan_worse(approval.ceiling, detail));
    IF worse IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'worse',
        MESSAGE = 'it would do more than the plan you saw: ' || worse;
    ELSIF needs IS NOT NULL AND approval.approval_id IS NULL THEN
      detail := detail - 'action_id' || jsonb_build_object('approval', jsonb_build_object(
        'rules', needs, 'others', array_remove(
          reeve.approval_eligible(c, k, verb, key), coalesce(principal, actor))));
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'approval',
        MESSAGE = 'it needs a second person: ' || array_to_string(needs, '; ');
    END IF;
  EXCEPTION
    WHEN SQLSTATE 'RV900' THEN
      GET STACKED DIAGNOSTICS code = PG_EXCEPTION_DETAIL, message = MESSAGE_TEXT;
      RETURN;
    WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := format(
        'somebody else is changing %s:%s or what belongs to it; try again', c.name, key);
      RETURN;
  END;
  action_id := act.action_id;
  PERFORM reeve.action_follow(act);
  PERFORM reeve.command_record(
    verb, actor, principal, c.collection_id, key, NULL, act.action_id);
END
$$;

ALTER FUNCTION reeve.action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint) IS 'Does an action with all it brings down, its marks, notices, jobs and record, or says why not (code, message) and leaves nothing behind. principal: for whom the actor acts, whose rights are looked at; expected: the plan that was seen, NULL to take what comes; approval: of the second person where there is one. With the code approval, detail says what it would have done. Locks the rows FOR NO KEY UPDATE.';

--
-- Name: action; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.action (
    action_id bigint NOT NULL,
    kind text NOT NULL,
    collection_id integer NOT NULL,
    key text,
    actor text NOT NULL,
    principal text,
    policy text,
    grace interval DEFAULT '00:00:00'::interval NOT NULL,
    reason text,
    until timestamp with time zone,
    reverses bigint,
    reversed_by bigint,
    horizon xid8,
    performed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    severity text,
    public_reason text,
    name text,
    is_protecting boolean DEFAULT false NOT NULL,
    erase_at timestamp with time zone,
    approval_id bigint,
    CONSTRAINT action_public_reason_length CHECK (((char_length(public_reason) >= 1) AND (char_length(public_reason) <= 1000))),
    CONSTRAINT action_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT action_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);

ALTER TABLE reeve.action OWNER TO reeve_owner;

--
-- Name: TABLE action; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.action IS 'What was done, on whom, by whom, why; the reason is erasable.';

--
-- Name: COLUMN action.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.reason IS 'For the record; never in a notice.';

--
-- Name: COLUMN action.until; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.until IS 'End of a restriction; infinity = without end; NULL = none.';

--
-- Name: COLUMN action.horizon; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.horizon IS 'Set by the first sweep after the commit: transactions below it may still add rows.';

--
-- Name: COLUMN action.public_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.public_reason IS 'What its notices say instead of the clause.';

--
-- Name: COLUMN action.name; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.name IS 'Of a tag or a limit.';

--
-- Name: COLUMN action.is_protecting; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.is_protecting IS 'Of a tag that protects its subject.';

--
-- Name: COLUMN action.erase_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.erase_at IS 'When what it deleted is to be erased; it cannot be taken back from then on.';

--
-- Name: COLUMN action.approval_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.action.approval_id IS 'Whose approval it had; the actor approved it.';

--
-- Name: action_follow(reeve.action); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_follow(act reeve.action) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  app_name text := (
    SELECT c.app FROM reeve.collection c WHERE c.collection_id = act.collection_id);
  body jsonb := jsonb_build_object('action_id', act.action_id);
BEGIN
  PERFORM reeve.enqueue('moderation.sweep', body, NULL, 0::smallint, app_name,
    act.collection_id, act.key);
  IF act.until < 'infinity' THEN
    PERFORM reeve.enqueue('moderation.lift', body, act.until, 0::smallint, app_name,
      act.collection_id, act.key);
  END IF;
  PERFORM reeve.outbox_follow(act.action_id);
END
$$;

ALTER FUNCTION reeve.action_follow(act reeve.action) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_follow(act reeve.action); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_follow(act reeve.action) IS 'Enqueues what an action owes later: the sweep of rows just being added, its end, its notices.';

--
-- Name: action_in_force(text, text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_in_force(app text, collection text, key text, verb text, name text DEFAULT NULL::text) RETURNS TABLE(action_id bigint, kind text, actor text, at timestamp with time zone, until timestamp with time zone, policy text, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    SELECT a.action_id, a.kind, a.actor, a.performed_at, a.until, a.policy, a.reason
    FROM reeve.action a
    WHERE a.collection_id = c.collection_id AND a.key = action_in_force.key
      AND a.kind = verb AND a.reversed_by IS NULL
      AND (action_in_force.name IS NULL OR a.name = action_in_force.name)
    ORDER BY a.action_id;
END
$$;

ALTER FUNCTION reeve.action_in_force(app text, collection text, key text, verb text, name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_in_force(app text, collection text, key text, verb text, name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_in_force(app text, collection text, key text, verb text, name text) IS 'Actions of that verb, and name if one is given, on the subject that nothing has taken back, oldest first.';

--
-- Name: action_is_enforced(reeve.collection, reeve.action_kind, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_is_enforced(c reeve.collection, k reeve.action_kind, verb text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.bites <> 'none' OR NOT k.must_bite AND NOT EXISTS (
    SELECT FROM reeve.rule r
    WHERE r.app = c.app AND r.verb = action_is_enforced.verb
      AND r.collection_id = c.collection_id AND r.affected_id = c.collection_id
      AND r.kind = 'hide' AND r.columns = '{}' AND r.is_live)
$$;

ALTER FUNCTION reeve.action_is_enforced(c reeve.collection, k reeve.action_kind, verb text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_is_enforced(c reeve.collection, k reeve.action_kind, verb text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_is_enforced(c reeve.collection, k reeve.action_kind, verb text) IS 'Whether the catalog knows of anything that makes the verb hold for the subject itself: a ban bites somehow, and what is hidden has a column that says so.';

--
-- Name: action_lift(bigint, integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_lift(job_id bigint, lease integer, max_rows integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  due reeve.action;
  waiting reeve.approval;
  lifted int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  FOR due IN
    SELECT a.* FROM reeve.action a
    WHERE a.until <= (SELECT clock_timestamp()) AND a.reversed_by IS NULL
    ORDER BY a.until LIMIT max_rows
  LOOP
    PERFORM reeve.hand_lock(due.collection_id, ARRAY[due.key]);
    PERFORM FROM reeve.action a
    WHERE a.action_id = due.action_id AND a.reversed_by IS NULL FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    PERFORM reeve.action_reverse(due, 'lift', 'system:moderation.lift',
      reeve.job_principal(job_id), NULL);
    lifted := lifted + 1;
  END LOOP;
  FOR waiting IN
    UPDATE reeve.approval p SET state = 'lapsed', decided_by = 'system:moderation.lift',
      decided_at = clock_timestamp()
    WHERE p.approval_id = ANY (ARRAY(
      SELECT o.approval_id FROM reeve.approval o
      WHERE o.state = 'proposed' AND o.lapses_at <= (SELECT clock_timestamp())
      ORDER BY o.lapses_at LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING p.*
  LOOP
    PERFORM reeve.command_record('lapse', 'system:moderation.lift', waiting.proposed_by,
      waiting.collection_id, waiting.key);
    lifted := lifted + 1;
  END LOOP;
  -- Cases are brought up to date as well where nobody looks at the queue.
  RETURN lifted + reeve.case_intake(max_rows * 20);
END
$$;

ALTER FUNCTION reeve.action_lift(job_id bigint, lease integer, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_lift(job_id bigint, lease integer, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_lift(job_id bigint, lease integer, max_rows integer) IS 'Writes the ending of restrictions whose time has passed and undoes their effects, and of proposals that nobody decided, at most max_rows of each, and puts reports that wait into their cases, at most 20 times as many; returns how many. The restriction itself ended on read. 0 when the lease is stale.';

--
-- Name: action_perform(text, text, text, text, jsonb, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  done record;
  approval bigint;
BEGIN
  key := reeve.subject_key(c, key);
  SELECT * INTO done
  FROM reeve.action_execute(verb, c, key, args, expected, session_user, NULL, NULL);
  code := done.code;
  message := coalesce(done.message, 'A' || done.action_id);
  detail := coalesce(done.detail, '{}');
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  IF code = 'approval' THEN
    approval := reeve.approval_propose(verb, c, key, args, detail);
    outcome := 'proposed';
    message := 'P' || approval;
    detail := detail -> 'approval' || (
      SELECT jsonb_build_object('approval_id', a.approval_id, 'lapses_at', a.lapses_at,
        'confirm_at', a.proposed_at + interval '1 hour')
      FROM reeve.approval a WHERE a.approval_id = approval);
  ELSIF code IS NOT NULL THEN
    detail := '{}';
    PERFORM reeve.command_record(verb, session_user, NULL, c.collection_id, key, code);
  END IF;
END
$$;

ALTER FUNCTION reeve.action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Does an action of the catalog to a subject, in the caller''s transaction. args: as of action_plan, and record_only for what nothing enforces. expected: the plan the admin saw, NULL to take what comes. What needs a second person is proposed instead (outcome proposed). A refusal is returned and recorded, not raised. Waits at most 500 ms for a lock.';

--
-- Name: action_plan(text, text, text, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_plan(verb text, app text, collection text, key text, args jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
  k reeve.action_kind;
  at timestamptz := statement_timestamp();
  terms record;
  barred record;
  needs text[];
  plan jsonb;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  k := reeve.action_declared(c, verb, args);
  key := reeve.subject_key(c, key);
  SELECT * INTO terms FROM reeve.action_terms(c, k, args, at);
  IF k.name IS NULL OR terms.problem IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object('code', 'argument', 'message',
      coalesce(terms.problem, format('%s is not declared for %s', verb, collection))));
  END IF;
  PERFORM reeve.hand_assert();
  WITH row AS MATERIALIZED (
    SELECT r.rule_id, s.key, s.label, s.tell
    FROM reeve.rule r
    CROSS JOIN LATERAL reeve.hand_select(
      r.rule_id, ARRAY[action_plan.key], at, terms.until, terms.grace, 'read', NULL) s
    WHERE r.app = action_plan.app AND r.verb = action_plan.verb
      AND r.collection_id = c.collection_id AND r.is_live),
  told AS (
    SELECT t.entry ->> 'collection' AS collection_id, t.entry ->> 'key' AS key
    FROM row CROSS JOIN LATERAL jsonb_array_elements(row.tell) t(entry)
    WHERE row.tell IS NOT NULL AND t.entry <> 'null'),
  effect AS (
    SELECT r.seq, r.is_reversible, r.kind, jsonb_build_object(
      'rule', r.rule_id, 'name', r.name, 'collection', l.name, 'kind', r.kind,
      'rows', count(row.key), 'reversible', r.is_reversible,
      'examples', coalesce((
        SELECT jsonb_agg(jsonb_build_object('key', x.key, 'label', x.label))
        FROM (SELECT row.key, row.label FROM row WHERE row.rule_id = r.rule_id LIMIT 3) x), '[]'))
      AS body, count(row.key) AS rows
    FROM reeve.rule r
    JOIN reeve.collection l ON l.collection_id = r.affected_id
    LEFT JOIN row USING (rule_id)
    WHERE r.app = action_plan.app AND r.verb = action_plan.verb
      AND r.collection_id = c.collection_id AND r.is_live
    GROUP BY r.rule_id, l.name)
  SELECT jsonb_build_object(
    'verb', verb, 'kind', k.name, 'app', app, 'collection', collection, 'key', key,
    'label', (
      SELECT f.label FROM reeve.hand_find(c.collection_id, '', ARRAY[action_plan.key], 1) f),
    'version', coalesce((
      SELECT s.version FROM reeve.subject s
      WHERE s.collection_id = c.collection_id AND s.key = action_plan.key), 0),
    'until', terms.until, 'policy', terms.policy, 'severity', terms.severity,
    'public', terms.public_reason, 'name', terms.name, 'protects', terms.is_protecting,
    'effects', coalesce((SELECT jsonb_agg(e.body ORDER BY e.seq) FROM effect e), '[]'),
    'people', (SELECT count(DISTINCT (t.collection_id, t.key)) FROM told t),
    'notices', (SELECT count(*) FROM told),
    'irreversible', coalesce((
      SELECT sum(e.rows) FROM effect e
      WHERE NOT e.is_reversible AND e.kind IN ('hide', 'set')), 0),
    'erase_at', at + (
      SELECT d.erase_after FROM reeve.catalog_action d
      WHERE d.app = c.app AND d.verb = action_plan.verb AND d.collection_id = c.collection_id
        AND k.has_window))
  INTO plan;
  IF plan ->> 'label' IS NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object('code', 'notfound', 'message',
      format('there is no %s:%s', collection, key)));
  END IF;
  plan := plan || jsonb_build_object('danger', reeve.plan_grade(k, plan));
  IF NOT reeve.action_is_enforced(c, k, verb) THEN
    plan := plan || '{"enforced": false,
      "warning": "recorded, NOT enforced: nothing in the app makes it hold"}';
  END IF;
  needs := reeve.approval_need(session_user, c, k, verb, key, plan, at, NULL);
  IF needs IS NOT NULL THEN
    plan := plan || jsonb_build_object('approval', jsonb_build_object('rules', needs, 'others',
      array_remove(reeve.approval_eligible(c, k, verb, key), session_user::text)));
  END IF;
  SELECT * INTO barred FROM reeve.action_barred(session_user, c, k, verb, key);
  IF barred.code IS NOT NULL THEN
    plan := plan || jsonb_build_object('refusal', jsonb_build_object(
      'code', barred.code, 'message', barred.message));
  END IF;
  RETURN plan;
END
$$;

ALTER FUNCTION reeve.action_plan(verb text, app text, collection text, key text, args jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_plan(verb text, app text, collection text, key text, args jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_plan(verb text, app text, collection text, key text, args jsonb) IS 'What an acting verb would do, without writing: rows and examples per effect, who is told, what is irreversible, how dangerous, why it needs a second person and whom. args: as of action_terms. Needs viewer; locks nothing.';

--
-- Name: action_repeat(bigint, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  a reeve.action;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT l.* INTO a FROM reeve.action l WHERE l.action_id = action_repeat.action_id;
  SELECT c.app, c.name INTO app, collection
  FROM reeve.collection c WHERE c.collection_id = a.collection_id;
  verb := a.kind;
  key := a.key;
  problem := CASE
    WHEN a.action_id IS NULL THEN format('there is no action A%s', action_repeat.action_id)
    WHEN NOT EXISTS (
      SELECT FROM reeve.catalog_action d
      WHERE d.verb = a.kind AND d.collection_id = a.collection_id AND d.is_live) THEN
      format('A%s is an %s, which cannot be done again', a.action_id, a.kind)
    WHEN a.reversed_by IS NULL AND a.until > statement_timestamp() THEN
      format('A%s is still in force', a.action_id) END;
  args := jsonb_strip_nulls(jsonb_build_object('policy', a.policy, 'severity', a.severity,
    'public', a.public_reason, 'name', a.name, 'protect', a.is_protecting,
    'why', coalesce(nullif(btrim(action_repeat.why), ''), a.reason),
    'for', CASE WHEN a.until < 'infinity' THEN
      extract(epoch FROM a.until - a.performed_at)::bigint || ' seconds' END,
    'forever', CASE WHEN a.until = 'infinity' AND a.erase_at IS NULL THEN TRUE END));
END
$$;

ALTER FUNCTION reeve.action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text) IS 'What to plan and perform to do an action again as a new one: the same subject and arguments, as long as the first, with another reason if one is given; problem says why it cannot be.';

--
-- Name: rule; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.rule (
    rule_id integer NOT NULL,
    app text NOT NULL,
    verb text NOT NULL,
    collection_id integer NOT NULL,
    seq integer NOT NULL,
    name text NOT NULL,
    affected_id integer NOT NULL,
    kind text NOT NULL,
    columns text[] DEFAULT '{}'::text[] NOT NULL,
    is_reversible boolean DEFAULT true NOT NULL,
    select_sql text NOT NULL,
    order_sql text NOT NULL,
    is_live boolean DEFAULT true NOT NULL,
    CONSTRAINT rule_kind CHECK ((kind = ANY (ARRAY['hide'::text, 'set'::text, 'tell'::text, 'list'::text])))
);

ALTER TABLE reeve.rule OWNER TO reeve_owner;

--
-- Name: TABLE rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.rule IS 'One effect of an action (or one way to go stale), in the order of seq, compiled.';

--
-- Name: COLUMN rule.select_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.rule.select_sql IS 'Rows it would change: key, label, before, after, tell. $1 keys, $2 at, $3 until, $4 grace.';

--
-- Name: COLUMN rule.order_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.rule.order_sql IS 'Columns of the key: commands lock rows in this order.';

--
-- Name: action_restore(reeve.rule, text[], jsonb[], jsonb[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  written text[];
  one text[];
  i int;
BEGIN
  IF keys IS NULL OR r.columns = '{}' THEN
    RETURN coalesce(keys, '{}');
  END IF;
  BEGIN
    SELECT array_agg(w) INTO written
    FROM reeve.hand_write(r.affected_id, r.columns, keys, befores, afters) w;
    RETURN coalesce(written, '{}');
  EXCEPTION
    WHEN lock_not_available OR deadlock_detected OR query_canceled THEN
      RAISE;
    WHEN OTHERS THEN
      -- The app refuses at least one row (its place is taken): each gets its own chance.
      written := '{}';
  END;
  FOR i IN 1 .. cardinality(keys) LOOP
    BEGIN
      SELECT array_agg(w) INTO one
      FROM reeve.hand_write(r.affected_id, r.columns, keys[i:i], befores[i:i], afters[i:i]) w;
      written := written || one;
    EXCEPTION
      WHEN lock_not_available OR deadlock_detected OR query_canceled THEN
        RAISE;
      WHEN OTHERS THEN
        NULL;  -- It stays out of written, which the caller reports as lost.
    END;
  END LOOP;
  RETURN written;
END
$$;

ALTER FUNCTION reeve.action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]) IS 'Writes columns back, set-based in a savepoint; where the app refuses, row by row. Returns the keys that came back.';

--
-- Name: action_reverse(reeve.action, text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_reverse(original reeve.action, kind text, actor text, principal text, reason text) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
#variable_conflict use_column
DECLARE
  act reeve.action;
  r reeve.rule;
  present text[];
  keys text[];
  befores jsonb[];
  afters jsonb[];
  written text[];
  lost jsonb := '[]';
  effects jsonb := '[]';
  affected text;
  conflicts jsonb;
BEGIN
  conflicts := (
    SELECT jsonb_object_agg(x.collection_id || ':' || x.key,
      format('A%s, a later %s, depends on it', x.later_id, x.later_kind))
    FROM reeve.undo_conflicts(original.action_id) x);
  INSERT INTO reeve.action(kind, collection_id, key, actor, principal, reason, reverses)
  VALUES (action_reverse.kind, original.collection_id, original.key, action_reverse.actor,
    action_reverse.principal, action_reverse.reason, original.action_id)
  RETURNING * INTO act;
  UPDATE reeve.action a SET reversed_by = act.action_id WHERE a.action_id = original.action_id;
  DELETE FROM reeve.mark m WHERE m.action_id = original.action_id;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.rule_id IN (
      SELECT e.rule_id FROM reeve.effect e WHERE e.action_id = original.action_id)
    ORDER BY l.kind = 'set', l.seq
  LOOP
    affected := (SELECT c.name FROM reeve.collection c WHERE c.collection_id = r.affected_id);
    PERFORM reeve.hand_assert();
    IF r.kind = 'hide' THEN
      -- Rows that are gone keep no cause. They are locked by a statement of its own: the next sees
      -- the actions of whoever was waited for.
      present := ARRAY(SELECT h.key FROM reeve.hand_lock(r.affected_id, (
        SELECT array_agg(e.key) FROM reeve.effect e
        WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id
          AND e.undone_by IS NULL)) h);
      -- Visibility is recomputed from the causes that remain.
      WITH remaining AS (
        UPDATE reeve.subject s SET
          version = s.version + 1,
          hidden_by = array_remove(s.hidden_by, original.action_id),
          hidden_until = (
            SELECT max(a.until) FROM reeve.action a
            WHERE a.action_id = ANY (array_remove(s.hidden_by, original.action_id)))
        WHERE s.collection_id = r.affected_id AND original.action_id = ANY (s.hidden_by)
          AND s.key IN (SELECT unnest(present))
        RETURNING s.key, s.hidden_until, s.base_until)
      SELECT array_agg(m.key), array_agg(jsonb_build_object(
        coalesce(r.columns[1], 'until'), greatest(m.hidden_until, m.base_until)))
      INTO keys, befores FROM remaining m;
      afters := NULL;
    ELSE
      SELECT array_agg(e.key), array_agg(e.before), array_agg(e.after) INTO keys, befores, afters
      FROM reeve.effect e
      WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id AND e.is_reversible
        AND e.undone_by IS NULL;
    END IF;
    written := reeve.action_restore(r, keys, befores, afters);
    PERFORM reeve.hand_assert();
    INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
    SELECT act.action_id, r.affected_id, u.key, r.rule_id, e.after, u.value, FALSE
    FROM unnest(keys, befores) u(key, value)
    JOIN reeve.effect e ON e.action_id = original.action_id AND e.collection_id = r.affected_id
      AND e.key = u.key
    WHERE u.key = ANY (written);
    UPDATE reeve.effect e SET undone_by = act.action_id
    WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id AND e.key = ANY (written);
    effects := effects || jsonb_build_object('rule', r.rule_id, 'name', r.name, 'kind', r.kind,
      'collection', affected, 'rows', coalesce(cardinality(written), 0));
    lost := lost || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', affected, 'key', e.key, 'why',
        CASE WHEN NOT e.is_reversible THEN 'irreversible'
          WHEN r.kind = 'hide' THEN 'gone' ELSE coalesce(
            conflicts ->> (e.collection_id || ':' || e.key),
            'changed since, or its place is taken') END))
      FROM reeve.effect e
      WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id
        AND e.undone_by IS NULL), '[]');
  END LOOP;
  -- Only notices about what came back are withdrawn: an irreversible loss must still be told.
  UPDATE reeve.outbox o SET state = 'withdrawn'
  FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
  WHERE o.action_id = original.action_id AND o.state = 'queued' AND e.action_id = o.action_id
    AND e.undone_by = act.action_id AND o.about = c.name || ':' || e.key;
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at, corrects)
  SELECT act.action_id, o.collection_id, o.key, o.about, 'correction', o.locale, o.zone,
    o.arguments || jsonb_build_object('notice', o.template), clock_timestamp() + interval '60 s',
    o.outbox_id
  FROM reeve.outbox o
  JOIN reeve.effect e ON e.action_id = o.action_id AND e.undone_by = act.action_id
  JOIN reeve.collection c ON c.collection_id = e.collection_id AND o.about = c.name || ':' || e.key
  WHERE o.action_id = original.action_id AND o.state = 'sent'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  PERFORM reeve.command_record(action_reverse.kind, action_reverse.actor, action_reverse.principal,
    original.collection_id, original.key, NULL, act.action_id);
  RETURN jsonb_build_object('action_id', act.action_id, 'effects', effects, 'lost', lost,
    'withdrawn', (SELECT count(*) FROM reeve.outbox o
      WHERE o.action_id = original.action_id AND o.state = 'withdrawn'),
    'corrections', (SELECT count(*) FROM reeve.outbox o WHERE o.action_id = act.action_id));
END
$$;

ALTER FUNCTION reeve.action_reverse(original reeve.action, kind text, actor text, principal text, reason text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_reverse(original reeve.action, kind text, actor text, principal text, reason text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_reverse(original reeve.action, kind text, actor text, principal text, reason text) IS 'Takes back exactly what one action did, as a new action: removes its mark, and it from the causes of hidden rows, gives columns back where they still equal what it wrote, withdraws or corrects its notices. Returns counts and what was lost.';

--
-- Name: action_sweep(bigint, integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_sweep(job_id bigint, lease integer, action_id bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  act reeve.action;
  r reeve.rule;
  floor xid8;
  added int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN TRUE;
  END IF;
  SELECT * INTO act FROM reeve.action a WHERE a.action_id = action_sweep.action_id;
  IF act.action_id IS NULL OR act.reversed_by IS NOT NULL THEN
    RETURN TRUE;
  END IF;
  PERFORM reeve.hand_lock(act.collection_id, ARRAY[act.key]);
  -- An undo may have come first while we waited for the row.
  SELECT * INTO act FROM reeve.action a WHERE a.action_id = action_sweep.action_id FOR UPDATE;
  IF act.reversed_by IS NOT NULL THEN
    RETURN TRUE;
  END IF;
  -- Read before the cascade: whatever ended below this floor is visible to the statements after it.
  floor := pg_snapshot_xmin(pg_current_snapshot());
  IF act.horizon IS NULL THEN
    act.horizon := pg_snapshot_xmax(pg_current_snapshot());
    UPDATE reeve.action a SET horizon = act.horizon WHERE a.action_id = act.action_id;
  END IF;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    JOIN reeve.collection c ON c.collection_id = act.collection_id AND l.app = c.app
    WHERE l.verb = act.kind AND l.collection_id = act.collection_id AND l.is_live
      AND l.kind <> 'list'
    ORDER BY l.seq
  LOOP
    added := added + reeve.rule_run(r, act, ARRAY[act.key], act.performed_at, 'lock', NULL);
  END LOOP;
  IF added > 0 THEN
    PERFORM reeve.command_record('sweep', 'system:moderation.sweep', reeve.job_principal(job_id),
      act.collection_id, act.key, NULL, act.action_id);
    PERFORM reeve.outbox_follow(act.action_id);
  END IF;
  RETURN floor >= act.horizon;
END
$$;

ALTER FUNCTION reeve.action_sweep(job_id bigint, lease integer, action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_sweep(job_id bigint, lease integer, action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_sweep(job_id bigint, lease integer, action_id bigint) IS 'Repeats an action''s cascade for rows that transactions open at its commit have added, as more effects of the same action. TRUE once all of those transactions have ended, or it was undone.';

--
-- Name: action_terms(reeve.collection, reeve.action_kind, jsonb, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  p reeve.policy;
  span interval;
  is_forever boolean := coalesce((args ->> 'forever')::boolean, FALSE);
BEGIN
  reason := nullif(btrim(args ->> 'why'), '');
  public_reason := nullif(btrim(args ->> 'public'), '');
  name := args ->> 'name';
  is_protecting := coalesce((args ->> 'protect')::boolean, FALSE);
  IF k.needs_policy THEN
    SELECT * INTO p FROM reeve.policy l
    WHERE l.app = c.app AND l.name = args ->> 'policy' AND l.is_live;
  END IF;
  policy := p.name;
  grace := coalesce(p.grace, '0');
  severity := coalesce(args ->> 'severity', p.severity);
  problem := CASE
    WHEN k.needs_policy AND policy IS NULL THEN concat(
      CASE WHEN args ->> 'policy' IS NULL THEN 'name the clause that was broken: --policy'
        ELSE format('there is no policy %s', args ->> 'policy') END,
      format(' (one of: %s)', (
        SELECT string_agg(l.name, ', ' ORDER BY l.name) FROM reeve.policy l
        WHERE l.app = c.app AND l.is_live)))
    WHEN NOT k.needs_policy AND args ?| '{policy,severity,public}' THEN
      format('a %s is for no breach: no policy, severity or public reason', k.name)
    WHEN severity NOT IN ('low', 'medium', 'high', 'critical') THEN
      format('%s is no severity: low, medium, high or critical', severity)
    WHEN char_length(reason) > 2000 THEN 'the reason is longer than 2000 characters'
    WHEN char_length(public_reason) > 1000 THEN
      'the public reason is longer than 1000 characters'
    WHEN k.name = 'note' AND reason IS NULL THEN 'a note says something'
    WHEN k.name = 'tag' AND coalesce(name, '') !~ '^[a-z][a-z0-9_-]{0,39}$' THEN format(
      '%s is no tag: lower-case letters, digits, - and _, first a letter, at most 40',
      quote_literal(coalesce(name, '')))
    WHEN k.name = 'limit' AND NOT coalesce(c.limits ? name, FALSE) THEN format(
      'the catalog declares no limit %s for %s (%s)', coalesce(name, 'without a name'), c.name,
      coalesce('one of: ' || (
        SELECT string_agg(l.key, ', ' ORDER BY l.key) FROM jsonb_each(c.limits) l), 'none'))
    WHEN k.name NOT IN ('tag', 'limit') AND name IS NOT NULL THEN
      format('a %s has no name', k.name)
    WHEN is_protecting AND k.name <> 'tag' THEN 'only a tag protects'
    WHEN is_forever AND args ->> 'for' IS NOT NULL THEN 'say --for or --forever, not both'
    WHEN k.ends IN ('never', 'always') AND (is_forever OR args ->> 'for' IS NOT NULL) THEN
      format('a %s has no end to choose', k.name)
    WHEN k.ends = 'must' AND is_forever THEN format('a %s has an end: --for 7d', k.name) END;
  IF problem IS NOT NULL THEN
    RETURN;
  END IF;
  IF args ->> 'for' IS NOT NULL THEN
    BEGIN
      span := (args ->> 'for')::interval;
    EXCEPTION WHEN data_exception THEN
      span := NULL;
    END;
    IF span IS NULL OR span <= interval '0' OR span > interval '10 years' THEN
      problem := format(
        '%s is no duration between a second and 10 years (try 7d, 12h, 2w)', args ->> 'for');
    END IF;
    until := at + span;
  ELSIF k.ends = 'must' AND p.duration IS NOT NULL THEN
    until := at + p.duration;
  ELSIF is_forever OR k.ends IN ('always', 'may') THEN
    until := 'infinity';
  ELSIF k.ends <> 'never' THEN
    problem := 'say for how long: --for 7d' || CASE k.ends WHEN 'say' THEN ', or --forever'
      ELSE format('; the policy %s has no duration of its own', policy) END;
  END IF;
END
$_$;

ALTER FUNCTION reeve.action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text) OWNER TO reeve_owner;

--
-- Name: FUNCTION action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text) IS 'Reads policy, severity, for, forever, why, public, name and protect from the arguments of an action of that kind; problem says what is wrong with them in the admin''s words, or is NULL.';

--
-- Name: anchor_record(bigint, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('auditor');
  INSERT INTO reeve.anchor(seq, hash, place, anchored_by)
  SELECT h.seq, h.hash, anchor_record.place, session_user
  FROM reeve.chain h
  WHERE h.seq = anchor_record.seq AND encode(h.hash, 'hex') = anchor_record.hash_hex
  ON CONFLICT ON CONSTRAINT anchor_pkey DO UPDATE
  SET anchored_by = EXCLUDED.anchored_by, at = clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the chain has no entry % with that hash', anchor_record.seq
      USING ERRCODE = 'RV004', HINT =
        'Keep what you have: it may show that the chain was rewritten.';
  END IF;
END
$$;

ALTER FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) OWNER TO reeve_owner;

--
-- Name: FUNCTION anchor_record(seq bigint, hash_hex text, place text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) IS 'Remembers that an entry of the chain was written down outside the database, and where. Needs auditor or senior; RV004 when the chain does not hold it.';

--
-- Name: app_require(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.app_require(app text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF has_schema_privilege(session_user, (
    SELECT to_regnamespace(quote_ident(a.schema_name))::oid FROM reeve.app a
    WHERE a.app = app_require.app), 'USAGE') IS NOT TRUE THEN
    RAISE EXCEPTION '% is no login of app %', session_user, app USING ERRCODE = 'RV002',
      HINT = 'It needs USAGE on the app''s schema.';
  END IF;
END
$$;

ALTER FUNCTION reeve.app_require(app text) OWNER TO reeve_owner;

--
-- Name: FUNCTION app_require(app text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.app_require(app text) IS 'Raises RV002 unless the login may use the schema of the app: it is one of the app''s own.';

--
-- Name: appeal_list(text, boolean, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.appeal_list(app text, decided boolean DEFAULT false, max_rows integer DEFAULT NULL::integer) RETURNS TABLE(action_id bigint, kind text, subject text, label text, policy text, actor text, appellant text, opened_at timestamp with time zone, words text, is_yours boolean, outcome text, decided_by text, decided_at timestamp with time zone, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.action_id, a.kind, c.name || ':' || a.key, b.label, a.policy,
      array_to_string(l.actors, ', '), p.name || ':' || l.key, l.opened_at, l.words,
      session_user = ANY (l.actors), l.outcome,
      l.decided_by, l.decided_at, l.reason
    FROM reeve.appeal l
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection c ON c.collection_id = a.collection_id
    JOIN reeve.collection p ON p.collection_id = l.collection_id
    LEFT JOIN reeve.label b ON b.collection_id = a.collection_id AND b.key = a.key
    WHERE (appeal_list.app IS NULL OR c.app = appeal_list.app)
      AND (l.decided_at IS NOT NULL) = appeal_list.decided
    ORDER BY CASE WHEN NOT decided THEN l.opened_at END, l.decided_at DESC, l.action_id
    LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.appeal_list(app text, decided boolean, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION appeal_list(app text, decided boolean, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.appeal_list(app text, decided boolean, max_rows integer) IS 'Appeals that wait, oldest first, or those decided, newest first; is_yours: the caller did it, so somebody else has to decide.';

--
-- Name: appeal_open(text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.appeal_open(app text, action text, appellant text, words text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $_$
#variable_conflict use_column
DECLARE
  r reeve.collection := reeve.collection_resolve(app, split_part(appellant, ':', 1));
  person text := reeve.subject_key(r, substr(appellant, strpos(appellant, ':') + 1));
  a record;
BEGIN
  PERFORM reeve.app_require(app);
  IF action !~ '^A[0-9]{1,18}$' THEN
    RAISE EXCEPTION '% is no action', action USING ERRCODE = 'RV001', HINT = 'Write A1203.';
  END IF;
  SELECT x.*, l.action_id AS appealed, x.performed_at + coalesce(
      (m.manifest #>> '{appeals,window}')::interval, '180 days') AS closes_at
  INTO a
  FROM reeve.strike s
  JOIN reeve.action x USING (action_id)
  JOIN reeve.collection c ON c.collection_id = x.collection_id
  JOIN reeve.app m ON m.app = c.app
  LEFT JOIN reeve.appeal l ON l.action_id = x.action_id
  WHERE s.action_id = substr(appeal_open.action, 2)::bigint AND c.app = appeal_open.app
    AND s.collection_id = r.collection_id AND s.key = person;
  IF NOT FOUND THEN
    -- Whether there is such an action about somebody else is nobody's business.
    RAISE EXCEPTION 'no action % concerns %', action, appellant USING ERRCODE = 'RV004';
  ELSIF a.appealed IS NOT NULL THEN
    RETURN 'again';
  ELSIF a.closes_at <= clock_timestamp() THEN
    RETURN 'late';
  ELSIF EXISTS (
    SELECT FROM reeve.action u WHERE u.action_id = a.reversed_by AND u.kind = 'undo') THEN
    RETURN 'undone';
  END IF;
  INSERT INTO reeve.appeal(action_id, actors, collection_id, key, words, filed_by)
  VALUES (a.action_id, array_remove(ARRAY[a.actor, a.principal], NULL), r.collection_id, person,
    nullif(left(btrim(words), 4000), ''), session_user)
  ON CONFLICT ON CONSTRAINT appeal_pkey DO NOTHING;
  RETURN CASE WHEN FOUND THEN 'opened' ELSE 'again' END;
END
$_$;

ALTER FUNCTION reeve.appeal_open(app text, action text, appellant text, words text) OWNER TO reeve_owner;

--
-- Name: FUNCTION appeal_open(app text, action text, appellant text, words text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.appeal_open(app text, action text, appellant text, words text) IS 'An app''s user (user:42) appeals against an action (A1203) that counts against them: opened; again: an action has one appeal; late: past the catalog''s appeals.window, 180 days where it says nothing; or undone already. words: cut to 4000 characters. RV004: no such action concerns them; RV002: the login is not of that app.';

--
-- Name: appeal_perform(bigint, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  because text := nullif(btrim(why), '');
  present timestamptz := clock_timestamp();
  l reeve.appeal;
  a reeve.action;
  undone jsonb;
BEGIN
  SELECT * INTO a FROM reeve.action x WHERE x.action_id = appeal_perform.action_id;
  BEGIN
    SELECT * INTO l FROM reeve.appeal p WHERE p.action_id = a.action_id FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'nobody appealed against A%', appeal_perform.action_id
        USING ERRCODE = 'RV004', HINT = '`appeals` lists what waits.';
    END IF;
  EXCEPTION WHEN lock_not_available THEN
    code := 'busy';
    message := format('somebody else decides about A%s; try again', a.action_id);
  END;
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := 'to decide an appeal needs the rank moderator and a login of your own';
  ELSIF code IS NOT NULL THEN
    NULL;
  ELSIF l.decided_at IS NOT NULL THEN
    code := 'state';
    message := format('%s decided it at %s UTC: %s', l.decided_by,
      to_char(l.decided_at, 'YYYY-MM-DD HH24:MI'), l.outcome);
  ELSIF session_user = ANY (l.actors) THEN
    code := 'self';
    message := format('A%s is yours too: somebody else has to decide', a.action_id);
  ELSIF verdict IN ('upheld', 'overturned', 'partly') IS NOT TRUE THEN
    code := 'argument';
    message := 'say what came out: --outcome upheld, overturned or partly';
  ELSIF because IS NULL OR char_length(because) > 2000 THEN
    code := 'argument';
    message := 'say why, in at most 2000 characters: --why "…"';
  ELSIF verdict <> 'upheld' THEN
    SELECT to_jsonb(u) INTO undone FROM reeve.undo_perform(a.action_id, because, NULL) u;
    IF undone ->> 'code' <> 'undone' THEN
      code := undone ->> 'code';
      message := undone ->> 'message';
    END IF;
  END IF;
  PERFORM reeve.command_record(
    'appeal', session_user, NULL, a.collection_id, a.key, code, a.action_id);
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  detail := '{}';
  IF code IS NOT NULL THEN
    RETURN;
  END IF;
  UPDATE reeve.appeal p
  SET decided_at = present, decided_by = session_user, outcome = verdict, reason = because
  WHERE p.action_id = a.action_id;
  message := verdict;
  detail := jsonb_build_object('undo', undone -> 'detail', 'told', reeve.appeal_tell(a, l,
    verdict));
END
$$;

ALTER FUNCTION reeve.appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Decides the appeal against an action, by somebody who did not do it: upheld, overturned (which takes the action back in the same transaction, and with it the strike) or partly (takes it back; the strike stands). The appellant is told 60 s later. A refusal is returned and recorded, not raised, but for RV004.';

--
-- Name: appeal; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.appeal (
    action_id bigint NOT NULL,
    actors text[] NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    words text,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    filed_by text NOT NULL,
    decided_at timestamp with time zone,
    decided_by text,
    outcome text,
    reason text,
    CONSTRAINT appeal_actors CHECK ((actors <> '{}'::text[])),
    CONSTRAINT appeal_decided CHECK ((num_nonnulls(decided_at, decided_by, outcome, reason) = ANY (ARRAY[0, 4]))),
    CONSTRAINT appeal_other_person CHECK ((decided_by <> ALL (actors))),
    CONSTRAINT appeal_outcome CHECK ((outcome = ANY (ARRAY['upheld'::text, 'overturned'::text, 'partly'::text]))),
    CONSTRAINT appeal_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT appeal_words_length CHECK (((char_length(words) >= 1) AND (char_length(words) <= 4000)))
);

ALTER TABLE reeve.appeal OWNER TO reeve_owner;

--
-- Name: TABLE appeal; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.appeal IS 'What the person concerned says against an action, once an action; words and reason are erasable.';

--
-- Name: COLUMN appeal.actors; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.appeal.actors IS 'Who did the action, and who proposed it: those who may not decide.';

--
-- Name: COLUMN appeal.outcome; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.appeal.outcome IS 'upheld = the action stands; overturned = taken back, its strike too; partly = taken back, its strike stands.';

--
-- Name: appeal_tell(reeve.action, reeve.appeal, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.appeal_tell(act reeve.action, l reeve.appeal, verdict text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at)
  SELECT act.action_id, l.collection_id, h.key, c.name || ':' || act.key, 'appeal-' || verdict,
    h.locale, h.zone, jsonb_build_object('action', 'A' || act.action_id, 'at', act.performed_at,
      'until', act.until, 'policy', p.title, 'label', coalesce(
        (SELECT b.label FROM reeve.label b
          WHERE b.collection_id = act.collection_id AND b.key = act.key), act.key)),
    clock_timestamp() + interval '60 seconds'
  FROM reeve.collection c
  CROSS JOIN LATERAL reeve.hand_recipients(l.collection_id, ARRAY[l.key]) h
  LEFT JOIN reeve.policy p ON p.app = c.app AND p.name = act.policy
  WHERE c.collection_id = act.collection_id AND EXISTS (
    SELECT FROM reeve.template t WHERE t.app = c.app AND t.name = 'appeal-' || verdict);
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  PERFORM reeve.outbox_follow(act.action_id);
  RETURN TRUE;
END
$$;

ALTER FUNCTION reeve.appeal_tell(act reeve.action, l reeve.appeal, verdict text) OWNER TO reeve_owner;

--
-- Name: FUNCTION appeal_tell(act reeve.action, l reeve.appeal, verdict text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.appeal_tell(act reeve.action, l reeve.appeal, verdict text) IS 'Owes the appellant a notice of what was decided: the template appeal-upheld, appeal-overturned or appeal-partly, if the app has it. Never who decided.';

--
-- Name: approval_eligible(reeve.collection, reeve.action_kind, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(m.role_name ORDER BY m.role_name), '{}')
  FROM reeve.member m
  CROSS JOIN LATERAL reeve.action_barred(m.role_name, c, k, verb, approval_eligible.key) b
  WHERE b.code IS NULL
$$;

ALTER FUNCTION reeve.approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text) IS 'Who of the team could do that verb to that subject, and so approve it.';

--
-- Name: approval_list(text, integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.approval_list(only_state text, max_rows integer, only_id bigint DEFAULT NULL::bigint) RETURNS TABLE(approval_id bigint, state text, verb text, app text, collection text, key text, label text, rules text[], proposed_by text, proposed_at timestamp with time zone, why text, args jsonb, decided_by text, decided_at timestamp with time zone, reason text, action_id bigint, is_single_handed boolean, lapses_at timestamp with time zone, others text[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.approval_id, s.state, a.verb, c.app, c.name, a.key, l.label, a.rules,
      a.proposed_by, a.proposed_at, a.args ->> 'why', a.args, a.decided_by, a.decided_at, a.reason,
      a.action_id, a.is_single_handed, a.lapses_at,
      CASE WHEN s.state = 'proposed' THEN array_remove(reeve.approval_eligible(
        c, reeve.action_declared(c, a.verb, a.args), a.verb, a.key), a.proposed_by) END
    FROM reeve.approval a
    JOIN reeve.collection c USING (collection_id)
    CROSS JOIN LATERAL (SELECT CASE
      WHEN a.state = 'proposed' AND a.lapses_at <= statement_timestamp() THEN 'lapsed'
      ELSE a.state END) s(state)
    LEFT JOIN LATERAL reeve.hand_find(c.collection_id, '', ARRAY[a.key], 1) l ON TRUE
    WHERE (only_id IS NULL OR a.approval_id = only_id)
      AND (only_state IS NULL OR s.state = only_state)
    ORDER BY a.approval_id DESC LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.approval_list(only_state text, max_rows integer, only_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION approval_list(only_state text, max_rows integer, only_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.approval_list(only_state text, max_rows integer, only_id bigint) IS 'What waits, or waited, for a second person, newest first, in one state or any, or one of them; others: who could approve it, without its proposer.';

--
-- Name: approval_need(text, reeve.collection, reeve.action_kind, text, text, jsonb, timestamp with time zone, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT array_agg(concat_ws(': ', r.name, nullif(concat_ws(', ',
    CASE WHEN r.is_permanent THEN 'it has no end' END,
    CASE WHEN r.is_protected THEN 'a tag protects its subject' END,
    n.people || ' people are told, over ' || r.people,
    n.rows || ' rows change, over ' || r.rows,
    n.irreversible || ' rows cannot come back, over ' || r.irreversible,
    who || ' did ' || q.done || ' within the hour, over ' || r.quota), ''))
    ORDER BY r.name)
  FROM reeve.approval_rule r
  CROSS JOIN LATERAL (
    SELECT (plan ->> 'people')::bigint, (plan ->> 'irreversible')::bigint,
      (SELECT coalesce(sum((e ->> 'rows')::bigint), 0)
        FROM jsonb_array_elements(plan -> 'effects') e WHERE e ->> 'kind' IN ('hide', 'set'))
    ) n(people, irreversible, rows)
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE a.action_id IS DISTINCT FROM self_id) + 1
    FROM reeve.action a
    WHERE coalesce(a.principal, a.actor) = who AND a.policy IS NOT NULL AND a.approval_id IS NULL
      AND a.performed_at > at - interval '1 hour') q(done) ON r.quota IS NOT NULL
  WHERE k.needs_policy
    AND r.app IS NOT DISTINCT FROM (
      SELECT CASE WHEN a.manifest ? 'approvals' THEN a.app END FROM reeve.app a
      WHERE a.app = c.app)
    AND (r.kinds IS NULL OR k.name = ANY (r.kinds))
    AND (r.collections IS NULL OR c.name = ANY (r.collections))
    AND (r.ranks IS NULL OR reeve.member_rank_of(who) = ANY (r.ranks))
    AND (NOT r.is_permanent OR plan ->> 'until' = 'infinity')
    AND (NOT r.is_protected OR reeve.subject_is_protected(who, c.collection_id, key))
    AND (r.people IS NULL OR n.people > r.people)
    AND (r.rows IS NULL OR n.rows > r.rows)
    AND (r.irreversible IS NULL OR n.irreversible > r.irreversible)
    AND (r.quota IS NULL OR q.done > r.quota)
    -- In an emergency anyone hides for a day what comes back; once, not day after day.
    AND NOT (k.name = 'hide' AND n.irreversible = 0
      AND (plan ->> 'until')::timestamptz <= at + interval '24 hours'
      AND NOT EXISTS (
        SELECT FROM reeve.action a
        WHERE a.collection_id = c.collection_id AND a.key = approval_need.key AND a.kind = verb
          AND coalesce(a.principal, a.actor) = who AND a.approval_id IS NULL
          AND a.action_id IS DISTINCT FROM self_id
          AND a.performed_at > at - interval '48 hours'))
$$;

ALTER FUNCTION reeve.approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint) IS 'Why a plan, or an action that was just done as self_id, needs a second person: the rules that hold, in words; NULL when none does.';

--
-- Name: approval_perform(text, bigint, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  a reeve.approval;
  c reeve.collection;
  k reeve.action_kind;
  others text[];
  is_alone boolean := FALSE;
  done record;
  made bigint;
  given text := nullif(btrim(why), '');
BEGIN
  IF coalesce(verb NOT IN ('approve', 'reject', 'withdraw'), TRUE) THEN
    RAISE EXCEPTION 'an approval can be given, refused or withdrawn' USING ERRCODE = 'RV001';
  END IF;
  BEGIN
    -- Of two who decide at once the second waits here, and then sees what the first decided.
    SELECT l.* INTO a FROM reeve.approval l
    WHERE l.approval_id = approval_perform.approval_id FOR UPDATE;
  EXCEPTION WHEN lock_not_available THEN
    code := 'busy';
    message := format('somebody else is deciding P%s; look again', approval_id);
  END;
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = a.collection_id;
  k := reeve.action_declared(c, a.verb, a.args);
  others := array_remove(reeve.approval_eligible(c, k, a.verb, a.key), a.proposed_by);
  IF code IS NULL THEN
    SELECT d.code, d.message INTO code, message
    FROM (SELECT * FROM reeve.action_barred(session_user, c, k, a.verb, a.key)) b
    CROSS JOIN LATERAL (VALUES
      (1, 'notfound', format('there is no proposal P%s', approval_perform.approval_id),
        a.approval_id IS NULL),
      (2, 'rank', b.message, b.code IS NOT NULL
        AND (verb <> 'withdraw' OR a.proposed_by <> session_user)),
      (3, 'argument', 'a reason has at most 2000 characters', char_length(given) > 2000),
      (4, 'state', format('P%s was %s by %s%s', a.approval_id,
        CASE a.state WHEN 'executed' THEN 'approved' ELSE a.state END, a.decided_by,
        ' (A' || a.action_id || ')'), a.state NOT IN ('proposed', 'lapsed')),
      (5, 'state', format('P%s lapsed at %s UTC; propose it again', a.approval_id,
        to_char(a.lapses_at, 'YYYY-MM-DD HH24:MI')), a.lapses_at <= clock_timestamp()),
      (6, 'other', format('P%s is %s''s own to withdraw; reject it', a.approval_id, a.proposed_by),
        verb = 'withdraw' AND a.proposed_by <> session_user),
      (7, 'other', format('P%s is your own; withdraw it', a.approval_id),
        verb = 'reject' AND a.proposed_by = session_user),
      (8, 'other', format('P%s is your own, and needs another person: %s', a.approval_id,
        array_to_string(others, ', ')),
        verb = 'approve' AND a.proposed_by = session_user AND others <> '{}'),
      (9, 'early', format('you are alone: P%s can be confirmed from %s UTC on', a.approval_id,
        to_char(a.proposed_at + interval '1 hour', 'YYYY-MM-DD HH24:MI')),
        verb = 'approve' AND a.proposed_by = session_user
        AND a.proposed_at + interval '1 hour' > clock_timestamp())
      ) d(place, code, message, is_so)
    WHERE d.is_so
    ORDER BY d.place LIMIT 1;
  END IF;
  IF code IS NULL AND verb = 'approve' THEN
    is_alone := a.proposed_by = session_user;
    SELECT * INTO done FROM reeve.action_execute(a.verb, c, a.key, a.args, expected, session_user,
      nullif(a.proposed_by, session_user), a);
    code := done.code;
    message := done.message;
    detail := done.detail;
    made := done.action_id;
  END IF;
  IF code IS NULL THEN
    UPDATE reeve.approval l SET
      state = CASE approval_perform.verb WHEN 'approve' THEN 'executed'
        WHEN 'reject' THEN 'rejected' ELSE 'withdrawn' END,
      decided_by = session_user, decided_at = clock_timestamp(), reason = given,
      action_id = made, is_single_handed = is_alone
    WHERE l.approval_id = a.approval_id;
    message := CASE verb WHEN 'approve' THEN 'A' || made ELSE 'P' || a.approval_id END;
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  detail := CASE WHEN code IS NULL THEN coalesce(detail, '{}') ELSE '{}' END;
  PERFORM reeve.command_record(CASE WHEN is_alone THEN 'approve.single-handed' ELSE verb END,
    session_user, nullif(a.proposed_by, session_user), a.collection_id, a.key, code,
    made);
END
$$;

ALTER FUNCTION reeve.approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Approves, rejects or withdraws what waits for a second person. An approved action is done now, for its proposer, whose rights are looked at again, and refused where it would do worse than was proposed or than expected, the plan that the approver saw. One who is alone confirms after an hour. A refusal is returned and recorded, not raised.';

--
-- Name: approval_propose(text, reeve.collection, text, jsonb, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  proposed reeve.approval;
BEGIN
  SELECT a.* INTO proposed FROM reeve.approval a
  WHERE a.state = 'proposed' AND a.lapses_at > clock_timestamp() AND a.proposed_by = session_user
    AND a.verb = approval_propose.verb AND a.collection_id = c.collection_id
    AND a.key = approval_propose.key AND a.args = approval_propose.args
  ORDER BY a.approval_id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO reeve.approval(verb, collection_id, key, args, ceiling, rules, proposed_by)
    SELECT verb, c.collection_id, key, args, ceiling - 'approval',
      ARRAY(SELECT jsonb_array_elements_text(ceiling #> '{approval,rules}')), session_user
    RETURNING * INTO proposed;
    PERFORM reeve.enqueue('moderation.lift',
      jsonb_build_object('approval_id', proposed.approval_id), proposed.lapses_at,
      0::smallint, c.app, c.collection_id, key);
  END IF;
  PERFORM reeve.command_record('propose', session_user, NULL, c.collection_id, key);
  RETURN proposed.approval_id;
END
$$;

ALTER FUNCTION reeve.approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb) IS 'Puts an action before a second person and has a job end the waiting; returns the approval, that which waits already if the login proposed the same. ceiling: what it would do, and which rules hold.';

--
-- Name: audit_export(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) RETURNS TABLE(seq bigint, us bigint, command_id bigint, actor text, principal text, kind text, subject text, batch text, manifest_hex text, prev_hex text, hash_hex text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT h.seq, h.us, h.command_id, h.actor, h.principal, h.kind, h.subject, h.batch,
      encode(h.manifest, 'hex'), encode(h.prev, 'hex'), encode(h.hash, 'hex')
    FROM reeve.chain h WHERE h.seq >= from_seq ORDER BY h.seq LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION audit_export(from_seq bigint, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) IS 'Sealed entries from a sequence number on, in order, as an offline verifier needs them. Needs auditor or senior.';

--
-- Name: bytes_prefix(bytea); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.bytes_prefix(field bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (field IS NULL) THEN int4send('-1'::integer) ELSE (int4send(octet_length(field)) || field) END;

ALTER FUNCTION reeve.bytes_prefix(field bytea) OWNER TO reeve_owner;

--
-- Name: FUNCTION bytes_prefix(field bytea); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.bytes_prefix(field bytea) IS 'Length-prefixed bytes: int4 length (big-endian, -1 for NULL), then the bytes.';

--
-- Name: case_complaints(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_complaints(case_id bigint, max_rows integer) RETURNS TABLE(at timestamp with time zone, complaint_id bigint, reporter text, judged integer, upheld integer, note text, words text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    WITH shown AS MATERIALIZED (
      SELECT p.* FROM reeve.complaint p
      WHERE p.case_id = ANY (case_complaints.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = case_complaints.case_id))
      ORDER BY p.weight > 0 DESC, p.complaint_id DESC LIMIT max_rows)
    SELECT p.at, p.complaint_id,
      coalesce('rule ' || p.rule, c.name || ':' || p.reporter_key, 'unknown'), s.judged, s.upheld,
      concat_ws(', ', CASE WHEN p.is_muted THEN 'muted' END,
        CASE WHEN p.weight = 0 THEN 'again' END,
        CASE WHEN p.case_id <> case_complaints.case_id THEN 'C' || p.case_id END),
      p.words
    FROM shown p
    JOIN reeve.reporter_standing(ARRAY(SELECT DISTINCT w.source FROM shown w)) s USING (source)
    LEFT JOIN reeve.collection c ON c.collection_id = p.reporter_id
    ORDER BY p.weight > 0 DESC, p.complaint_id DESC;
END
$$;

ALTER FUNCTION reeve.case_complaints(case_id bigint, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_complaints(case_id bigint, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_complaints(case_id bigint, max_rows integer) IS 'What was reported in a case and its duplicates, newest first, repetitions last, with how many cases each reporter had judged and upheld.';

--
-- Name: case_due(timestamp with time zone, text, double precision); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_due(opened_at timestamp with time zone, severity text, weight double precision) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE WHEN weight > 0 THEN opened_at
    - CASE severity WHEN 'critical' THEN interval '192 h' WHEN 'high' THEN interval '108 h'
      WHEN 'medium' THEN interval '48 h' ELSE interval '12 h' END
    - make_interval(secs => 86400 * ln(1 + weight) / ln(2::double precision))
    ELSE 'infinity' END
$$;

ALTER FUNCTION reeve.case_due(opened_at timestamp with time zone, severity text, weight double precision) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_due(opened_at timestamp with time zone, severity text, weight double precision); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_due(opened_at timestamp with time zone, severity text, weight double precision) IS 'A case''s place in the queue: when it came in, less 12 h to 8 days for its severity and a day for each doubling of who reported it. Last of all where nobody''s report counts.';

--
-- Name: case_history(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_history(case_id bigint, max_rows integer) RETURNS TABLE(at timestamp with time zone, what text, actor text, action_id bigint, reason text, note text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.at, substr(m.kind, 6), m.actor, NULL::bigint, r.reason,
      CASE m.outcome WHEN 'refused' THEN 'refused: ' || m.code ELSE '' END
    FROM reeve.case_reason r JOIN reeve.command m USING (command_id)
    WHERE r.case_id = case_history.case_id
    UNION ALL
    SELECT a.performed_at, a.kind, a.actor, a.action_id, a.reason,
      concat_ws(', ', a.policy, 'undone by A' || a.reversed_by)
    FROM reeve.case_action l JOIN reeve.action a USING (action_id)
    WHERE l.case_id = case_history.case_id
    ORDER BY 1 DESC LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.case_history(case_id bigint, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_history(case_id bigint, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_history(case_id bigint, max_rows integer) IS 'What was done about a case, and what was refused, newest first.';

--
-- Name: case_intake(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_intake(max_rows integer DEFAULT NULL::integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  top bigint;
  held bigint[];
  placed int;
BEGIN
  IF current_setting('transaction_read_only')::boolean
    OR NOT EXISTS (SELECT FROM reeve.complaint p WHERE p.case_id IS NULL)
  THEN
    RETURN 0;
  END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('reeve.case_intake'), 0);
    SELECT max(w.complaint_id) INTO top
    FROM (
      SELECT p.complaint_id FROM reeve.complaint p WHERE p.case_id IS NULL
      ORDER BY p.complaint_id LIMIT max_rows) w;
    INSERT INTO reeve.case(collection_id, key, policy, severity, opened_at, due_at)
    SELECT p.collection_id, p.key, p.policy, coalesce(
      (SELECT l.severity FROM reeve.policy l WHERE l.app = c.app
        AND l.name = p.policy), 'medium'),
      min(p.at), 'infinity'
    FROM reeve.complaint p JOIN reeve.collection c USING (collection_id)
    WHERE p.case_id IS NULL AND p.complaint_id <= top AND NOT EXISTS (
      SELECT FROM reeve.case k
      WHERE k.collection_id = p.collection_id AND k.key = p.key AND k.closed_at IS NULL
        AND k.policy IS NOT DISTINCT FROM p.policy)
    GROUP BY p.collection_id, p.key, p.policy, c.app
    ORDER BY min(p.complaint_id)
    ON CONFLICT (collection_id, key, policy) WHERE closed_at IS NULL DO NOTHING;
    -- What somebody has locked, perhaps to close it, gets its complaints at the next look.
    held := ARRAY(
      SELECT k.case_id FROM reeve.case k
      WHERE k.closed_at IS NULL AND k.case_id IN (
        SELECT o.case_id
        FROM reeve.complaint p JOIN reeve.case o USING (collection_id, key)
        WHERE p.case_id IS NULL AND p.complaint_id <= top AND o.closed_at IS NULL
          AND o.policy IS NOT DISTINCT FROM p.policy)
      FOR NO KEY UPDATE OF k SKIP LOCKED);
    WITH waiting AS MATERIALIZED (
      SELECT p.complaint_id, p.source, k.case_id,
        row_number() OVER (PARTITION BY k.case_id, p.source ORDER BY p.complaint_id) AS nth
      FROM unnest(held) h(case_id)
      JOIN reeve.case k USING (case_id)
      JOIN reeve.complaint p USING (collection_id, key)
      WHERE p.case_id IS NULL AND p.complaint_id <= top
        AND k.policy IS NOT DISTINCT FROM p.policy),
    standing AS MATERIALIZED (
      SELECT s.source, s.weight, s.is_muted
      FROM reeve.reporter_standing(ARRAY(SELECT DISTINCT w.source FROM waiting w)) s),
    put AS (
      UPDATE reeve.complaint p
      SET case_id = w.case_id, is_muted = s.is_muted, weight = CASE
        WHEN w.nth = 1 AND NOT EXISTS (
          SELECT FROM reeve.complaint o WHERE o.case_id = w.case_id AND o.source = w.source)
        THEN s.weight ELSE 0 END
      FROM waiting w JOIN standing s USING (source)
      WHERE p.complaint_id = w.complaint_id
      RETURNING p.case_id, CASE WHEN p.is_muted THEN 0 ELSE p.weight END AS weight),
    counted AS (
      UPDATE reeve.case k
      SET complaints = k.complaints + n.complaints, weight = k.weight + n.weight,
        due_at = reeve.case_due(k.opened_at, k.severity, k.weight + n.weight)
      FROM (
        SELECT p.case_id, count(*)::int, sum(p.weight) FROM put p GROUP BY p.case_id
      ) n(case_id, complaints, weight)
      WHERE k.case_id = n.case_id
      RETURNING n.complaints)
    SELECT sum(c.complaints) INTO placed FROM counted c;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 0;  -- Somebody else is at it for long; the next look will do.
  END;
  RETURN coalesce(placed, 0);
END
$$;

ALTER FUNCTION reeve.case_intake(max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_intake(max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_intake(max_rows integer) IS 'Puts complaints that wait into their cases, opening what is not open yet; the first max_rows, NULL = all. One session at a time: another waits until it has committed. Returns how many; 0 where nothing can be written, or the wait is longer than lock_timeout.';

--
-- Name: case_lease(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_lease() RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT interval '10 minutes'
$$;

ALTER FUNCTION reeve.case_lease() OWNER TO reeve_owner;

--
-- Name: FUNCTION case_lease(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_lease() IS 'How long a case stays with who claimed it after the last verb on it.';

--
-- Name: case_link(bigint, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_link(case_id bigint, action_id bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  k reeve.case;
BEGIN
  IF case_id IS NULL OR action_id IS NULL THEN
    RETURN;
  END IF;
  PERFORM reeve.member_require('moderator');
  SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_link.case_id FOR NO KEY UPDATE;
  IF k.closed_at IS NULL AND k.claimed_by = session_user AND EXISTS (
    SELECT FROM reeve.action a
    WHERE a.action_id = case_link.action_id AND a.actor = session_user)
  THEN
    INSERT INTO reeve.case_action(case_id, action_id) VALUES (case_link.case_id,
      case_link.action_id)
    ON CONFLICT DO NOTHING;
    UPDATE reeve.case o SET claimed_until = clock_timestamp() + reeve.case_lease()
    WHERE o.case_id = k.case_id;
    RETURN;
  END IF;
  RAISE EXCEPTION 'C% is not yours any more%', case_id, coalesce(
      format(': %s took it at %s UTC', k.claimed_by, to_char(k.claimed_at, 'HH24:MI')), '')
    USING ERRCODE = 'RV002', HINT = format('Nothing was changed; `case C%s` shows it.', case_id);
END
$$;

ALTER FUNCTION reeve.case_link(case_id bigint, action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_link(case_id bigint, action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_link(case_id bigint, action_id bigint) IS 'Notes that an action of the caller''s is about a case that the caller has claimed; called where the action is done, so that there is none (RV002) when somebody else has the case by now. Nothing for NULL.';

--
-- Name: case_neighbours(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_neighbours(case_id bigint, max_rows integer) RETURNS TABLE(case_number text, relation text, subject text, label text, policy text, state text, complaints integer, opened_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    WITH RECURSIVE up(collection_id, key, path, depth) AS (
      SELECT k.collection_id, k.key, NULL::text, 0
      FROM reeve.case k JOIN reeve.collection c USING (collection_id)
      WHERE k.case_id = case_neighbours.case_id AND c.is_live
      UNION ALL
      SELECT p.parent_id, p.parent_key, concat_ws('.', up.path, p.name), up.depth + 1
      FROM up CROSS JOIN LATERAL reeve.hand_parents(up.collection_id, up.key) p
      WHERE up.depth < 4 AND p.parent_key IS NOT NULL),
    near AS MATERIALIZED (
      SELECT k.*, up.path, c.name AS collection
      FROM (
        SELECT DISTINCT ON (up.collection_id, up.key) up.* FROM up
        ORDER BY up.collection_id, up.key, up.depth) up
      JOIN reeve.case k ON k.collection_id = up.collection_id AND k.key = up.key
      JOIN reeve.collection c ON c.collection_id = k.collection_id
      WHERE k.case_id <> case_neighbours.case_id
      ORDER BY k.closed_at IS NULL DESC, k.case_id DESC LIMIT max_rows)
    SELECT 'C' || n.case_id, coalesce(n.path, 'the same'), n.collection || ':' || n.key,
      (SELECT f.label FROM reeve.hand_find(n.collection_id, '', ARRAY[n.key], 1) f), n.policy,
      CASE WHEN n.closed_at IS NOT NULL THEN n.outcome
        WHEN n.claimed_until > clock_timestamp() THEN 'open, ' || n.claimed_by
        ELSE 'open' END,
      n.complaints, n.opened_at
    FROM near n
    ORDER BY n.closed_at IS NULL DESC, n.case_id DESC;
END
$$;

ALTER FUNCTION reeve.case_neighbours(case_id bigint, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_neighbours(case_id bigint, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_neighbours(case_id bigint, max_rows integer) IS 'Other cases about the subject and what it belongs to by the catalog, open ones first; relation is the way there.';

--
-- Name: case_next(text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  present timestamptz;
  k reeve.case;
  among int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(case_next.app, c.app)
      AND c.name = coalesce(case_next.collection, c.name));
BEGIN
  IF reeve.member_acts('moderator') THEN
    PERFORM reeve.case_intake(2000);
    present := clock_timestamp();
    UPDATE reeve.case k
    SET claimed_by = session_user, claimed_at = present,
      claimed_until = present + reeve.case_lease()
    WHERE k.case_id = (
      SELECT o.case_id FROM reeve.case o
      WHERE o.closed_at IS NULL AND coalesce(o.claimed_until, '-infinity') <= present
        AND o.collection_id = ANY (among)
        AND (case_next.policy IS NULL OR o.policy = case_next.policy)
      ORDER BY o.due_at, o.case_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING k.* INTO k;
    outcome := 'done';
    IF FOUND THEN
      case_id := k.case_id;
      message := 'C' || k.case_id;
      PERFORM reeve.case_record(k, 'claim');
    ELSE
      message := 'nothing waits';
    END IF;
    RETURN;
  END IF;
  outcome := 'refused';
  code := 'rank';
  message := 'next needs the rank moderator and a login of your own';
  PERFORM reeve.command_record('case.claim', session_user, code => 'rank');
END
$$;

ALTER FUNCTION reeve.case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint) IS 'Claims the most urgent open case that nobody works on: of an app, a collection, a policy, NULL = any. Never waits for a case that somebody else is claiming; case_id is NULL when none is left.';

--
-- Name: case_perform(text, bigint, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_perform(verb text, case_id bigint, args jsonb DEFAULT '{}'::jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  present timestamptz := clock_timestamp();
  reason text := nullif(btrim(args ->> 'why'), '');
  verdict text := args ->> 'outcome';
  root bigint := (args ->> 'of')::bigint;
  k reeve.case;
  told int := 0;
BEGIN
  IF coalesce(verb NOT IN ('claim', 'release', 'steal', 'close', 'reopen'), TRUE) THEN
    RAISE EXCEPTION 'a case can be claimed, released, stolen, closed or reopened'
      USING ERRCODE = 'RV001';
  END IF;
  SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_perform.case_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no case C%', case_id USING ERRCODE = 'RV004',
      HINT = '`queue` lists them.';
  END IF;
  BEGIN
    -- Both cases of a duplicate, in the order in which everybody locks them.
    PERFORM FROM reeve.case o WHERE o.case_id IN (k.case_id, root, k.duplicate_of)
    ORDER BY o.case_id FOR NO KEY UPDATE;
    SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = k.case_id;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    code := 'busy';
    message := format('somebody else is changing C%s; try again', k.case_id);
  END;
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := format('%s needs the rank moderator and a login of your own', verb);
  ELSIF char_length(reason) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  ELSIF code IS NOT NULL THEN
    NULL;
  ELSIF (verb = 'reopen') <> (k.closed_at IS NOT NULL) THEN
    code := 'state';
    message := CASE WHEN k.closed_at IS NULL THEN format('C%s is open', k.case_id)
      ELSE format('%s closed C%s at %s UTC: %s', k.closed_by, k.case_id,
        to_char(k.closed_at, 'YYYY-MM-DD HH24:MI'), k.outcome) END;
  ELSIF k.claimed_until > present AND k.claimed_by <> session_user AND verb <> 'steal' THEN
    code := 'claimed';
    message := format('%s took C%s at %s and has it until %s UTC; `steal C%s` takes it over',
      k.claimed_by, k.case_id, to_char(k.claimed_at, 'HH24:MI'),
      to_char(k.claimed_until, 'HH24:MI'), k.case_id);
  ELSIF verb = 'release' AND k.claimed_by IS DISTINCT FROM session_user THEN
    code := 'state';
    message := format('C%s is not yours: nobody works on it', k.case_id);
  ELSIF verb = 'steal' AND (k.claimed_until <= present) IS NOT FALSE THEN
    code := 'state';
    message := format('nobody works on C%s: `claim C%s`', k.case_id, k.case_id);
  ELSIF verb = 'steal' AND k.claimed_by = session_user THEN
    code := 'state';
    message := format('C%s is yours already', k.case_id);
  ELSIF verb = 'close' THEN
    code := CASE WHEN reason IS NULL OR verdict IS NULL
      OR verdict NOT IN ('upheld', 'dismissed', 'duplicate')
      OR (verdict = 'duplicate') <> (root IS NOT NULL) OR root = k.case_id
      OR verdict = 'duplicate' AND NOT EXISTS (
        SELECT FROM reeve.case o
        WHERE o.case_id = root AND o.closed_at IS NULL AND o.collection_id IN (
          SELECT c.collection_id FROM reeve.collection c WHERE c.app = (
            SELECT c.app FROM reeve.collection c WHERE c.collection_id = k.collection_id)))
      THEN 'argument' END;
    message := CASE
      WHEN verdict IN ('upheld', 'dismissed', 'duplicate') IS NOT TRUE THEN
        'say what came out: --outcome upheld, dismissed or duplicate'
      WHEN reason IS NULL THEN 'say why: --why "…"'
      WHEN (verdict = 'duplicate') <> (root IS NOT NULL) THEN
        'a duplicate, and nothing else, is one of another case: --of C7'
      ELSE format('C%s is no other open case of this app', root) END;
  ELSIF verb = 'reopen' AND EXISTS (
    SELECT FROM reeve.case o
    WHERE o.collection_id = k.collection_id AND o.key = k.key AND o.closed_at IS NULL
      AND o.policy IS NOT DISTINCT FROM k.policy)
  THEN
    code := 'state';
    message := (
      SELECT format('C%s is open about the same', o.case_id) FROM reeve.case o
      WHERE o.collection_id = k.collection_id AND o.key = k.key AND o.closed_at IS NULL
        AND o.policy IS NOT DISTINCT FROM k.policy);
  END IF;
  PERFORM reeve.case_record(k, verb, code, reason);
  detail := jsonb_build_object('case_id', k.case_id);
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  IF code IS NOT NULL THEN
    RETURN;
  END IF;
  message := coalesce(CASE verb WHEN 'steal' THEN k.claimed_by WHEN 'reopen' THEN k.outcome
    WHEN 'close' THEN verdict END, '');
  CASE verb
    WHEN 'release' THEN
      UPDATE reeve.case o SET claimed_by = NULL, claimed_at = NULL, claimed_until = NULL
      WHERE o.case_id = k.case_id;
    WHEN 'close' THEN
      UPDATE reeve.case o
      SET claimed_by = NULL, claimed_at = NULL, claimed_until = NULL, closed_at = present,
        closed_by = session_user, outcome = verdict, duplicate_of = root
      WHERE o.case_id = k.case_id;
      IF root IS NULL THEN
        told := reeve.case_tell(k, verdict, present);
      ELSE
        UPDATE reeve.case o SET duplicate_of = root WHERE o.duplicate_of = k.case_id;
        PERFORM reeve.case_recount(ARRAY[root]);
      END IF;
    ELSE
      UPDATE reeve.case o
      SET claimed_by = session_user, claimed_until = present + reeve.case_lease(),
        claimed_at = CASE WHEN o.claimed_by = session_user THEN o.claimed_at ELSE present END,
        closed_at = NULL, closed_by = NULL, outcome = NULL, duplicate_of = NULL
      WHERE o.case_id = k.case_id;
  END CASE;
  IF verb = 'reopen' THEN
    UPDATE reeve.outbox o SET state = 'withdrawn'
    WHERE o.case_id = k.case_id AND o.state = 'queued';
    GET DIAGNOSTICS told = ROW_COUNT;
    PERFORM reeve.case_recount(array_remove(ARRAY[k.case_id, k.duplicate_of], NULL));
  END IF;
  detail := detail || jsonb_build_object('notices', told);
END
$$;

ALTER FUNCTION reeve.case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Claims (or keeps), releases, steals, closes or reopens a case. args: why; to close, outcome upheld, dismissed or duplicate, the last with of, the open case that then has its complaints. Closing tells who reported it, 60 s later; reopening withdraws what is not sent. A refusal is returned and recorded, not raised, but for RV004 and RV001. The message of a theft is whose the case was.';

--
-- Name: case_priority(timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_priority(due_at timestamp with time zone, at timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE WHEN due_at < 'infinity' THEN (extract(epoch FROM at - due_at) / 3600)::int ELSE 0 END
$$;

ALTER FUNCTION reeve.case_priority(due_at timestamp with time zone, at timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_priority(due_at timestamp with time zone, at timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_priority(due_at timestamp with time zone, at timestamp with time zone) IS 'The order of the queue as a number: hours since a case came in, head start included.';

--
-- Name: case_queue(text, text, text, boolean, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_queue(app text, collection text DEFAULT NULL::text, policy text DEFAULT NULL::text, mine boolean DEFAULT false, max_rows integer DEFAULT NULL::integer) RETURNS TABLE(case_id bigint, app_name text, collection_name text, key text, label text, policy_name text, severity text, complaints integer, opened_at timestamp with time zone, priority integer, claimed_by text, claimed_until timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  present timestamptz := clock_timestamp();
  -- Of an app that was detached nothing can be looked at.
  among int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(case_queue.app, c.app)
      AND c.name = coalesce(case_queue.collection, c.name));
BEGIN
  PERFORM reeve.member_require('viewer');
  PERFORM reeve.case_intake(2000);
  RETURN QUERY
    WITH page AS MATERIALIZED (
      SELECT k.* FROM reeve.case k
      WHERE k.closed_at IS NULL AND k.collection_id = ANY (among)
        AND (case_queue.policy IS NULL OR k.policy = case_queue.policy)
        AND (NOT mine OR k.claimed_by = session_user AND k.claimed_until > present)
      ORDER BY k.due_at, k.case_id LIMIT max_rows),
    named AS MATERIALIZED (
      SELECT p.collection_id, f.key, f.label
      FROM (
        SELECT p.collection_id, array_agg(DISTINCT p.key) AS keys
        FROM page p GROUP BY p.collection_id) p
      CROSS JOIN LATERAL reeve.hand_find(p.collection_id, '', p.keys, cardinality(p.keys)) f)
    SELECT p.case_id, c.app, c.name, p.key, n.label, p.policy, p.severity, p.complaints,
      p.opened_at, reeve.case_priority(p.due_at, present),
      CASE WHEN p.claimed_until > present THEN p.claimed_by END,
      CASE WHEN p.claimed_until > present THEN p.claimed_until END
    FROM page p
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN named n ON n.collection_id = p.collection_id AND n.key = p.key
    ORDER BY p.due_at, p.case_id;
END
$$;

ALTER FUNCTION reeve.case_queue(app text, collection text, policy text, mine boolean, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_queue(app text, collection text, policy text, mine boolean, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_queue(app text, collection text, policy text, mine boolean, max_rows integer) IS 'Open cases, most urgent first, with who works on them: of an app, a collection, a policy, only mine; NULL = any, and however many. Looks at the complaints that wait first, where it may write.';

--
-- Name: case; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve."case" (
    case_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    policy text,
    severity text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    complaints integer DEFAULT 0 NOT NULL,
    weight double precision DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    claimed_by text,
    claimed_at timestamp with time zone,
    claimed_until timestamp with time zone,
    closed_at timestamp with time zone,
    closed_by text,
    outcome text,
    duplicate_of bigint,
    CONSTRAINT case_claimed CHECK (((num_nonnulls(claimed_by, claimed_at, claimed_until) = ANY (ARRAY[0, 3])) AND ((closed_at IS NULL) OR (claimed_by IS NULL)))),
    CONSTRAINT case_closed CHECK ((num_nonnulls(closed_at, closed_by, outcome) = ANY (ARRAY[0, 3]))),
    CONSTRAINT case_duplicate CHECK ((((NOT (outcome IS DISTINCT FROM 'duplicate'::text)) = (duplicate_of IS NOT NULL)) AND (duplicate_of <> case_id))),
    CONSTRAINT case_outcome CHECK ((outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'duplicate'::text]))),
    CONSTRAINT case_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
)
WITH (fillfactor='80');

ALTER TABLE reeve."case" OWNER TO reeve_owner;

--
-- Name: TABLE "case"; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve."case" IS 'What moderators have to decide: one open case a subject and policy.';

--
-- Name: COLUMN "case".policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve."case".policy IS 'What it is said to break; NULL = nobody said.';

--
-- Name: COLUMN "case".weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve."case".weight IS 'Sum of the reliability of those who reported it, each once, without muted ones.';

--
-- Name: COLUMN "case".due_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve."case".due_at IS 'Its place in the queue, earliest first: reeve.case_due of the columns before.';

--
-- Name: COLUMN "case".claimed_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve."case".claimed_until IS 'End of the lease of who works on it; anybody may take it afterwards.';

--
-- Name: case_record(reeve."case", text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_record(k reeve."case", verb text, code text DEFAULT NULL::text, reason text DEFAULT NULL::text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  INSERT INTO reeve.case_reason(command_id, case_id, reason)
  VALUES (reeve.command_record('case.' || verb, session_user, NULL, k.collection_id, k.key,
    case_record.code), k.case_id, left(case_record.reason, 2000))
$$;

ALTER FUNCTION reeve.case_record(k reeve."case", verb text, code text, reason text) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_record(k reeve."case", verb text, code text, reason text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_record(k reeve."case", verb text, code text, reason text) IS 'Records what somebody did, or was refused, about a case.';

--
-- Name: case_recount(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_recount(case_ids bigint[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  UPDATE reeve.case k
  SET complaints = n.complaints, weight = n.weight,
    due_at = reeve.case_due(k.opened_at, k.severity, n.weight)
  FROM (
    SELECT r.case_id, coalesce(sum(s.complaints), 0)::int, coalesce(sum(s.weight), 0)
    FROM unnest(case_ids) r(case_id)
    LEFT JOIN LATERAL (
      -- Who reported a case and its duplicate counts once.
      SELECT count(*), max(p.weight) FILTER (WHERE NOT p.is_muted)
      FROM reeve.complaint p
      WHERE p.case_id = ANY (r.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = r.case_id))
      GROUP BY p.source) s(complaints, weight) ON TRUE
    GROUP BY r.case_id) n(case_id, complaints, weight)
  WHERE k.case_id = n.case_id
$$;

ALTER FUNCTION reeve.case_recount(case_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_recount(case_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_recount(case_ids bigint[]) IS 'Counts the complaints of cases anew, those of their duplicates with them.';

--
-- Name: case_show(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_show(case_id bigint) RETURNS TABLE(case_number text, app text, collection text, key text, label text, state text, policy text, severity text, opened_at timestamp with time zone, priority integer, complaints integer, muted integer, reporters integer, claimed_by text, claimed_until timestamp with time zone, closed_by text, closed_at timestamp with time zone, duplicate_of text, reason text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  present timestamptz := clock_timestamp();
BEGIN
  PERFORM reeve.member_require('viewer');
  IF NOT current_setting('transaction_read_only')::boolean THEN
    BEGIN
      PERFORM reeve.case_intake(2000);
      UPDATE reeve.case k SET claimed_until = present + reeve.case_lease()
      WHERE k.case_id = case_show.case_id AND k.claimed_by = session_user;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      NULL;
    END;
  END IF;
  RETURN QUERY
    SELECT 'C' || k.case_id, c.app, c.name, k.key, (
        SELECT f.label FROM reeve.hand_find(k.collection_id, '', ARRAY[k.key], 1) f
        WHERE c.is_live),
      coalesce(k.outcome, 'open'), k.policy, k.severity, k.opened_at,
      reeve.case_priority(k.due_at, present), k.complaints, p.muted, p.reporters,
      CASE WHEN k.claimed_until > present THEN k.claimed_by END,
      CASE WHEN k.claimed_until > present THEN k.claimed_until END, k.closed_by, k.closed_at,
      'C' || k.duplicate_of, (
        SELECT r.reason FROM reeve.case_reason r JOIN reeve.command m USING (command_id)
        WHERE r.case_id = k.case_id AND m.kind = 'case.close' AND m.outcome = 'done'
          AND k.closed_at IS NOT NULL
        ORDER BY r.command_id DESC LIMIT 1)
    FROM reeve.case k
    JOIN reeve.collection c USING (collection_id)
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE p.is_muted))::int, count(DISTINCT p.source)::int
      FROM reeve.complaint p
      WHERE p.case_id = ANY (k.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = k.case_id))
    ) p(muted, reporters)
    WHERE k.case_id = case_show.case_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no case C%', case_id USING ERRCODE = 'RV004',
      HINT = '`queue` lists them.';
  END IF;
END
$$;

ALTER FUNCTION reeve.case_show(case_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_show(case_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_show(case_id bigint) IS 'A case; whoever works on it keeps it by looking. RV004.';

--
-- Name: case_tell(reeve."case", text, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.case_tell(k reeve."case", verdict text, at timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.collection := reeve.collection_get(k.collection_id);
  told int;
BEGIN
  INSERT INTO reeve.outbox(
    case_id, collection_id, key, about, template, locale, zone, arguments, due_at)
  SELECT k.case_id, s.reporter_id, h.key, c.name || ':' || k.key, 'report-' || verdict, h.locale,
    h.zone, jsonb_build_object('label', coalesce((
      SELECT f.label FROM reeve.hand_find(c.collection_id, '', ARRAY[k.key], 1) f), k.key),
      'policy', coalesce((SELECT p.title FROM reeve.policy p
        WHERE p.app = c.app AND p.name = k.policy), ''), 'reported', s.reported[
        array_position(s.keys, h.key)]),
    at + interval '60 seconds'
  FROM (
    SELECT p.reporter_id, array_agg(p.reporter_key) AS keys, array_agg(p.at) AS reported
    FROM (
      SELECT p.reporter_id, p.reporter_key, min(p.at)
      FROM reeve.complaint p
      WHERE p.reporter_id IS NOT NULL AND NOT p.is_muted AND p.case_id = ANY (k.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = k.case_id))
      GROUP BY p.reporter_id, p.reporter_key) p(reporter_id, reporter_key, at)
    GROUP BY p.reporter_id) s
  CROSS JOIN LATERAL reeve.hand_recipients(s.reporter_id, s.keys) h
  WHERE EXISTS (
    SELECT FROM reeve.template t WHERE t.app = c.app AND t.name = 'report-' || verdict);
  GET DIAGNOSTICS told = ROW_COUNT;
  IF told > 0 THEN
    PERFORM reeve.enqueue('notify.deliver', jsonb_build_object('case_id', k.case_id),
      at + interval '60 seconds', 0::smallint, c.app, c.collection_id, k.key);
  END IF;
  RETURN told;
END
$$;

ALTER FUNCTION reeve.case_tell(k reeve."case", verdict text, at timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION case_tell(k reeve."case", verdict text, at timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.case_tell(k reeve."case", verdict text, at timestamp with time zone) IS 'Owes each person who reported a case, or a duplicate of it, one notice of the outcome: the template report-upheld or report-dismissed, if the app has it, about what and when they reported, never who acted. Muted ones get none. Returns how many.';

--
-- Name: catalog_actions(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_actions(manifest jsonb) RETURNS TABLE(path text, verb text, collection text, kind text, erase_after interval, effects jsonb, effects_path text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH declared AS (
    SELECT a.body, a.place - 1 AS place
    FROM jsonb_array_elements(coalesce(manifest -> 'actions', '[]')) WITH ORDINALITY a(body, place))
  SELECT format('/actions/%s', d.place), d.body ->> 'verb', d.body ->> 'collection',
    coalesce(d.body ->> 'like', k.name, 'hide'), (d.body ->> 'window')::interval,
    coalesce(d.body -> 'effects', o.body -> 'effects', '[]'),
    format('/actions/%s', CASE WHEN d.body ? 'effects' THEN d.place ELSE coalesce(o.place, d.place)
      END)
  FROM declared d
  LEFT JOIN reeve.action_kind k ON k.name = d.body ->> 'verb'
  LEFT JOIN declared o ON o.body ->> 'collection' = d.body ->> 'collection'
    AND o.body ->> 'verb' = d.body ->> 'effects_of' AND o.body ? 'effects'
  ORDER BY d.place
$$;

ALTER FUNCTION reeve.catalog_actions(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_actions(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_actions(manifest jsonb) IS 'The actions of a manifest in order: what kind each is, and its effects, which may be those of another action on the same collection.';

--
-- Name: catalog_apply(jsonb, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_apply(manifest jsonb, dry_run boolean DEFAULT false) RETURNS TABLE(change text, object text, note text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  app_name text := manifest ->> 'app';
  earlier jsonb := coalesce((SELECT a.manifest FROM reeve.app a WHERE a.app = app_name), '{}');
  finding record;
  ids jsonb;
BEGIN
  SELECT * INTO finding FROM reeve.catalog_check(manifest) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message
      USING ERRCODE = 'RV005', HINT = '`reeve catalog check` lists every finding.';
  END IF;
  RETURN QUERY
    SELECT CASE WHEN d.before IS NULL THEN 'add' WHEN d.after IS NULL THEN 'drop' ELSE 'change' END,
      d.part || ' ' || d.name,
      CASE WHEN d.part = 'collections' AND d.after ->> 'bites' = 'policy' THEN
        'row security does not bind a table''s owner nor roles with BYPASSRLS: bite by guard '
        'where the app logs in as one' ELSE '' END
    FROM reeve.catalog_difference(earlier, manifest) d;
  IF dry_run THEN
    RETURN QUERY SELECT * FROM reeve.cron_load(app_name, coalesce(manifest -> 'jobs', '{}'), TRUE);
    RETURN;
  END IF;
  INSERT INTO reeve.app(app, title, schema_name, owner_name, manifest, applied_by)
  VALUES (app_name, manifest ->> 'title', manifest ->> 'schema', manifest ->> 'owner', manifest,
    session_user)
  ON CONFLICT (app) DO UPDATE SET title = EXCLUDED.title, schema_name = EXCLUDED.schema_name,
    owner_name = EXCLUDED.owner_name, manifest = EXCLUDED.manifest,
    applied_by = EXCLUDED.applied_by, applied_at = clock_timestamp();
  ids := reeve.catalog_load(manifest);
  PERFORM reeve.catalog_grant(manifest);
  PERFORM reeve.catalog_expose(app_name);
  PERFORM reeve.catalog_capture(app_name);
  PERFORM reeve.catalog_guard(manifest);
  RETURN QUERY SELECT * FROM reeve.cron_load(app_name, coalesce(manifest -> 'jobs', '{}'), FALSE);
  SELECT r.name, reeve.catalog_try(r.select_sql, 'reeve_hand') AS message INTO finding
  FROM reeve.rule r
  WHERE r.app = app_name AND r.is_live AND reeve.catalog_try(r.select_sql, 'reeve_hand') IS NOT NULL
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'reeve_hand cannot evaluate the effect "%": %', finding.name, finding.message
      USING ERRCODE = 'RV005',
        HINT = 'Grant it what the expression uses; the tables themselves are granted by apply.';
  END IF;
  PERFORM reeve.command_record('catalog.apply', session_user);
END
$$;

ALTER FUNCTION reeve.catalog_apply(manifest jsonb, dry_run boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_apply(manifest jsonb, dry_run boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_apply(manifest jsonb, dry_run boolean) IS 'Loads a manifest: collections, effects, policies, templates, reports, tasks, jobs, views, grants, change triggers and what makes bans bite; returns the difference. Runs as the installer. RV005 if check finds fault.';

--
-- Name: catalog_bind(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_bind(expression text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  SELECT regexp_replace(regexp_replace(regexp_replace(
    expression, '\$at\y', '$2', 'g'), '\$until\y', '$3', 'g'), '\$grace\y', '$4', 'g')
$_$;

ALTER FUNCTION reeve.catalog_bind(expression text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_bind(expression text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_bind(expression text) IS 'Names of parameters ($at, $until, $grace) as the positions that hand_select binds.';

--
-- Name: catalog_capture(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_capture(app_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  c record;
  m record;
  changed text;
  body text;
BEGIN
  FOR c IN
    SELECT l.*, n.routine, to_regproc(n.routine)::oid AS routine_id
    FROM reeve.collection l
    CROSS JOIN LATERAL (SELECT format('reeve.capture_%s', l.collection_id)) n(routine)
    WHERE l.app = app_name
  LOOP
    -- Found by what they call: a partition that was detached since is no longer below the table.
    FOR m IN
      SELECT pg_get_userbyid(r.relowner) AS owner_name,
        format('DROP TRIGGER %I ON %s', g.tgname, g.tgrelid::regclass) AS statement
      FROM pg_trigger g JOIN pg_class r ON r.oid = g.tgrelid
      WHERE g.tgfoid = c.routine_id AND g.tgparentid = 0
    LOOP
      PERFORM reeve.role_execute(m.owner_name, ARRAY[m.statement]);
    END LOOP;
    IF c.search IS NULL OR NOT c.is_live THEN
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('DROP FUNCTION IF EXISTS %s()', c.routine)]);
      CONTINUE;
    END IF;
    -- A function of its own per collection: no column is looked up by name on the app's writes.
    body := format($f$
      #variable_conflict use_column
      DECLARE
        t record;
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          INSERT INTO reeve.change(collection_id, key) VALUES (%1$s, NULL);
          RETURN NULL;
        ELSIF TG_LEVEL = 'STATEMENT' THEN
          INSERT INTO reeve.change(collection_id, keys)
          SELECT %1$s, array_agg(w.key)
          FROM (
            SELECT %2$s AS key, (row_number() OVER () - 1) / 100 AS part FROM reeve_written t) w
          GROUP BY w.part;
          RETURN NULL;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          t := OLD;
          INSERT INTO reeve.change(collection_id, key) VALUES (%1$s, %2$s);
        END IF;
        IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (%3$s) THEN
          t := NEW;
          INSERT INTO reeve.change(collection_id, key) VALUES (%1$s, %2$s);
        END IF;
        RETURN NULL;
      END
    $f$, c.collection_id, c.key_sql,
      (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', k), ' OR ')
        FROM unnest(c.key_columns) k));
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER '
        'SET search_path = pg_catalog, reeve, pg_temp %s AS %L', c.routine,
        -- The text of some types hangs on what the writer's session has set.
        CASE WHEN NOT c.key_types <@ ARRAY['bigint', 'integer', 'smallint', 'uuid', 'text'] THEN
          'SET "TimeZone" = ''UTC'' SET "DateStyle" = ''ISO'' SET bytea_output = ''hex'''
          ELSE '' END, body),
      format('COMMENT ON FUNCTION %s() IS %L', c.routine, format(
        'Generated: appends the keys of changed %s/%s rows to the change log.', c.app, c.name))]);
    SELECT string_agg(DISTINCT format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ')
    INTO changed
    FROM pg_attribute a
    WHERE a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attname = ANY (c.key_columns)
        OR a.attname IN (
          SELECT n.name FROM jsonb_each(c.search - 'language') w
          CROSS JOIN LATERAL unnest(reeve.catalog_columns(w.value)) n(name))
        OR position('t.' || quote_ident(a.attname) IN c.label_sql) > 0);
    FOR m IN
      -- Row triggers are cloned to partitions, not to other children; those of TRUNCATE to neither.
      WITH RECURSIVE tree AS (
        SELECT c.relation::oid AS relation
        UNION
        SELECT h.inhrelid FROM tree JOIN pg_inherits h ON h.inhparent = tree.relation)
      SELECT r.oid::regclass AS relation, pg_get_userbyid(r.relowner) AS owner_name,
        r.relispartition AND r.oid <> c.relation AS is_cloned,
        reeve.catalog_is_alone(r.oid) AS is_alone
      FROM tree JOIN pg_class r ON r.oid = tree.relation
      WHERE r.relkind IN ('r', 'p') ORDER BY r.oid
    LOOP
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('GRANT USAGE ON SCHEMA reeve TO %I', m.owner_name),
        format('GRANT EXECUTE ON FUNCTION %s() TO %I', c.routine, m.owner_name)]);
      PERFORM reeve.role_execute(m.owner_name, ARRAY[
        format('CREATE TRIGGER reeve_change_truncate AFTER TRUNCATE ON %s '
          'FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.relation, c.routine)]
        || CASE WHEN m.is_cloned THEN '{}' WHEN m.is_alone THEN ARRAY[
          format('CREATE TRIGGER reeve_change AFTER INSERT ON %s REFERENCING NEW TABLE '
            'AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.relation, c.routine),
          format('CREATE TRIGGER reeve_change_delete AFTER DELETE ON %s REFERENCING OLD TABLE '
            'AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.relation, c.routine)]
          ELSE ARRAY[
          format('CREATE TRIGGER reeve_change AFTER INSERT OR DELETE ON %s '
            'FOR EACH ROW EXECUTE FUNCTION %s()', m.relation, c.routine)] END
        -- By row: WHEN passes over what search does not read before anything is kept for later.
        || CASE WHEN m.is_cloned THEN '{}' ELSE ARRAY[
          format('CREATE TRIGGER reeve_change_update AFTER UPDATE ON %s '
            'FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %s()', m.relation, changed, c.routine)] END);
    END LOOP;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.catalog_capture(app_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_capture(app_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_capture(app_name text) IS 'Makes the change triggers of an app''s searched collections anew: every insert and delete, an update only when a column of the document or the key changed, and truncation; on the table, its partitions and what inherits from it. Inserts and deletes by statement where the table is alone, else by row. Takes ACCESS EXCLUSIVE on those tables.';

--
-- Name: catalog_check(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
BEGIN
  IF to_regrole(quote_ident(owner_name)) IS NULL THEN
    RETURN QUERY SELECT '/owner', 'missing', format('there is no role %s', owner_name);
    RETURN;
  END IF;
  IF to_regnamespace(quote_ident(manifest ->> 'schema')) IS NULL THEN
    RETURN QUERY SELECT '/schema', 'missing',
      format('there is no schema %s', manifest ->> 'schema');
    RETURN;
  END IF;
  IF NOT has_schema_privilege('reeve_hand', manifest ->> 'schema', 'USAGE')
    AND NOT has_schema_privilege(owner_name, manifest ->> 'schema', 'USAGE WITH GRANT OPTION')
  THEN
    RETURN QUERY SELECT '/schema', 'rights', format('%s may not let reeve_hand in: '
      'GRANT USAGE ON SCHEMA %I TO reeve_hand', owner_name, manifest ->> 'schema');
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_collections(manifest);
  IF NOT FOUND THEN
    -- Compiled only where everything they lean on is sound: no finding causes another.
    RETURN QUERY SELECT * FROM reeve.catalog_check_actions(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_effects(manifest);
    RETURN QUERY SELECT * FROM reeve.catalog_check_guards(manifest);
  END IF;
  RETURN QUERY SELECT * FROM reeve.catalog_check_reports(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_tasks(manifest);
  RETURN QUERY SELECT * FROM reeve.catalog_check_jobs(manifest);
END
$$;

ALTER FUNCTION reeve.catalog_check(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check(manifest jsonb) IS 'Compares a manifest with the live database; one row a finding, path as a JSON pointer. Expressions are planned as the app''s owner and never run.';

--
-- Name: catalog_check_actions(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_actions(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT f.path, f.code, f.message
  FROM reeve.catalog_actions(manifest) a
  JOIN reeve.action_kind k ON k.name = a.kind
  CROSS JOIN LATERAL (SELECT manifest #> string_to_array(ltrim(a.path, '/'), '/')) b(body)
  CROSS JOIN LATERAL (VALUES
    (a.path || '/collection', 'missing', format('there is no collection %s', a.collection),
      NOT manifest -> 'collections' ? a.collection),
    (a.path || '/verb', 'unused', format('%s is declared for %s twice', a.verb, a.collection),
      EXISTS (SELECT FROM reeve.catalog_actions(manifest) o
      WHERE o.verb = a.verb AND o.collection = a.collection
        AND (length(o.path), o.path) < (length(a.path), a.path))),
    (a.path || '/verb', 'unused', 'expire is what stale rows do by themselves', a.verb = 'expire'),
    (a.path || '/effects_of', 'unused', 'its effects are its own or another action''s, not both',
      b.body ?& '{effects,effects_of}'),
    (a.path || '/effects_of', 'missing', format(
      'no action %s on %s has effects of its own', b.body ->> 'effects_of', a.collection),
      b.body ? 'effects_of' AND NOT b.body ? 'effects' AND a.effects_path = a.path),
    (a.path || '/like', 'unused', format('%s is what it is', a.verb),
      b.body ? 'like' AND b.body ->> 'like' <> a.verb
        AND EXISTS (SELECT FROM reeve.action_kind o WHERE o.name = a.verb)),
    (a.path || '/window', 'unused', format('a %s never becomes final', a.kind),
      b.body ? 'window' AND NOT k.has_window),
    (a.path, 'missing', 'a limit needs to know what can be denied: limits of the collection',
      k.name = 'limit' AND manifest #> ARRAY['collections', a.collection, 'limits'] IS NULL)
    ) f(path, code, message, is_wrong)
  WHERE f.is_wrong
  UNION ALL
  SELECT format('%s/effects/%s/hide', a.effects_path, e.place - 1), 'unused',
    format('a %s does not last, so that it can hide nothing', a.kind)
  FROM reeve.catalog_actions(manifest) a
  JOIN reeve.action_kind k ON k.name = a.kind AND k.ends = 'never'
  CROSS JOIN LATERAL jsonb_array_elements(a.effects) WITH ORDINALITY e(body, place)
  WHERE e.body ? 'hide'
  UNION ALL
  SELECT format('/approvals/%s/collections/%s', r.key, l.place - 1), 'missing',
    format('there is no collection %s', l.name)
  FROM jsonb_each(coalesce(manifest -> 'approvals', '{}')) r
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(r.value -> 'collections'))
    WITH ORDINALITY l(name, place)
  WHERE NOT manifest -> 'collections' ? l.name
$$;

ALTER FUNCTION reeve.catalog_check_actions(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_actions(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_actions(manifest jsonb) IS 'Findings about which actions a manifest allows on what, apart from their effects, and about what needs a second person.';

--
-- Name: catalog_check_collections(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_collections(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  coll record;
  relation regclass;
  item record;
  types text[];
  keys text[];
  problem text;
BEGIN
  FOR coll IN SELECT c.key AS name, c.value AS spec, '/collections/' || c.key AS at
    FROM jsonb_each(manifest -> 'collections') c
  LOOP
    relation := to_regclass(reeve.catalog_table(manifest, coll.name));
    IF relation IS NULL THEN
      RETURN QUERY SELECT coll.at || '/table', 'missing',
        format('there is no table %s', reeve.catalog_table(manifest, coll.name));
      CONTINUE;
    END IF;
    IF (SELECT c.relrowsecurity FROM pg_class c WHERE c.oid = relation)
      AND NOT (SELECT r.rolbypassrls FROM pg_roles r WHERE r.rolname = 'reeve_hand')
      AND NOT EXISTS (
        SELECT FROM pg_policy p
        WHERE p.polrelid = relation AND p.polpermissive
          AND (p.polroles = '{0}' OR 'reeve_hand'::regrole = ANY (p.polroles)))
    THEN
      RETURN QUERY SELECT coll.at || '/table', 'rls',
        format('row security of %s lets reeve_hand see no row: add a policy for it', relation);
    END IF;
    -- Every place of a collection that names columns of its own table.
    FOR item IN
      SELECT coll.at || '/' || f.field || CASE jsonb_typeof(coll.spec -> f.field)
          WHEN 'array' THEN '/' || (n.place - 1) ELSE '' END AS at, n.name
      FROM unnest(ARRAY['key', 'show', 'personal', 'touched', 'find',
        'find_plain', 'visible']) f(field)
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(coll.spec -> f.field))
        WITH ORDINALITY n(name, place)
      UNION ALL
      SELECT format('%s/search/%s/%s', coll.at, w.key, n.place - 1), n.name
      FROM jsonb_each(CASE jsonb_typeof(coll.spec -> 'search')
        WHEN 'object' THEN (coll.spec -> 'search') - 'language' ELSE '{}' END) w
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(w.value)) WITH ORDINALITY n(name, place)
      UNION ALL
      SELECT format('%s/parents/%s/columns/%s', coll.at, p.key, n.place - 1), n.name
      FROM jsonb_each(coalesce(coll.spec -> 'parents', '{}')) p
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(p.value -> 'columns'))
        WITH ORDINALITY n(name, place)
      UNION ALL
      SELECT coll.at || '/states/column', coll.spec #>> '{states,column}'
      WHERE coll.spec #>> '{states,column}' IS NOT NULL
    LOOP
      types := reeve.catalog_types(relation, ARRAY[item.name]);
      IF types[1] IS NULL THEN
        RETURN QUERY SELECT item.at, 'missing', format('%s has no column %s', relation, item.name);
      ELSIF item.at = coll.at || '/visible' AND types[1] <> 'timestamp with time zone' THEN
        RETURN QUERY SELECT item.at, 'type', format(
          'column %s is %s; it must be timestamptz, so that a restriction ends on read',
          item.name, types[1]);
      END IF;
    END LOOP;
    keys := reeve.catalog_columns(coll.spec -> 'key');
    IF NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
        AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
          WHERE a.attrelid = relation AND a.attnum = ANY (i.indkey::int2[]))
          = (SELECT array_agg(k ORDER BY k) FROM unnest(keys) k))
    THEN
      RETURN QUERY SELECT coll.at || '/key', 'key',
        format('%s has no unique index on exactly (%s)', relation, array_to_string(keys, ', '));
    END IF;
    FOR item IN
      SELECT coll.at || e.place AS at, e.expression
      FROM (VALUES
        ('/label', coll.spec ->> 'label'),
        ('/recipient/locale', coll.spec #>> '{recipient,locale}'),
        ('/recipient/zone', coll.spec #>> '{recipient,zone}')) e(place, expression)
      WHERE e.expression IS NOT NULL
    LOOP
      problem := reeve.catalog_try(
        format('SELECT (%s)::text FROM %s t', item.expression, relation), owner_name);
      IF problem IS NOT NULL THEN
        RETURN QUERY SELECT item.at, 'expression', problem;
      END IF;
    END LOOP;
    FOR item IN SELECT format('%s/parents/%s/collection', coll.at, p.key) AS at,
        p.value ->> 'collection' AS name
      FROM jsonb_each(coalesce(coll.spec -> 'parents', '{}')) p
      WHERE NOT manifest -> 'collections' ? (p.value ->> 'collection')
    LOOP
      RETURN QUERY SELECT item.at, 'missing', format('there is no collection %s', item.name);
    END LOOP;
    IF coll.spec ->> 'bites' = 'column' AND coll.spec -> 'visible' IS NULL THEN
      RETURN QUERY SELECT coll.at || '/bites', 'missing',
        'a ban that bites by column needs the column: visible';
    END IF;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.catalog_check_collections(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_collections(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_collections(manifest jsonb) IS 'Findings about tables, columns, keys, row security and label expressions.';

--
-- Name: catalog_check_effects(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_effects(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  item record;
  problem text;
BEGIN
  FOR item IN
    SELECT r.*, manifest #> ARRAY['collections', r.body ->> 'collection'] AS spec
    FROM (
      -- Actions may have the same effects.
      SELECT DISTINCT ON (r.path) r.*
      FROM reeve.catalog_rules(manifest)
        WITH ORDINALITY r(verb, collection, seq, path, body, place)
      ORDER BY r.path, r.place) r
    ORDER BY r.place
  LOOP
    IF item.spec IS NULL THEN
      RETURN QUERY SELECT item.path || '/collection', 'missing',
        format('there is no collection %s', item.body ->> 'collection');
    ELSIF NOT manifest -> 'collections' ? item.collection THEN
      NULL; -- The action's own finding.
    ELSIF item.body ? 'hide' AND item.spec -> 'visible' IS NULL
      AND (item.body ? 'via' OR item.collection <> item.body ->> 'collection')
    THEN
      -- The subject itself needs none: its ban bites otherwise, or the console says it does not.
      RETURN QUERY SELECT item.path || '/hide', 'missing',
        format('collection %s declares no column visible', item.body ->> 'collection');
    ELSE
      BEGIN
        problem := reeve.catalog_try(reeve.catalog_statement(manifest,
          CASE WHEN item.verb <> 'expire' THEN item.collection END, item.body, '{}'), owner_name);
      EXCEPTION WHEN OTHERS THEN
        problem := SQLERRM;
      END;
      IF problem IS NOT NULL THEN
        RETURN QUERY SELECT item.path, 'expression', problem;
      END IF;
    END IF;
    RETURN QUERY
      SELECT format('%s/tell/%s/template', item.path, t.place - 1), 'missing',
        format('there is no template %s', t.entry ->> 'template')
      FROM jsonb_array_elements(coalesce(item.body -> 'tell', '[]')) WITH ORDINALITY t(entry, place)
      WHERE NOT coalesce(manifest -> 'templates', '{}') ? (t.entry ->> 'template');
  END LOOP;
END
$$;

ALTER FUNCTION reeve.catalog_check_effects(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_effects(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_effects(manifest jsonb) IS 'Findings about the effects of actions and of stale rows, over collections that are sound.';

--
-- Name: catalog_check_guards(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_guards(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  owner_name text := manifest ->> 'owner';
  -- Types of which equal values have one text, whatever a session has set.
  plain text := '^(bigint|integer|smallint|uuid|boolean|text|character varying(\(\d+\))?)$';
  coll record;
  g record;
  problem text;
BEGIN
  FOR coll IN
    SELECT '/collections/' || c.key AS at, c.key AS name, c.value AS spec,
      coalesce(c.value ->> 'bites', 'none') IN ('policy', 'guard') AS is_guarded
    FROM jsonb_each(manifest -> 'collections') c
  LOOP
    IF coll.is_guarded AND jsonb_array_length(coalesce(coll.spec -> 'guards', '[]')) = 0 THEN
      RETURN QUERY SELECT coll.at || '/bites', 'missing', format(
        'a ban that bites by %s needs guards: the tables it refuses writes to',
        coll.spec ->> 'bites');
    ELSIF NOT coll.is_guarded AND coll.spec ? 'guards' THEN
      RETURN QUERY SELECT coll.at || '/guards', 'unused',
        'guards do nothing unless the ban bites by policy or guard';
    END IF;
    IF coll.is_guarded AND NOT EXISTS (
      SELECT FROM reeve.catalog_rules(manifest) r
      WHERE r.collection = coll.name AND r.body ->> 'collection' = coll.name
        AND r.body ? 'hide' AND NOT r.body ? 'via')
    THEN
      RETURN QUERY SELECT coll.at || '/bites', 'missing', format(
        'no action hides the %s itself, so none would ever be barred', coll.name);
    END IF;
  END LOOP;
  FOR g IN SELECT * FROM reeve.catalog_guards(manifest) WHERE bites IN ('policy', 'guard') LOOP
    IF g.relation IS NULL THEN
      RETURN QUERY SELECT g.path || '/table', 'missing',
        format('there is no table %s', g.table_sql);
      CONTINUE;
    ELSIF (SELECT c.relkind FROM pg_class c WHERE c.oid = g.relation) NOT IN ('r', 'p') THEN
      RETURN QUERY SELECT g.path || '/table', 'type', format(
        '%s is no table; name the tables that it writes to', g.relation);
      CONTINUE;
    END IF;
    IF cardinality(g.actors) <> cardinality(g.key_columns) THEN
      RETURN QUERY SELECT g.path || '/actor', 'key', format(
        'the actor must have a column for each of the key''s: %s',
        array_to_string(g.key_columns, ', '));
      CONTINUE;
    END IF;
    RETURN QUERY
      SELECT g.path || '/actor/' || (k.place - 1), f.code, f.message
      FROM unnest(g.actors, g.key_columns, g.key_types)
        WITH ORDINALITY k(actor, name, type, place)
      LEFT JOIN pg_attribute a ON a.attrelid = g.relation AND a.attname = k.actor
        AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_collation o ON o.oid = a.attcollation
      CROSS JOIN LATERAL (VALUES
        ('missing', format('%s has no column %s', g.relation, k.actor), a.attname IS NULL),
        ('type', format('the key''s %s is %s, whose text does not tell equal values; a ban of it '
          'can bite by column only', k.name, k.type), k.type !~ plain),
        ('type', format('%s compares texts by a collation that takes different ones for equal',
          k.actor), NOT o.collisdeterministic)) f(code, message, is_wrong)
      WHERE f.is_wrong;
    IF NOT FOUND THEN
      problem := reeve.catalog_try(format('SELECT FROM %s t WHERE %s', g.table_sql, (
        SELECT string_agg(format('t.%I = NULL::%s', k.actor, k.type), ' AND ')
        FROM unnest(g.actors, g.key_types) k(actor, type))), owner_name);
      IF problem IS NOT NULL THEN
        RETURN QUERY SELECT g.path || '/actor', 'type', problem;
      END IF;
    END IF;
    RETURN QUERY
      SELECT g.path || '/table', 'children', format(
        '%s holds rows of %s and is written to past it: list it among the guards too',
        i.relid, g.relation)
      FROM (
        WITH RECURSIVE child AS (
          SELECT h.inhrelid FROM pg_inherits h WHERE h.inhparent = g.relation
          UNION
          SELECT h.inhrelid FROM child JOIN pg_inherits h ON h.inhparent = child.inhrelid)
        SELECT c.oid::regclass AS relid, c.relispartition, EXISTS (
          SELECT FROM aclexplode(c.relacl) p
          WHERE p.grantee <> c.relowner AND p.privilege_type IN ('INSERT', 'UPDATE')) AS is_granted
        FROM child JOIN pg_class c ON c.oid = child.inhrelid) i
      -- A trigger is cloned to partitions; a policy holds only where its own table is named.
      WHERE (NOT i.relispartition OR g.bites = 'policy' AND i.is_granted)
        AND i.relid NOT IN (
          SELECT l.relation FROM reeve.catalog_guards(manifest) l
          WHERE l.collection = g.collection AND l.relation IS NOT NULL
            AND l.limit_name IS NOT DISTINCT FROM g.limit_name);
    CONTINUE WHEN g.bites <> 'policy';
    IF EXISTS (
      SELECT FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) p
      WHERE c.oid = g.relation AND p.grantee = 0
        AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE'))
    THEN
      RETURN QUERY SELECT g.path || '/table', 'rights', format(
        'PUBLIC may write to %s, and not everybody may ask who is barred: grant it to roles, '
        'or let the ban bite by guard', g.relation);
    END IF;
    IF EXISTS (
      SELECT FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE p.polrelid = g.relation AND p.polpermissive AND p.polname <> 'reeve_open'
        AND (NOT c.relrowsecurity OR EXISTS (
          SELECT FROM pg_policy o WHERE o.polrelid = g.relation AND o.polname = 'reeve_open')))
    THEN
      RETURN QUERY SELECT g.path || '/table', 'rls', format(
        '%s has policies of its own, and row security is off or open (policy reeve_open): '
        'enable it and drop reeve_open, or drop the policies', g.relation);
    END IF;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.catalog_check_guards(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_guards(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_guards(manifest jsonb) IS 'Findings about how bans bite by policy or guard, over collections that are sound: tables, actor columns and their types, children that a guard would not see, rights, other policies.';

--
-- Name: catalog_check_jobs(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_jobs(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  job record;
BEGIN
  FOR job IN
    SELECT '/jobs/' || replace(replace(j.key, '~', '~0'), '/', '~1') AS at, j.value AS spec,
      j.value ->> 'zone' AS zone
    FROM jsonb_each(coalesce(manifest -> 'jobs', '{}')) j ORDER BY j.key
  LOOP
    IF NOT EXISTS (SELECT FROM reeve.job_kind k WHERE k.name = job.spec ->> 'kind') THEN
      RETURN QUERY SELECT job.at || '/kind', 'missing',
        format('there is no kind of jobs %s', job.spec ->> 'kind');
    END IF;
    IF NOT EXISTS (
      SELECT FROM reeve.queue q WHERE q.name = coalesce(job.spec ->> 'queue', q.name)) THEN
      RETURN QUERY SELECT job.at || '/queue', 'missing',
        format('there is no queue %s', job.spec ->> 'queue');
    END IF;
    IF pg_column_size(job.spec -> 'args') > 65536 THEN
      RETURN QUERY SELECT job.at || '/args', 'job', 'the arguments of a job are over 64 KiB';
    END IF;
    IF (job.spec ->> 'every')::interval > '366 days' THEN
      RETURN QUERY SELECT job.at || '/every', 'job', 'a job fires at least every 366 days';
    END IF;
    IF job.spec ? 'cron' = job.spec ? 'every' THEN
      RETURN QUERY SELECT job.at, 'job', 'a job says either every or cron';
    END IF;
    IF job.spec ? 'cron' THEN
      BEGIN
        PERFORM reeve.cron_parse(job.spec ->> 'cron');
      EXCEPTION WHEN SQLSTATE 'RV001' THEN
        RETURN QUERY SELECT job.at || '/cron', 'job', SQLERRM;
      END;
    ELSIF job.spec ? 'zone' THEN
      RETURN QUERY SELECT job.at || '/zone', 'job', 'a zone goes with cron only';
    END IF;
    IF job.spec ? 'zone' AND NOT reeve.zone_is_known(job.zone) THEN
      RETURN QUERY SELECT job.at || '/zone', 'missing', format('there is no time zone %s%s',
        job.zone, (SELECT format('; did you mean %s?', z.name) FROM pg_timezone_names z
          WHERE lower(z.name) = replace(lower(job.zone), ' ', '_') LIMIT 1));
    END IF;
    IF job.spec ->> 'missed' = 'all' AND job.spec ->> 'overlap' IS DISTINCT FROM 'allow' THEN
      RETURN QUERY SELECT job.at || '/missed', 'job',
        'what was missed can only all fire with overlap: allow';
    END IF;
    IF job.spec ? 'most' AND job.spec ->> 'missed' IS DISTINCT FROM 'all' THEN
      RETURN QUERY SELECT job.at || '/most', 'job', 'most goes with missed: all only';
    ELSIF (job.spec ->> 'most')::numeric NOT BETWEEN 1 AND 100 THEN
      RETURN QUERY SELECT job.at || '/most', 'job', 'most is a number from 1 to 100';
    END IF;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.catalog_check_jobs(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_jobs(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_jobs(manifest jsonb) IS 'Findings about scheduled jobs.';

--
-- Name: catalog_check_reports(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_reports(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT '/reports/' || r.key AS at, r.value AS spec,
      to_regprocedure(format('%I.%I(text%s)', manifest ->> 'schema', r.value ->> 'function',
        repeat(', text', cardinality(reeve.catalog_columns(r.value -> 'arguments'))))) AS routine
    FROM jsonb_each(coalesce(manifest -> 'reports', '{}')) r
  LOOP
    IF item.routine IS NULL THEN
      RETURN QUERY SELECT item.at || '/function', 'missing', format(
        'there is no function %s.%s(key text%s)', manifest ->> 'schema', item.spec ->> 'function',
        (SELECT string_agg(', ' || a || ' text', '')
          FROM unnest(reeve.catalog_columns(item.spec -> 'arguments')) a));
    ELSE
      RETURN QUERY
        SELECT format('%s/columns/%s', item.at, c.place - 1), 'missing',
          format('%s returns no column %s', item.routine, c.name)
        FROM unnest(reeve.catalog_columns(item.spec -> 'columns')) WITH ORDINALITY c(name, place)
        WHERE NOT EXISTS (
          SELECT FROM pg_proc p WHERE p.oid = item.routine AND c.name = ANY (p.proargnames));
    END IF;
    IF NOT manifest -> 'collections' ? (item.spec ->> 'collection') THEN
      RETURN QUERY SELECT item.at || '/collection', 'missing',
        format('there is no collection %s', item.spec ->> 'collection');
    END IF;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.catalog_check_reports(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_reports(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_reports(manifest jsonb) IS 'Findings about the functions of reports.';

--
-- Name: catalog_check_tasks(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_check_tasks(manifest jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT '/tasks/' || t.name || '/function', f.code, f.message
  FROM reeve.catalog_tasks(manifest) t
  LEFT JOIN pg_proc p ON p.oid = t.routine
  CROSS JOIN LATERAL (VALUES
    ('missing', CASE WHEN t.routine IS NULL THEN format('there is no function %s.%s(integer%s)',
      manifest ->> 'schema', t.spec ->> 'function',
      (SELECT string_agg(format(', %s text', a), '') FROM unnest(t.arguments) a)) END),
    ('type', CASE WHEN t.routine IS NOT NULL AND t.call_sql IS NULL THEN format(
      '%s returns neither a whole number nor the columns done and remaining', t.signature) END),
    ('rights', CASE
      WHEN p.proowner <> to_regrole(quote_ident(manifest ->> 'owner')) OR NOT p.prosecdef THEN
        format('%s must be SECURITY DEFINER and belong to %s: a task runs as the app, not as Reeve',
          t.signature, manifest ->> 'owner')
      WHEN t.routine IS NOT NULL
        AND NOT EXISTS (SELECT FROM unnest(p.proconfig) s WHERE s LIKE 'search\_path=%') THEN
        format('%s must set its search_path: it would be Reeve''s', t.signature) END)
  ) f(code, message)
  WHERE f.message IS NOT NULL
  UNION ALL
  SELECT '/jobs/' || replace(replace(j.key, '~', '~0'), '/', '~1') || '/args', 'missing',
    format('there is no task %s', coalesce(j.value #>> '{args,task}', 'named by args.task'))
  FROM jsonb_each(coalesce(manifest -> 'jobs', '{}')) j
  WHERE j.value ->> 'kind' = 'sql'
    AND (manifest -> 'tasks' ? (j.value #>> '{args,task}')) IS NOT TRUE
$$;

ALTER FUNCTION reeve.catalog_check_tasks(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_check_tasks(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_check_tasks(manifest jsonb) IS 'Findings about the functions of tasks, and about scheduled jobs that name a task.';

--
-- Name: catalog_columns(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_columns(list jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(e.name ORDER BY e.place), '{}')
  FROM jsonb_array_elements_text(
    CASE jsonb_typeof(list) WHEN 'array' THEN list WHEN 'string' THEN jsonb_build_array(list)
      ELSE '[]' END) WITH ORDINALITY e(name, place)
$$;

ALTER FUNCTION reeve.catalog_columns(list jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_columns(list jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_columns(list jsonb) IS 'A list of names from a manifest (a single one may stand without brackets).';

--
-- Name: catalog_detach(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_detach(app_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = app_name);
  bare jsonb := jsonb_build_object('app', a.app, 'title', a.title, 'schema', a.schema_name,
    'owner', a.owner_name, 'collections', '{}'::jsonb);
  place regnamespace := to_regnamespace(quote_ident(a.schema_name));
  t record;
BEGIN
  IF a IS NULL THEN
    RAISE EXCEPTION 'there is no app %', app_name USING ERRCODE = 'RV003';
  END IF;
  PERFORM reeve.catalog_load(bare);
  PERFORM reeve.catalog_expose(app_name);
  PERFORM reeve.catalog_capture(app_name);
  PERFORM reeve.catalog_guard(bare);
  PERFORM reeve.cron_load(app_name, '{}');
  FOR t IN
    -- Whatever else fires a function of ours, such as a migration that was left half-way.
    SELECT pg_get_userbyid(r.relowner) AS owner_name,
      format('DROP TRIGGER %I ON %s', g.tgname, r.oid::regclass) AS statement
    FROM pg_trigger g
    JOIN pg_class r ON r.oid = g.tgrelid
    JOIN pg_proc p ON p.oid = g.tgfoid
    WHERE NOT g.tgisinternal AND g.tgparentid = 0 AND p.pronamespace = 'reeve'::regnamespace
      AND r.relnamespace = place
    UNION ALL
    -- What the hand may do there, but for tables that another app's catalog has as well.
    SELECT pg_get_userbyid(o.owner), format('REVOKE ALL ON %s FROM reeve_hand', o.name)
    FROM (
      SELECT r.relowner, CASE r.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END
        || r.oid::regclass
      FROM pg_class r
      WHERE r.relnamespace = place AND r.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND NOT EXISTS (
          SELECT FROM reeve.collection c WHERE c.is_live AND c.relation = r.oid)
        AND EXISTS (
          SELECT FROM pg_attribute x
          CROSS JOIN LATERAL aclexplode(x.attacl) l
          WHERE x.attrelid = r.oid AND l.grantee = 'reeve_hand'::regrole
          UNION ALL
          SELECT FROM aclexplode(r.relacl) l WHERE l.grantee = 'reeve_hand'::regrole)
      UNION ALL
      SELECT p.proowner, 'ROUTINE ' || p.oid::regprocedure
      FROM pg_proc p
      WHERE p.pronamespace = place AND EXISTS (
        SELECT FROM aclexplode(p.proacl) l WHERE l.grantee = 'reeve_hand'::regrole)
      UNION ALL
      SELECT n.nspowner, format('SCHEMA %I', n.nspname)
      FROM pg_namespace n
      WHERE n.oid = place AND NOT EXISTS (
        SELECT FROM reeve.collection c JOIN pg_class r ON r.oid = c.relation
        WHERE c.is_live AND r.relnamespace = place)) o(owner, name)
    UNION ALL
    SELECT 'reeve_owner', format('REVOKE USAGE ON SCHEMA reeve FROM %I', a.owner_name)
    WHERE NOT EXISTS (
      SELECT FROM reeve.app o JOIN reeve.collection c USING (app)
      WHERE c.is_live AND o.owner_name = a.owner_name)
  LOOP
    PERFORM reeve.role_execute(t.owner_name, ARRAY[t.statement]);
  END LOOP;
  DELETE FROM reeve.search_pointer p USING reeve.collection c
  WHERE c.collection_id = p.collection_id AND c.app = app_name;
  PERFORM reeve.search_drop(g.generation_id)
  FROM reeve.search_generation g JOIN reeve.collection c USING (collection_id)
  WHERE c.app = app_name;
  DELETE FROM reeve.change x USING reeve.collection c
  WHERE c.collection_id = x.collection_id AND c.app = app_name;
  UPDATE reeve.app x SET manifest = bare, applied_by = session_user, applied_at = clock_timestamp()
  WHERE x.app = app_name;
  PERFORM reeve.command_record('catalog.detach', session_user);
END
$$;

ALTER FUNCTION reeve.catalog_detach(app_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_detach(app_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_detach(app_name text) IS 'Takes everything of Reeve''s away from an app''s tables: triggers, policies, views, rights, schedules, search; what was recorded stays. Runs as the installer. RV003 if there is no such app. Takes ACCESS EXCLUSIVE on tables with triggers or policies.';

--
-- Name: catalog_difference(jsonb, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb) RETURNS TABLE(part text, name text, before jsonb, after jsonb)
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH piece AS (
    SELECT side.later, p.part, e.key AS name, e.value
    FROM (VALUES (FALSE, earlier), (TRUE, later)) side(later, manifest)
    CROSS JOIN unnest(ARRAY[
      'collections', 'stale', 'templates', 'reports', 'tasks', 'policies', 'approvals', 'strikes',
      'appeals']) p(part)
    CROSS JOIN LATERAL jsonb_each(coalesce(side.manifest -> p.part, '{}')) e
    UNION ALL
    SELECT side.later, 'actions', (a ->> 'verb') || ' ' || (a ->> 'collection'), a
    FROM (VALUES (FALSE, earlier), (TRUE, later)) side(later, manifest)
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(side.manifest -> 'actions', '[]')) a)
  SELECT coalesce(o.part, n.part), coalesce(o.name, n.name), o.value, n.value
  FROM (SELECT * FROM piece WHERE NOT later) o
  FULL JOIN (SELECT * FROM piece WHERE later) n ON n.part = o.part AND n.name = o.name
  WHERE o.value IS DISTINCT FROM n.value
  ORDER BY 1, 2
$$;

ALTER FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_difference(earlier jsonb, later jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb) IS 'Pieces of two manifests that differ; before or after is NULL where only one has it.';

--
-- Name: catalog_expose(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_expose(app_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  statements text[];
BEGIN
  SELECT array_agg(s.statement ORDER BY v.view_sql, s.place) INTO statements
  FROM reeve.collection l
  CROSS JOIN LATERAL (
    SELECT format('reeve_view.%I', l.app || '_' || l.name), (
      SELECT string_agg(CASE WHEN s.name = ANY (l.personal_columns)
        THEN format('CASE WHEN t.%1$I IS NOT NULL THEN ''•••'' END AS %1$I', s.name)
        ELSE format('t.%I', s.name) END, ', ' ORDER BY s.place)
      FROM unnest(l.show_columns) WITH ORDINALITY s(name, place))) v(view_sql, fields)
  CROSS JOIN LATERAL (VALUES
    (1, TRUE, format('DROP VIEW IF EXISTS %s', v.view_sql)),
    (2, l.is_live, format('CREATE VIEW %s WITH (security_barrier) AS SELECT %s FROM %s t',
      v.view_sql, v.fields, l.table_sql)),
    (3, l.is_live, format('COMMENT ON VIEW %s IS %L', v.view_sql,
      format('Masked rows of %s/%s.', l.app, l.name))),
    (4, l.is_live, format('GRANT SELECT ON %s TO reeve_viewer', v.view_sql))
  ) s(place, is_wanted, statement)
  WHERE l.app = app_name AND s.is_wanted;
  -- A view reads with its owner's rights, so the hand owns it; it may not keep CREATE.
  PERFORM reeve.role_execute(
    'reeve_owner', ARRAY['GRANT CREATE ON SCHEMA reeve_view TO reeve_hand']);
  PERFORM reeve.role_execute('reeve_hand', statements);
  PERFORM reeve.role_execute(
    'reeve_owner', ARRAY['REVOKE CREATE ON SCHEMA reeve_view FROM reeve_hand']);
END
$_$;

ALTER FUNCTION reeve.catalog_expose(app_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_expose(app_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_expose(app_name text) IS 'Makes the masked views of an app anew, owned by reeve_hand, readable by reeve_viewer.';

--
-- Name: catalog_grant(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_grant(manifest jsonb) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.role_execute(manifest ->> 'owner',
    CASE WHEN has_schema_privilege('reeve_hand', manifest ->> 'schema', 'USAGE') THEN '{}'
      ELSE ARRAY[format('GRANT USAGE ON SCHEMA %I TO reeve_hand', manifest ->> 'schema')] END
    || array_agg(format('GRANT SELECT%s ON %s TO reeve_hand',
      (SELECT ', UPDATE (' || string_agg(DISTINCT quote_ident(w.name), ', ') || ')'
        FROM (
          SELECT c.value ->> 'visible' AS name WHERE c.value ->> 'visible' IS NOT NULL
          UNION
          SELECT jsonb_object_keys(r.body -> 'set')
          FROM reeve.catalog_rules(manifest) r
          WHERE r.body ->> 'collection' = c.key AND r.body ? 'set'
          UNION
          -- PostgreSQL lets lock rows only who may update some column.
          SELECT c.value #>> '{key,0}'
          FROM (
            SELECT r.collection, r.body ->> 'collection' FROM reeve.catalog_rules(manifest) r
            UNION ALL
            SELECT a ->> 'collection', NULL
            FROM jsonb_array_elements(coalesce(manifest -> 'actions', '[]')) a) s(one, other)
          WHERE c.key IN (s.one, s.other) AND c.value ->> 'visible' IS NULL) w),
      reeve.catalog_table(manifest, c.key)))
    || ARRAY(
      SELECT format('GRANT EXECUTE ON FUNCTION %I.%I(text%s) TO reeve_hand', manifest ->> 'schema',
        r.value ->> 'function',
        repeat(', text', cardinality(reeve.catalog_columns(r.value -> 'arguments'))))
      FROM jsonb_each(coalesce(manifest -> 'reports', '{}')) r
      UNION ALL
      SELECT format('GRANT EXECUTE ON FUNCTION %s TO reeve_hand', t.signature)
      FROM reeve.catalog_tasks(manifest) t))
  FROM jsonb_each(manifest -> 'collections') c
$$;

ALTER FUNCTION reeve.catalog_grant(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_grant(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_grant(manifest jsonb) IS 'As the app''s owner: lets the hand read the declared tables, update the declared columns only (where an action locks rows and has none to update, a column of the key), and run the reports and the tasks.';

--
-- Name: catalog_guard(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_guard(manifest jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  ours text := (
    SELECT format('^(bars|guard|reeve_bar|reeve_guard)_(%s)(_|$)',
      string_agg(c.collection_id::text, '|'))
    FROM reeve.collection c WHERE c.app = manifest ->> 'app');
  t record;
  g record;
BEGIN
  -- Found in the database, not in the catalog before: whatever was made for this app goes.
  FOR t IN
    SELECT pg_get_userbyid(r.relowner) AS owner_name,
      format('DROP %s %I ON %s', d.kind, d.name, r.oid::regclass) AS statement
    FROM (
      SELECT 'TRIGGER' AS kind, tgname AS name, tgrelid AS relation FROM pg_trigger
      WHERE tgparentid = 0
      UNION ALL
      SELECT 'POLICY', polname, polrelid FROM pg_policy) d
    JOIN pg_class r ON r.oid = d.relation
    WHERE d.name ~ ours
  LOOP
    PERFORM reeve.role_execute(t.owner_name, ARRAY[t.statement]);
  END LOOP;
  PERFORM reeve.role_execute('reeve_owner', coalesce(array_agg(
    format('DROP FUNCTION %s', p.oid::regprocedure)), '{}'))
  FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname ~ ours;

  FOR g IN
    SELECT l.*, c.collection_id, pg_get_userbyid(r.relowner) AS owner_name,
      'reeve.bars_' || c.collection_id AS bars,
      format('reeve.guard_%s_%s', c.collection_id, l.place) AS routine,
      format('reeve_guard_%s_%s', c.collection_id, l.place) AS trigger_name,
      (SELECT string_agg('%1$s' || replace(format('%I::%s', k.actor, k.type), '%', '%%'), ', '
          ORDER BY k.place)
        FROM unnest(l.actors, l.key_types) WITH ORDINALITY k(actor, type, place)) AS actor_sql,
      CASE WHEN l.limit_name IS NULL THEN format('reeve.bars_%s(%%s)', c.collection_id)
        ELSE format('reeve.mark_holds(%s, ''limit'', %L, %s)', c.collection_id, l.limit_name,
          CASE WHEN cardinality(l.key_types) = 1 THEN '(%s)::text'
            ELSE 'jsonb_build_array(%s)::text' END) END AS barred_sql
    FROM reeve.catalog_guards(manifest) l
    JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = l.collection
    JOIN pg_class r ON r.oid = l.relation
    WHERE l.bites IN ('policy', 'guard')
    ORDER BY c.collection_id, l.place
  LOOP
    IF g.place = 1 AND g.limit_name IS NULL THEN
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format($f$
          CREATE FUNCTION %1$s(%2$s) RETURNS boolean
          LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
          AS $body$
          BEGIN
            RETURN EXISTS (
              SELECT FROM reeve.subject s
              WHERE s.collection_id = %3$s AND s.key = %4$s
                AND s.hidden_until > clock_timestamp());
          END
          $body$
        $f$, g.bars, array_to_string(g.key_types, ', '), g.collection_id,
          CASE WHEN cardinality(g.key_types) = 1 THEN '$1::text'
            ELSE (SELECT format('jsonb_build_array(%s)::text', string_agg('$' || p, ', '))
              FROM generate_series(1, cardinality(g.key_types)) p) END),
        format('COMMENT ON FUNCTION %s IS %L', g.bars, format(
          'Generated: whether the %s/%s with this key is barred now.', manifest ->> 'app',
          g.collection))]);
    END IF;
    IF g.bites = 'policy' THEN
      PERFORM reeve.catalog_guard_policy(g.relation, g.owner_name, g.collection_id, g.place,
        g.operations, format('%s(%s)', g.bars, format(g.actor_sql, '')));
      CONTINUE;
    END IF;
    -- After the row is final: no other trigger can put a barred actor in behind this one.
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format($f$
        CREATE FUNCTION %s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
        AS %L
      $f$, g.routine, format($f$
        BEGIN
          IF %s OR %s THEN
            RAISE EXCEPTION %L USING ERRCODE = 'insufficient_privilege',
              SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, CONSTRAINT = 'reeve_guard';
          END IF;
          RETURN NULL;
        END
      $f$, format(g.barred_sql, format(g.actor_sql, 'NEW.')),
        format(g.barred_sql, format(g.actor_sql, 'OLD.')),
        format('this %s is barred from writing here', g.collection)
          || coalesce(': ' || g.limit_name, ''))),
      format('COMMENT ON FUNCTION %s IS %L', g.routine, format(
        'Generated: refuses writes of barred %s/%s rows to %s.', manifest ->> 'app', g.collection,
        g.relation)),
      format('GRANT USAGE ON SCHEMA reeve TO %I', g.owner_name),
      format('GRANT EXECUTE ON FUNCTION %s TO %I', g.routine, g.owner_name)]);
    PERFORM reeve.role_execute(g.owner_name, ARRAY[
      format('CREATE TRIGGER %I AFTER %s ON %s FOR EACH ROW '
        'WHEN (current_user <> ''reeve_hand'') EXECUTE FUNCTION %s()', g.trigger_name,
        array_to_string(g.operations, ' OR '), g.relation, g.routine)]);
  END LOOP;

  -- Row security that was enabled only for our policies ends with the last of them.
  FOR t IN
    SELECT p.polrelid::regclass AS relation, pg_get_userbyid(r.relowner) AS owner_name,
      EXISTS (SELECT FROM pg_policy o WHERE o.polrelid = p.polrelid AND o.oid <> p.oid) AS is_shared
    FROM pg_policy p JOIN pg_class r ON r.oid = p.polrelid
    WHERE p.polname = 'reeve_open' AND NOT EXISTS (
      SELECT FROM pg_policy o WHERE o.polrelid = p.polrelid AND o.polname ~ '^reeve_bar_')
  LOOP
    PERFORM reeve.role_execute(t.owner_name,
      ARRAY[format('DROP POLICY reeve_open ON %s', t.relation)] || CASE WHEN t.is_shared THEN '{}'
        ELSE ARRAY[format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t.relation)] END);
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.catalog_guard(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_guard(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_guard(manifest jsonb) IS 'Makes the triggers and policies by which an app''s bans bite anew, and takes away those that its catalog no longer declares. Takes SHARE ROW EXCLUSIVE (guard) or ACCESS EXCLUSIVE (policy) on those tables.';

--
-- Name: catalog_guard_policy(regclass, text, integer, integer, text[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  routine regproc := 'reeve.bars_' || collection_id;
  -- The hand changes a barred row's writings too: it is what brings them down and back.
  passes text := format('current_user = ''reeve_hand'' OR NOT %s', is_barred);
BEGIN
  -- A policy's functions run with the rights of whoever writes, so they need this one, no more.
  PERFORM reeve.role_execute('reeve_owner',
    ARRAY[
      format('GRANT USAGE ON SCHEMA reeve TO %I', owner_name),
      format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, owner_name)]
    || ARRAY(
      SELECT DISTINCT format('GRANT EXECUTE ON FUNCTION %s TO %I', routine,
        pg_get_userbyid(p.grantee))
      FROM (
        SELECT c.relacl AS acl FROM pg_class c WHERE c.oid = relation
        UNION ALL
        SELECT a.attacl FROM pg_attribute a WHERE a.attrelid = relation) w
      CROSS JOIN LATERAL aclexplode(w.acl) p
      WHERE p.grantee <> 0 AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE')));
  IF NOT (SELECT c.relrowsecurity FROM pg_class c WHERE c.oid = relation) THEN
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('CREATE POLICY reeve_open ON %s USING (TRUE) WITH CHECK (TRUE)', relation),
      format('COMMENT ON POLICY reeve_open ON %s IS %L', relation,
        'Generated: row security is on for reeve_bar_… alone; what was granted stays granted.'),
      format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation)]);
  END IF;
  PERFORM reeve.role_execute(owner_name, array_agg(
    format('CREATE POLICY reeve_bar_%s_%s_%s ON %s AS RESTRICTIVE FOR %s%s%s', collection_id, place,
      o.name, relation, upper(o.name),
      CASE WHEN o.name <> 'insert' THEN format(' USING (%s)', passes) ELSE '' END,
      CASE WHEN o.name <> 'delete' THEN format(' WITH CHECK (%s)', passes) ELSE '' END)))
  FROM unnest(operations) o(name);
END
$$;

ALTER FUNCTION reeve.catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text) IS 'Makes the restrictive policies of one guard, as the table''s owner. Where row security was off it is enabled with a policy that lets everything through, so that only the bans are new.';

--
-- Name: catalog_guards(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_guards(manifest jsonb) RETURNS TABLE(collection text, limit_name text, bites text, place integer, path text, table_sql text, relation regclass, actors text[], operations text[], key_columns text[], key_types text[])
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.key, s.limit_name, s.bites,
    row_number() OVER (PARTITION BY c.key ORDER BY s.limit_name NULLS FIRST, g.place)::int,
    format('/collections/%s/%sguards/%s', c.key, s.path, g.place - 1), n.table_sql,
    to_regclass(n.table_sql),
    reeve.catalog_columns(g.body -> 'actor'),
    ARRAY(SELECT DISTINCT w FROM unnest(
      reeve.catalog_columns(coalesce(g.body -> 'writes', '["insert", "update"]'))) w),
    k.columns,
    reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, c.key)), k.columns)
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL (
    SELECT NULL, coalesce(c.value ->> 'bites', 'none'), '', c.value -> 'guards'
    UNION ALL
    SELECT l.key, 'guard', format('limits/%s/', l.key), l.value -> 'guards'
    FROM jsonb_each(coalesce(c.value -> 'limits', '{}')) l) s(limit_name, bites, path, guards)
  CROSS JOIN LATERAL jsonb_array_elements(coalesce(s.guards, '[]'))
    WITH ORDINALITY g(body, place)
  CROSS JOIN LATERAL (
    SELECT format('%I.%I', manifest ->> 'schema', g.body ->> 'table')) n(table_sql)
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(c.value -> 'key')) k(columns)
$$;

ALTER FUNCTION reeve.catalog_guards(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_guards(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_guards(manifest jsonb) IS 'The tables that refuse the writes of barred rows, one a guard of a manifest, those of bans first, then those of each limit: actors names the writer, in the order of the barred collection''s key. relation is NULL when there is no table.';

--
-- Name: catalog_index(regclass, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype) RETURNS record
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT format('OPERATOR(%I.%s)', gn.nspname, ge.oprname),
    format('OPERATOR(%I.%s)', ln.nspname, lt.oprname), o.opcintype::regtype
  FROM pg_index i
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
  JOIN pg_opclass o ON o.oid = i.indclass[0]
  JOIN pg_am m ON m.oid = o.opcmethod AND m.amname = 'btree'
  JOIN pg_amop g ON g.amopfamily = o.opcfamily AND g.amopstrategy = 4
    AND g.amoplefttype = o.opcintype AND g.amoprighttype = o.opcintype
  JOIN pg_operator ge ON ge.oid = g.amopopr
  JOIN pg_namespace gn ON gn.oid = ge.oprnamespace
  JOIN pg_amop l ON l.amopfamily = o.opcfamily AND l.amopstrategy = 1
    AND l.amoplefttype = o.opcintype AND l.amoprighttype = o.opcintype
  JOIN pg_operator lt ON lt.oid = l.amopopr
  JOIN pg_namespace ln ON ln.oid = lt.oprnamespace
  WHERE i.indrelid = relation AND a.attname = name AND i.indpred IS NULL AND i.indisvalid
    AND i.indcollation[0] = a.attcollation
  ORDER BY i.indnatts, i.indexrelid LIMIT 1
$$;

ALTER FUNCTION reeve.catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype) IS 'Operators (not less, less) and type of a B-tree that begins with the column, so that a query in them walks it whatever its operator class is; NULL when there is none.';

--
-- Name: catalog_is_alone(oid); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_is_alone(relation oid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.relkind = 'r' AND NOT EXISTS (
    SELECT FROM pg_inherits h WHERE catalog_is_alone.relation IN (h.inhrelid, h.inhparent))
  FROM pg_class c WHERE c.oid = catalog_is_alone.relation
$$;

ALTER FUNCTION reeve.catalog_is_alone(relation oid) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_is_alone(relation oid); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_is_alone(relation oid) IS 'Whether a table has neither partitions nor children nor parents: only there does every write of its rows fire its own statement triggers.';

--
-- Name: catalog_key(text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_key(columns text[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN format('t.%I::text', columns[1])
    ELSE format('jsonb_build_array(%s)::text',
      string_agg(format('t.%I', c.name), ', ' ORDER BY c.place)) END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

ALTER FUNCTION reeve.catalog_key(columns text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_key(columns text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_key(columns text[]) IS 'Expression giving the key of row t as text: one column, or a JSON array in key order.';

--
-- Name: catalog_keys(text, text[], text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_keys(alias text, columns text[], types text[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  SELECT CASE WHEN cardinality(columns) = 1
    THEN format('%s.%I = ANY ($1::%s[])', alias, columns[1], types[1])
    ELSE format('(%s) IN (SELECT %s FROM unnest($1) k(key))',
      string_agg(format('%s.%I', alias, c.name), ', ' ORDER BY c.place),
      string_agg(format('(k.key::jsonb ->> %s)::%s', c.place - 1, types[c.place]), ', '
        ORDER BY c.place))
    END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$_$;

ALTER FUNCTION reeve.catalog_keys(alias text, columns text[], types text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_keys(alias text, columns text[], types text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_keys(alias text, columns text[], types text[]) IS 'Condition that columns of alias hold one of the keys $1 (text[]); uses the columns'' index.';

--
-- Name: catalog_load(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_load(manifest jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  app_name text := manifest ->> 'app';
  ids jsonb;
BEGIN
  INSERT INTO reeve.collection AS c(
    app, name, relation, table_sql, key_columns, key_types, key_sql, match_sql, keys_sql, label_sql,
    show_columns, personal_columns, touched_columns, find_column, find_plain, visible_column, bites,
    locale_sql, zone_sql, search, limits)
  SELECT app_name, e.key, r.relation, reeve.catalog_table(manifest, e.key), k.columns, k.types,
    reeve.catalog_key(k.columns),
    CASE WHEN cardinality(k.columns) = 1 THEN format('t.%I = u.key::%s', k.columns[1], k.types[1])
      ELSE (SELECT string_agg(format(
          't.%I = (u.key::jsonb ->> %s)::%s', m.name, m.place - 1, k.types[m.place]), ' AND ')
        FROM unnest(k.columns) WITH ORDINALITY m(name, place)) END,
    reeve.catalog_keys('t', k.columns, k.types), e.value ->> 'label',
    reeve.catalog_columns(e.value -> 'show'), reeve.catalog_columns(e.value -> 'personal'),
    reeve.catalog_columns(e.value -> 'touched'), e.value ->> 'find', e.value ->> 'find_plain',
    e.value ->> 'visible',
    coalesce(e.value ->> 'bites', 'none'), e.value #>> '{recipient,locale}',
    e.value #>> '{recipient,zone}', nullif(e.value -> 'search', 'null'),
    coalesce((SELECT jsonb_object_agg(l.key, coalesce(l.value ->> 'help', ''))
      FROM jsonb_each(e.value -> 'limits') l), '{}')
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL (SELECT reeve.catalog_table(manifest, e.key)::regclass) r(relation)
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(e.value -> 'key')) n(columns)
  CROSS JOIN LATERAL (
    SELECT n.columns, reeve.catalog_types(r.relation, n.columns)) k(columns, types)
  ON CONFLICT (app, name) DO UPDATE SET
    relation = EXCLUDED.relation, table_sql = EXCLUDED.table_sql,
    key_columns = EXCLUDED.key_columns, key_types = EXCLUDED.key_types,
    key_sql = EXCLUDED.key_sql, match_sql = EXCLUDED.match_sql, keys_sql = EXCLUDED.keys_sql,
    label_sql = EXCLUDED.label_sql, show_columns = EXCLUDED.show_columns,
    personal_columns = EXCLUDED.personal_columns, touched_columns = EXCLUDED.touched_columns,
    find_column = EXCLUDED.find_column, find_plain = EXCLUDED.find_plain,
    visible_column = EXCLUDED.visible_column,
    bites = EXCLUDED.bites, locale_sql = EXCLUDED.locale_sql, zone_sql = EXCLUDED.zone_sql,
    search = EXCLUDED.search, limits = EXCLUDED.limits, is_live = TRUE;
  UPDATE reeve.collection c SET is_live = FALSE
  WHERE c.app = app_name AND NOT manifest -> 'collections' ? c.name;
  SELECT jsonb_object_agg(c.name, c.collection_id) INTO ids
  FROM reeve.collection c WHERE c.app = app_name;

  UPDATE reeve.catalog_action a SET is_live = FALSE WHERE a.app = app_name;
  INSERT INTO reeve.catalog_action(app, verb, collection_id, kind, erase_after)
  SELECT app_name, a.verb, (ids ->> a.collection)::int, a.kind,
    CASE WHEN k.has_window THEN coalesce(a.erase_after, '30 days') END
  FROM reeve.catalog_actions(manifest) a JOIN reeve.action_kind k ON k.name = a.kind
  ON CONFLICT (app, verb, collection_id) DO UPDATE SET
    kind = EXCLUDED.kind, erase_after = EXCLUDED.erase_after, is_live = TRUE;

  UPDATE reeve.rule r SET is_live = FALSE WHERE r.app = app_name;
  INSERT INTO reeve.rule(
    app, verb, collection_id, seq, name, affected_id, kind, columns, is_reversible, select_sql,
    order_sql)
  SELECT app_name, r.verb, (ids ->> r.collection)::int, r.seq, r.body ->> 'name',
    (ids ->> (r.body ->> 'collection'))::int,
    CASE WHEN r.body ? 'set' THEN 'set' WHEN r.body ? 'hide' THEN 'hide'
      WHEN r.body ? 'list' THEN 'list' ELSE 'tell' END,
    CASE WHEN r.body ? 'set' THEN ARRAY(SELECT jsonb_object_keys(r.body -> 'set'))
      WHEN r.body ? 'hide'
        THEN array_remove(
          ARRAY[manifest #>> ARRAY['collections', r.body ->> 'collection', 'visible']], NULL)
      ELSE '{}' END,
    coalesce((r.body ->> 'reversible')::boolean, TRUE),
    reeve.catalog_statement(
      manifest, CASE WHEN r.verb <> 'expire' THEN r.collection END, r.body, ids),
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(reeve.catalog_columns(
      manifest #> ARRAY['collections', r.body ->> 'collection', 'key'])) k)
  FROM reeve.catalog_rules(manifest) r
  ON CONFLICT (app, verb, collection_id, name) DO UPDATE SET
    seq = EXCLUDED.seq, affected_id = EXCLUDED.affected_id, kind = EXCLUDED.kind,
    columns = EXCLUDED.columns, is_reversible = EXCLUDED.is_reversible,
    select_sql = EXCLUDED.select_sql, order_sql = EXCLUDED.order_sql, is_live = TRUE;

  UPDATE reeve.policy p SET is_live = FALSE WHERE p.app = app_name;
  INSERT INTO reeve.policy(
    app, name, title, clause, grace, severity, strike_weight, duration)
  SELECT app_name, p.key, p.value ->> 'title', p.value ->> 'clause',
    coalesce((p.value ->> 'grace')::interval, '24 hours'),
    coalesce(p.value ->> 'severity', 'medium'), coalesce((p.value ->> 'strikes')::int, 1),
    (p.value ->> 'duration')::interval
  FROM jsonb_each(coalesce(manifest -> 'policies', '{}')) p
  ON CONFLICT (app, name) DO UPDATE SET title = EXCLUDED.title, clause = EXCLUDED.clause,
    grace = EXCLUDED.grace, severity = EXCLUDED.severity,
    strike_weight = EXCLUDED.strike_weight, duration = EXCLUDED.duration, is_live = TRUE;

  DELETE FROM reeve.approval_rule r WHERE r.app = app_name;
  INSERT INTO reeve.approval_rule(app, name, kinds, collections, ranks, is_permanent, is_protected,
    people, rows, irreversible, quota)
  SELECT app_name, r.key, x.kinds, x.collections, x.ranks, coalesce(x.permanent, FALSE),
    coalesce(x.protected, FALSE), x.people, x.rows, x.irreversible, x.quota
  FROM jsonb_each(coalesce(manifest -> 'approvals', '{}')) r
  CROSS JOIN LATERAL jsonb_to_record(r.value) x(
    kinds text[], collections text[], ranks text[], permanent boolean, protected boolean,
    people int, rows int, irreversible int, quota int);

  DELETE FROM reeve.template t WHERE t.app = app_name;
  INSERT INTO reeve.template(app, name, locale, subject, body)
  SELECT app_name, t.key, l.key, l.value ->> 'subject', l.value ->> 'body'
  FROM jsonb_each(coalesce(manifest -> 'templates', '{}')) t
  CROSS JOIN LATERAL jsonb_each(t.value) l;

  DELETE FROM reeve.report r WHERE r.app = app_name;
  INSERT INTO reeve.report(app, name, collection_id, call_sql, arguments, columns, help)
  SELECT app_name, r.key, (ids ->> (r.value ->> 'collection'))::int,
    format('SELECT ARRAY[%s] FROM %I.%I($1%s) r',
      (SELECT string_agg(format('r.%I::text', c.name), ', ' ORDER BY c.place)
        FROM unnest(reeve.catalog_columns(r.value -> 'columns')) WITH ORDINALITY c(name, place)),
      manifest ->> 'schema', r.value ->> 'function',
      (SELECT coalesce(string_agg(format(', $2[%s]', a.place), '' ORDER BY a.place), '')
        FROM unnest(reeve.catalog_columns(r.value -> 'arguments')) WITH ORDINALITY a(name, place))),
    reeve.catalog_columns(r.value -> 'arguments'), reeve.catalog_columns(r.value -> 'columns'),
    coalesce(r.value ->> 'help', '')
  FROM jsonb_each(coalesce(manifest -> 'reports', '{}')) r;

  DELETE FROM reeve.task t WHERE t.app = app_name;
  INSERT INTO reeve.task(app, name, call_sql, arguments, help)
  SELECT app_name, t.name, t.call_sql, t.arguments, coalesce(t.spec ->> 'help', '')
  FROM reeve.catalog_tasks(manifest) t;
  RETURN ids;
END
$_$;

ALTER FUNCTION reeve.catalog_load(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_load(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_load(manifest jsonb) IS 'Writes the compiled manifest to the catalog tables; what is gone from it is marked not live. Returns collection name to id.';

--
-- Name: catalog_mend(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_mend() RETURNS SETOF text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '1s'
    AS $$
DECLARE
  app_name text;
BEGIN
  FOR app_name IN
    -- Those of a table that follows a live copy are disabled until its turn.
    SELECT DISTINCT l.app
    FROM reeve.collection l
    JOIN pg_trigger g ON g.tgrelid = l.relation
      AND g.tgfoid = to_regproc(format('reeve.capture_%s', l.collection_id))
    WHERE l.is_live AND g.tgtype & 5 = 5 AND g.tgenabled <> 'D'
      AND reeve.catalog_is_alone(l.relation)
  LOOP
    BEGIN
      PERFORM reeve.catalog_capture(app_name);
    EXCEPTION WHEN lock_not_available OR insufficient_privilege THEN
      RETURN NEXT app_name;
    END;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.catalog_mend() OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_mend(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_mend() IS 'Makes the change triggers anew of apps where one of an earlier release still logs the inserts of a lone table row by row; returns the apps whose tables are busy or another''s, which stay as they are. Runs as the installer.';

--
-- Name: catalog_recipient(jsonb, text, text[], jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  at text := collection;
  source text := 'o';
  joins text := '';
  parent jsonb;
  target jsonb;
  keys text[];
  matched text;
  i int;
BEGIN
  FOR i IN 1 .. cardinality(steps) LOOP
    parent := manifest #> ARRAY['collections', at, 'parents', steps[i]];
    IF parent IS NULL THEN
      RAISE EXCEPTION '% has no parent named %', at, steps[i] USING ERRCODE = 'RV005';
    END IF;
    at := parent ->> 'collection';
    target := manifest #> ARRAY['collections', at];
    keys := reeve.catalog_columns(target -> 'key');
    SELECT string_agg(format('%s.%I = %s.%I',
      CASE WHEN i = cardinality(steps) THEN 't' ELSE 'p' || i END, k.name, source, c.name), ' AND ')
    INTO matched
    FROM unnest(keys) WITH ORDINALITY k(name, place)
    JOIN unnest(reeve.catalog_columns(parent -> 'columns')) WITH ORDINALITY c(name, place)
      USING (place);
    EXIT WHEN i = cardinality(steps);
    joins := joins || format('JOIN %s p%s ON %s ', reeve.catalog_table(manifest, at), i, matched);
    source := 'p' || i;
  END LOOP;
  target := manifest #> ARRAY['collections', at];
  IF target -> 'recipient' IS NULL THEN
    RAISE EXCEPTION 'notices cannot be sent to %: it declares no recipient', at
      USING ERRCODE = 'RV005';
  END IF;
  matched := format(
    '(SELECT jsonb_build_object(''collection'', %s, ''key'', %s, ''locale'', %s, ''zone'', %s)%s)',
    coalesce(ids ->> at, '0'),
    reeve.catalog_key(reeve.catalog_columns(target -> 'key')),
    target #>> '{recipient,locale}', target #>> '{recipient,zone}',
    CASE WHEN cardinality(steps) = 0 THEN ''
      ELSE format(' FROM %s t WHERE %s', reeve.catalog_table(manifest, at), matched) END);
  IF joins = '' THEN
    RETURN matched;
  END IF;
  RETURN format('(SELECT %s FROM (SELECT) root %s)', matched,
    replace(joins, 'JOIN', 'INNER JOIN'));
END
$$;

ALTER FUNCTION reeve.catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb) IS 'Expression giving who is told (collection, key, locale, zone) when following the named parents from row t, whose parent columns stand in alias o; NULL when there is nobody. RV005.';

--
-- Name: catalog_rules(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_rules(manifest jsonb) RETURNS TABLE(verb text, collection text, seq integer, path text, body jsonb)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT
    a.verb, a.collection, e.place::int,
    format('%s/effects/%s', a.effects_path, e.place - 1), e.body
  FROM reeve.catalog_actions(manifest) a
  CROSS JOIN LATERAL jsonb_array_elements(a.effects) WITH ORDINALITY e(body, place)
  UNION ALL
  SELECT
    'expire', s.key, e.place::int, format('/stale/%s/%s', s.key, e.place - 1),
    e.body || jsonb_build_object('collection', s.key, 'reversible', FALSE)
  FROM jsonb_each(coalesce(manifest -> 'stale', '{}')) s
  CROSS JOIN LATERAL jsonb_array_elements(s.value) WITH ORDINALITY e(body, place)
$$;

ALTER FUNCTION reeve.catalog_rules(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_rules(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_rules(manifest jsonb) IS 'Every effect of a manifest in order: those of actions, then those of stale rows (verb expire).';

--
-- Name: catalog_statement(jsonb, text, jsonb, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  name text := body ->> 'collection';
  spec jsonb := manifest #> ARRAY['collections', name];
  relation regclass := reeve.catalog_table(manifest, name)::regclass;
  keys text[] := reeve.catalog_columns(spec -> 'key');
  columns text[] := CASE
    WHEN body ? 'set' THEN ARRAY(SELECT jsonb_object_keys(body -> 'set'))
    WHEN body ? 'hide' THEN array_remove(ARRAY[spec ->> 'visible'], NULL) ELSE '{}' END;
  outer_columns text;
  chosen text;
  told text;
BEGIN
  chosen := CASE
    -- Found and locked before anything is said about them: what costs then are the rows, so that
    -- their own index finds them, and they are read and changed in the order in which they lie.
    WHEN collection IS NULL THEN format(
      't.ctid = ANY (ARRAY(SELECT t.ctid FROM %s t WHERE (%s) LIMIT $5'
      ' FOR NO KEY UPDATE OF t SKIP LOCKED))',
      reeve.catalog_table(manifest, name),
      coalesce(reeve.catalog_bind(body ->> 'where'), 'TRUE'))
    WHEN body ? 'via' THEN reeve.catalog_via(
      manifest, name, 't', string_to_array(body ->> 'via', '.'))
    ELSE reeve.catalog_keys('t', keys, reeve.catalog_types(relation, keys)) END;
  SELECT string_agg(DISTINCT format('t.%I', c), ', ') INTO outer_columns
  FROM jsonb_each(coalesce(spec -> 'parents', '{}')) p
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(p.value -> 'columns')) c;
  SELECT string_agg(format(
    '%s || jsonb_build_object(''template'', %L, ''with'', jsonb_build_object(%s))',
    reeve.catalog_recipient(manifest, name,
      CASE WHEN t.entry ->> 'to' = 'self' THEN '{}'
        ELSE string_to_array(t.entry ->> 'to', '.') END, ids),
    t.entry ->> 'template',
    (SELECT string_agg(format('%L, (%s)', w.key, reeve.catalog_bind(w.value)), ', ')
      FROM jsonb_each_text(coalesce(t.entry -> 'with', '{}')) w)), ', ')
  INTO told
  FROM jsonb_array_elements(coalesce(body -> 'tell', '[]')) t(entry);
  RETURN format(
    'SELECT %s, (%s)::text, jsonb_build_object(%s), jsonb_build_object(%s), %s FROM %s t%s'
    ' WHERE %s AND (%s)',
    reeve.catalog_key(keys), spec ->> 'label',
    (SELECT string_agg(format('%1$L, t.%1$I', c), ', ') FROM unnest(columns) c),
    (SELECT string_agg(format('%L, (%s)::%s', s.key, reeve.catalog_bind(s.value), ty.name), ', ')
      FROM jsonb_each_text(coalesce(body -> 'set', '{}')) s
      CROSS JOIN LATERAL (
        SELECT (reeve.catalog_types(relation, ARRAY[s.key]))[1]) ty(name)),
    coalesce('jsonb_build_array(' || told || ')', 'NULL::jsonb'),
    reeve.catalog_table(manifest, name),
    coalesce(format(' CROSS JOIN LATERAL (SELECT %s) o', outer_columns), ''),
    chosen, coalesce(reeve.catalog_bind(body ->> 'where'), 'TRUE'));
END
$_$;

ALTER FUNCTION reeve.catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb) IS 'Compiles one effect to the SELECT that reeve.rule keeps. collection: of the subject, NULL for rows that go stale by themselves. ids: collection name to id. RV005 for a broken path.';

--
-- Name: catalog_table(jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_table(manifest jsonb, collection text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT format('%I.%I',
    coalesce(manifest #>> ARRAY['collections', collection, 'schema'], manifest ->> 'schema'),
    manifest #>> ARRAY['collections', collection, 'table'])
$$;

ALTER FUNCTION reeve.catalog_table(manifest jsonb, collection text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_table(manifest jsonb, collection text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_table(manifest jsonb, collection text) IS 'Quoted schema and table of a collection.';

--
-- Name: catalog_tasks(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_tasks(manifest jsonb) RETURNS TABLE(name text, spec jsonb, arguments text[], routine regprocedure, signature text, call_sql text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  SELECT e.key, e.value, a.names, p.oid::regprocedure,
    format('%I.%I(integer%s)', manifest ->> 'schema', e.value ->> 'function',
      repeat(', text', cardinality(a.names))),
    format(CASE
        WHEN NOT p.proretset AND p.prorettype IN ('int4'::regtype, 'int8'::regtype)
          AND p.proargmodes IS NULL
        THEN 'SELECT f.done::bigint, NULL::bigint FROM %s($1%s) f(done)'
        WHEN o.columns @> ARRAY['done', 'remaining']
        THEN 'SELECT f.done::bigint, f.remaining::bigint FROM %s($1%s) f' END,
      format('%I.%I', manifest ->> 'schema', e.value ->> 'function'),
      (SELECT coalesce(string_agg(format(', $2[%s]', i), '' ORDER BY i), '')
        FROM generate_series(1, cardinality(a.names)) i))
  FROM jsonb_each(coalesce(manifest -> 'tasks', '{}')) e
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(e.value -> 'arguments')) a(names)
  LEFT JOIN pg_proc p
    ON p.oid = to_regprocedure(format('%I.%I(integer%s)', manifest ->> 'schema',
      e.value ->> 'function', repeat(', text', cardinality(a.names))))
  LEFT JOIN LATERAL (
    SELECT array_agg(u.name) AS columns
    FROM unnest(p.proargnames, p.proallargtypes, p.proargmodes) u(name, type, mode)
    WHERE u.mode IN ('o', 't') AND u.type IN ('int4'::regtype, 'int8'::regtype)) o ON TRUE
$_$;

ALTER FUNCTION reeve.catalog_tasks(manifest jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_tasks(manifest jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_tasks(manifest jsonb) IS 'The tasks of a manifest with their functions: routine is NULL where there is none, call_sql where it returns neither a whole number nor columns done and remaining.';

--
-- Name: catalog_try(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_try(statement text, role_name text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM set_config('role', role_name, TRUE);
  EXECUTE 'EXPLAIN ' || statement
    USING NULL::text[], NULL::timestamptz, NULL::timestamptz, NULL::interval, NULL::bigint;
  RESET ROLE;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  -- The subtransaction's end gives the role back.
  RETURN SQLERRM;
END
$$;

ALTER FUNCTION reeve.catalog_try(statement text, role_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_try(statement text, role_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_try(statement text, role_name text) IS 'Plans a statement as that role, without running it; returns the error, NULL when it is sound.';

--
-- Name: catalog_types(regclass, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_types(relation regclass, columns text[]) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY c.place)
  FROM unnest(columns) WITH ORDINALITY c(name, place)
  LEFT JOIN pg_attribute a
    ON a.attrelid = relation AND a.attname = c.name AND a.attnum > 0 AND NOT a.attisdropped
$$;

ALTER FUNCTION reeve.catalog_types(relation regclass, columns text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_types(relation regclass, columns text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_types(relation regclass, columns text[]) IS 'SQL type of each column in order, NULL where there is no such column.';

--
-- Name: catalog_via(jsonb, text, text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.catalog_via(manifest jsonb, collection text, alias text, steps text[]) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  parent jsonb := manifest #> ARRAY['collections', collection, 'parents', steps[1]];
  target text := parent ->> 'collection';
  columns text[] := reeve.catalog_columns(parent -> 'columns');
  keys text[] := reeve.catalog_columns(manifest #> ARRAY['collections', target, 'key']);
  inner_alias text := 'p' || cardinality(steps);
BEGIN
  IF parent IS NULL THEN
    RAISE EXCEPTION '% has no parent named %', collection, steps[1] USING ERRCODE = 'RV005';
  END IF;
  IF cardinality(steps) = 1 THEN
    RETURN reeve.catalog_keys(alias, columns,
      reeve.catalog_types(reeve.catalog_table(manifest, target)::regclass, keys));
  END IF;
  RETURN format('(%s) IN (SELECT %s FROM %s %s WHERE %s)',
    (SELECT string_agg(format('%s.%I', alias, c), ', ') FROM unnest(columns) c),
    (SELECT string_agg(format('%s.%I', inner_alias, k), ', ') FROM unnest(keys) k),
    reeve.catalog_table(manifest, target), inner_alias,
    reeve.catalog_via(manifest, target, inner_alias, steps[2:]));
END
$$;

ALTER FUNCTION reeve.catalog_via(manifest jsonb, collection text, alias text, steps text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION catalog_via(manifest jsonb, collection text, alias text, steps text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.catalog_via(manifest jsonb, collection text, alias text, steps text[]) IS 'Condition that following the named parents from alias ends at one of the keys $1; RV005.';

--
-- Name: chain_seal(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.chain_seal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  head reeve.chain_head;
  moment bigint;
  target text := (
    SELECT c.app || '/' || c.name || coalesce(':' || NEW.key, '')
    FROM reeve.collection c WHERE c.collection_id = NEW.collection_id);
  sealed bytea;
BEGIN
  SELECT * INTO STRICT head FROM reeve.chain_head FOR UPDATE;
  moment := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  sealed := sha256(
    head.hash || '\x01'::bytea || int8send(head.seq + 1) || int8send(moment)
    || reeve.bytes_prefix(convert_to(NEW.command_id::text, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.actor, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.principal, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.kind, 'UTF8'))
    || reeve.bytes_prefix(convert_to(target, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.batch_id::text, 'UTF8'))
    || reeve.bytes_prefix(NEW.manifest));
  INSERT INTO reeve.chain(
    seq, us, command_id, actor, principal, kind, subject, batch, manifest, prev, hash)
  VALUES (
    head.seq + 1, moment, NEW.command_id, NEW.actor, NEW.principal, NEW.kind, target,
    NEW.batch_id::text, NEW.manifest, head.hash, sealed);
  UPDATE reeve.chain_head SET seq = head.seq + 1, hash = sealed;
  RETURN NULL;
END
$$;

ALTER FUNCTION reeve.chain_seal() OWNER TO reeve_owner;

--
-- Name: FUNCTION chain_seal(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.chain_seal() IS 'Seals one command at commit. Locks the head row until the commit is over.';

--
-- Name: change_advance(text, xid8, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.change_advance(reader text, xid xid8, change_id bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  purged reeve.change_purge;
  slowest reeve.change_reader;
BEGIN
  UPDATE reeve.change_reader r SET xid = change_advance.xid, change_id = change_advance.change_id
  WHERE r.name = reader;
  -- One purges; who finds it busy leaves the rest to the next.
  SELECT * INTO purged FROM reeve.change_purge FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT * INTO slowest FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1;
  -- From where the last purge ended: the dead entries before it are not walked again.
  DELETE FROM reeve.change c
  WHERE (c.xid, c.change_id) > (purged.xid, purged.change_id)
    AND (c.xid, c.change_id) <= (slowest.xid, slowest.change_id);
  UPDATE reeve.change_purge p SET xid = slowest.xid, change_id = slowest.change_id
  WHERE (p.xid, p.change_id) < (slowest.xid, slowest.change_id);
END
$$;

ALTER FUNCTION reeve.change_advance(reader text, xid xid8, change_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION change_advance(reader text, xid xid8, change_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.change_advance(reader text, xid xid8, change_id bigint) IS 'Moves a reader of the change log, whose row the caller has locked; purges what all have read.';

--
-- Name: change_leave(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.change_leave(reader text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM reeve.change_reader r WHERE r.name = reader;
  DELETE FROM reeve.change c
  USING (SELECT r.xid, r.change_id FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1) s
  WHERE (c.xid, c.change_id) <= (s.xid, s.change_id);
END
$$;

ALTER FUNCTION reeve.change_leave(reader text) OWNER TO reeve_owner;

--
-- Name: FUNCTION change_leave(reader text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.change_leave(reader text) IS 'Ends a reader of the change log; purges what it alone had still to read.';

--
-- Name: client_oldest(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.client_oldest() RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT '0.1.0'
$$;

ALTER FUNCTION reeve.client_oldest() OWNER TO reeve_owner;

--
-- Name: FUNCTION client_oldest(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.client_oldest() IS 'The oldest release of the programs that this schema serves; raised here when one is given up.';

--
-- Name: client_require(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.client_require(version text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  -- A build that bears no number is somebody's own; it knows what it does.
  numbers text := substring(version FROM '^\d{1,9}(?:\.\d{1,9}){0,9}');
BEGIN
  IF string_to_array(numbers, '.')::int[] < string_to_array(reeve.client_oldest(), '.')::int[] THEN
    RAISE EXCEPTION 'this program is Reeve %, and this database serves % and later',
      numbers, reeve.client_oldest()
      USING ERRCODE = 'RV007', HINT = 'Install a newer Reeve.';
  END IF;
END
$$;

ALTER FUNCTION reeve.client_require(version text) OWNER TO reeve_owner;

--
-- Name: FUNCTION client_require(version text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.client_require(version text) IS 'Raises RV007 for a program older than the schema serves. Every program calls it first.';

--
-- Name: collection_get(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.collection_get(collection_id integer) RETURNS reeve.collection
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c FROM reeve.collection c WHERE c.collection_id = collection_get.collection_id
$$;

ALTER FUNCTION reeve.collection_get(collection_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION collection_get(collection_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.collection_get(collection_id integer) IS 'One applied collection, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: collection_resolve(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.collection_resolve(app_name text, collection_name text) RETURNS reeve.collection
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.collection;
BEGIN
  SELECT * INTO c FROM reeve.collection l
  WHERE l.app = app_name AND l.name = collection_name AND l.is_live;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no collection % in app %', collection_name, app_name
      USING ERRCODE = 'RV003', HINT = '`help` lists the collections.';
  END IF;
  RETURN c;
END
$$;

ALTER FUNCTION reeve.collection_resolve(app_name text, collection_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION collection_resolve(app_name text, collection_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.collection_resolve(app_name text, collection_name text) IS 'The applied collection of that name; RV003 when there is none.';

--
-- Name: command_list(integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.command_list(max_rows integer, before bigint DEFAULT NULL::bigint) RETURNS TABLE(command_id bigint, seq bigint, at timestamp with time zone, actor text, principal text, kind text, subject text, outcome text, code text, action_id bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.command_id, h.seq, m.at, m.actor, m.principal, m.kind,
      coalesce(h.subject, 'schedule ' || s.app || '/' || s.name, j.subject), m.outcome, m.code,
      m.action_id
    FROM reeve.command m JOIN reeve.chain h USING (command_id)
    LEFT JOIN reeve.cron_reason s USING (command_id)
    LEFT JOIN reeve.job_reason j USING (command_id)
    WHERE m.command_id < coalesce(before, 9223372036854775807)
    ORDER BY m.command_id DESC LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.command_list(max_rows integer, before bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION command_list(max_rows integer, before bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.command_list(max_rows integer, before bigint) IS 'Recorded commands, newest first, below a command id (NULL: from the newest).';

--
-- Name: command_record(text, text, text, integer, text, text, bigint, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.command_record(kind text, actor text, principal text DEFAULT NULL::text, collection_id integer DEFAULT NULL::integer, key text DEFAULT NULL::text, code text DEFAULT NULL::text, action_id bigint DEFAULT NULL::bigint, batch_id bigint DEFAULT NULL::bigint) RETURNS bigint
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  INSERT INTO reeve.command(
    actor, principal, kind, collection_id, key, outcome, code, action_id, batch_id, manifest)
  VALUES (
    command_record.actor, command_record.principal, command_record.kind,
    command_record.collection_id, command_record.key,
    CASE WHEN command_record.code IS NULL THEN 'done' ELSE 'refused' END, command_record.code,
    command_record.action_id, command_record.batch_id,
    reeve.effect_digest(command_record.action_id))
  RETURNING command.command_id
$$;

ALTER FUNCTION reeve.command_record(kind text, actor text, principal text, collection_id integer, key text, code text, action_id bigint, batch_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION command_record(kind text, actor text, principal text, collection_id integer, key text, code text, action_id bigint, batch_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.command_record(kind text, actor text, principal text, collection_id integer, key text, code text, action_id bigint, batch_id bigint) IS 'Records one command with the digest of its action''s effects; the chain seals it at commit.';

--
-- Name: complain(text, text, text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.complain(app text, collection text, key text, words text DEFAULT NULL::text, policy text DEFAULT NULL::text, reporter text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  r reeve.collection;
  reporter_key text := substr(reporter, strpos(reporter, ':') + 1);
BEGIN
  PERFORM reeve.app_require(app);
  IF policy IS NOT NULL AND NOT EXISTS (
    -- One that was given up still is what an app's older clients name.
    SELECT FROM reeve.policy p WHERE p.app = complain.app AND p.name = complain.policy) THEN
    RAISE EXCEPTION 'app % never had a policy %', app, policy USING ERRCODE = 'RV001';
  END IF;
  key := reeve.subject_key(c, key);
  IF reeve.hand_key(c.collection_id, key) IS NULL THEN
    RAISE EXCEPTION 'there is no %:%', collection, key USING ERRCODE = 'RV004';
  END IF;
  IF reporter IS NOT NULL THEN
    r := reeve.collection_resolve(app, split_part(reporter, ':', 1));
    reporter_key := reeve.subject_key(r, reporter_key);
  END IF;
  RETURN reeve.complaint_put(
    c.collection_id, key, policy, words, r.collection_id, reporter_key, NULL);
END
$$;

ALTER FUNCTION reeve.complain(app text, collection text, key text, words text, policy text, reporter text) OWNER TO reeve_owner;

--
-- Name: FUNCTION complain(app text, collection text, key text, words text, policy text, reporter text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.complain(app text, collection text, key text, words text, policy text, reporter text) IS 'An app''s user reports a subject, in the app''s transaction, which waits for nobody. policy: what it is said to break; reporter: who says so, as user:42, NULL = unknown; words: cut to 2000 characters. Returns the complaint. RV001, RV003, RV004 name what there is not; RV002: the login is not of that app.';

--
-- Name: complaint_put(integer, text, text, text, integer, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text) RETURNS bigint
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  INSERT INTO reeve.complaint(
    collection_id, key, policy, words, reporter_id, reporter_key, rule, filed_by)
  VALUES (complaint_put.collection_id, complaint_put.key, complaint_put.policy,
    nullif(left(btrim(complaint_put.words), 2000), ''), complaint_put.reporter_id,
    complaint_put.reporter_key, complaint_put.rule, session_user)
  RETURNING complaint.complaint_id
$$;

ALTER FUNCTION reeve.complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text) OWNER TO reeve_owner;

--
-- Name: FUNCTION complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text) IS 'Notes what a person or a rule reports; the next look at the queue puts it into its case.';

--
-- Name: console_catalog(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.console_catalog() RETURNS TABLE(app text, collection text, show text[], personal text[], findable boolean, hideable boolean, searchable boolean, verbs text[], key text[], key_types text[], kinds text[], limits text[])
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.app, c.name, c.show_columns, c.personal_columns,
    coalesce(c.find_column, c.find_plain) IS NOT NULL
      OR cardinality(c.key_columns) = 1 AND c.key_types[1] ~ '^(text|character)',
    c.visible_column IS NOT NULL, jsonb_typeof(c.search) IS NOT DISTINCT FROM 'object',
    ARRAY(SELECT a.verb FROM reeve.catalog_action a
      WHERE a.collection_id = c.collection_id AND a.is_live ORDER BY a.verb),
    c.key_columns, c.key_types,
    ARRAY(SELECT a.kind FROM reeve.catalog_action a
      WHERE a.collection_id = c.collection_id AND a.is_live ORDER BY a.verb),
    ARRAY(SELECT jsonb_object_keys(c.limits) ORDER BY 1)
  FROM reeve.collection c
  WHERE c.is_live
  ORDER BY c.app, c.collection_id
$$;

ALTER FUNCTION reeve.console_catalog() OWNER TO reeve_owner;

--
-- Name: FUNCTION console_catalog(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.console_catalog() IS 'What the console needs to know of each applied collection; kinds are those of its verbs.';

--
-- Name: cron_after(reeve.cron_fields, text, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  start timestamptz := date_trunc('second', after);
  shown timestamp := start AT TIME ZONE zone;
  shift interval := shown - (start AT TIME ZONE 'UTC');
  change timestamptz;
  wanted timestamp;
  instant timestamptz;
BEGIN
  IF fields.hours <> 16777215 THEN
    IF shown - ((start - interval '24 hours') AT TIME ZONE zone) < interval '24 hours' THEN
      -- Set back in the last day: what was shown before that has had its turn.
      change := reeve.zone_change(zone, start - interval '24 hours', start);
      shown := greatest(shown, (change - interval '1 second') AT TIME ZONE zone);
    END IF;
    RETURN reeve.zone_instant(zone, reeve.cron_match(fields, shown));
  END IF;
  wanted := reeve.cron_match(fields, shown);
  IF ((start + interval '24 hours') AT TIME ZONE zone) - shown < interval '24 hours' THEN
    change := reeve.zone_change(zone, start, start + interval '24 hours');
    IF wanted > (change - interval '1 second') AT TIME ZONE zone THEN
      -- Not before the clock is set back: the search goes on from what it shows then.
      shown := change AT TIME ZONE zone;
      shift := shown - (change AT TIME ZONE 'UTC');
      wanted := reeve.cron_match(fields, shown - interval '1 second');
    END IF;
  END IF;
  LOOP
    instant := reeve.zone_instant(zone, wanted);
    IF instant <= start THEN
      -- Of a time that comes twice it is the second.
      instant := (wanted AT TIME ZONE 'UTC') - shift;
    END IF;
    shown := instant AT TIME ZONE zone;
    IF shown = wanted THEN
      RETURN instant;
    END IF;
    wanted := reeve.cron_match(fields, shown - interval '1 second');
  END LOOP;
END
$$;

ALTER FUNCTION reeve.cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone) IS 'The first occurrence after an instant, in a zone. A time of the day that is left out fires as the clock is set, one that comes twice the first time; what fits every hour goes on through both.';

--
-- Name: cron_bit(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_bit(bits bigint, start integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (start + (round((ln((NULLIF(((bits >> start) & (- (bits >> start))), 0))::double precision) / ln((2)::double precision))))::integer);

ALTER FUNCTION reeve.cron_bit(bits bigint, start integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_bit(bits bigint, start integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_bit(bits bigint, start integer) IS 'The lowest bit that is set from start (0 … 62) on; NULL where there is none.';

--
-- Name: cron; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.cron (
    cron_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    kind_id integer NOT NULL,
    queue_id integer NOT NULL,
    args jsonb NOT NULL,
    every interval,
    next_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    paused_at timestamp with time zone,
    expression text,
    zone text DEFAULT 'UTC'::text NOT NULL,
    missed text DEFAULT 'last'::text NOT NULL,
    most integer DEFAULT 100 NOT NULL,
    overlap text DEFAULT 'skip'::text NOT NULL,
    waiting_at timestamp with time zone,
    CONSTRAINT cron_catch_up CHECK (((missed <> 'all'::text) OR (overlap = 'allow'::text))),
    CONSTRAINT cron_every CHECK (((every >= '00:00:01'::interval) AND (every <= '366 days'::interval))),
    CONSTRAINT cron_expression_length CHECK ((char_length(expression) <= 500)),
    CONSTRAINT cron_missed CHECK ((missed = ANY (ARRAY['skip'::text, 'last'::text, 'all'::text]))),
    CONSTRAINT cron_most CHECK (((most >= 1) AND (most <= 100))),
    CONSTRAINT cron_overlap CHECK ((overlap = ANY (ARRAY['allow'::text, 'skip'::text, 'queue'::text]))),
    CONSTRAINT cron_waiting CHECK (((waiting_at IS NULL) OR (overlap = 'queue'::text))),
    CONSTRAINT cron_when CHECK (((every IS NULL) <> (expression IS NULL)))
);

ALTER TABLE reeve.cron OWNER TO reeve_owner;

--
-- Name: TABLE cron; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.cron IS 'Schedules: when they fire, and what becomes of what was missed.';

--
-- Name: COLUMN cron.zone; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron.zone IS 'Whose clock the expression is about; an IANA name.';

--
-- Name: COLUMN cron.missed; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron.missed IS 'Of occurrences that no worker was there for: none fires a minute late (skip), the last does, or all do, the newest most of them.';

--
-- Name: COLUMN cron.overlap; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron.overlap IS 'While the job before is live: allow another, skip, or let one occurrence wait (queue).';

--
-- Name: COLUMN cron.waiting_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron.waiting_at IS 'The occurrence that waits for the job before it.';

--
-- Name: cron_count(reeve.cron, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_count(schedule reeve.cron, last_at timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  moment timestamptz := schedule.next_at;
BEGIN
  IF schedule.every IS NOT NULL THEN
    RETURN 1 + round(
      extract(epoch FROM last_at - moment) / extract(epoch FROM schedule.every));
  END IF;
  FOR counted IN 1..1000 LOOP
    IF moment >= last_at THEN
      RETURN counted;
    END IF;
    moment := reeve.cron_following(schedule, moment);
  END LOOP;
  RETURN NULL;
END
$$;

ALTER FUNCTION reeve.cron_count(schedule reeve.cron, last_at timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_count(schedule reeve.cron, last_at timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_count(schedule reeve.cron, last_at timestamp with time zone) IS 'How many occurrences there are from next_at to another; NULL for more than 1000 of the clock.';

--
-- Name: cron_find(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_find(app text, wanted text) RETURNS reeve.cron
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  found_ones reeve.cron[] := ARRAY(
    SELECT c FROM reeve.cron c
    WHERE wanted IN (c.name, c.app || '/' || c.name) AND c.app = coalesce(cron_find.app, c.app)
    ORDER BY c.app);
BEGIN
  IF cardinality(found_ones) = 1 THEN
    RETURN found_ones[1];
  END IF;
  RAISE EXCEPTION USING ERRCODE = CASE cardinality(found_ones) WHEN 0 THEN 'RV004' ELSE 'RV001' END,
    MESSAGE = CASE cardinality(found_ones)
      WHEN 0 THEN format('there is no schedule %s', wanted)
      ELSE format('more than one schedule is called %s', wanted) END,
    HINT = CASE cardinality(found_ones) WHEN 0 THEN '`cron` lists them.'
      ELSE (SELECT 'One of: ' || string_agg(f.app || '/' || f.name, ', ')
        FROM unnest(found_ones) f) END;
END
$$;

ALTER FUNCTION reeve.cron_find(app text, wanted text) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_find(app text, wanted text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_find(app text, wanted text) IS 'The schedule of a name, or of app/name, in an app (NULL: in any). RV004 where there is none, RV001 where there are several.';

--
-- Name: cron_following(reeve.cron, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_following(schedule reeve.cron, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE WHEN schedule.every IS NULL
    THEN reeve.cron_next(schedule.expression, schedule.zone, after)
    ELSE schedule.next_at + schedule.every * (1 + floor(
      extract(epoch FROM after - schedule.next_at) / extract(epoch FROM schedule.every)))::float8
    END
$$;

ALTER FUNCTION reeve.cron_following(schedule reeve.cron, after timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_following(schedule reeve.cron, after timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_following(schedule reeve.cron, after timestamp with time zone) IS 'The first occurrence of a schedule after an instant; every interval counts from next_at on.';

--
-- Name: cron_job(reeve.cron, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_job(schedule reeve.cron, principal text) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  held text := CASE WHEN schedule.overlap <> 'allow' THEN 'cron:' || schedule.cron_id END;
BEGIN
  IF EXISTS (SELECT FROM reeve.job_key k WHERE k.key = held) THEN
    RETURN NULL;
  END IF;
  RETURN (reeve.job_put(ARRAY[jsonb_build_object(
    'kind', (SELECT k.name FROM reeve.job_kind k WHERE k.kind_id = schedule.kind_id),
    'queue', (SELECT q.name FROM reeve.queue q WHERE q.queue_id = schedule.queue_id),
    'args', schedule.args, 'app', schedule.app, 'unique_key', held)], principal))[1];
END
$$;

ALTER FUNCTION reeve.cron_job(schedule reeve.cron, principal text) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_job(schedule reeve.cron, principal text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_job(schedule reeve.cron, principal text) IS 'Asks for a schedule''s job, under the lock of its row, for a principal (NULL = the schedule); NULL when the one before is live and the schedule does not allow two.';

--
-- Name: cron_latest(reeve.cron, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_latest(schedule reeve.cron, upto timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  low timestamptz := schedule.next_at;
  high timestamptz := upto;
  middle timestamptz;
  found timestamptz;
BEGIN
  -- low is an occurrence, and there is none after high. Hours, not days: a day's length varies.
  WHILE high - low > interval '1 second' LOOP
    middle := low + make_interval(secs => extract(epoch FROM high - low)::float8 / 2);
    found := reeve.cron_following(schedule, middle);
    IF found <= upto THEN
      low := found;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  found := reeve.cron_following(schedule, low);
  RETURN CASE WHEN found <= upto THEN found ELSE low END;
END
$$;

ALTER FUNCTION reeve.cron_latest(schedule reeve.cron, upto timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_latest(schedule reeve.cron, upto timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_latest(schedule reeve.cron, upto timestamp with time zone) IS 'The last occurrence from next_at, which is not later, up to an instant; found by bisection, however many there are.';

--
-- Name: cron_list(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_list(app text DEFAULT NULL::text) RETURNS TABLE(schedule text, kind text, at text, zone text, missed text, overlap text, state text, next_at timestamp with time zone, last_at timestamp with time zone, last text, last_job bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT c.app || '/' || c.name, k.name, coalesce(c.expression, 'every ' || c.every),
      CASE WHEN c.expression IS NOT NULL THEN c.zone END,
      CASE c.missed WHEN 'all' THEN 'all up to ' || c.most ELSE c.missed END, c.overlap,
      CASE WHEN c.paused_at IS NOT NULL THEN 'paused' WHEN c.waiting_at IS NOT NULL THEN 'waiting'
        ELSE 'active' END,
      CASE WHEN c.paused_at IS NULL THEN c.next_at END, coalesce(f.last_at, f.fire_at),
      CASE WHEN f.fire_at IS NOT NULL THEN coalesce(f.skipped, 'fired') END, f.job_id
    FROM reeve.cron c
    JOIN reeve.job_kind k USING (kind_id)
    LEFT JOIN LATERAL (
      SELECT * FROM reeve.cron_fire f WHERE f.cron_id = c.cron_id
      ORDER BY f.fire_at DESC LIMIT 1) f ON TRUE
    WHERE c.app = coalesce(cron_list.app, c.app)
    ORDER BY c.app, c.name;
END
$$;

ALTER FUNCTION reeve.cron_list(app text) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_list(app text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_list(app text) IS 'Schedules of an app (NULL: of all): when they fire next, and what became of the last occurrence.';

--
-- Name: cron_load(text, jsonb, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_load(app text, jobs jsonb, dry_run boolean DEFAULT false) RETURNS TABLE(change text, object text, note text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  entry record;
  wanted reeve.cron;
  present reeve.cron;
BEGIN
  FOR entry IN SELECT j.key AS name, j.value AS spec FROM jsonb_each(jobs) j ORDER BY j.key LOOP
    SELECT k.kind_id, q.queue_id INTO wanted.kind_id, wanted.queue_id
    FROM reeve.job_kind k LEFT JOIN reeve.queue q
      ON q.queue_id = k.queue_id AND NOT entry.spec ? 'queue' OR q.name = entry.spec ->> 'queue'
    WHERE k.name = entry.spec ->> 'kind';
    IF NOT FOUND OR wanted.queue_id IS NULL THEN
      RAISE EXCEPTION 'job % names an unknown kind or queue', entry.name USING ERRCODE = 'RV005',
        DETAIL = format('kind %s, queue %s', entry.spec -> 'kind', entry.spec -> 'queue');
    END IF;
    wanted.every := make_interval(
      secs => extract(epoch FROM (entry.spec ->> 'every')::interval)::double precision);
    wanted.expression := entry.spec ->> 'cron';
    wanted.zone := coalesce(entry.spec ->> 'zone', 'UTC');
    wanted.missed := coalesce(entry.spec ->> 'missed', 'last');
    wanted.most := coalesce((entry.spec ->> 'most')::int, 100);
    wanted.overlap := coalesce(entry.spec ->> 'overlap', 'skip');
    wanted.args := coalesce(entry.spec -> 'args', '{}');
    wanted.next_at := coalesce(
      reeve.cron_next(wanted.expression, wanted.zone, clock_timestamp()), clock_timestamp());
    SELECT * INTO present FROM reeve.cron c WHERE c.app = cron_load.app AND c.name = entry.name;
    IF NOT FOUND THEN
      change := 'add';
      IF NOT dry_run THEN
        INSERT INTO reeve.cron(app, name, kind_id, queue_id, args, every, expression, zone, missed,
          most, overlap, next_at)
        VALUES (cron_load.app, entry.name, wanted.kind_id, wanted.queue_id, wanted.args,
          wanted.every, wanted.expression, wanted.zone, wanted.missed, wanted.most, wanted.overlap,
          wanted.next_at);
      END IF;
    ELSIF (present.kind_id, present.queue_id, present.args, present.every, present.expression,
        present.zone, present.missed, present.most, present.overlap)
      IS DISTINCT FROM (wanted.kind_id, wanted.queue_id, wanted.args, wanted.every,
        wanted.expression, wanted.zone, wanted.missed, wanted.most, wanted.overlap) THEN
      change := 'change';
      IF NOT dry_run THEN
        IF wanted.overlap <> 'queue' THEN
          INSERT INTO reeve.cron_fire(cron_id, fire_at, skipped)
          SELECT present.cron_id, present.waiting_at, 'overlap'
          WHERE present.waiting_at IS NOT NULL;
          present.waiting_at := NULL;
        END IF;
        UPDATE reeve.cron c
        SET kind_id = wanted.kind_id, queue_id = wanted.queue_id, args = wanted.args,
          every = wanted.every, expression = wanted.expression, zone = wanted.zone,
          missed = wanted.missed, most = wanted.most, overlap = wanted.overlap,
          waiting_at = present.waiting_at,
          next_at = CASE
            WHEN wanted.every IS NOT NULL THEN least(c.next_at, clock_timestamp() + wanted.every)
            WHEN (c.expression, c.zone) IS DISTINCT FROM (wanted.expression, wanted.zone)
              THEN wanted.next_at ELSE c.next_at END
        WHERE c.cron_id = present.cron_id;
      END IF;
    ELSE
      CONTINUE;
    END IF;
    object := 'job ' || entry.name;
    note := format('%s %s', entry.spec ->> 'kind', coalesce('every ' || wanted.every,
      format('at %s in %s', wanted.expression, wanted.zone)));
    RETURN NEXT;
  END LOOP;
  FOR present IN
    SELECT * FROM reeve.cron c
    WHERE c.app = cron_load.app AND NOT coalesce(jobs, '{}') ? c.name ORDER BY c.name
  LOOP
    IF NOT dry_run THEN
      DELETE FROM reeve.cron_fire f WHERE f.cron_id = present.cron_id;
      DELETE FROM reeve.cron c WHERE c.cron_id = present.cron_id;
    END IF;
    change := 'remove';
    object := 'job ' || present.name;
    note := NULL;
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.cron_load(app text, jobs jsonb, dry_run boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_load(app text, jobs jsonb, dry_run boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_load(app text, jobs jsonb, dry_run boolean) IS 'Makes an app''s schedules those of its catalog; gives the difference. A new interval fires at once.';

--
-- Name: cron_match(reeve.cron_fields, timestamp without time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_match(fields reeve.cron_fields, after timestamp without time zone) RETURNS timestamp without time zone
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  start timestamp := date_trunc('second', after) + interval '1 second';
  y int := extract(year FROM start);
  m int := extract(month FROM start);
  d int := extract(day FROM start);
  h int := extract(hour FROM start);
  i int := extract(minute FROM start);
  s int := extract(second FROM start);
  found int;
  first_day date;
  month_days bigint;
  week bigint;
BEGIN
  LOOP
    found := reeve.cron_bit(fields.months, m);
    IF found IS DISTINCT FROM m THEN
      y := y + (found IS NULL)::int;
      m := coalesce(found, reeve.cron_bit(fields.months, 1));
      d := 1;
      h := 0; i := 0; s := 0;
    END IF;
    first_day := make_date(y, m, 1);
    found := extract(day FROM first_day + interval '1 month -1 day');
    -- The week repeated six times, from the weekday of the 1st on; bit 1 is the 1st.
    week := (fields.weekdays * 4432676798593) >> extract(dow FROM first_day)::int << 1;
    month_days := (fields.days & -2) | ((fields.days & 1) << found);
    month_days := CASE WHEN fields.needs_both THEN month_days & week ELSE month_days | week END
      & (2::bigint << found) - 1;
    found := reeve.cron_bit(month_days, d);
    IF found IS DISTINCT FROM d THEN
      h := 0; i := 0; s := 0;
      IF found IS NULL THEN
        m := m + 1;
        d := 1;
        CONTINUE;
      END IF;
      d := found;
    END IF;
    found := reeve.cron_bit(fields.hours, h);
    IF found = h THEN
      found := reeve.cron_bit(fields.minutes, i);
      IF found = i THEN
        found := reeve.cron_bit(fields.seconds, s);
        IF found IS NOT NULL THEN
          RETURN make_timestamp(y, m, d, h, i, found);
        END IF;
        found := reeve.cron_bit(fields.minutes, i + 1);
      END IF;
      IF found IS NOT NULL THEN
        RETURN make_timestamp(y, m, d, h, found, reeve.cron_bit(fields.seconds, 0));
      END IF;
      found := reeve.cron_bit(fields.hours, h + 1);
    END IF;
    IF found IS NOT NULL THEN
      RETURN make_timestamp(y, m, d, found, reeve.cron_bit(fields.minutes, 0),
        reeve.cron_bit(fields.seconds, 0));
    END IF;
    d := d + 1;
    h := 0; i := 0; s := 0;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.cron_match(fields reeve.cron_fields, after timestamp without time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_match(fields reeve.cron_fields, after timestamp without time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_match(fields reeve.cron_fields, after timestamp without time zone) IS 'The first whole second after a moment of the calendar that the fields fit, found month by month, then day, hour, minute and second; a clock that is never set.';

--
-- Name: cron_next(text, text, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_next(expression text, zone text, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.cron_after(reeve.cron_parse(expression), zone, after)
$$;

ALTER FUNCTION reeve.cron_next(expression text, zone text, after timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_next(expression text, zone text, after timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_next(expression text, zone text, after timestamp with time zone) IS 'The first occurrence of a cron expression after an instant, by the clock of a zone. RV001 for an expression that cannot be read or would never fire.';

--
-- Name: cron_parse(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_parse(expression text) RETURNS reeve.cron_fields
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  fields CONSTANT text[] := '{second,minute,hour,day of month,month,day of week}';
  low CONSTANT int[] := '{0,0,0,1,1,0}';
  high CONSTANT int[] := '{59,59,23,31,12,7}';
  month_names CONSTANT text[] := '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}';
  day_names CONSTANT text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  words text[];
  item text;
  parts text[];
  ends int[];
  step int;
  fault text;
  bits bigint[] := '{}';
  result reeve.cron_fields;
BEGIN
  words := regexp_split_to_array(btrim(CASE lower(btrim(left(expression, 500)))
    WHEN '@yearly' THEN '0 0 1 1 *' WHEN '@annually' THEN '0 0 1 1 *'
    WHEN '@monthly' THEN '0 0 1 * *' WHEN '@weekly' THEN '0 0 * * 0'
    WHEN '@daily' THEN '0 0 * * *' WHEN '@midnight' THEN '0 0 * * *'
    WHEN '@hourly' THEN '0 * * * *' ELSE expression END, E' \t'), '[ \t]+');
  fault := CASE WHEN char_length(expression) > 500 THEN 'it is longer than 500 characters'
    WHEN starts_with(words[1], '@') THEN
      'known are @hourly @daily @weekly @monthly @yearly'
    WHEN cardinality(words) NOT IN (5, 6) THEN
      format('it has %s fields, not 5 or 6',
        CASE WHEN words = '{""}' THEN 0 ELSE cardinality(words) END) END;
  IF cardinality(words) = 5 THEN
    words := '0'::text || words;
  END IF;
  FOR i IN 1..CASE WHEN fault IS NULL THEN 6 ELSE 0 END LOOP
    bits[i] := 0;
    FOREACH item IN ARRAY string_to_array(words[i], ',') LOOP
      IF i = 4 AND item IN ('L', 'l') THEN
        bits[i] := bits[i] | 1;
        CONTINUE;
      END IF;
      parts := regexp_match(lower(item),
        '^(\*|[a-z]{3}|[0-9]{1,6})(?:-([a-z]{3}|[0-9]{1,6}))?(?:/([0-9]{1,6}))?$');
      SELECT array_agg(CASE WHEN p ~ '^[0-9]+$' THEN p::int
        WHEN i = 5 THEN array_position(month_names, p)
        WHEN i = 6 THEN array_position(day_names, p) - 1 END ORDER BY n)
      INTO ends FROM unnest(parts[1:2]) WITH ORDINALITY u(p, n);
      IF parts[1] = '*' AND parts[2] IS NULL THEN
        -- 7 is Sunday once more, and no step may land on it.
        ends := ARRAY[low[i], high[i] - (i = 6)::int];
      ELSIF parts IS NULL OR ends[1] IS NULL OR parts[2] IS NOT NULL AND ends[2] IS NULL THEN
        fault := format('%s "%s" is no value, range or step%s', fields[i], item,
          CASE i WHEN 4 THEN '' WHEN 5 THEN '; names are jan … dec'
            WHEN 6 THEN '; names are sun … sat' ELSE '' END);
        EXIT;
      ELSE
        -- A step without an end goes on to the last value; fri-sun and 5-0 end with Sunday as 7.
        ends[2] := CASE WHEN i = 6 AND ends[2] = 0 AND ends[1] > 0 THEN 7
          WHEN parts[2] IS NOT NULL THEN ends[2]
          WHEN parts[3] IS NOT NULL THEN high[i] - (i = 6)::int ELSE ends[1] END;
      END IF;
      step := coalesce(parts[3]::int, 1);
      fault := CASE
        WHEN NOT ends[1] BETWEEN low[i] AND high[i] OR NOT ends[2] BETWEEN low[i] AND high[i] THEN
          format('%s "%s" is not in %s … %s', fields[i], item, low[i], high[i])
        WHEN ends[1] > ends[2] THEN format('%s "%s" goes backwards', fields[i], item)
        WHEN step NOT BETWEEN 1 AND high[i] - low[i] THEN
          format('the step of %s "%s" is not in 1 … %s', fields[i], item, high[i] - low[i]) END;
      EXIT WHEN fault IS NOT NULL;
      FOR value IN ends[1]..ends[2] BY step LOOP
        bits[i] := bits[i] | (1::bigint << value);
      END LOOP;
    END LOOP;
    fault := coalesce(fault, CASE WHEN bits[i] = 0 THEN fields[i] || ' is empty' END);
    EXIT WHEN fault IS NOT NULL;
  END LOOP;
  IF fault IS NULL THEN
    result := ROW(bits[1], bits[2], bits[3], bits[4], bits[5],
      (bits[6] | (bits[6] >> 7)) & 127, words[4] ~ '^\*' OR words[6] ~ '^\*');
    IF result.needs_both AND NOT EXISTS (
      SELECT FROM unnest('{31,29,31,30,31,30,31,31,30,31,30,31}'::int[]) WITH ORDINALITY u(days, m)
      WHERE bits[5] >> m::int & 1 = 1 AND bits[4] & (2::bigint << days) - 1 <> 0) THEN
      fault := format('no month of "%s" has a day "%s", so it would never fire',
        words[5], words[4]);
    END IF;
  END IF;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION 'cron expression "%": %', left(expression, 100), fault USING ERRCODE = 'RV001',
      HINT = 'Fields: [second] minute hour day-of-month month day-of-week.';
  END IF;
  RETURN result;
END
$_$;

ALTER FUNCTION reeve.cron_parse(expression text) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_parse(expression text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_parse(expression text) IS 'Reads 5 fields, or 6 with seconds first, or @hourly and its like: values, names, lists, ranges, steps, L for the last of a month. As in Vixie''s cron a day fits by either of its two fields where both are restricted, by both where one begins with *. RV001 says which field is wrong.';

--
-- Name: cron_perform(text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  present timestamptz := clock_timestamp();
  schedule reeve.cron := reeve.cron_find(app, wanted);
  title text := schedule.app || '/' || schedule.name;
  last_at timestamptz;
BEGIN
  IF coalesce(verb NOT IN ('run', 'pause', 'resume'), TRUE) THEN
    RAISE EXCEPTION 'a schedule can be run, paused or resumed' USING ERRCODE = 'RV001';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('cron ' || verb, why) r;
  IF code IS NULL THEN
    BEGIN
      SELECT c.* INTO STRICT schedule FROM reeve.cron c
      WHERE c.cron_id = schedule.cron_id FOR UPDATE;
    EXCEPTION WHEN lock_not_available OR no_data_found THEN
      code := 'busy';
      message := format('somebody else is changing %s; try again', title);
    END;
  END IF;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF verb = 'run' THEN
    message := reeve.cron_job(schedule, session_user);
    IF message IS NULL THEN
      code := 'state';
      message := (
        SELECT format('job %s of %s is live still', k.job_id, title) FROM reeve.job_key k
        WHERE k.key = 'cron:' || schedule.cron_id);
    END IF;
  ELSIF (verb = 'pause') = (schedule.paused_at IS NOT NULL) THEN
    code := 'state';
    message := format('%s is %s', title,
      CASE verb WHEN 'pause' THEN 'paused already' ELSE 'not paused' END);
  ELSIF verb = 'pause' THEN
    INSERT INTO reeve.cron_fire(cron_id, fire_at, skipped)
    SELECT schedule.cron_id, schedule.waiting_at, 'paused' WHERE schedule.waiting_at IS NOT NULL
    ON CONFLICT DO NOTHING;
    UPDATE reeve.cron c SET paused_at = present, waiting_at = NULL
    WHERE c.cron_id = schedule.cron_id;
  ELSE
    IF schedule.next_at <= present THEN
      last_at := reeve.cron_latest(schedule, present);
      INSERT INTO reeve.cron_fire(cron_id, fire_at, occurrences, last_at, skipped)
      VALUES (schedule.cron_id, schedule.next_at, reeve.cron_count(schedule, last_at), last_at,
        'paused') ON CONFLICT DO NOTHING;
      schedule.next_at := reeve.cron_following(schedule, last_at);
    END IF;
    UPDATE reeve.cron c SET paused_at = NULL, next_at = schedule.next_at
    WHERE c.cron_id = schedule.cron_id;
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  message := coalesce(message, schedule.next_at::text);
  INSERT INTO reeve.cron_reason(command_id, app, name, reason)
  VALUES (reeve.command_record('cron.' || verb, session_user, code => cron_perform.code),
    schedule.app, schedule.name, left(nullif(btrim(why), ''), 2000));
END
$$;

ALTER FUNCTION reeve.cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text) IS 'Runs a schedule now, pauses or resumes it, for seniors. What falls due while it is paused is listed as skipped when it is resumed. The message is the job, or when it fires next. A refusal is returned and recorded, not raised, but for another verb and where no one schedule is named.';

--
-- Name: cron_preview(text, text, text, integer, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone DEFAULT clock_timestamp()) RETURNS TABLE(fire_at timestamp with time zone, local text, utc_offset text, note text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  schedule reeve.cron;
  fields reeve.cron_fields;
  shown timestamp;
  shift numeric;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF times NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'a preview shows 1 to 1000 occurrences' USING ERRCODE = 'RV001';
  END IF;
  IF btrim(wanted) ~ '^@|[[:blank:]]' THEN
    schedule.expression := wanted;
    schedule.zone := coalesce(cron_preview.zone, 'UTC');
    IF NOT reeve.zone_is_known(schedule.zone) THEN
      RAISE EXCEPTION 'there is no time zone %', schedule.zone USING ERRCODE = 'RV001',
        HINT = 'Zones have IANA names, such as Europe/Berlin.';
    END IF;
  ELSE
    schedule := reeve.cron_find(cron_preview.app, wanted);
    IF cron_preview.zone IS NOT NULL THEN
      RAISE EXCEPTION 'a schedule has a zone of its own' USING ERRCODE = 'RV001',
        HINT = format('That of %s is %s.', wanted, schedule.zone);
    END IF;
    start := greatest(start, schedule.next_at - interval '1 microsecond');
  END IF;
  fields := reeve.cron_parse(schedule.expression);
  fire_at := start;
  FOR i IN 1..times LOOP
    fire_at := coalesce(
      reeve.cron_after(fields, schedule.zone, fire_at), reeve.cron_following(schedule, fire_at));
    shown := fire_at AT TIME ZONE schedule.zone;
    shift := extract(epoch FROM shown - (fire_at AT TIME ZONE 'UTC'));
    local := to_char(shown, 'Dy YYYY-MM-DD HH24:MI:SS');
    utc_offset := CASE WHEN shift < 0 THEN 'UTC-' ELSE 'UTC+' END
      || to_char(make_interval(secs => abs(shift)::float8), 'HH24:MI');
    note := CASE
      WHEN shown <> reeve.cron_match(fields, shown - interval '1 second')
        THEN 'for a time that the clock leaves out'
      WHEN reeve.zone_instant(schedule.zone, shown) < fire_at THEN 'the second time' END;
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone) IS 'The next occurrences, by the clock of their zone and its offset, of an expression in a zone (NULL: UTC) or of a schedule.';

--
-- Name: effect_digest(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.effect_digest(action_id bigint) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT sha256(coalesce(string_agg(
    int4send(e.collection_id) || reeve.bytes_prefix(convert_to(e.key, 'UTF8'))
    || int4send(e.rule_id)
    || reeve.bytes_prefix(convert_to(e.before::text, 'UTF8'))
    || reeve.bytes_prefix(convert_to(e.after::text, 'UTF8')),
    ''::bytea ORDER BY e.collection_id, e.key COLLATE "C"), ''::bytea))
  FROM reeve.effect e
  WHERE e.action_id = effect_digest.action_id
$$;

ALTER FUNCTION reeve.effect_digest(action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION effect_digest(action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.effect_digest(action_id bigint) IS 'sha256 of an action''s effects, ordered by collection and key; of no bytes when it has none.';

--
-- Name: enqueue(jsonb[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.enqueue(jobs jsonb[]) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
DECLARE
  fault text;
  shape CONSTANT jsonb := '{"kind": "string", "args": "object", "queue": "string",
    "priority": "number", "due_at": "string", "delay": "string", "max_attempts": "number",
    "unique_key": "string", "app": "string", "collection_id": "number", "subject_key": "string",
    "after": "array"}';
BEGIN
  IF coalesce(cardinality(jobs), 0) = 0 THEN
    RETURN;
  END IF;
  SELECT CASE WHEN cardinality(jobs) > 1 THEN format('job %s: ', o.n) ELSE '' END || f.fault
  INTO fault
  FROM unnest(jobs) WITH ORDINALITY o(body, n)
  LEFT JOIN reeve.job_kind k ON k.name = o.body ->> 'kind'
  LEFT JOIN reeve.queue q ON q.name = o.body ->> 'queue'
  CROSS JOIN LATERAL (
    SELECT min(CASE WHEN shape ? e.key THEN format('%s is a JSON %s, not %s', e.key,
          shape ->> e.key, left(e.value::text, 100))
        ELSE format('a job has no %s', quote_literal(left(e.key, 100))) END)
    FROM jsonb_each(CASE jsonb_typeof(o.body) WHEN 'object' THEN o.body END) e
    WHERE NOT shape ? e.key OR jsonb_typeof(e.value) NOT IN ('null', shape ->> e.key)) w(fault)
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN jsonb_typeof(o.body) IS DISTINCT FROM 'object' THEN 'a job is a JSON object'
      WHEN w.fault IS NOT NULL THEN w.fault
      WHEN k.kind_id IS NULL THEN
        format('no job kind %s', coalesce(quote_literal(left(o.body ->> 'kind', 100)), 'NULL'))
      WHEN pg_column_size(o.body -> 'args') > 65536 THEN
        'the arguments of a job are over 64 KiB; keep them in a table and give its key'
      WHEN o.body ->> 'priority' NOT IN ('-1', '0', '1') THEN
        format('priority %s is not -1, 0 or 1', left(o.body ->> 'priority', 100))
      WHEN o.body ->> 'queue' IS NOT NULL AND q.queue_id IS NULL THEN
        format('no queue %s', quote_literal(left(o.body ->> 'queue', 100)))
      WHEN o.body ->> 'max_attempts' !~ '^([1-9][0-9]{0,2}|1000)$' THEN
        format('max_attempts %s is not 1 to 1000', left(o.body ->> 'max_attempts', 100))
      WHEN starts_with(o.body ->> 'unique_key', 'cron:') THEN
        'keys that begin with cron: belong to schedules'
      WHEN char_length(o.body ->> 'unique_key') NOT BETWEEN 1 AND 200 THEN
        'a unique_key has 1 to 200 characters'
      WHEN o.body ->> 'app' IS NOT NULL
        AND NOT EXISTS (SELECT FROM reeve.app a WHERE a.app = o.body ->> 'app') THEN
        format('no app %s', quote_literal(left(o.body ->> 'app', 100)))
      WHEN o.body ->> 'collection_id' IS NOT NULL AND NOT EXISTS (
        SELECT FROM reeve.collection c WHERE c.collection_id::text = o.body ->> 'collection_id')
        THEN format('no collection has the id %s', left(o.body ->> 'collection_id', 100))
      WHEN octet_length(o.body ->> 'subject_key') > 2000 THEN
        'a subject_key has at most 2000 bytes'
      WHEN coalesce(o.body ->> 'due_at', o.body ->> 'delay') IS NOT NULL
        AND reeve.job_due_fault(o.body ->> 'due_at', o.body ->> 'delay') IS NOT NULL THEN
        reeve.job_due_fault(o.body ->> 'due_at', o.body ->> 'delay')
      WHEN EXISTS (
        SELECT FROM jsonb_array_elements_text(nullif(o.body -> 'after', 'null')) a(id)
        WHERE a.id IS NULL OR a.id !~ '^[0-9]{1,18}$') THEN 'after is an array of ids of jobs'
    END) f(fault)
  WHERE f.fault IS NOT NULL ORDER BY o.n LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001';
  END IF;
  IF EXISTS (SELECT FROM unnest(jobs) b(body) WHERE b.body ? 'after') THEN
    SELECT format('job %s was cancelled or is a dead letter, or there is none', a.id) INTO fault
    FROM unnest(jobs) b(body)
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE WHEN jsonb_typeof(b.body -> 'after') = 'array' THEN b.body -> 'after' ELSE '[]' END)
        a(id)
    WHERE NOT EXISTS (SELECT FROM reeve.job j WHERE j.job_id = a.id::bigint)
      OR EXISTS (SELECT FROM reeve.job_dead d WHERE d.job_id = a.id::bigint)
      OR EXISTS (SELECT FROM reeve.job_end e
        WHERE e.job_id = a.id::bigint AND e.outcome = 'cancelled')
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001', HINT = 'Nothing can wait for it.';
    END IF;
  END IF;
  SELECT format('Members of %s may enqueue %s.', array_to_string(k.enqueuers, ', '), k.name)
  INTO fault
  FROM (
    SELECT * FROM reeve.job_kind n
    WHERE n.name IN (SELECT b.body ->> 'kind' FROM unnest(jobs) b(body)) OFFSET 0) k
  WHERE NOT reeve.role_is_held(k.enqueuers, session_user)
  ORDER BY k.name LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not enqueue that', session_user USING ERRCODE = 'RV002', DETAIL = fault;
  END IF;
  RETURN QUERY SELECT unnest(reeve.job_put(jobs, session_user));
END
$_$;

ALTER FUNCTION reeve.enqueue(jobs jsonb[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION enqueue(jobs jsonb[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.enqueue(jobs jsonb[]) IS 'Asks for jobs in the caller''s transaction; all or none. Each is an object: kind; args, an object up to 64 KiB; queue; priority -1, 0 or 1; due_at or delay; max_attempts; unique_key; app, collection_id and subject_key, what it is about; after, ids of jobs to be completed before. Of each the id, in order; with a unique_key that a live job holds, that job''s. RV001 says which is wrong and how, RV002 that the caller may not ask for a kind.';

--
-- Name: enqueue(text, jsonb, timestamp with time zone, smallint, text, integer, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority smallint DEFAULT 0, app text DEFAULT NULL::text, collection_id integer DEFAULT NULL::integer, subject_key text DEFAULT NULL::text, unique_key text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  RETURN (
    SELECT reeve.enqueue(ARRAY[jsonb_build_object('kind', kind, 'args', args, 'due_at', due_at,
      'priority', priority, 'app', app, 'collection_id', collection_id,
      'subject_key', subject_key, 'unique_key', unique_key)]));
END
$$;

ALTER FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) IS 'Asks for one job: see reeve.enqueue(jsonb[]).';

--
-- Name: hand_assert(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.hand_assert() RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  -- An app's trigger runs with the hand's rights during the hand's UPDATE, and an owner may ALTER
  -- its functions: were one made INVOKER, the next call would run the app's code as our owner.
  -- They are found by whom they depend on: no index of pg_proc leads to an owner's.
  IF EXISTS (
    SELECT FROM pg_shdepend d JOIN pg_proc p ON p.oid = d.objid
    WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = 'reeve_hand'::regrole
      AND d.deptype = 'o' AND d.classid = 'pg_proc'::regclass
      AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
      AND p.pronamespace = 'reeve'::regnamespace AND (NOT p.prosecdef OR p.proconfig IS NULL
        OR NOT p.proconfig @> ARRAY['search_path=pg_catalog, reeve, pg_temp']))
  THEN
    RAISE EXCEPTION 'a function of reeve_hand was altered'
      USING ERRCODE = 'RV002', HINT = 'Look for a hostile trigger in the app, then run `upgrade`.';
  END IF;
END
$$;

ALTER FUNCTION reeve.hand_assert() OWNER TO reeve_owner;

--
-- Name: FUNCTION hand_assert(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.hand_assert() IS 'Raises RV002 unless every function of reeve_hand still runs as reeve_hand.';

--
-- Name: hand_digests(integer, jsonb, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_digests(collection_id integer, bounds jsonb, except_keys text[]) RETURNS TABLE(range integer, documents bigint, digest bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    AS $_$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT d.range, count(*),
       bit_xor(hash_record_extended(
         ROW(d.key, d.label, d.popularity, d.a, d.b, d.c, d.d), 1))
     FROM (%s) d WHERE d.key <> ALL ($2) GROUP BY d.range', reeve.search_extract(coll))
  USING bounds, except_keys;
END
$_$;

ALTER FUNCTION reeve.hand_digests(collection_id integer, bounds jsonb, except_keys text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_digests(collection_id integer, bounds jsonb, except_keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_digests(collection_id integer, bounds jsonb, except_keys text[]) IS 'What the index should hold, but for some keys: documents and their digests together, by range.';

--
-- Name: hand_documents(integer, jsonb, text[], integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_documents(collection_id integer, bounds jsonb, keys text[], range integer) RETURNS TABLE(key text, label text, popularity real, tsv tsvector, digest bigint, in_range integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    AS $_$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT d.key, d.label, d.popularity, reeve.search_vector($4, d.a, d.b, d.c, d.d),
       hash_record_extended(ROW(d.key, d.label, d.popularity, d.a, d.b, d.c, d.d), 1), %s
     FROM (%s AND %s) d',
    CASE WHEN keys IS NULL THEN '$3' ELSE 'd.range' END, reeve.search_extract(coll),
    CASE WHEN keys IS NULL
      THEN reeve.search_range(coll.key_columns, coll.key_types, bounds, hand_documents.range)
      ELSE replace(coll.keys_sql, '$1', '$2') END)
  USING bounds, keys, hand_documents.range, reeve.search_config(coll.search);
END
$_$;

ALTER FUNCTION reeve.hand_documents(collection_id integer, bounds jsonb, keys text[], range integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_documents(collection_id integer, bounds jsonb, keys text[], range integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_documents(collection_id integer, bounds jsonb, keys text[], range integer) IS 'Search documents of the rows with these keys, or else of one range of keys, with digests of what they were made from.';

--
-- Name: hand_find(integer, text, text[], integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_find(collection_id integer, query text, only_keys text[], max_rows integer) RETURNS TABLE(key text, label text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $_$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  folded text := btrim(reeve.text_fold(query));
  later text := '% ' || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  fields text := format('%s AS key, (%s)::text AS label', c.key_sql, c.label_sql);
  chosen text := format('SELECT %s FROM %s t', fields, c.table_sql);
  among text := CASE WHEN only_keys IS NULL THEN '' ELSE ' AND ' || c.keys_sql END;
  -- The plain column, and a textual key.
  names text[] := ARRAY(
    SELECT a.attname::text FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
    WHERE a.attrelid = c.relation AND y.typcategory = 'S'
      AND (a.attname = c.find_plain OR ARRAY[a.attname::text] = c.key_columns)
    ORDER BY a.attname = c.find_plain DESC NULLS LAST);
  plain text;
  scanned int := 10000;
  matched int := 0;
  more int;
  index record;
  is_cut boolean;
BEGIN
  IF only_keys IS NOT NULL AND folded = '' OR c.find_column IS NULL AND folded = '' THEN
    RETURN QUERY EXECUTE chosen || ' WHERE TRUE' || among || ' ORDER BY t.'
      || quote_ident(c.key_columns[1]) || ' LIMIT $2' USING only_keys, max_rows;
    RETURN;
  END IF;
  IF cardinality(c.key_columns) = 1 OR query ~ '^\s*\[' THEN
    BEGIN
      RETURN QUERY EXECUTE format('%s WHERE %s%s LIMIT $3', chosen, c.keys_sql,
        CASE WHEN only_keys IS NULL THEN '' ELSE format(' AND %s = ANY ($2)', c.key_sql) END)
      USING ARRAY[btrim(query)], only_keys, max_rows;
      GET DIAGNOSTICS matched = ROW_COUNT;
    EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
      NULL;  -- The text is no key, so it is a name.
    END;
  END IF;
  IF matched >= max_rows THEN
    RETURN;
  END IF;
  IF c.find_column IS NOT NULL THEN
    -- In the order of text_pattern_ops, so that its index stops at the limit.
    RETURN QUERY EXECUTE format(
      '%1$s WHERE t.%2$I ^@ $3%3$s ORDER BY t.%2$I USING ~<~ LIMIT $2', chosen, c.find_column,
      among)
    USING only_keys, max_rows - matched, folded;
    GET DIAGNOSTICS matched = ROW_COUNT;
    IF matched = 0 AND length(folded) >= 3 THEN
      -- No name begins so: a later word of one may, which a trigram index answers.
      RETURN QUERY EXECUTE format(
        '%1$s WHERE t.%2$I LIKE $3%3$s ORDER BY t.%2$I LIMIT $2', chosen, c.find_column, among)
      USING only_keys, max_rows, later;
    END IF;
    RETURN;
  END IF;
  IF only_keys IS NULL THEN
    FOREACH plain IN ARRAY names LOOP
      SELECT * INTO index FROM reeve.catalog_index(c.relation, plain);
      CONTINUE WHEN index.ge IS NULL;
      -- From each way to write the beginning, as far along the index as the answer could lie.
      RETURN QUERY EXECUTE format($f$
        SELECT s.key, s.label
        FROM unnest($1) v(start)
        CROSS JOIN LATERAL (
          SELECT %1$s, t.%2$I::text AS name FROM %3$s t
          WHERE t.%2$I %4$s v.start::%6$s ORDER BY t.%2$I USING %5$s LIMIT $3 + 200) s
        WHERE reeve.text_fold(s.name) ^@ $2 AND s.key <> $4
        GROUP BY s.key, s.label, s.name ORDER BY s.name LIMIT $3
      $f$, fields, plain, c.table_sql, index.ge, index.lt, index.type)
      USING ARRAY[btrim(query), folded, initcap(folded), upper(folded)], folded,
        max_rows - matched, btrim(query);
      GET DIAGNOSTICS more = ROW_COUNT;
      matched := matched + more;
      EXIT WHEN matched >= max_rows;
    END LOOP;
  END IF;
  IF matched > 0 OR names = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format($f$
    SELECT %1$s FROM (SELECT t.* FROM %2$s t WHERE TRUE%3$s LIMIT %4$s) t
    CROSS JOIN LATERAL (SELECT reeve.text_fold(t.%5$I::text)) f(name)
    WHERE f.name ^@ $3 OR length($3) >= 3 AND f.name LIKE $4 ORDER BY f.name LIMIT $2
  $f$, fields, c.table_sql, among, scanned, names[1])
  USING only_keys, max_rows, folded, later;
  GET DIAGNOSTICS matched = ROW_COUNT;
  IF matched < max_rows AND (SELECT x.ge FROM reeve.catalog_index(c.relation, names[1]) x) IS NULL
  THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s t OFFSET %s)', c.table_sql, scanned)
    INTO is_cut;
    IF is_cut THEN
      RAISE WARNING 'only % rows of % were looked at: no index begins with %', scanned, c.name,
        names[1] USING HINT = 'sql/README.md tells what find needs.';
    END IF;
  END IF;
END
$_$;

ALTER FUNCTION reeve.hand_find(collection_id integer, query text, only_keys text[], max_rows integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_find(collection_id integer, query text, only_keys text[], max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_find(collection_id integer, query text, only_keys text[], max_rows integer) IS 'Rows whose key is the query, or whose name begins with it, case and accents aside; else names with such a word. By the folded column, else the plain one (else a textual key): through an index that begins with it, and where there is none among the first 10,000 rows, with a warning.';

--
-- Name: hand_import(integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_import(import_id integer, is_halved boolean) RETURNS TABLE(inserted bigint, changed bigint, same bigint, record bigint, code text, reason text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET jit TO 'off'
    AS $$
DECLARE
  statements jsonb := reeve.import_get(import_id);
  way text := CASE WHEN NOT (statements -> 'is_fresh')::boolean THEN 'upsert'
    WHEN is_halved THEN 'fresh' ELSE 'insert' END;
  -- Ranges of records still to write, the next one last.
  lows bigint[];
  highs bigint[];
  low bigint;
  high bigint;
  middle bigint;
  total bigint;
  kept bigint[];
  repeated bigint[];
  moved bigint[];
  lost bigint;
  child jsonb;
BEGIN
  EXECUTE statements ->> 'span' INTO STRICT lows, highs, total;
  IF total = 0 THEN
    RETURN;
  END IF;
  SET CONSTRAINTS ALL IMMEDIATE;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    BEGIN
      IF way = 'insert' THEN
        EXECUTE statements ->> way;
        GET DIAGNOSTICS inserted = ROW_COUNT;
        changed := 0;
        kept := '{}';
        repeated := '{}';
      ELSE
        EXECUTE statements ->> way INTO STRICT total, inserted, changed, kept, repeated
        USING low, high;
      END IF;
      lost := total - inserted - changed - cardinality(kept) - cardinality(repeated);
      FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
        EXECUTE child ->> 'delete' INTO STRICT moved USING low, high, repeated;
        changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
        kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
        EXECUTE child ->> 'upsert' INTO STRICT moved, middle USING low, high, repeated;
        changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
        kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
        IF middle <> 0 THEN
          RAISE EXCEPTION 'two of its child rows have the same key, or a trigger kept one out'
            USING ERRCODE = 'triggered_action_exception';
        END IF;
      END LOOP;
      IF lost <> 0 THEN
        RAISE EXCEPTION 'a trigger or a rule kept its row out'
          USING ERRCODE = 'triggered_action_exception';
      END IF;
      same := cardinality(kept);
      record := NULL;
      code := NULL;
      reason := NULL;
      RETURN NEXT;
      FOREACH record IN ARRAY repeated LOOP
        code := 'key';
        reason := CASE WHEN (statements -> 'is_fresh')::boolean
          THEN 'a row with this key was written since the import began, by an earlier record or by '
            'the app' ELSE 'an earlier record of this file has the same key' END;
        RETURN NEXT;
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      -- What is not the row's fault stops the import: rights, resources, locks, broken SQL.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
      THEN
        RAISE;
      END IF;
      IF NOT is_halved THEN
        inserted := 0;
        changed := 0;
        same := 0;
        record := NULL;
        code := 'halve';
        reason := SQLERRM;
        RETURN NEXT;
        RETURN;
      ELSIF low = high THEN
        record := low;
        code := CASE SQLSTATE WHEN '21000' THEN 'key' ELSE SQLSTATE END;
        reason := CASE SQLSTATE WHEN '21000' THEN 'two of its child rows have the same key'
          ELSE SQLERRM END;
        RETURN NEXT;
      ELSE
        -- The first half is written first, so that of two equal keys the earlier stays.
        middle := (low + high) / 2;
        lows := lows || ARRAY[middle + 1, low];
        highs := highs || ARRAY[high, middle];
      END IF;
    END;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.hand_import(import_id integer, is_halved boolean) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_import(import_id integer, is_halved boolean); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_import(import_id integer, is_halved boolean) IS 'Writes an import''s staged rows, with the hand''s rights: whole, or nothing and the code halve where any is refused; with is_halved by halves, until what is refused stands alone. Rows with a code are those refused; the others are counts.';

--
-- Name: hand_import_compare(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_import_compare(import_id integer) RETURNS TABLE(record bigint, difference text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET jit TO 'off'
    AS $$
DECLARE
  statements jsonb := reeve.import_get(import_id);
  child jsonb;
BEGIN
  RETURN QUERY EXECUTE statements ->> 'compare' USING 0::bigint, bigint '9223372036854775807';
  FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
    RETURN QUERY EXECUTE child ->> 'compare'
    USING 0::bigint, bigint '9223372036854775807', '{}'::bigint[];
  END LOOP;
END
$$;

ALTER FUNCTION reeve.hand_import_compare(import_id integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_import_compare(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_import_compare(import_id integer) IS 'Staged records whose row, or rows in a child table, are missing or differ, with the hand''s rights.';

--
-- Name: hand_import_plan(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_import_plan(import_id integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  statements jsonb := reeve.import_get(import_id);
  statement text;
  is_fresh boolean;
BEGIN
  FOR statement IN
    SELECT s.value #>> '{}'
    FROM (SELECT statements - 'children' - 'is_fresh' UNION ALL
      SELECT jsonb_array_elements(statements -> 'children')) k(kinds)
    CROSS JOIN LATERAL jsonb_each(k.kinds) s
  LOOP
    EXECUTE 'EXPLAIN ' || statement USING 0::bigint, 0::bigint, '{}'::bigint[];
  END LOOP;
  EXECUTE statements ->> 'empty' INTO is_fresh;
  RETURN is_fresh;
EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
  RAISE EXCEPTION 'reeve_hand cannot run this import: %', SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

ALTER FUNCTION reeve.hand_import_plan(import_id integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_import_plan(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_import_plan(import_id integer) IS 'Plans an import''s statements with the hand''s rights, without running them; RV005 where it cannot. Returns whether the target holds no row.';

--
-- Name: hand_key(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_key(collection_id integer, key text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  found text;
BEGIN
  EXECUTE format('SELECT %s FROM %s t WHERE %s LIMIT 1', c.key_sql, c.table_sql, c.keys_sql)
  INTO found USING ARRAY[key];
  RETURN found;
END
$$;

ALTER FUNCTION reeve.hand_key(collection_id integer, key text) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_key(collection_id integer, key text); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_key(collection_id integer, key text) IS 'The key of a row as the database writes it, from any text of it: 007 is 7; NULL when there is no such row. A text of another type than the key''s raises that type''s error.';

--
-- Name: hand_lock(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_lock(collection_id integer, keys text[]) RETURNS TABLE(key text, label text, visible jsonb)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT %s, (%s)::text, %s FROM %s t WHERE %s ORDER BY 1 FOR NO KEY UPDATE OF t',
    c.key_sql, c.label_sql,
    CASE WHEN c.visible_column IS NULL THEN 'NULL::jsonb'
      ELSE format('jsonb_build_object(%L, t.%I)', c.visible_column, c.visible_column) END,
    c.table_sql, c.keys_sql)
  USING keys;
END
$$;

ALTER FUNCTION reeve.hand_lock(collection_id integer, keys text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_lock(collection_id integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_lock(collection_id integer, keys text[]) IS 'Locks the rows with these keys (FOR NO KEY UPDATE, in key order) and returns those that exist.';

--
-- Name: hand_migrate_apply(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_migrate_apply(copy_id integer, keys text[]) RETURNS TABLE(key text, code text, reason text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  -- Ranges of keys still to write, the next one last.
  lows int[] := ARRAY[1];
  highs int[] := ARRAY[cardinality(keys)];
  low int;
  high int;
  middle int;
  part text[];
  is_whole boolean := TRUE;
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'delete') USING keys;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    part := keys[low:high];
    BEGIN
      EXECUTE reeve.migrate_get(copy_id, 'upsert') USING part;
    EXCEPTION WHEN OTHERS THEN
      -- What is not the row's fault stops the copy: rights, resources, locks, broken SQL.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
      THEN
        RAISE;
      END IF;
      IF is_whole AND SQLSTATE IN ('23505', '23P01') THEN
        -- Rows that exchanged a unique value: all of them go, then all come.
        is_whole := FALSE;
        BEGIN
          EXECUTE reeve.migrate_get(copy_id, 'remove') USING part;
          EXECUTE reeve.migrate_get(copy_id, 'upsert') USING part;
          CONTINUE;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
          NULL; -- One of them is truly wrong; found below.
        END;
      END IF;
      is_whole := FALSE;
      IF low = high THEN
        key := keys[low];
        code := SQLSTATE;
        reason := SQLERRM;
        RETURN NEXT;
      ELSE
        middle := (low + high) / 2;
        lows := lows || ARRAY[middle + 1, low];
        highs := highs || ARRAY[high, middle];
      END IF;
    END;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.hand_migrate_apply(copy_id integer, keys text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_migrate_apply(copy_id integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_migrate_apply(copy_id integer, keys text[]) IS 'Reads rows of the live table anew and writes or removes them in the one that follows, with the hand''s rights; returns those that it refuses.';

--
-- Name: hand_migrate_compare(integer, text[], integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_migrate_compare(copy_id integer, low text[], size integer, keys text[] DEFAULT NULL::text[]) RETURNS TABLE(high text[], rows bigint, differing text[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  is_same boolean;
BEGIN
  IF keys IS NOT NULL THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      reeve.migrate_get(copy_id, 'differing_keys')) INTO differing USING keys;
    RETURN NEXT;
    RETURN;
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'page') INTO high, rows USING low, size;
  IF coalesce(rows, 0) < size THEN
    high := NULL; -- To the end: what follows may hold keys behind the last.
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'same') INTO rows, is_same USING low, high;
  IF NOT is_same THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      reeve.migrate_get(copy_id, 'differing')) INTO differing USING low, high;
  END IF;
  RETURN NEXT;
END
$$;

ALTER FUNCTION reeve.hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]) IS 'Compares the next rows behind a key (or those of the keys) of the two tables, with the hand''s rights: by digest, and where that differs row by row. high NULL = these were the last.';

--
-- Name: hand_migrate_copy(integer, text[], integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_migrate_copy(copy_id integer, low text[], size integer) RETURNS TABLE(high text[], rows bigint, is_copied boolean, keys text[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  is_occupied boolean;
BEGIN
  EXECUTE reeve.migrate_get(copy_id, 'page') INTO high, rows USING low, size;
  rows := coalesce(rows, 0);
  is_copied := TRUE;
  IF rows > 0 THEN
    BEGIN
      -- Nobody else writes there. Looking once for the whole range spares a look for each row.
      EXECUTE reeve.migrate_get(copy_id, 'occupied') INTO is_occupied USING low, high;
      EXECUTE reeve.migrate_get(copy_id, CASE WHEN is_occupied THEN 'copy' ELSE 'insert' END)
      USING low, high;
    EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception THEN
      is_copied := FALSE;
      EXECUTE reeve.migrate_get(copy_id, 'keys') INTO keys USING low, high;
    END;
  END IF;
  RETURN NEXT;
END
$$;

ALTER FUNCTION reeve.hand_migrate_copy(copy_id integer, low text[], size integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_migrate_copy(copy_id integer, low text[], size integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_migrate_copy(copy_id integer, low text[], size integer) IS 'Copies the next rows behind a key to the table that follows, with the hand''s rights; those there already stay as they are. If one is refused, none is copied: the keys come back.';

--
-- Name: hand_migrate_plan(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_migrate_plan(copy_id integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['copy', 'same'] LOOP
    EXECUTE 'EXPLAIN ' || reeve.migrate_get(copy_id, kind) USING NULL::text[], NULL::text[];
  END LOOP;
  FOREACH kind IN ARRAY ARRAY['delete', 'upsert', 'differing_keys'] LOOP
    EXECUTE 'EXPLAIN ' || reeve.migrate_get(copy_id, kind) USING '{}'::text[];
  END LOOP;
EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
  RAISE EXCEPTION 'reeve_hand cannot run this copy: %', SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

ALTER FUNCTION reeve.hand_migrate_plan(copy_id integer) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_migrate_plan(copy_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_migrate_plan(copy_id integer) IS 'Plans a live copy''s statements with the hand''s rights, without running them; RV005 where it cannot.';

--
-- Name: hand_parents(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_parents(collection_id integer, key text) RETURNS TABLE(name text, parent_id integer, parent_key text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 2
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
  statement text := reeve.parents_statement(collection_id);
BEGIN
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE statement USING ARRAY[key];
  END IF;
END
$$;

ALTER FUNCTION reeve.hand_parents(collection_id integer, key text) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_parents(collection_id integer, key text); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_parents(collection_id integer, key text) IS 'What a row belongs to by the catalog: the parent''s name, its collection and key (NULL where there is none).';

--
-- Name: hand_ranges(integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    AS $_$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  columns text;
  texts text;
  present text;
BEGIN
  SELECT string_agg(format('t.%I', k.name), ', ' ORDER BY k.place),
    string_agg(format('t.%I::text', k.name), ', ' ORDER BY k.place),
    string_agg(format('t.%I IS NOT NULL', k.name), ' AND ')
  INTO STRICT columns, texts, present
  FROM unnest(coll.key_columns) WITH ORDINALITY k(name, place);
  EXECUTE format(
    'SELECT coalesce(jsonb_agg(jsonb_build_array(%1$s) ORDER BY t.n)
         FILTER (WHERE t.n > 1 AND t.n %% $1 = 1), ''[]''),
       count(*)
     FROM (SELECT %2$s, row_number() OVER (ORDER BY %2$s) AS n FROM %3$s t WHERE %4$s) t',
    texts, columns, coll.table_sql, present)
  INTO bounds, expected
  USING size;
END
$_$;

ALTER FUNCTION reeve.hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint) IS 'Cuts a collection into ranges of so many rows by its key: the keys that ranges 1, 2, … begin with, and how many rows there are.';

--
-- Name: hand_recipients(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_recipients(collection_id integer, keys text[]) RETURNS TABLE(key text, locale text, zone text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  IF c.locale_sql IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format('SELECT %s, (%s)::text, (%s)::text FROM %s t WHERE %s',
    c.key_sql, c.locale_sql, c.zone_sql, c.table_sql, c.keys_sql)
  USING keys;
END
$$;

ALTER FUNCTION reeve.hand_recipients(collection_id integer, keys text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_recipients(collection_id integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_recipients(collection_id integer, keys text[]) IS 'Those of the rows with these keys to whom notices can be sent, with their language and zone.';

--
-- Name: hand_report(text, text, text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_report(app text, name text, key text, arguments text[]) RETURNS SETOF text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.report_statement(app, name) USING key, arguments;
END
$$;

ALTER FUNCTION reeve.hand_report(app text, name text, key text, arguments text[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_report(app text, name text, key text, arguments text[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_report(app text, name text, key text, arguments text[]) IS 'Runs a report of the applied catalog with the hand''s rights: one text[] a row.';

--
-- Name: hand_select(integer, text[], timestamp with time zone, timestamp with time zone, interval, text, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint) RETURNS TABLE(key text, label text, before jsonb, after jsonb, tell jsonb)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
BEGIN
  -- Statistics say that most rows are stale while a batch job is ending them: a sequential scan
  -- with a limit would then walk all that it has ended before, once a batch.
  RETURN QUERY EXECUTE reeve.rule_statement(rule_id, mode)
  USING keys, at, until, grace, max_rows;
END
$$;

ALTER FUNCTION reeve.hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint) IS 'Rows of the app that a rule would change. mode: read or lock (in key order), any (one of them), or skip (lock what is free).';

--
-- Name: hand_show(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_show(collection_id integer, key text) RETURNS TABLE(field text, value text, type text, is_masked boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  fields text;
BEGIN
  SELECT string_agg(
    CASE WHEN s.name = ANY (c.personal_columns)
      THEN format('(%L, CASE WHEN t.%I IS NOT NULL THEN ''•••'' END, ''text'', TRUE)', s.name,
        s.name)
      ELSE format('(%L, t.%I::text, %L, FALSE)', s.name, s.name,
        format_type(a.atttypid, a.atttypmod)) END, ', ' ORDER BY s.place)
  INTO STRICT fields
  FROM unnest(c.show_columns) WITH ORDINALITY s(name, place)
  JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = s.name;
  RETURN QUERY EXECUTE format(
    'SELECT f.* FROM %s t CROSS JOIN LATERAL (VALUES %s) f(field, value, type, is_masked) WHERE %s',
    c.table_sql, fields, c.keys_sql)
  USING ARRAY[key];
END
$$;

ALTER FUNCTION reeve.hand_show(collection_id integer, key text) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_show(collection_id integer, key text); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_show(collection_id integer, key text) IS 'The shown fields of one row in catalog order as text, personal ones masked; no row if gone.';

--
-- Name: hand_task(text, text, text[], integer); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  EXECUTE reeve.task_statement(app, name) INTO done, remaining USING max_rows, arguments;
END
$$;

ALTER FUNCTION reeve.hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint) IS 'Runs one batch of a task of the applied catalog: its function runs as the app''s owner.';

--
-- Name: hand_write(integer, text[], text[], jsonb[], jsonb[]); Type: FUNCTION; Schema: reeve; Owner: reeve_hand
--

CREATE FUNCTION reeve.hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[] DEFAULT NULL::jsonb[]) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET bytea_output TO 'hex'
    AS $_$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  assignments text;
  record_type text;
  present text;
BEGIN
  SELECT
    string_agg(format('%1$I = r.%1$I', a.attname), ', '),
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '),
    string_agg(format('%L, t.%I', a.attname, a.attname), ', ')
  INTO STRICT assignments, record_type, present
  FROM pg_attribute a
  WHERE a.attrelid = c.relation AND a.attname = ANY (columns);
  RETURN QUERY EXECUTE format($f$
    UPDATE %1$s t SET %2$s
    FROM unnest($1, $2, $3) u(key, val, expect)
    CROSS JOIN LATERAL jsonb_to_record(u.val) r(%3$s)
    WHERE %4$s AND (u.expect IS NULL OR u.expect = jsonb_build_object(%5$s))
    RETURNING u.key
  $f$, c.table_sql, assignments, record_type, c.match_sql, present)
  USING keys, vals, expect;
END
$_$;

ALTER FUNCTION reeve.hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]) OWNER TO reeve_hand;

--
-- Name: FUNCTION hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]); Type: COMMENT; Schema: reeve; Owner: reeve_hand
--

COMMENT ON FUNCTION reeve.hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]) IS 'Sets columns of the rows with these keys, only where they still equal expect (NULL: always); returns the keys written. The app''s triggers run with reeve_hand''s rights.';

--
-- Name: import_ahead(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_ahead(import_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET client_min_messages TO 'warning'
    AS $$
BEGIN
  -- What is staged is made anew after a crash.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  EXECUTE (
    SELECT format('TRUNCATE %s', string_agg(
      reeve.import_stage(i.import_id, t.child) || '_next', ', ' ORDER BY t.child))
    FROM reeve.import i CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_ahead.import_id);
END
$$;

ALTER FUNCTION reeve.import_ahead(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_ahead(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_ahead(import_id integer) IS 'First statement of a transaction that stages the next chunk while one is written: empties the staging tables that are copied to.';

--
-- Name: import; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.import (
    import_id integer NOT NULL,
    app text NOT NULL,
    source text NOT NULL,
    mapping jsonb NOT NULL,
    file text NOT NULL,
    file_mark text NOT NULL,
    declared bigint NOT NULL,
    read bigint DEFAULT 0 NOT NULL,
    inserted bigint DEFAULT 0 NOT NULL,
    changed bigint DEFAULT 0 NOT NULL,
    same bigint DEFAULT 0 NOT NULL,
    quarantined bigint DEFAULT 0 NOT NULL,
    next_offset bigint DEFAULT 0 NOT NULL,
    next_line bigint DEFAULT 1 NOT NULL,
    started_by text DEFAULT SESSION_USER NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    is_fresh boolean DEFAULT false NOT NULL,
    statements jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT import_counts CHECK ((read = (((inserted + changed) + same) + quarantined))),
    CONSTRAINT import_declared CHECK ((declared >= 0)),
    CONSTRAINT import_finished CHECK (((finished_at IS NULL) OR (read = declared)))
);

ALTER TABLE reeve.import OWNER TO reeve_owner;

--
-- Name: TABLE import; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.import IS 'Imports of files, one a run; a run that was cut off goes on.';

--
-- Name: COLUMN import.file_mark; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.file_mark IS 'Size and time of the file: a run goes on only in the file that it began with.';

--
-- Name: COLUMN import.declared; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.declared IS 'Records that the file holds, counted before any was read; no run finishes with fewer or more.';

--
-- Name: COLUMN import.same; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.same IS 'Records whose row was there already, equal.';

--
-- Name: COLUMN import.next_offset; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.next_offset IS 'Byte, from 0, behind the last record that is done.';

--
-- Name: COLUMN import.next_line; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.next_line IS 'Line, from 1, of that byte.';

--
-- Name: COLUMN import.is_fresh; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.is_fresh IS 'The target held no row when the import began: whatever key is there already came since, so that no list of the keys met is needed.';

--
-- Name: COLUMN import.statements; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.import.statements IS 'What the hand runs, by kind: reeve.import_statements.';

--
-- Name: import_begin(jsonb, text, text, bigint, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean DEFAULT false) RETURNS reeve.import
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  finding record;
  i reeve.import;
  is_new boolean := FALSE;
  is_empty boolean;
BEGIN
  SELECT * INTO finding FROM reeve.import_check(import_begin.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  -- The transaction of a process that was killed may still be running: this waits for its end.
  SELECT l.* INTO i FROM reeve.import l
  WHERE l.app = import_begin.mapping ->> 'app' AND l.source = import_begin.mapping ->> 'source'
    AND l.finished_at IS NULL
  FOR UPDATE;
  IF FOUND AND restart THEN
    PERFORM reeve.import_forget(i);
    i := NULL;
  END IF;
  IF i.import_id IS NULL THEN
    INSERT INTO reeve.import(app, source, mapping, file, file_mark, declared)
    VALUES (import_begin.mapping ->> 'app', import_begin.mapping ->> 'source',
      import_begin.mapping, import_begin.file, import_begin.file_mark, import_begin.declared)
    RETURNING * INTO i;
    is_new := TRUE;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('CREATE TABLE %s_seen(%s, "#" bigint NOT NULL, UNIQUE (%s))',
        reeve.import_stage(i.import_id),
        string_agg(format('%I %s', c.name, c.type), ', ' ORDER BY c.place),
        string_agg(quote_ident(c.name), ', ' ORDER BY c.place)),
      format('COMMENT ON TABLE %s_seen IS %L', reeve.import_stage(i.import_id), 'Generated: keys '
        'that an import has met, so that no record overwrites another''s row.'),
      format('GRANT SELECT, INSERT ON %s_seen TO reeve_hand', reeve.import_stage(i.import_id))])
    FROM reeve.import_columns(i.mapping) c
    WHERE c.is_key;
    PERFORM reeve.command_record('import.begin', session_user);
  ELSIF i.mapping <> import_begin.mapping OR i.file_mark <> import_begin.file_mark
    OR i.declared <> import_begin.declared
  THEN
    RAISE EXCEPTION 'import % of % is not finished, and began with another %', i.import_id,
      i.source, CASE WHEN i.mapping <> import_begin.mapping THEN 'mapping' ELSE 'file' END
      USING ERRCODE = 'RV008', DETAIL = format('It has read %s of %s records of %s.',
        i.read, i.declared, i.file),
        HINT = 'Give it what it began with, or forget it with --restart; rows it wrote stay.';
  END IF;
  PERFORM reeve.import_grant(i.import_id, i.mapping);
  UPDATE reeve.import l SET statements = reeve.import_statements(i.import_id, i.mapping)
  WHERE l.import_id = i.import_id;
  PERFORM reeve.hand_assert();
  is_empty := reeve.hand_import_plan(i.import_id);
  IF is_new THEN
    UPDATE reeve.import l SET is_fresh = is_empty WHERE l.import_id = i.import_id;
  END IF;
  RETURN i;
END
$$;

ALTER FUNCTION reeve.import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean) IS 'Begins an import, or goes on with the one that was cut off; restart forgets that one first. Runs as the installer. RV005 for a mapping that does not fit, RV008 where mapping or file are not those it began with.';

--
-- Name: import_check(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_check(mapping jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  x record;
BEGIN
  IF reeve.import_table(mapping) IS NULL THEN
    RETURN QUERY SELECT '/app', 'missing',
      format('the catalog of app %s is not applied here', mapping ->> 'app');
    RETURN;
  END IF;
  FOR x IN SELECT * FROM reeve.import_targets(mapping) t ORDER BY t.child LOOP
    RETURN QUERY SELECT x.path || c.path, c.code, c.message
      FROM reeve.import_check_target(x.target) c;
    -- A child is checked against a sound parent.
    EXIT WHEN FOUND;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.import_check(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_check(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_check(mapping jsonb) IS 'Compares a mapping with the live database; one row a finding, path as a JSON pointer. Expressions are planned as the app''s owner and never run.';

--
-- Name: import_check_target(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_check_target(mapping jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  target text := reeve.import_table(mapping);
  relation regclass := to_regclass(target);
  owner_name text := (SELECT a.owner_name FROM reeve.app a WHERE a.app = mapping ->> 'app');
  keys text[] := reeve.catalog_columns(mapping -> 'key');
  parent text;
  item record;
  problem text;
BEGIN
  IF relation IS NULL THEN
    RETURN QUERY SELECT '/table', 'missing', format('there is no table %s', target);
    RETURN;
  END IF;
  IF (SELECT c.relkind NOT IN ('r', 'p') FROM pg_class c WHERE c.oid = relation) THEN
    RETURN QUERY SELECT '/table', 'type', format('%s is not a table', relation);
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/columns/' || replace(replace(i.name, '~', '~0'), '/', '~1'),
      CASE WHEN i.type IS NULL THEN 'missing' ELSE 'type' END,
      CASE WHEN i.type IS NULL THEN format('%s has no column %s', relation, i.name)
        WHEN a.attgenerated <> '' THEN format('the database itself computes column %s', i.name)
        ELSE format('what is left of a record is JSON, and column %s is %s', i.name, i.type) END
    FROM reeve.import_columns(mapping) i
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name
    WHERE i.type IS NULL OR a.attgenerated <> '' OR i.source IS NULL AND i.form <> 'json';
  RETURN QUERY
    SELECT '/key/' || (k.place - 1),
      CASE WHEN mapping -> 'columns' ? k.name THEN 'null' ELSE 'missing' END,
      CASE WHEN mapping -> 'columns' ? k.name
        THEN format('column %s may be NULL, so it cannot tell rows apart', k.name)
        ELSE format('%s is not among the mapped columns', k.name) END
    FROM unnest(keys) WITH ORDINALITY k(name, place)
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = k.name
    WHERE NOT mapping -> 'columns' ? k.name OR a.attnotnull IS FALSE;
  IF NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indimmediate
      AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum = ANY (i.indkey::int2[]))
        = (SELECT array_agg(k ORDER BY k) FROM unnest(keys) k))
  THEN
    RETURN QUERY SELECT '/key', 'key',
      format('%s has no unique index on exactly (%s)', relation, array_to_string(keys, ', '));
  END IF;
  RETURN QUERY
    SELECT '/columns', 'missing',
      format('column %s of %s takes no NULL, has no default and is not mapped', a.attname, relation)
    FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
      AND NOT a.atthasdef AND a.attidentity = '' AND NOT mapping -> 'columns' ? a.attname;
  IF mapping ? 'parent' THEN
    RETURN QUERY
      SELECT '/columns/' || replace(replace(i.name, '~', '~0'), '/', '~1'), 'missing',
        format('%s is not among the mapped columns of the parent', substr(i.source, 9))
      FROM reeve.import_columns(mapping) i
      WHERE i.source LIKE '$parent.%'
        AND NOT mapping #> '{parent,columns}' ? substr(i.source, 9);
    -- Else a record's rows could be told from another's by nothing.
    RETURN QUERY
      SELECT '/key', 'key', format('no column of the key holds the parent''s %s', k.name)
      FROM unnest(reeve.catalog_columns(mapping #> '{parent,key}')) k(name)
      WHERE NOT EXISTS (
        SELECT FROM reeve.import_columns(mapping) i
        WHERE i.is_key AND i.source = '$parent.' || k.name);
    parent := (
      SELECT string_agg(format('NULL::%s AS %I', i.type, i.name), ', ')
      FROM reeve.import_columns(mapping -> 'parent') i);
  END IF;
  FOR item IN
    SELECT i.* FROM reeve.import_columns(mapping) i
    JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name AND a.attgenerated = ''
    WHERE NOT mapping ? 'parent' OR i.source IS NULL OR i.source NOT LIKE '$parent.%'
      OR mapping #> '{parent,columns}' ? substr(i.source, 9)
  LOOP
    problem := reeve.catalog_try(
      format('INSERT INTO %s(%I) OVERRIDING SYSTEM VALUE '
        'SELECT %s FROM (SELECT NULL::text AS c%s) s, (SELECT %s) p',
        relation, item.name, item.value_sql, item.place, parent), owner_name);
    IF problem IS NOT NULL THEN
      RETURN QUERY SELECT '/columns/' || replace(replace(item.name, '~', '~0'), '/', '~1'),
        'expression', problem;
    END IF;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.import_check_target(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_check_target(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_check_target(mapping jsonb) IS 'Compares one table of a mapping, as reeve.import_targets gives it, with the live database.';

--
-- Name: import_child_statements(integer, jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_child_statements(import_id integer, target jsonb, staged text) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  WITH c AS (
    SELECT i.*, quote_ident(i.name) AS ident,
      format(format('%1$s IS NOT DISTINCT FROM %1$s', i.compare_sql),
        format('t.%I', i.name), format('s.%I', i.name)) AS equals
    FROM reeve.import_columns(target) i
  ),
  p AS (
    SELECT
      string_agg(format('%s AS %s', c.value_sql, c.ident), ', ' ORDER BY c.place) AS vals,
      string_agg(c.ident, ', ' ORDER BY c.place) AS columns,
      string_agg(c.ident, ', ' ORDER BY c.place) FILTER (WHERE c.is_key) AS keys,
      string_agg(format('t.%1$s = s.%1$s', c.ident), ' AND ' ORDER BY c.place)
        FILTER (WHERE c.is_key) AS matches,
      string_agg(format('t.%s = %s', c.ident, c.value_sql), ' AND ' ORDER BY c.place)
        FILTER (WHERE c.is_key AND c.source LIKE '$parent.%') AS belongs,
      string_agg(format('%1$s = EXCLUDED.%1$s', c.ident), ', ' ORDER BY c.place)
        FILTER (WHERE NOT c.is_key) AS assignments,
      coalesce(string_agg(c.equals, ' AND ' ORDER BY c.place) FILTER (WHERE NOT c.is_key), 'TRUE')
        AS equals
    FROM c
  ),
  rows AS (
    -- The parent's rows are p, the child's s.
    SELECT format($f$
      WITH %s,
      p AS MATERIALIZED (SELECT * FROM s WHERE "#" <> ALL ($3)),
      k AS MATERIALIZED (SELECT p."#", %s FROM %s s JOIN p ON p."#" = s.record
        WHERE s.record BETWEEN $1 AND $2)
    $f$, staged, p.vals, reeve.import_stage(import_id, (target ->> 'child')::int)) AS sql
    FROM p
  )
  SELECT jsonb_build_object(
    'delete', format($f$
      %1$s,
      gone AS (
        DELETE FROM %2$s t USING p
        WHERE %3$s AND NOT EXISTS (SELECT FROM k s WHERE s."#" = p."#" AND %4$s)
        RETURNING p."#"
      )
      SELECT ARRAY(SELECT DISTINCT "#" FROM gone)
    $f$, rows.sql, reeve.import_table(target), p.belongs, p.matches),
    'upsert', format($f$
      %1$s,
      n AS MATERIALIZED (
        SELECT s.* FROM k s LEFT JOIN %2$s t ON %3$s WHERE t.ctid IS NULL OR NOT (%4$s)
      ),
      written AS (
        INSERT INTO %2$s AS t (%5$s) OVERRIDING SYSTEM VALUE SELECT %5$s FROM n ORDER BY "#"
        ON CONFLICT (%6$s) DO %7$s
        RETURNING TRUE
      )
      SELECT ARRAY(SELECT DISTINCT "#" FROM n),
        (SELECT count(*) FROM n) - (SELECT count(*) FROM written)
    $f$, rows.sql, reeve.import_table(target), p.matches, p.equals, p.columns, p.keys,
      CASE WHEN p.assignments IS NULL THEN 'NOTHING' ELSE 'UPDATE SET ' || p.assignments END),
    'compare', format($f$
      %1$s
      SELECT DISTINCT d."#", %2$L
      FROM (
        SELECT s."#" FROM k s LEFT JOIN %3$s t ON %4$s WHERE t.ctid IS NULL OR NOT (%5$s)
        UNION ALL
        SELECT p."#" FROM p JOIN %3$s t ON %6$s
        WHERE NOT EXISTS (SELECT FROM k s WHERE s."#" = p."#" AND %4$s)
      ) d
    $f$, rows.sql, format('its rows in %s differ', target ->> 'table'),
      reeve.import_table(target), p.matches, p.equals, p.belongs))
  FROM p, rows
$_$;

ALTER FUNCTION reeve.import_child_statements(import_id integer, target jsonb, staged text) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_child_statements(import_id integer, target jsonb, staged text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_child_statements(import_id integer, target jsonb, staged text) IS 'What the hand runs over the child rows of the staged records $1 to $2 but $3. delete: rows that their record no longer has; returns the records. upsert: the others; returns the records, and how many rows were not taken. compare: records whose child rows are not those of the table.';

--
-- Name: import_clear(integer, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_clear(import_id integer, mapping jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET client_min_messages TO 'warning'
    AS $$
BEGIN
  EXECUTE (
    SELECT format('TRUNCATE %s', string_agg(reeve.import_stage(import_id, t.child), ', '))
    FROM reeve.import_targets(mapping) t);
END
$$;

ALTER FUNCTION reeve.import_clear(import_id integer, mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_clear(import_id integer, mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_clear(import_id integer, mapping jsonb) IS 'Empties an import''s staging tables.';

--
-- Name: import_close(integer, bigint, bigint, bigint, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb) RETURNS reeve.import
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  i reeve.import;
  added bigint;
BEGIN
  INSERT INTO reeve.quarantine(
    import_id, record, line, byte_offset, code, reason, original, is_cut)
  SELECT import_close.import_id, r.record, r.line, r.byte_offset, r.code, r.reason,
    decode(r.original, 'hex'), r.is_cut
  FROM jsonb_to_recordset(rejected) r(record bigint, line bigint, byte_offset bigint, code text,
    reason text, original text, is_cut boolean);
  GET DIAGNOSTICS added = ROW_COUNT;
  UPDATE reeve.import l
  SET read = l.read + added, quarantined = l.quarantined + added,
    next_offset = import_close.next_offset, next_line = import_close.next_line
  WHERE l.import_id = import_close.import_id
  RETURNING * INTO i;
  IF i.read IS DISTINCT FROM import_close.read THEN
    RAISE EXCEPTION 'import %: % records were read, % are written or quarantined', import_id,
      import_close.read, i.read USING ERRCODE = 'RV008';
  END IF;
  RETURN i;
END
$$;

ALTER FUNCTION reeve.import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb) IS 'Last statement of a chunk: quarantines what was rejected and moves the import on. RV008 unless every record read is written or quarantined.';

--
-- Name: import_columns(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_columns(mapping jsonb) RETURNS TABLE(place integer, name text, source text, type text, form text, accept text[], split text, nulls text[], value_sql text, is_key boolean, compare_sql text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  SELECT p.place, c.key, c.value ->> 'from', format_type(a.atttypid, a.atttypmod), f.form,
    ARRAY(
      SELECT unnest(CASE
        WHEN c.value ? 'up' THEN ARRAY['string', 'int', 'double', 'bool', 'timestamp']
        WHEN f.form = 'json'
          THEN ARRAY['string', 'int', 'double', 'bool', 'timestamp', 'bytes', 'reference',
            'geopoint', 'array', 'vector', 'map']
        WHEN f.form = 'array' THEN ARRAY['array', 'vector', 'string']
        WHEN a.atttypid = 'bytea'::regtype THEN ARRAY['bytes', 'string']
        WHEN a.atttypid = 'point'::regtype THEN ARRAY['geopoint', 'string']
        WHEN t.typcategory = 'N' THEN ARRAY['int', 'double', 'string']
        WHEN t.typcategory = 'B' THEN ARRAY['bool', 'string']
        WHEN t.typcategory = 'D' THEN ARRAY['timestamp', 'string']
        WHEN t.typcategory = 'S' THEN ARRAY['string', 'reference']
        ELSE ARRAY['string'] END)
      UNION
      SELECT unnest(reeve.catalog_columns(c.value -> 'accept'))),
    c.value ->> 'split',
    CASE WHEN c.value ? 'null' THEN reeve.catalog_columns(c.value -> 'null')
      WHEN mapping ->> 'format' = 'csv' THEN ARRAY[''] ELSE '{}' END,
    format(CASE WHEN c.value ? 'default' THEN 'coalesce(%s, (%s))' ELSE '%s' END,
      CASE WHEN c.value ? 'up' THEN format('(%s)', replace(c.value ->> 'up', '$v', v.raw))
        ELSE format('%s::%s', v.raw, format_type(a.atttypid,
          -- A cast to a length cuts in silence; without it the table itself refuses.
          CASE WHEN a.atttypid IN ('varchar'::regtype, 'bpchar'::regtype, 'bit'::regtype,
            'varbit'::regtype, 'varchar[]'::regtype, 'bpchar[]'::regtype, 'bit[]'::regtype,
            'varbit[]'::regtype) THEN -1 ELSE a.atttypmod END)) END,
      c.value ->> 'default'),
    c.key = ANY (reeve.catalog_columns(mapping -> 'key')),
    -- Types without equality, or whose equality is not of the whole value.
    CASE WHEN CASE t.typcategory WHEN 'A' THEN t.typelem ELSE t.oid END IN (
        'json'::regtype, 'xml'::regtype,
        'point'::regtype, 'line'::regtype, 'lseg'::regtype, 'box'::regtype, 'path'::regtype,
        'polygon'::regtype, 'circle'::regtype)
      THEN '%s::text' ELSE '%s' END
  FROM jsonb_each(mapping -> 'columns') c
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS place FROM jsonb_object_keys(mapping -> 'columns') k
    WHERE k COLLATE "C" <= c.key COLLATE "C") p
  CROSS JOIN LATERAL (SELECT CASE WHEN mapping ? 'parent' AND c.value ->> 'from' LIKE '$parent.%'
    THEN format('p.%I', substr(c.value ->> 'from', 9)) ELSE 's.c' || p.place END) v(raw)
  LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(reeve.import_table(mapping))
    AND a.attname = c.key AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_type t ON t.oid = a.atttypid
  CROSS JOIN LATERAL (SELECT CASE
    WHEN a.atttypid IN ('json'::regtype, 'jsonb'::regtype) THEN 'json'
    WHEN t.typcategory = 'A' THEN 'array'
    ELSE 'text' END) f(form)
  ORDER BY p.place
$_$;

ALTER FUNCTION reeve.import_columns(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_columns(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_columns(mapping jsonb) IS 'Columns of a mapping in the order of staging, with the kinds of value that each takes, the texts that stand for NULL, its value over the staged row s (and, in a child, the parent''s row p) and how it is compared; type is NULL where there is no such column, source where it takes the rest.';

--
-- Name: import_compare(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_compare(import_id integer) RETURNS TABLE(record bigint, difference text)
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT h.record, string_agg(h.difference, ', ' ORDER BY h.difference)
  FROM reeve.hand_import_compare(import_id) h GROUP BY h.record ORDER BY h.record
$$;

ALTER FUNCTION reeve.import_compare(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_compare(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_compare(import_id integer) IS 'Staged records whose rows in the target or its children are missing or differ.';

--
-- Name: import_finish(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_finish(import_id integer) RETURNS reeve.import
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  i reeve.import;
BEGIN
  SELECT l.* INTO i FROM reeve.import l WHERE l.import_id = import_finish.import_id FOR UPDATE;
  IF i.finished_at IS NOT NULL THEN
    RETURN i;
  END IF;
  IF i.read <> i.declared THEN
    RAISE EXCEPTION 'import %: the file holds % records, and % were read', import_id, i.declared,
      i.read USING ERRCODE = 'RV008';
  END IF;
  -- New rows of the app must not meet the keys that came with the import.
  PERFORM reeve.role_execute(a.owner_name, array_agg(format(
    'SELECT setval(%L, greatest((SELECT max(%I) FROM %s), (SELECT last_value FROM %s)))',
    s.name, c.name, reeve.import_table(t.target), s.name)))
  FROM reeve.import_targets(i.mapping) t
  CROSS JOIN LATERAL reeve.import_columns(t.target) c
  CROSS JOIN LATERAL pg_get_serial_sequence(reeve.import_table(t.target), c.name) s(name)
  JOIN reeve.app a ON a.app = i.app
  WHERE c.type IS NOT NULL AND s.name IS NOT NULL
  GROUP BY a.owner_name;
  UPDATE reeve.import l SET finished_at = clock_timestamp() WHERE l.import_id = i.import_id
  RETURNING l.* INTO i;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s_seen', reeve.import_stage(i.import_id))]);
  PERFORM reeve.import_revoke(i.import_id, i.mapping);
  PERFORM reeve.command_record('import.finish', session_user);
  RETURN i;
END
$$;

ALTER FUNCTION reeve.import_finish(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_finish(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_finish(import_id integer) IS 'Ends an import that has read all that its file holds (else RV008): sequences move behind the keys that came, staging is dropped, the hand''s extra rights end.';

--
-- Name: import_forget(reeve.import); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_forget(i reeve.import) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s_seen', reeve.import_stage(i.import_id))]);
  PERFORM reeve.import_revoke(i.import_id, i.mapping);
  DELETE FROM reeve.quarantine q WHERE q.import_id = i.import_id;
  DELETE FROM reeve.import l WHERE l.import_id = i.import_id;
END
$$;

ALTER FUNCTION reeve.import_forget(i reeve.import) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_forget(i reeve.import); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_forget(i reeve.import) IS 'Takes an open import away, its staging and its quarantine; the rows that it wrote stay.';

--
-- Name: import_get(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_get(import_id integer) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT i.statements || jsonb_build_object('is_fresh', i.is_fresh)
  FROM reeve.import i WHERE i.import_id = import_get.import_id
$$;

ALTER FUNCTION reeve.import_get(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_get(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_get(import_id integer) IS 'The statements of an import, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: import_grant(integer, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_grant(import_id integer, mapping jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  x record;
BEGIN
  FOR x IN
    SELECT t.child, reeve.import_table(t.target) AS name, reeve.import_stage(import_id,
      t.child) AS stage,
      (SELECT string_agg(quote_ident(i.name), ', ') FROM reeve.import_columns(t.target) i)
        AS columns,
      (SELECT string_agg(format(', c%s text', i.place), '' ORDER BY i.place)
        FROM reeve.import_columns(t.target) i) AS staged
    FROM reeve.import_targets(mapping) t
  LOOP
    PERFORM reeve.role_execute(a.owner_name, ARRAY[
      format('GRANT USAGE ON SCHEMA %I TO reeve_hand', a.schema_name),
      format('GRANT SELECT, INSERT (%1$s), UPDATE (%1$s)%2$s ON %3$s TO reeve_hand', x.columns,
        CASE WHEN x.child > 0 THEN ', DELETE' ELSE '' END, x.name)]
      || ARRAY(
        SELECT format('GRANT USAGE ON SEQUENCE %s TO reeve_hand', s.name)
        FROM pg_attribute t
        CROSS JOIN LATERAL pg_get_serial_sequence(x.name, t.attname) s(name)
        WHERE t.attrelid = x.name::regclass AND t.attnum > 0
          AND NOT t.attisdropped AND t.attidentity = '' AND s.name IS NOT NULL));
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('DROP TABLE IF EXISTS %s', s.name),
      format('CREATE UNLOGGED TABLE %s(record bigint%s) WITH (autovacuum_enabled = off)', s.name,
        x.staged),
      format('COMMENT ON TABLE %s IS %L', s.name, 'Generated: rows of one chunk of an import.'),
      format('GRANT SELECT ON %s TO reeve_hand', s.name)])
    FROM unnest(ARRAY[x.stage, x.stage || '_next']) s(name);
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.import_grant(import_id integer, mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_grant(import_id integer, mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_grant(import_id integer, mapping jsonb) IS 'Makes an import''s staging tables anew and lets the hand write the mapped columns for the import''s time.';

--
-- Name: import_lock(integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_lock(import_id integer, read bigint) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  mapping jsonb;
BEGIN
  SELECT i.mapping INTO mapping FROM reeve.import i
  WHERE i.import_id = import_lock.import_id AND i.read = import_lock.read
    AND i.finished_at IS NULL
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process has gone on with import %', import_id
      USING ERRCODE = 'RV008', HINT = 'Let it finish, or end it and run the import again.';
  END IF;
  RETURN mapping;
END
$$;

ALTER FUNCTION reeve.import_lock(import_id integer, read bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_lock(import_id integer, read bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_lock(import_id integer, read bigint) IS 'Locks an import, which must have read so many records, and returns its mapping. RV008 if another process was here.';

--
-- Name: import_open(integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_open(import_id integer, read bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.import_clear(import_id, reeve.import_lock(import_id, read))
$$;

ALTER FUNCTION reeve.import_open(import_id integer, read bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_open(import_id integer, read bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_open(import_id integer, read bigint) IS 'First statement of a chunk that is staged and written in one transaction: locks the import, which must have read so many records, and empties its staging tables. RV008 if another process was here.';

--
-- Name: import_revoke(integer, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_revoke(import_id integer, mapping jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY(
    SELECT format('DROP TABLE IF EXISTS %1$s, %1$s_next', reeve.import_stage(import_id, t.child))
    FROM reeve.import_targets(mapping) t));
  PERFORM reeve.role_execute(a.owner_name, ARRAY(
    SELECT format('REVOKE SELECT, DELETE, INSERT (%1$s), UPDATE (%1$s) ON %2$s FROM reeve_hand',
      (SELECT string_agg(quote_ident(i.name), ', ') FROM reeve.import_columns(t.target) i),
      reeve.import_table(t.target))
    FROM reeve.import_targets(mapping) t
    WHERE NOT EXISTS (
      SELECT FROM reeve.import i
      CROSS JOIN LATERAL reeve.import_targets(i.mapping) o
      WHERE i.finished_at IS NULL AND i.import_id <> import_revoke.import_id
        AND reeve.import_table(o.target) = reeve.import_table(t.target))));
  -- What moderation needs of the same tables.
  PERFORM reeve.catalog_grant(a.manifest);
END
$_$;

ALTER FUNCTION reeve.import_revoke(import_id integer, mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_revoke(import_id integer, mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_revoke(import_id integer, mapping jsonb) IS 'Drops the staging that import_grant made, and takes the hand''s rights back to the catalog''s and to what other open imports need.';

--
-- Name: import_stage(integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_stage(import_id integer, child integer DEFAULT 0) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT 'reeve_stage.import_' || import_id || CASE child WHEN 0 THEN '' ELSE '_' || child END
$$;

ALTER FUNCTION reeve.import_stage(import_id integer, child integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_stage(import_id integer, child integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_stage(import_id integer, child integer) IS 'Name of the table in which an import''s rows for its target, or that child, are staged.';

--
-- Name: import_statements(integer, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_statements(import_id integer, mapping jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  WITH c AS (
    SELECT i.*, quote_ident(i.name) AS ident,
      format(format('%1$s IS NOT DISTINCT FROM %1$s', i.compare_sql),
        format('t.%I', i.name), format('s.%I', i.name)) AS equals
    FROM reeve.import_columns(mapping) i
  ),
  p AS (
    SELECT
      string_agg(c.value_sql, ', ' ORDER BY c.place) AS bare,
      string_agg(format('%s AS %s', c.value_sql, c.ident), ', ' ORDER BY c.place) AS vals,
      string_agg(c.ident, ', ' ORDER BY c.place) AS columns,
      string_agg(c.ident, ', ' ORDER BY c.place) FILTER (WHERE c.is_key) AS keys,
      string_agg(format('t.%1$s = s.%1$s', c.ident), ' AND ' ORDER BY c.place)
        FILTER (WHERE c.is_key) AS matches,
      string_agg(format('%1$s = EXCLUDED.%1$s', c.ident), ', ' ORDER BY c.place)
        FILTER (WHERE NOT c.is_key) AS assignments,
      coalesce(string_agg(c.equals, ' AND ' ORDER BY c.place) FILTER (WHERE NOT c.is_key), 'TRUE')
        AS equals
    FROM c
  ),
  staged AS (
    -- No column of an app's is called #.
    SELECT format('s AS MATERIALIZED (SELECT s.record AS "#", %s FROM %s s '
      'WHERE s.record BETWEEN $1 AND $2)', p.vals, reeve.import_stage(import_id)) AS sql
    FROM p
  )
  SELECT jsonb_build_object(
    'span', format('SELECT ARRAY[min(record)], ARRAY[max(record)], count(*) FROM %s',
      reeve.import_stage(import_id)),
    'insert', format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s s',
      reeve.import_table(mapping), p.columns, p.bare, reeve.import_stage(import_id)),
    'fresh', format($f$
      WITH %1$s,
      n AS (SELECT s.*, row_number() OVER (PARTITION BY %2$s ORDER BY "#") AS "#n" FROM s),
      written AS (
        INSERT INTO %3$s AS t (%4$s) OVERRIDING SYSTEM VALUE
        SELECT %4$s FROM n WHERE "#n" = 1 ORDER BY "#"
        ON CONFLICT (%2$s) DO NOTHING
        RETURNING TRUE
      )
      SELECT (SELECT count(*) FROM s) AS total, (SELECT count(*) FROM written) AS inserted,
        0::bigint AS changed, '{}'::bigint[] AS kept,
        ARRAY(SELECT s."#" FROM n s
          WHERE s."#n" > 1 OR EXISTS (SELECT FROM %3$s t WHERE %5$s)) AS repeated
    $f$, staged.sql, p.keys, reeve.import_table(mapping), p.columns, p.matches),
    'upsert', format($f$
      WITH %1$s,
      met AS (
        INSERT INTO %6$s_seen(%2$s, "#") SELECT %2$s, "#" FROM s ORDER BY "#"
        ON CONFLICT (%2$s) DO NOTHING
        RETURNING "#"
      ),
      n AS MATERIALIZED (
        SELECT s.*, t.ctid IS NOT NULL AND %7$s AS "#same"
        FROM met JOIN s USING ("#") LEFT JOIN %3$s t ON %5$s
      ),
      written AS (
        INSERT INTO %3$s AS t (%4$s) OVERRIDING SYSTEM VALUE
        SELECT %4$s FROM n WHERE NOT "#same" ORDER BY "#"
        ON CONFLICT (%2$s) DO %8$s
        RETURNING t.xmax = '0' AS is_new
      )
      SELECT (SELECT count(*) FROM s) AS total, count(*) FILTER (WHERE w.is_new) AS inserted,
        count(*) FILTER (WHERE NOT w.is_new) AS changed,
        ARRAY(SELECT "#" FROM n WHERE "#same") AS kept,
        ARRAY(SELECT "#" FROM s WHERE "#" NOT IN (SELECT "#" FROM met)) AS repeated
      FROM written w
    $f$, staged.sql, p.keys, reeve.import_table(mapping), p.columns, p.matches,
      reeve.import_stage(import_id), p.equals,
      CASE WHEN p.assignments IS NULL THEN 'NOTHING' ELSE 'UPDATE SET ' || p.assignments END),
    'compare', format($f$
      WITH %1$s
      SELECT s."#", CASE WHEN t.ctid IS NULL THEN 'its row is missing' ELSE 'its row differs' END
      FROM s LEFT JOIN %2$s t ON %3$s
      WHERE t.ctid IS NULL OR NOT (%4$s)
    $f$, staged.sql, reeve.import_table(mapping), p.matches, p.equals),
    'empty', format('SELECT NOT EXISTS (SELECT FROM %s)', reeve.import_table(mapping)),
    'children', coalesce((
      SELECT jsonb_agg(reeve.import_child_statements(import_id, x.target, staged.sql)
        ORDER BY x.child)
      FROM reeve.import_targets(mapping) x WHERE x.child > 0), '[]'))
  FROM p, staged
$_$;

ALTER FUNCTION reeve.import_statements(import_id integer, mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_statements(import_id integer, mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_statements(import_id integer, mapping jsonb) IS 'What the hand runs over the staged records $1 to $2, by kind. span: the first, the last, how many. insert: all of them, of which none may be there. fresh: those whose key is not there. upsert: those whose key no earlier record of the import had. Both return how many were staged, are new and changed, and the records that were equal (kept) and repeated a key. compare: records whose row is missing or differs. empty: whether the target holds no row. children: reeve.import_child_statements.';

--
-- Name: import_table(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_table(mapping jsonb) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT format('%I.%I', a.schema_name, mapping ->> 'table')
  FROM reeve.app a WHERE a.app = mapping ->> 'app'
$$;

ALTER FUNCTION reeve.import_table(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_table(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_table(mapping jsonb) IS 'Quoted schema and table that a mapping writes to; NULL for an app that is not applied.';

--
-- Name: import_targets(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_targets(mapping jsonb) RETURNS TABLE(child integer, path text, target jsonb)
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT 0, '', mapping
  UNION ALL
  SELECT c.place::int, '/children/' || (c.place - 1), c.value || jsonb_build_object('child',
    c.place,
    'app', mapping -> 'app', 'format', mapping -> 'format', 'parent', mapping - 'children')
  FROM jsonb_array_elements(mapping -> 'children') WITH ORDINALITY c(value, place)
$$;

ALTER FUNCTION reeve.import_targets(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_targets(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_targets(mapping jsonb) IS 'The tables that a mapping writes: itself as child 0 and each child as a mapping of its own, with its parent inside; path is where it stands, as a JSON pointer.';

--
-- Name: import_turn(integer, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_turn(import_id integer, read bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  mapping jsonb := reeve.import_lock(import_id, read);
  stage text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  FOR stage IN
    SELECT split_part(reeve.import_stage(import_id, t.child), '.', 2)
    FROM reeve.import_targets(mapping) t ORDER BY t.child
  LOOP
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage, stage || '_turn'),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_next', stage),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_turn', stage || '_next')]);
  END LOOP;
END
$$;

ALTER FUNCTION reeve.import_turn(import_id integer, read bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_turn(import_id integer, read bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_turn(import_id integer, read bigint) IS 'Lets what was staged ahead be the chunk to write, and the tables of the one before be those to copy to; a transaction of its own. RV008 as reeve.import_lock.';

--
-- Name: import_verify_begin(jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_verify_begin(mapping jsonb, file_mark text) RETURNS reeve.import
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  i reeve.import;
BEGIN
  SELECT l.* INTO i FROM reeve.import l
  WHERE l.app = import_verify_begin.mapping ->> 'app'
    AND l.source = import_verify_begin.mapping ->> 'source'
  ORDER BY l.import_id DESC LIMIT 1;
  IF i.finished_at IS NULL OR i.mapping <> import_verify_begin.mapping
    OR i.file_mark <> import_verify_begin.file_mark
  THEN
    RAISE EXCEPTION 'the last import of % is not a finished one of this file and mapping',
      import_verify_begin.mapping ->> 'source'
      USING ERRCODE = 'RV004', HINT = 'Run the import first.';
  END IF;
  RETURN i;
END
$$;

ALTER FUNCTION reeve.import_verify_begin(mapping jsonb, file_mark text) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_verify_begin(mapping jsonb, file_mark text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_verify_begin(mapping jsonb, file_mark text) IS 'The finished import of this mapping and file, whose rows can be compared. RV004 where there is none.';

--
-- Name: import_verify_close(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_verify_close(import_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.import_revoke(i.import_id, i.mapping)
  FROM reeve.import i WHERE i.import_id = import_verify_close.import_id
$$;

ALTER FUNCTION reeve.import_verify_close(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_verify_close(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_verify_close(import_id integer) IS 'Ends what import_verify_open began.';

--
-- Name: import_verify_open(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_verify_open(import_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  -- One at a time: two would make the same staging table.
  WITH i AS MATERIALIZED (
    SELECT l.* FROM reeve.import l WHERE l.import_id = import_verify_open.import_id FOR UPDATE
  )
  SELECT reeve.import_grant(i.import_id, i.mapping) FROM i
$$;

ALTER FUNCTION reeve.import_verify_open(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_verify_open(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_verify_open(import_id integer) IS 'Stages a finished import anew, to compare rows. The same transaction ends it with import_verify_close, so that nothing of it outlives a process.';

--
-- Name: import_write(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_write(import_id integer) RETURNS TABLE(record bigint, code text, reason text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  w record;
  is_halved boolean := FALSE;
BEGIN
  LOOP
    -- Without numbers of the rows staged just now, joins over them are planned for a few.
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('ANALYZE %s(record)',
      reeve.import_stage(import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id
      AND (is_halved OR NOT i.is_fresh OR jsonb_array_length(i.mapping -> 'children') > 0)
    HAVING count(*) > 0;
    PERFORM reeve.hand_assert();
    FOR w IN SELECT * FROM reeve.hand_import(import_id, is_halved) LOOP
      EXIT WHEN w.code = 'halve';
      IF w.code IS NULL THEN
        UPDATE reeve.import i
        SET inserted = i.inserted + w.inserted, changed = i.changed + w.changed,
          same = i.same + w.same, read = i.read + w.inserted + w.changed + w.same
        WHERE i.import_id = import_write.import_id;
      ELSE
        record := w.record;
        code := w.code;
        reason := w.reason;
        RETURN NEXT;
      END IF;
    END LOOP;
    EXIT WHEN w.code IS DISTINCT FROM 'halve' OR is_halved;
    -- Parts of the staged rows are wanted now. TRUNCATE before the next chunk leaves the indexes,
    -- so they go again below.
    is_halved := TRUE;
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('CREATE INDEX %I ON %s(record)',
      format('import_%s_%s_record', import_id, t.child), reeve.import_stage(import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id;
  END LOOP;
  IF is_halved THEN
    PERFORM reeve.role_execute('reeve_owner', array_agg(format('DROP INDEX reeve_stage.%I',
      format('import_%s_%s_record', import_id, t.child))))
    FROM reeve.import i
    CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_write.import_id;
  END IF;
END
$$;

ALTER FUNCTION reeve.import_write(import_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_write(import_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_write(import_id integer) IS 'Writes the staged rows and counts them; returns those that the database refused, and why.';

--
-- Name: import_write_staged(integer, bigint, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.import_write_staged(import_id integer, read bigint, last bigint) RETURNS TABLE(record bigint, code text, reason text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
#variable_conflict use_variable
DECLARE
  is_other boolean;
BEGIN
  PERFORM reeve.import_lock(import_id, read);
  -- Two processes of one import stage in the same tables. From here on nobody else empties them.
  EXECUTE format('SELECT EXISTS (SELECT FROM %s s WHERE s.record <= $1 OR s.record > $2)',
    reeve.import_stage(import_id))
  INTO is_other USING read, last;
  IF is_other THEN
    RAISE EXCEPTION 'another process goes on with import %', import_id
      USING ERRCODE = 'RV008', HINT = 'Let it finish, or end it and run the import again.';
  END IF;
  RETURN QUERY SELECT w.record, w.code, w.reason FROM reeve.import_write(import_id) w;
END
$_$;

ALTER FUNCTION reeve.import_write_staged(import_id integer, read bigint, last bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION import_write_staged(import_id integer, read bigint, last bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.import_write_staged(import_id integer, read bigint, last bigint) IS 'First statement of a chunk that was staged ahead: locks the import and writes the records behind read up to last, as reeve.import_write. RV008 where another process was here, or other records are staged.';

--
-- Name: job_alter_ask(text, jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
DECLARE
  chosen jsonb := reeve.job_filter(verb, filter);
BEGIN
  SELECT r.* INTO code, message FROM reeve.verb_refusal('jobs ' || verb, why) r;
  IF code IS NULL THEN
    message := (reeve.job_put(ARRAY[jsonb_build_object('kind', 'jobs.alter', 'priority', 1, 'args',
      jsonb_build_object('verb', verb, 'filter', chosen, 'why', nullif(btrim(why), '')))],
      session_user))[1];
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  PERFORM reeve.verb_record('jobs.' || verb, code, 'jobs of ' || (
    SELECT string_agg(f.key || ' ' || f.value, ', ' ORDER BY f.key) FROM jsonb_each_text(chosen) f),
    why);
END
$$;

ALTER FUNCTION reeve.job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text) IS 'Has a job cancel or retry all jobs that a filter means, for seniors; the message is its number.';

--
-- Name: job_alter_plan(text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_alter_plan(verb text, filter jsonb) RETURNS TABLE(kind text, queue text, state text, jobs bigint, oldest_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.kind, m.queue, m.state, count(*), min(m.asked_at)
    FROM reeve.job_match(verb, reeve.job_filter(verb, filter), 9223372036854775807) m
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3;
END
$$;

ALTER FUNCTION reeve.job_alter_plan(verb text, filter jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_alter_plan(verb text, filter jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_alter_plan(verb text, filter jsonb) IS 'How many jobs a filter means that can be cancelled or retried; the form of reeve.job_filter.';

--
-- Name: job_alter_step(bigint, integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET jit TO 'off'
    AS $$
DECLARE
  body reeve.job;
  progress reeve.job_progress;
  batch bigint[];
  command bigint;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    refusal := 'the lease is stale';
    RETURN;
  END IF;
  SELECT j.* INTO body FROM reeve.job j WHERE j.job_id = job_alter_step.job_id;
  IF NOT reeve.role_is_held('{reeve_senior}', body.principal) THEN
    refusal := format('%s is no senior any more', body.principal);
    RETURN;
  END IF;
  SELECT p.* INTO progress FROM reeve.job_progress p WHERE p.job_id = job_alter_step.job_id;
  IF progress.checkpoint IS NULL THEN
    -- What is to be altered is settled once: a job that was retried may fail and fit again.
    INSERT INTO reeve.job_picked(by_id, job_id)
    SELECT body.job_id, m.job_id
    FROM reeve.job_match(body.args ->> 'verb', body.args -> 'filter', body.job_id) m;
    GET DIAGNOSTICS total = ROW_COUNT;
    done := 0;
    changed := 0;
    command := reeve.command_record(
      'jobs.' || (body.args ->> 'verb'), 'system:jobs.alter', body.principal);
    INSERT INTO reeve.job_reason(command_id, subject, reason)
    VALUES (command, format('%s jobs by job %s', total, body.job_id), body.args ->> 'why');
  ELSE
    WITH gone AS (
      DELETE FROM reeve.job_picked p
      WHERE p.by_id = body.job_id AND p.job_id = ANY (ARRAY(
        SELECT n.job_id FROM reeve.job_picked n
        WHERE n.by_id = body.job_id ORDER BY n.job_id LIMIT max_jobs))
      RETURNING p.job_id
    )
    SELECT coalesce(array_agg(g.job_id), '{}') INTO batch FROM gone g;
    IF body.args ->> 'verb' = 'cancel' THEN
      changed := (SELECT count(DISTINCT c.job_id) FROM reeve.job_cancel(batch,
        concat('cancelled by ', body.principal, ': ' || (body.args ->> 'why'))) c);
    ELSE
      changed := (SELECT count(*) FROM reeve.job_retry(batch));
    END IF;
    changed := changed + (progress.checkpoint ->> 'changed')::bigint;
    done := progress.done + cardinality(batch);
    total := progress.total;
  END IF;
  PERFORM reeve.job_progress_report(
    job_id, lease, done, total, NULL, jsonb_build_object('changed', changed));
END
$$;

ALTER FUNCTION reeve.job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text) IS 'The first call settles which jobs the running job cancels or retries, each other one alters at most max_jobs of them; how far it is, and how many were altered or, running, told to stop: not those that ended meanwhile. Refused with a stale lease, or when who asked is no senior any more.';

--
-- Name: job_attempts(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_attempts(job_id bigint) RETURNS TABLE(attempt integer, outcome text, started_at timestamp with time zone, ended_at timestamp with time zone, seconds numeric, worker text, error text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT e.attempt::int, e.outcome, e.claimed_at, e.finished_at,
      round(extract(epoch FROM e.finished_at - e.claimed_at), 3), w.host || ' ' || w.pid, e.error
    FROM reeve.job_end e LEFT JOIN reeve.worker w USING (worker_id)
    WHERE e.job_id = job_attempts.job_id ORDER BY e.lease;
END
$$;

ALTER FUNCTION reeve.job_attempts(job_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_attempts(job_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_attempts(job_id bigint) IS 'How each attempt of a job ended, in order; one that was cancelled before it ran has no start.';

--
-- Name: job_backoff(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_backoff(attempt integer) RETURNS interval
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    RETURN LEAST('00:15:00'::interval, ('00:00:01'::interval * power((2)::double precision, ((LEAST(GREATEST(attempt, 1), 20) - 1))::double precision)));

ALTER FUNCTION reeve.job_backoff(attempt integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_backoff(attempt integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_backoff(attempt integer) IS 'Longest wait after attempt number attempt: 1 s, doubling, at most 15 min.';

--
-- Name: job_cancel(bigint[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_cancel(job_ids bigint[], why text) RETURNS TABLE(job_id bigint, state text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
DECLARE
  ended bigint[];
  is_over boolean;
BEGIN
  -- Jobs move between the tables meanwhile; what a whole round does not find has ended.
  LOOP
    RETURN QUERY
      WITH ready AS (
        DELETE FROM reeve.job_ready r WHERE r.job_id = ANY (job_ids) RETURNING r.*
      ), timed AS (
        DELETE FROM reeve.job_timer t WHERE t.job_id = ANY (job_ids) RETURNING t.*
      ), waiting AS (
        DELETE FROM reeve.job_wait w WHERE w.job_id = ANY (job_ids) RETURNING w.*
      ), gone(job_id, day, queue_id, lease, attempt, state) AS (
        SELECT r.job_id, r.day, r.queue_id, r.lease, r.attempt, 'available' FROM ready r
        UNION ALL
        SELECT t.job_id, t.day, t.queue_id, t.lease, t.attempt,
          CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END
        FROM timed t
        UNION ALL
        SELECT w.job_id, w.day, w.queue_id, 0, 0::smallint, 'waiting' FROM waiting w
      ), freed AS (
        DELETE FROM reeve.job_key k USING gone g WHERE k.job_id = g.job_id
      ), quiet AS (
        DELETE FROM reeve.job_progress p USING gone g WHERE p.job_id = g.job_id
      ), unlinked AS (
        DELETE FROM reeve.job_after a USING gone g WHERE a.job_id = g.job_id
      ), counted AS (
        INSERT INTO reeve.job_delta(queue_id, state, n)
        SELECT g.queue_id, s.state, sum(s.n)
        FROM gone g CROSS JOIN LATERAL (VALUES (g.state, -1), ('cancelled', 1)) s(state, n)
        GROUP BY 1, 2
      ), recorded AS (
        INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, error)
        SELECT g.job_id, g.lease + 1, g.day, g.attempt, 'cancelled', left(why, 8000) FROM gone g
      )
      SELECT g.job_id, g.state FROM gone g;
    is_over := NOT FOUND;
    RETURN QUERY
      UPDATE reeve.job_run r SET cancel_at = clock_timestamp()
      WHERE r.job_id = ANY (job_ids) AND r.cancel_at IS NULL
      RETURNING r.job_id, 'running';
    EXIT WHEN is_over AND NOT FOUND;
  END LOOP;
  ended := ARRAY(SELECT e.job_id FROM reeve.job_end e
    WHERE e.job_id = ANY (job_ids) AND e.outcome = 'cancelled');
  PERFORM reeve.job_forsake(ended);
END
$$;

ALTER FUNCTION reeve.job_cancel(job_ids bigint[], why text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_cancel(job_ids bigint[], why text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_cancel(job_ids bigint[], why text) IS 'Cancels jobs, and with them what waits for them. What does not run ends at once; a worker is told of what runs, and cancels it. Of each the state it was in; one not given had ended.';

--
-- Name: job_checkpoint(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_checkpoint(job_id bigint, lease integer) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT p.checkpoint
  FROM reeve.job_run r JOIN reeve.job_progress p USING (job_id)
  WHERE r.job_id = job_checkpoint.job_id AND r.lease = job_checkpoint.lease
$$;

ALTER FUNCTION reeve.job_checkpoint(job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_checkpoint(job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_checkpoint(job_id bigint, lease integer) IS 'Where an earlier attempt of the job left off; NULL where none said so, or the lease is stale.';

--
-- Name: job_claim(integer, uuid, bigint[], integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean DEFAULT false) RETURNS TABLE(job_id bigint, lease integer, attempt smallint, priority smallint, seq bigint, kind text, app text, args jsonb, limit_ms bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  mine reeve.queue;
  wanted int := least(max_jobs, 10000);
  started int := 0;
  left_over double precision;
  levels smallint[] := '{1,0,-1}';
  level smallint;
  got int;
  places tid[];
  days date[];
  today date;
BEGIN
  -- Without the lock, a sweeper that ends this worker now would never see the rows claimed here.
  SELECT q.* INTO mine
  FROM reeve.worker w JOIN reeve.queue q USING (queue_id)
  WHERE w.worker_id = job_claim.worker_id AND w.nonce = job_claim.nonce AND w.ended_at IS NULL
    AND q.paused_at IS NULL
  FOR SHARE OF w;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF mine.max_running IS NOT NULL OR mine.rate IS NOT NULL THEN
    INSERT INTO reeve.queue_bucket(queue_id, tokens) VALUES (mine.queue_id, coalesce(mine.burst, 0))
    ON CONFLICT ON CONSTRAINT queue_bucket_pkey DO NOTHING;
    -- One claim at a time: what the one before started counts below, which is a later statement.
    SELECT least(mine.burst, b.tokens
      + mine.rate * greatest(0, extract(epoch FROM clock_timestamp() - b.at)))
    INTO left_over
    FROM reeve.queue_bucket b WHERE b.queue_id = mine.queue_id FOR UPDATE;
    wanted := least(wanted, floor(left_over)::int, mine.max_running - (
      SELECT count(*)::int FROM reeve.job_run r WHERE r.queue_id = mine.queue_id));
  END IF;
  IF is_fair THEN
    SELECT coalesce(array_agg(p.level ORDER BY p.first_seq), '{}') INTO levels
    FROM (
      SELECT l.level, (
        SELECT c.seq FROM reeve.job_ready c
        WHERE c.queue_id = mine.queue_id AND c.priority = l.level AND c.seq > marks[2 - l.level]
        ORDER BY c.seq LIMIT 1) AS first_seq
      FROM unnest(levels) l(level)) p
    WHERE p.first_seq IS NOT NULL;
  END IF;
  FOREACH level IN ARRAY levels LOOP
    EXIT WHEN wanted <= 0;
    SELECT array_agg(c.ctid), array_agg(DISTINCT c.day), count(*) INTO places, days, got
    FROM (
      SELECT r.ctid, r.day FROM reeve.job_ready r
      WHERE r.queue_id = mine.queue_id AND r.priority = level AND r.seq > marks[2 - level]
      ORDER BY r.seq LIMIT wanted FOR UPDATE SKIP LOCKED) c;
    CONTINUE WHEN got = 0;
    -- By the day: what a statement reads of one partition costs half of what it reads of any.
    FOREACH today IN ARRAY days LOOP
      RETURN QUERY
        WITH took AS (
          DELETE FROM reeve.job_ready r WHERE r.ctid = ANY (places) AND r.day = today
          RETURNING r.*
        ), body AS (
          SELECT t.*, k.name, k.time_limit, j.app, j.args
          FROM took t
          CROSS JOIN LATERAL (
            SELECT j.kind_id, j.app, j.args FROM reeve.job j
            WHERE j.job_id = t.job_id AND j.day = today LIMIT 1) j
          JOIN reeve.job_kind k USING (kind_id)
        ), run AS (
          INSERT INTO reeve.job_run(
            job_id, day, lease, attempt, losses, queue_id, priority, worker_id, deadline_at)
          SELECT b.job_id, b.day, b.lease + 1, b.attempt + 1, b.losses, b.queue_id, b.priority,
            job_claim.worker_id, clock_timestamp() + b.time_limit
          FROM body b
        )
        SELECT b.job_id, b.lease + 1, (b.attempt + 1)::smallint, b.priority, b.seq, b.name, b.app,
          b.args, (date_part('epoch', b.time_limit) * 1000)::bigint
        FROM body b ORDER BY b.seq;
    END LOOP;
    wanted := wanted - got;
    started := started + got;
  END LOOP;
  IF started > 0 THEN
    INSERT INTO reeve.job_delta(queue_id, state, n)
    VALUES (mine.queue_id, 'available', -started), (mine.queue_id, 'running', started);
  END IF;
  IF left_over IS NOT NULL THEN
    UPDATE reeve.queue_bucket b SET tokens = left_over - started, at = clock_timestamp()
    WHERE b.queue_id = mine.queue_id;
  END IF;
END
$$;

ALTER FUNCTION reeve.job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean) IS 'Starts up to max_jobs ready jobs, the urgent first, of each day in order, of those after the marks: the highest seq this worker took of priority 1, 0 and -1. A fair claim begins with the priority whose first job is the oldest. Marks of 0 make the cold scan that finds late commits. Nothing for a worker that is not alive, in a paused queue, or beyond the queue''s limits.';

--
-- Name: job_complete(bigint[], integer[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_complete(job_ids bigint[], leases integer[]) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  recorded bigint[];
  low bigint;
  high bigint;
BEGIN
  WITH gone AS (
    DELETE FROM reeve.job_run r USING unnest(job_ids, leases) a(job_id, lease)
    WHERE r.job_id = a.job_id AND r.lease = a.lease
    RETURNING r.*
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at)
    SELECT g.job_id, g.lease, g.day, g.attempt, 'completed', g.worker_id, g.claimed_at FROM gone g
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT q.queue_id, s.state, s.sign * q.n
    FROM (SELECT g.queue_id, count(*) AS n FROM gone g GROUP BY 1) q,
      (VALUES ('running', -1), ('completed', 1)) s(state, sign)
  )
  SELECT array_agg(g.job_id), min(g.job_id), max(g.job_id) INTO recorded, low, high FROM gone g;
  -- Few jobs have any of these: one look at each range, rather than one a job, is enough to know.
  IF EXISTS (SELECT FROM reeve.job_key k WHERE k.job_id BETWEEN low AND high) THEN
    DELETE FROM reeve.job_key k WHERE k.job_id = ANY (recorded);
  END IF;
  IF EXISTS (SELECT FROM reeve.job_progress p WHERE p.job_id BETWEEN low AND high) THEN
    DELETE FROM reeve.job_progress p WHERE p.job_id = ANY (recorded);
  END IF;
  IF EXISTS (SELECT FROM reeve.job_after a WHERE a.needed_id BETWEEN low AND high) THEN
    PERFORM reeve.job_follow(recorded);
  END IF;
  RETURN QUERY SELECT unnest(recorded);
END
$$;

ALTER FUNCTION reeve.job_complete(job_ids bigint[], leases integer[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_complete(job_ids bigint[], leases integer[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_complete(job_ids bigint[], leases integer[]) IS 'Records attempts as completed and lets go on what waited for them; gives the jobs recorded. One that is not given was stale.';

--
-- Name: job_delta_fold(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_delta_fold() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  folded int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('reeve.job_delta_fold'), 0) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_delta d RETURNING d.*
  ), kept AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, g.state, sum(g.n) FROM gone g GROUP BY 1, 2 HAVING sum(g.n) <> 0
  )
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END
$$;

ALTER FUNCTION reeve.job_delta_fold() OWNER TO reeve_owner;

--
-- Name: FUNCTION job_delta_fold(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_delta_fold() IS 'Puts the changes of counts together, one row a queue and state; how many there were.';

--
-- Name: job_doze(integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_doze(queue_id integer, is_dozing boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF is_dozing THEN
    RETURN pg_try_advisory_lock(hashtext('reeve.job_ring'), queue_id);
  END IF;
  RETURN pg_advisory_unlock(hashtext('reeve.job_ring'), queue_id);
END
$$;

ALTER FUNCTION reeve.job_doze(queue_id integer, is_dozing boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_doze(queue_id integer, is_dozing boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_doze(queue_id integer, is_dozing boolean) IS 'Begins or ends to wait for jobs of a queue: while a session does, enqueueing notifies reeve_job. False where another session does already, or a transaction that enqueues is open. Belongs on a connection of its own, which a pooler does not share.';

--
-- Name: job_due_fault(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_due_fault(due_at text, delay text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF due_at IS NOT NULL AND delay IS NOT NULL THEN
    RETURN 'due_at and delay exclude each other';
  END IF;
  BEGIN
    IF isfinite(due_at::timestamptz) OR delay::interval >= '0' AND
      isfinite(clock_timestamp() + delay::interval) THEN
      RETURN NULL;
    END IF;
  EXCEPTION WHEN data_exception THEN
    NULL;
  END;
  RETURN format(CASE WHEN delay IS NULL THEN 'due_at %s is no moment, as "2031-05-01 08:00+02" is'
    ELSE 'delay %s is no time from now on, as "10 min" is' END,
    quote_literal(left(coalesce(due_at, delay), 100)));
END
$$;

ALTER FUNCTION reeve.job_due_fault(due_at text, delay text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_due_fault(due_at text, delay text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_due_fault(due_at text, delay text) IS 'What is wrong with when a job is to start, of which one is given; NULL where nothing is.';

--
-- Name: job_fail(bigint[], integer[], text[], text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[] DEFAULT NULL::text[]) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
  recorded bigint[];
  lost bigint[];
BEGIN
  WITH gone AS (
    DELETE FROM reeve.job_run r
    USING unnest(job_ids, leases, errors, verdicts) a(job_id, lease, error, verdict)
    WHERE r.job_id = a.job_id AND r.lease = a.lease
    RETURNING r.*, a.error, a.verdict
  ), ending AS (
    SELECT g.*,
      CASE WHEN g.verdict = 'cancel' OR g.cancel_at IS NOT NULL THEN 'cancelled'
        WHEN g.verdict = 'dead' OR g.attempt >= b.max_attempts THEN 'discarded'
        ELSE 'retryable' END AS outcome
    FROM gone g
    CROSS JOIN LATERAL (
      SELECT j.max_attempts FROM reeve.job j
      WHERE j.job_id = g.job_id AND j.day = g.day LIMIT 1) b
  ), later AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority, lease, attempt)
    SELECT clock_timestamp() + random() * reeve.job_backoff(e.attempt), e.job_id, e.day,
      'retryable', e.queue_id, e.priority, e.lease, e.attempt
    FROM ending e WHERE e.outcome = 'retryable'
  ), dead AS (
    INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason, key)
    SELECT e.job_id, e.day, e.queue_id, e.priority, e.lease, e.attempt,
      CASE e.verdict WHEN 'dead' THEN 'handler' ELSE 'attempts' END,
      (SELECT k.key FROM reeve.job_key k WHERE k.job_id = e.job_id)
    FROM ending e WHERE e.outcome = 'discarded'
  ), freed AS (
    DELETE FROM reeve.job_key k USING ending e
    WHERE k.job_id = e.job_id AND e.outcome <> 'retryable'
  ), quiet AS (
    DELETE FROM reeve.job_progress p USING ending e
    WHERE p.job_id = e.job_id AND e.outcome = 'cancelled'
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT e.queue_id, s.state, sum(s.n)
    FROM ending e CROSS JOIN LATERAL (VALUES ('running', -1), (e.outcome, 1)) s(state, n)
    GROUP BY 1, 2
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at, error)
    SELECT e.job_id, e.lease, e.day, e.attempt, e.outcome, e.worker_id, e.claimed_at,
      left(e.error, 8000)
    FROM ending e
  )
  SELECT array_agg(e.job_id), array_agg(e.job_id) FILTER (WHERE e.outcome <> 'retryable')
  INTO recorded, lost FROM ending e;
  IF EXISTS (SELECT FROM reeve.job_after a WHERE a.needed_id = ANY (lost)) THEN
    PERFORM reeve.job_forsake(lost);
  END IF;
  RETURN QUERY SELECT unnest(recorded);
END
$$;

ALTER FUNCTION reeve.job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]) IS 'Records attempts as failed, with a verdict each: retry = again after job_backoff with full jitter, or a dead letter when the attempts are used up; dead = a dead letter at once; cancel = for good, no dead letter. What waits for one that is not tried again is cancelled. Gives the jobs recorded.';

--
-- Name: job_filter(text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_filter(verb text, filter jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  known text[] := '{kind,queue,state,app,older}';
  states text[] := CASE verb
    WHEN 'cancel' THEN '{available,scheduled,waiting,retryable,running}'::text[]
    WHEN 'retry' THEN '{retryable,discarded}' END;
  fault text;
BEGIN
  fault := CASE
    WHEN states IS NULL THEN 'jobs can be cancelled or retried'
    WHEN jsonb_typeof(filter) IS DISTINCT FROM 'object' OR filter = '{}' THEN
      'a filter has one condition at least'
    WHEN EXISTS (SELECT FROM jsonb_object_keys(filter) f(key) WHERE f.key <> ALL (known)) THEN
      format('jobs are not chosen by %s', (SELECT min(f.key) FROM jsonb_object_keys(filter) f(key)
        WHERE f.key <> ALL (known)))
    WHEN filter ->> 'state' <> ALL (states) THEN
      format('%s jobs cannot be %s', filter ->> 'state',
        CASE verb WHEN 'cancel' THEN 'cancelled' ELSE 'retried' END)
    WHEN NOT EXISTS (SELECT FROM reeve.job_kind k
      WHERE k.name = coalesce(filter ->> 'kind', k.name)) THEN
      format('there is no kind of jobs %s', filter ->> 'kind')
    WHEN NOT EXISTS (SELECT FROM reeve.queue q WHERE q.name = coalesce(filter ->> 'queue', q.name))
      THEN format('there is no queue %s', filter ->> 'queue') END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001', HINT = CASE
      WHEN filter ->> 'state' <> ALL (states) THEN
        format('One of %s.', array_to_string(states, ' '))
      ELSE format('Conditions are %s.', array_to_string(known, ', ')) END;
  END IF;
  IF filter ? 'older' THEN
    filter := filter - 'older' || jsonb_build_object(
      'before', clock_timestamp() - (filter ->> 'older')::interval);
  END IF;
  RETURN filter;
END
$$;

ALTER FUNCTION reeve.job_filter(verb text, filter jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_filter(verb text, filter jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_filter(verb text, filter jsonb) IS 'A filter of jobs, checked: kind, queue, state, app, and before, which an interval older becomes. RV001 says what is wrong with it.';

--
-- Name: job_follow(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_follow(done_ids bigint[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  touched bigint[];
BEGIN
  WITH link AS (
    DELETE FROM reeve.job_after a WHERE a.needed_id = ANY (done_ids) RETURNING a.job_id
  ), fewer AS (
    SELECT l.job_id, count(*) AS n FROM link l GROUP BY 1
  ), held AS (
    -- In order, so that two completions with the same followers do not wait for each other.
    SELECT w.job_id FROM reeve.job_wait w
    WHERE w.job_id IN (SELECT f.job_id FROM fewer f) ORDER BY w.job_id FOR UPDATE
  ), less AS (
    UPDATE reeve.job_wait w SET missing = w.missing - f.n
    FROM fewer f JOIN held h USING (job_id) WHERE w.job_id = f.job_id
    RETURNING w.job_id
  )
  SELECT array_agg(l.job_id) INTO touched FROM less l;
  RETURN reeve.job_free(touched);
END
$$;

ALTER FUNCTION reeve.job_follow(done_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_follow(done_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_follow(done_ids bigint[]) IS 'Lets jobs go on that waited for these, which are completed; how many became ready.';

--
-- Name: job_follow_late(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_follow_late(after_id bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  needed bigint[];
  done bigint[];
  lost bigint[];
BEGIN
  SELECT array_agg(n.needed_id) INTO needed
  FROM (
    SELECT DISTINCT a.needed_id FROM reeve.job_after a WHERE a.needed_id > after_id
    ORDER BY a.needed_id LIMIT 1000) n;
  IF needed IS NULL THEN
    RETURN 0;
  END IF;
  SELECT array_agg(e.job_id) FILTER (WHERE e.outcome = 'completed'),
    array_agg(e.job_id) FILTER (WHERE e.outcome = 'cancelled')
  INTO done, lost
  FROM reeve.job_end e
  WHERE e.job_id = ANY (needed) AND e.outcome IN ('completed', 'cancelled');
  lost := lost || ARRAY(SELECT d.job_id FROM reeve.job_dead d WHERE d.job_id = ANY (needed));
  IF done IS NOT NULL THEN
    PERFORM reeve.job_follow(done);
  END IF;
  IF cardinality(lost) > 0 THEN
    PERFORM reeve.job_forsake(lost);
  END IF;
  RETURN CASE WHEN cardinality(needed) < 1000 THEN 0 ELSE needed[1000] END;
END
$$;

ALTER FUNCTION reeve.job_follow_late(after_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_follow_late(after_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_follow_late(after_id bigint) IS 'Looks at 1000 jobs behind after_id that others wait for: one that ended while the other was being enqueued let nobody go. Where to go on; 0 = from the front.';

--
-- Name: job_forsake(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_forsake(lost_ids bigint[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  wave bigint[] := lost_ids;
  cancelled int := 0;
BEGIN
  -- What waited for one that waited is given up, too.
  WHILE wave IS NOT NULL LOOP
    WITH link AS (
      DELETE FROM reeve.job_after a WHERE a.needed_id = ANY (wave) RETURNING a.job_id
    ), gone AS (
      DELETE FROM reeve.job_wait w WHERE w.job_id IN (SELECT l.job_id FROM link l) RETURNING w.*
    ), ended AS (
      INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, error)
      SELECT g.job_id, 1, g.day, 0, 'cancelled', 'a job that it waited for was not completed'
      FROM gone g
    ), freed AS (
      DELETE FROM reeve.job_key k USING gone g WHERE k.job_id = g.job_id
    ), counted AS (
      INSERT INTO reeve.job_delta(queue_id, state, n)
      SELECT g.queue_id, s.state, sum(s.n)
      FROM gone g, (VALUES ('waiting', -1), ('cancelled', 1)) s(state, n) GROUP BY 1, 2
    )
    SELECT array_agg(g.job_id) INTO wave FROM gone g;
    -- Their other needs.
    DELETE FROM reeve.job_after a WHERE a.job_id = ANY (wave);
    cancelled := cancelled + coalesce(cardinality(wave), 0);
  END LOOP;
  RETURN cancelled;
END
$$;

ALTER FUNCTION reeve.job_forsake(lost_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_forsake(lost_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_forsake(lost_ids bigint[]) IS 'Cancels jobs that wait for these, which will not be completed, and what waits for those; how many.';

--
-- Name: job_free(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_free(job_ids bigint[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  bells int[];
  moved int;
BEGIN
  WITH free AS (
    DELETE FROM reeve.job_wait w
    WHERE w.job_id = ANY (job_ids) AND w.missing = 0
    RETURNING w.*
  ), timed AS (
    INSERT INTO reeve.job_timer AS t(due_at, job_id, day, reason, queue_id, priority)
    SELECT f.due_at, f.job_id, f.day, 'scheduled', f.queue_id, f.priority FROM free f
    WHERE f.due_at > clock_timestamp()
    RETURNING t.job_id
  ), ready AS (
    INSERT INTO reeve.job_ready AS r(queue_id, priority, job_id, day)
    SELECT f.queue_id, f.priority, f.job_id, f.day FROM free f
    WHERE f.job_id NOT IN (SELECT t.job_id FROM timed t) ORDER BY f.job_id
    RETURNING r.queue_id, r.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT f.queue_id, s.state, sum(s.n)
    FROM free f
    CROSS JOIN LATERAL (VALUES ('waiting', -1), (
      CASE WHEN f.job_id IN (SELECT r.job_id FROM ready r) THEN 'available' ELSE 'scheduled' END, 1)
    ) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(DISTINCT r.queue_id), count(*) INTO bells, moved FROM ready r;
  PERFORM reeve.job_ring(bells);
  RETURN moved;
END
$$;

ALTER FUNCTION reeve.job_free(job_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_free(job_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_free(job_ids bigint[]) IS 'Makes those of the jobs ready that wait for nothing any more; how many.';

--
-- Name: job_hear(bigint, integer, text[], bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_hear(job_id bigint, lease integer, lines text[], room bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  spoken text;
  said jsonb;
  step jsonb;
  mark jsonb;
  present reeve.job_progress;
  texts text[] := '{}';
  levels text[] := '{}';
  kept bigint := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN NULL;
  END IF;
  FOREACH spoken IN ARRAY lines LOOP
    said := NULL;
    IF starts_with(spoken, '{') THEN
      BEGIN
        said := spoken::jsonb;
      EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
        said := NULL;
      END;
    END IF;
    CONTINUE WHEN said = '{}';
    IF said #>> '{progress,done}' ~ '^[0-9]{1,18}$'
      AND coalesce(said #>> '{progress,total}', '0') ~ '^[0-9]{1,18}$'
    THEN
      step := said -> 'progress';
      said := said - 'progress';
    END IF;
    IF said ? 'checkpoint' AND pg_column_size(said -> 'checkpoint') <= 65536 THEN
      mark := said -> 'checkpoint';
      said := said - 'checkpoint';
    END IF;
    CONTINUE WHEN said = '{}';
    IF jsonb_typeof(said -> 'log') = 'string' THEN
      spoken := said ->> 'log';
    END IF;
    spoken := left(spoken, 8000);
    kept := kept + greatest(octet_length(spoken), 100);
    CONTINUE WHEN kept > room;
    texts := array_append(texts, spoken);
    levels := array_append(levels,
      CASE WHEN said ->> 'level' IN ('debug', 'info', 'warning', 'error') THEN said ->> 'level'
        ELSE 'info' END);
  END LOOP;
  INSERT INTO reeve.job_log(job_id, lease, day, line, level)
  SELECT r.job_id, r.lease, r.day, u.line, u.level
  FROM reeve.job_run r
  CROSS JOIN LATERAL unnest(texts, levels) WITH ORDINALITY u(line, level, place)
  WHERE r.job_id = job_hear.job_id AND r.lease = job_hear.lease
  ORDER BY u.place;
  IF step IS NOT NULL OR mark IS NOT NULL THEN
    SELECT * INTO present FROM reeve.job_progress p WHERE p.job_id = job_hear.job_id;
    PERFORM reeve.job_progress_report(job_id, lease,
      CASE WHEN step IS NULL THEN coalesce(present.done, 0) ELSE (step ->> 'done')::bigint END,
      CASE WHEN step IS NULL THEN present.total ELSE (step ->> 'total')::bigint END,
      CASE WHEN step IS NULL THEN present.note ELSE step ->> 'note' END, mark);
  END IF;
  RETURN kept;
END
$_$;

ALTER FUNCTION reeve.job_hear(job_id bigint, lease integer, lines text[], room bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_hear(job_id bigint, lease integer, lines text[], room bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_hear(job_id bigint, lease integer, lines text[], room bigint) IS 'Takes lines that a running command wrote: {"progress": {"done": …, "total": …, "note": …}}, {"checkpoint": …}, {"log": …, "level": …}; any other is a line of the log as it is. Keeps log of up to room bytes, each line counted as 100 at least; returns how much there was, NULL when the attempt is stale.';

--
-- Name: job_is_live(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_is_live(job_id bigint, lease integer) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM FROM reeve.job_run r
  WHERE r.job_id = job_is_live.job_id AND r.lease = job_is_live.lease FOR KEY SHARE;
  RETURN FOUND;
END
$$;

ALTER FUNCTION reeve.job_is_live(job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_is_live(job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_is_live(job_id bigint, lease integer) IS 'Whether this attempt is the one that runs. Holds its run row until the transaction ends, so that nobody else can start the job before what is done under this lease is committed.';

--
-- Name: job_limit(bigint, integer, double precision); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_limit(job_id bigint, lease integer, seconds double precision) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  UPDATE reeve.job_run r
  SET deadline_at = least(r.deadline_at, clock_timestamp() + make_interval(secs => seconds))
  WHERE r.job_id = job_limit.job_id AND r.lease = job_limit.lease;
  RETURN FOUND;
END
$$;

ALTER FUNCTION reeve.job_limit(job_id bigint, lease integer, seconds double precision) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_limit(job_id bigint, lease integer, seconds double precision); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_limit(job_id bigint, lease integer, seconds double precision) IS 'Gives a running attempt so much time from now on, or what its kind leaves it where that is less; false when it is stale.';

--
-- Name: job_list(text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_list(wanted text DEFAULT NULL::text, max integer DEFAULT 50) RETURNS TABLE(job_id bigint, kind text, queue text, state text, attempt integer, scheduled_at timestamp with time zone, subject text, error text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  IF job_list.wanted NOT IN ('available', 'scheduled', 'waiting', 'running', 'retryable',
    'completed', 'cancelled', 'discarded', 'lost') THEN
    RAISE EXCEPTION 'no job state %', quote_literal(job_list.wanted) USING ERRCODE = 'RV001',
      HINT = 'One of available scheduled waiting running retryable completed cancelled discarded '
        'lost.';
  END IF;
  RETURN QUERY
    WITH place(job_id, day, state, attempt, at) AS (
      (SELECT r.job_id, r.day, 'available', r.attempt, NULL::timestamptz FROM reeve.job_ready r
       WHERE coalesce(job_list.wanted, 'available') = 'available'
       ORDER BY r.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT t.job_id, t.day, CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END,
        t.attempt, t.due_at
       FROM reeve.job_timer t
       WHERE job_list.wanted IS NULL OR job_list.wanted = 'retryable' AND t.reason = 'retryable'
         OR job_list.wanted = 'scheduled' AND t.reason <> 'retryable'
       ORDER BY t.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT w.job_id, w.day, 'waiting', 0, w.due_at FROM reeve.job_wait w
       WHERE coalesce(job_list.wanted, 'waiting') = 'waiting'
       ORDER BY w.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT r.job_id, r.day, 'running', r.attempt, r.claimed_at FROM reeve.job_run r
       WHERE coalesce(job_list.wanted, 'running') = 'running'
       ORDER BY r.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT d.job_id, d.day, 'discarded', d.attempt, d.died_at FROM reeve.job_dead d
       WHERE coalesce(job_list.wanted, 'discarded') = 'discarded'
       ORDER BY d.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT e.job_id, e.day, e.outcome, e.attempt, e.finished_at FROM reeve.job_end e
       WHERE e.outcome = job_list.wanted AND e.outcome IN ('completed', 'cancelled', 'lost')
         OR job_list.wanted IS NULL AND e.outcome IN ('completed', 'cancelled')
       ORDER BY e.job_id DESC LIMIT job_list.max)
    ), newest AS (
      SELECT * FROM place p ORDER BY p.job_id DESC, p.at DESC LIMIT job_list.max
    )
    SELECT n.job_id, k.name, q.name, n.state, n.attempt::int, coalesce(n.at, j.created_at),
      coalesce(c.name || coalesce(':' || j.subject_key, ''), j.args ->> 'collection'), f.error
    FROM newest n
    JOIN reeve.job j ON j.job_id = n.job_id AND j.day = n.day
    JOIN reeve.job_kind k ON k.kind_id = j.kind_id
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN reeve.collection c ON c.collection_id = j.collection_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = n.job_id AND e.day = n.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE
    ORDER BY n.job_id DESC, n.at DESC;
END
$$;

ALTER FUNCTION reeve.job_list(wanted text, max integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_list(wanted text, max integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_list(wanted text, max integer) IS 'Jobs in a state (NULL: any), newest first, with the error of the last attempt that had one. scheduled_at is when it is due, was claimed or ended.';

--
-- Name: job_log_add(bigint, integer, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_log_add(job_id bigint, lease integer, line text, level text DEFAULT 'info'::text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO reeve.job_log(job_id, lease, day, line, level)
  SELECT r.job_id, r.lease, r.day, left(job_log_add.line, 8000), job_log_add.level
  FROM reeve.job_run r
  WHERE r.job_id = job_log_add.job_id AND r.lease = job_log_add.lease;
  RETURN FOUND;
END
$$;

ALTER FUNCTION reeve.job_log_add(job_id bigint, lease integer, line text, level text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_log_add(job_id bigint, lease integer, line text, level text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_log_add(job_id bigint, lease integer, line text, level text) IS 'Keeps one line said by a running attempt, its level debug, info, warning or error; false when it is stale.';

--
-- Name: job_log_list(bigint, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines integer) RETURNS TABLE(log_id bigint, at timestamp with time zone, level text, line text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  IF after IS NULL THEN
    RETURN QUERY
      SELECT * FROM (
        SELECT l.log_id, l.at, l.level, l.line FROM reeve.job_log l
        WHERE l.job_id = job_log_list.job_id ORDER BY l.log_id DESC LIMIT max_lines) last
      ORDER BY 1;
  ELSE
    RETURN QUERY
      SELECT l.log_id, l.at, l.level, l.line FROM reeve.job_log l
      WHERE l.job_id = job_log_list.job_id AND l.log_id > after ORDER BY l.log_id LIMIT max_lines;
  END IF;
END
$$;

ALTER FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_log_list(job_id bigint, after bigint, max_lines integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines integer) IS 'What a job said, in order: the first lines after one of them, or the last (after = NULL).';

--
-- Name: job_match(text, jsonb, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_match(verb text, filter jsonb, upto bigint) RETURNS TABLE(job_id bigint, kind text, queue text, state text, asked_at timestamp with time zone)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT h.job_id, k.name, q.name, h.state, j.created_at
  FROM (
    SELECT r.job_id, r.day, r.queue_id, 'available' AS state FROM reeve.job_ready r
    UNION ALL
    SELECT t.job_id, t.day, t.queue_id,
      CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END
    FROM reeve.job_timer t
    UNION ALL SELECT w.job_id, w.day, w.queue_id, 'waiting' FROM reeve.job_wait w
    UNION ALL SELECT r.job_id, r.day, r.queue_id, 'running' FROM reeve.job_run r
    UNION ALL SELECT d.job_id, d.day, d.queue_id, 'discarded' FROM reeve.job_dead d) h
  JOIN reeve.job j ON j.job_id = h.job_id AND j.day = h.day
  JOIN reeve.job_kind k USING (kind_id)
  JOIN reeve.queue q ON q.queue_id = h.queue_id
  WHERE h.job_id < upto
    AND CASE verb WHEN 'cancel' THEN h.state <> 'discarded'
      ELSE h.state IN ('retryable', 'discarded') END
    AND h.state = coalesce(filter ->> 'state', h.state)
    AND k.name = coalesce(filter ->> 'kind', k.name)
    AND q.name = coalesce(filter ->> 'queue', q.name)
    AND (filter ->> 'app' IS NULL OR j.app = filter ->> 'app')
    AND (filter ->> 'before' IS NULL OR j.created_at < (filter ->> 'before')::timestamptz)
$$;

ALTER FUNCTION reeve.job_match(verb text, filter jsonb, upto bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_match(verb text, filter jsonb, upto bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_match(verb text, filter jsonb, upto bigint) IS 'Jobs below a number that can be cancelled or retried and fit a filter in the form of reeve.job_filter.';

--
-- Name: job_of(text, text, text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_of(app text, collection text, key text, max integer) RETURNS TABLE(job_id bigint, kind text, queue text, state text, attempt integer, scheduled_at timestamp with time zone, asked_by text, error text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  about reeve.collection;
  known text;
  ids bigint[];
BEGIN
  PERFORM reeve.member_require('viewer');
  about := reeve.collection_resolve(app, collection);
  known := reeve.subject_key(about, key);
  ids := ARRAY(
    SELECT j.job_id FROM reeve.job j
    WHERE j.collection_id = about.collection_id AND j.subject_key = known
    ORDER BY j.job_id DESC LIMIT job_of.max);
  RETURN QUERY
    SELECT j.job_id, k.name, q.name, p.state, p.attempt, coalesce(p.at, j.created_at),
      j.principal, f.error
    FROM reeve.job_place(ids) p
    JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day
    JOIN reeve.job_kind k USING (kind_id)
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = j.job_id AND e.day = j.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE
    ORDER BY j.job_id DESC;
END
$$;

ALTER FUNCTION reeve.job_of(app text, collection text, key text, max integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_of(app text, collection text, key text, max integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_of(app text, collection text, key text, max integer) IS 'Jobs about a subject, newest first, as reeve.job_list has them.';

--
-- Name: job_partition_drop(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_partition_drop(keep_days integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $_$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  parent text;
  old_day date;
  live bigint[];
  dropped int := 0;
BEGIN
  IF keep_days IS NULL OR keep_days < 1 THEN
    RAISE EXCEPTION 'keep_days is at least 1' USING ERRCODE = 'RV001';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('reeve.job_partition', 0)) THEN
    RETURN 0;
  END IF;
  FOR old_day IN
    SELECT to_date(right(c.relname, 8), 'YYYYMMDD')
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reeve.job'::regclass AND c.relname ~ '^job_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep_days
    ORDER BY 1
  LOOP
    -- A row on its way from one hot table to another would be missed without the locks.
    LOCK TABLE reeve.job_ready, reeve.job_timer, reeve.job_run, reeve.job_dead, reeve.job_wait
      IN SHARE ROW EXCLUSIVE MODE;
    SELECT coalesce(array_agg(h.job_id), '{}') INTO live
    FROM (
      SELECT r.job_id FROM reeve.job_ready r WHERE r.day = old_day
      UNION ALL SELECT t.job_id FROM reeve.job_timer t WHERE t.day = old_day
      UNION ALL SELECT r.job_id FROM reeve.job_run r WHERE r.day = old_day
      UNION ALL SELECT w.job_id FROM reeve.job_wait w WHERE w.day = old_day
      UNION ALL SELECT d.job_id FROM reeve.job_dead d WHERE d.day = old_day) h;
    UPDATE reeve.job_ready r SET day = today WHERE r.day = old_day;
    UPDATE reeve.job_timer t SET day = today WHERE t.day = old_day;
    UPDATE reeve.job_run r SET day = today WHERE r.day = old_day;
    UPDATE reeve.job_wait w SET day = today WHERE w.day = old_day;
    UPDATE reeve.job_dead d SET day = today WHERE d.day = old_day;
    UPDATE reeve.job j SET day = today WHERE j.day = old_day AND j.job_id = ANY (live);
    UPDATE reeve.job_end e SET day = today WHERE e.day = old_day AND e.job_id = ANY (live);
    UPDATE reeve.job_log l SET day = today WHERE l.day = old_day AND l.job_id = ANY (live);
    FOREACH parent IN ARRAY '{job,job_end,job_log}'::text[] LOOP
      EXECUTE format('DROP TABLE reeve.%I', parent || to_char(old_day, '"_"YYYYMMDD'));
    END LOOP;
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM reeve.cron_fire f
  WHERE f.fire_at < clock_timestamp() - make_interval(days => keep_days);
  DELETE FROM reeve.worker w
  WHERE w.ended_at < clock_timestamp() - make_interval(days => keep_days)
    AND NOT EXISTS (SELECT FROM reeve.job_run r WHERE r.worker_id = w.worker_id);
  RETURN dropped;
END
$_$;

ALTER FUNCTION reeve.job_partition_drop(keep_days integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_partition_drop(keep_days integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_partition_drop(keep_days integer) IS 'Drops the days of jobs older than keep_days; jobs still live, timed or dead move to today first. How many days. Gives up with 55P03 when a lock takes over 500 ms: call again.';

--
-- Name: job_partition_keep(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_partition_keep() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $_$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  part record;
  made int := 0;
BEGIN
  -- Two workers at once: one makes them, the other has nothing to do.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('reeve.job_partition', 0)) THEN
    RETURN 0;
  END IF;
  FOR part IN
    SELECT p.parent, p.parent || '_default' AS spare,
      p.parent || to_char(today + n.days, '"_"YYYYMMDD') AS child, today + n.days AS day
    FROM unnest('{job,job_end,job_log}'::text[]) p(parent), generate_series(-1, 7) n(days)
    WHERE to_regclass('reeve.' || p.parent || to_char(today + n.days, '"_"YYYYMMDD')) IS NULL
    ORDER BY day, p.parent
  LOOP
    EXECUTE format(
      'CREATE TABLE reeve.%I (LIKE reeve.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS
        INCLUDING INDEXES INCLUDING STORAGE)', part.child, part.parent);
    EXECUTE format('COMMENT ON TABLE reeve.%I IS %L', part.child,
      format('Rows of reeve.%s of %s.', part.parent, part.day));
    -- The parent first: an insert that has been routed to the default partition already would fail
    -- once the new one is attached; one that waits for the parent is routed afterwards.
    EXECUTE format('LOCK TABLE ONLY reeve.%I, reeve.%I IN ACCESS EXCLUSIVE MODE', part.parent,
      part.spare);
    EXECUTE format(
      'WITH early AS (DELETE FROM reeve.%I WHERE day = $1 RETURNING *)
       INSERT INTO reeve.%I SELECT * FROM early', part.spare, part.child) USING part.day;
    EXECUTE format('ALTER TABLE reeve.%I ATTACH PARTITION reeve.%I FOR VALUES FROM (%L) TO (%L)',
      part.parent, part.child, part.day, part.day + 1);
    made := made + 1;
  END LOOP;
  RETURN made;
END
$_$;

ALTER FUNCTION reeve.job_partition_keep() OWNER TO reeve_owner;

--
-- Name: FUNCTION job_partition_keep(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_partition_keep() IS 'Makes the missing daily partitions from yesterday to a week ahead, emptying the default ones of those days; how many. Gives up with 55P03 when a lock takes over 500 ms: call again.';

--
-- Name: job_perform(text, bigint[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text) RETURNS TABLE(job_id bigint, outcome text, code text, message text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  refusal record;
  touched jsonb;
  place record;
BEGIN
  IF coalesce(verb NOT IN ('cancel', 'retry'), TRUE) THEN
    RAISE EXCEPTION 'a job can be cancelled or retried' USING ERRCODE = 'RV001';
  ELSIF coalesce(cardinality(job_ids), 0) NOT BETWEEN 1 AND 500
    OR array_position(job_ids, NULL) IS NOT NULL THEN
    RAISE EXCEPTION '1 to 500 jobs can be named at a time' USING ERRCODE = 'RV001',
      HINT = '`--where` is for more.';
  END IF;
  job_ids := ARRAY(
    SELECT u.id FROM unnest(job_ids) WITH ORDINALITY u(id, n) GROUP BY u.id ORDER BY min(u.n));
  SELECT r.* INTO refusal FROM reeve.verb_refusal('jobs ' || verb, why) r;
  IF refusal.code IS NULL THEN
    BEGIN
      IF verb = 'cancel' THEN
        SELECT jsonb_object_agg(c.job_id, c.state) INTO touched FROM reeve.job_cancel(job_ids,
          concat('cancelled by ', session_user, ': ' || nullif(btrim(why), ''))) c;
      ELSE
        SELECT jsonb_object_agg(r.job_id, r.state) INTO touched FROM reeve.job_retry(job_ids) r;
      END IF;
    EXCEPTION WHEN lock_not_available THEN
      SELECT 'busy' AS code, 'somebody else is changing these jobs; try again' AS message
      INTO refusal;
    END;
  END IF;
  FOR place IN
    SELECT i.id, p.state, p.at, k.job_id AS holder
    FROM unnest(job_ids) WITH ORDINALITY i(id, n)
    LEFT JOIN reeve.job_place(job_ids) p ON p.job_id = i.id
    LEFT JOIN reeve.job_dead d ON d.job_id = i.id
    LEFT JOIN reeve.job_key k ON k.key = d.key
    ORDER BY i.n
  LOOP
    job_id := place.id;
    message := touched ->> place.id::text;
    code := CASE WHEN refusal.code IS NOT NULL THEN refusal.code WHEN message IS NOT NULL THEN NULL
      WHEN place.state IS NULL THEN 'notfound' ELSE 'state' END;
    message := CASE
      WHEN refusal.code IS NOT NULL THEN refusal.message
      WHEN code IS NULL THEN message
      WHEN code = 'notfound' THEN format('there is no job %s', place.id)
      WHEN place.state IN ('completed', 'cancelled') THEN format('job %s was %s at %s UTC',
        place.id, place.state, to_char(place.at, 'YYYY-MM-DD HH24:MI'))
      WHEN verb = 'retry' AND place.holder IS NOT NULL THEN
        format('the unique_key of job %s is held by job %s, which is live', place.id, place.holder)
      WHEN place.state = 'discarded' THEN format('job %s is a dead letter already', place.id)
      WHEN verb = 'cancel' THEN format('job %s was told to stop before', place.id)
      ELSE format('job %s is %s', place.id, place.state) END;
    outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
    PERFORM reeve.verb_record('job.' || verb, code, 'job ' || place.id, why);
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_perform(verb text, job_ids bigint[], why text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text) IS 'Cancels or retries jobs, for seniors; of each whether it was done, and then the state it was in, or why it was not. What cannot be done to one does not keep the others from it; each is a command of its own on the record.';

--
-- Name: job_permit(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_permit(job_id bigint, lease integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  asked record;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  SELECT j.principal, k.name, k.enqueuers INTO asked
  FROM reeve.job_run r
  JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
  JOIN reeve.job_kind k USING (kind_id)
  WHERE r.job_id = job_permit.job_id;
  IF asked.principal IS NOT NULL AND NOT reeve.role_is_held(asked.enqueuers, asked.principal) THEN
    RAISE EXCEPTION 'asker % no longer holds %', asked.principal,
      array_to_string(asked.enqueuers, ', ')
      USING ERRCODE = 'RV002', DETAIL = format('Members of one of these may have %s done.',
        asked.name);
  END IF;
  RETURN TRUE;
END
$$;

ALTER FUNCTION reeve.job_permit(job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_permit(job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_permit(job_id bigint, lease integer) IS 'Whether this attempt is the one that runs, as reeve.job_is_live says; RV002 where who asked for the job may no longer ask for its kind. A schedule always may.';

--
-- Name: job_place(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_place(job_ids bigint[]) RETURNS TABLE(job_id bigint, day date, state text, at timestamp with time zone, queue_id integer, priority smallint, attempt integer, seq bigint, worker_id integer, detail text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET jit TO 'off'
    SET enable_seqscan TO 'on'
    AS $$
  WITH known(job_id, day, state, at, queue_id, priority, attempt, seq, worker_id, detail) AS (
    SELECT r.job_id, r.day, 'running', r.claimed_at, r.queue_id, r.priority, r.attempt::int,
      NULL::bigint, r.worker_id, NULL
    FROM unnest(job_ids) i(id) JOIN reeve.job_run r ON r.job_id = i.id
    UNION ALL
    SELECT r.job_id, r.day, 'available', NULL, r.queue_id, r.priority, r.attempt, r.seq, NULL, NULL
    FROM reeve.job j
    CROSS JOIN unnest('{1,0,-1}'::smallint[]) l(level)
    JOIN reeve.job_ready r
      ON r.queue_id = j.queue_id AND r.priority = l.level AND r.seq = j.job_id
    WHERE j.job_id = ANY (job_ids) AND r.job_id = j.job_id
    UNION ALL
    SELECT t.job_id, t.day, CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END,
      t.due_at, t.queue_id, t.priority, t.attempt, NULL, NULL, t.reason
    FROM unnest(job_ids) i(id) JOIN reeve.job_timer t ON t.job_id = i.id
    UNION ALL
    SELECT w.job_id, w.day, 'waiting', w.due_at, w.queue_id, w.priority, 0, NULL, NULL, NULL
    FROM unnest(job_ids) i(id) JOIN reeve.job_wait w ON w.job_id = i.id
    UNION ALL
    SELECT d.job_id, d.day, 'discarded', d.died_at, d.queue_id, d.priority, d.attempt, NULL, NULL,
      d.reason
    FROM unnest(job_ids) i(id) JOIN reeve.job_dead d ON d.job_id = i.id
    UNION ALL
    SELECT e.job_id, e.day, e.outcome, e.finished_at, NULL, NULL, e.attempt, NULL, e.worker_id,
      e.error
    FROM unnest(job_ids) i(id) JOIN reeve.job_end e ON e.job_id = i.id
    WHERE e.outcome IN ('completed', 'cancelled')
  ), late AS (
    SELECT j.job_id FROM reeve.job j WHERE j.job_id = ANY (job_ids)
    EXCEPT SELECT k.job_id FROM known k
  )
  SELECT * FROM known
  UNION ALL
  -- Every job would pay for an index of the ready ones by their number: one that came back, whose
  -- place is not its number, is looked for until it is found.
  (SELECT r.job_id, r.day, 'available', NULL, r.queue_id, r.priority, r.attempt, r.seq, NULL, NULL
   FROM reeve.job_ready r WHERE r.job_id IN (SELECT l.job_id FROM late l)
   LIMIT (SELECT count(*) FROM late))
$$;

ALTER FUNCTION reeve.job_place(job_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_place(job_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_place(job_ids bigint[]) IS 'Where jobs are: at is since when they run or are ended, or when they are due; detail why they are timed, dead letters or cancelled. Reads ready jobs through, once for all of these, where some came back.';

--
-- Name: job_principal(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_principal(job_id bigint) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT j.principal FROM reeve.job j WHERE j.job_id = job_principal.job_id
$$;

ALTER FUNCTION reeve.job_principal(job_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_principal(job_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_principal(job_id bigint) IS 'Login that asked for the job; NULL when a schedule did.';

--
-- Name: job_progress_report(bigint, integer, bigint, bigint, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_progress_report(job_id bigint, lease integer, done bigint, total bigint DEFAULT NULL::bigint, note text DEFAULT NULL::text, checkpoint jsonb DEFAULT NULL::jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO reeve.job_progress AS p(job_id, lease, done, total, note, checkpoint)
  SELECT r.job_id, r.lease, job_progress_report.done, job_progress_report.total,
    left(job_progress_report.note, 1000), job_progress_report.checkpoint
  FROM reeve.job_run r
  WHERE r.job_id = job_progress_report.job_id AND r.lease = job_progress_report.lease
  FOR KEY SHARE
  ON CONFLICT ON CONSTRAINT job_progress_pkey DO UPDATE
  SET lease = excluded.lease, done = excluded.done, total = excluded.total, note = excluded.note,
    checkpoint = coalesce(excluded.checkpoint, p.checkpoint), at = clock_timestamp();
  RETURN FOUND;
END
$$;

ALTER FUNCTION reeve.job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb) IS 'Says how far a running attempt has come, of how many, and what it is at; false when it is stale. A checkpoint, up to 64 KiB, is kept for the next attempt until there is a newer one.';

--
-- Name: job_put(jsonb[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_put(jobs jsonb[], principal text) RETURNS bigint[]
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  today date := (moment AT TIME ZONE 'UTC')::date;
  fresh bigint[];
  holders bigint[];
  are_keyed boolean;
  are_timed boolean;
  are_after boolean;
  bells int[];
BEGIN
  SELECT array_agg(nextval('reeve.job_id_seq')), bool_or(b.body ->> 'unique_key' IS NOT NULL),
    bool_or(coalesce(b.body ->> 'due_at', b.body ->> 'delay') IS NOT NULL),
    bool_or(jsonb_typeof(b.body -> 'after') = 'array')
  INTO fresh, are_keyed, are_timed, are_after
  FROM unnest(jobs) b(body);
  holders := fresh;
  WHILE are_keyed LOOP
    -- In order, so that two callers with the same keys do not wait for each other.
    INSERT INTO reeve.job_key(key, job_id)
    SELECT DISTINCT ON (k.key) k.key, fresh[o.n]
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    CROSS JOIN LATERAL (SELECT o.body ->> 'unique_key' COLLATE "C") k(key)
    WHERE k.key IS NOT NULL
    ORDER BY k.key, o.n
    ON CONFLICT (key) DO NOTHING;
    SELECT array_agg(
      CASE WHEN o.body ->> 'unique_key' IS NULL THEN fresh[o.n] ELSE k.job_id END ORDER BY o.n)
    INTO holders
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    LEFT JOIN reeve.job_key k ON k.key = o.body ->> 'unique_key';
    -- A holder that ended in between has freed its key.
    EXIT WHEN array_position(holders, NULL) IS NULL;
  END LOOP;
  WITH entry AS (
    SELECT o.n, fresh[o.n] AS job_id, k.kind_id, coalesce(q.queue_id, k.queue_id) AS queue_id,
      coalesce((o.body ->> 'max_attempts')::smallint, k.max_attempts) AS max_attempts,
      coalesce((o.body ->> 'priority')::smallint, 0::smallint) AS priority,
      CASE WHEN are_timed THEN coalesce((o.body ->> 'due_at')::timestamptz,
        moment + (o.body ->> 'delay')::interval) END AS due_at,
      are_after AND jsonb_typeof(o.body -> 'after') = 'array' AS is_after,
      o.body
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    JOIN reeve.job_kind k ON k.name = o.body ->> 'kind'
    LEFT JOIN reeve.queue q ON q.name = o.body ->> 'queue'
    WHERE holders[o.n] = fresh[o.n]
  ), body AS (
    INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, app, collection_id,
      subject_key, args, principal)
    SELECT e.job_id, today, e.queue_id, e.kind_id, e.max_attempts, e.body ->> 'app',
      (e.body ->> 'collection_id')::int, e.body ->> 'subject_key', coalesce(e.body -> 'args', '{}'),
      job_put.principal
    FROM entry e
  ), waiting AS (
    INSERT INTO reeve.job_wait(job_id, day, queue_id, priority, due_at, missing)
    SELECT e.job_id, today, e.queue_id, e.priority, e.due_at, 0 FROM entry e WHERE e.is_after
  ), timed AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority)
    SELECT e.due_at, e.job_id, today, 'scheduled', e.queue_id, e.priority
    FROM entry e WHERE e.due_at > moment AND e.is_after IS NOT TRUE
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, seq, job_id, day)
    SELECT e.queue_id, e.priority, e.job_id, e.job_id, today
    FROM entry e WHERE (e.due_at > moment) IS NOT TRUE AND e.is_after IS NOT TRUE
    ORDER BY e.n
  ), counted AS (
    INSERT INTO reeve.job_delta AS d(queue_id, state, n)
    SELECT e.queue_id, CASE WHEN e.is_after THEN 'waiting' WHEN e.due_at > moment THEN 'scheduled'
      ELSE 'available' END, count(*)
    FROM entry e GROUP BY 1, 2
    RETURNING d.queue_id, d.state
  )
  SELECT array_agg(c.queue_id) INTO bells FROM counted c WHERE c.state = 'available';
  PERFORM reeve.job_ring(bells);
  IF are_after THEN
    WITH need AS (
      INSERT INTO reeve.job_after AS a(needed_id, job_id)
      SELECT DISTINCT (x.id #>> '{}')::bigint, fresh[o.n]
      FROM unnest(jobs) WITH ORDINALITY o(body, n)
      CROSS JOIN LATERAL jsonb_array_elements(o.body -> 'after') x(id)
      WHERE jsonb_typeof(o.body -> 'after') = 'array' AND holders[o.n] = fresh[o.n]
        AND NOT EXISTS (SELECT FROM reeve.job_end d
          WHERE d.job_id = (x.id #>> '{}')::bigint AND d.outcome = 'completed')
      RETURNING a.job_id
    )
    UPDATE reeve.job_wait w SET missing = n.missing
    FROM (SELECT n.job_id, count(*) AS missing FROM need n GROUP BY 1) n
    WHERE w.job_id = n.job_id;
    PERFORM reeve.job_free(fresh);
  END IF;
  RETURN holders;
END
$$;

ALTER FUNCTION reeve.job_put(jobs jsonb[], principal text) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_put(jobs jsonb[], principal text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_put(jobs jsonb[], principal text) IS 'Writes jobs in the form of reeve.enqueue, unchecked, for a principal (NULL = a schedule). Of each its id, or that of the live job that holds its unique_key.';

--
-- Name: job_release(bigint[], integer[], bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_release(job_ids bigint[], leases integer[], delays_ms bigint[]) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  recorded bigint[];
  unwanted bigint[];
BEGIN
  WITH gone AS (
    DELETE FROM reeve.job_run r
    USING unnest(job_ids, leases, delays_ms) a(job_id, lease, delay_ms)
    WHERE r.job_id = a.job_id AND r.lease = a.lease
    RETURNING r.*, a.delay_ms
  ), later AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority, lease, attempt)
    SELECT clock_timestamp() + g.delay_ms * interval '1 ms', g.job_id, g.day, 'snoozed',
      g.queue_id, g.priority, g.lease, g.attempt - 1
    FROM gone g WHERE g.delay_ms > 0
  ), now AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT g.queue_id, g.priority, g.job_id, g.day, g.lease, g.attempt - 1, g.losses
    FROM gone g WHERE g.delay_ms IS NULL OR g.delay_ms <= 0
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, s.state, sum(s.n)
    FROM gone g
    CROSS JOIN LATERAL (VALUES ('running', -1), (
      CASE WHEN g.delay_ms > 0 THEN 'scheduled' ELSE 'available' END, 1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(g.job_id), array_agg(g.job_id) FILTER (WHERE g.cancel_at IS NOT NULL)
  INTO recorded, unwanted FROM gone g;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  RETURN QUERY SELECT unnest(recorded);
END
$$;

ALTER FUNCTION reeve.job_release(job_ids bigint[], leases integer[], delays_ms bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_release(job_ids bigint[], leases integer[], delays_ms bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_release(job_ids bigint[], leases integer[], delays_ms bigint[]) IS 'Hands attempts back, none charged: ready at once, or snoozed for a number of milliseconds. Gives the jobs handed back.';

--
-- Name: job_retry(bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_retry(job_ids bigint[]) RETURNS TABLE(job_id bigint, state text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
DECLARE
  bells int[];
  ids bigint[];
  states text[];
BEGIN
  PERFORM FROM reeve.job_dead d WHERE d.job_id = ANY (job_ids) ORDER BY d.job_id FOR UPDATE;
  -- A dead letter takes its key again; one whose key another job has got stays dead.
  INSERT INTO reeve.job_key(key, job_id)
  SELECT d.key, d.job_id FROM reeve.job_dead d WHERE d.job_id = ANY (job_ids) AND d.key IS NOT NULL
  ORDER BY d.key COLLATE "C", d.job_id
  ON CONFLICT (key) DO NOTHING;
  WITH timed AS (
    DELETE FROM reeve.job_timer t WHERE t.job_id = ANY (job_ids) AND t.reason = 'retryable'
    RETURNING t.*
  ), dead AS (
    DELETE FROM reeve.job_dead d
    WHERE d.job_id = ANY (job_ids) AND (d.key IS NULL
      OR EXISTS (SELECT FROM reeve.job_key k WHERE k.job_id = d.job_id))
    RETURNING d.*
  ), again(job_id, day, queue_id, priority, lease, attempt, losses, state) AS (
    SELECT t.job_id, t.day, t.queue_id, t.priority, t.lease, t.attempt, t.losses, 'retryable'
    FROM timed t
    UNION ALL
    SELECT d.job_id, d.day, d.queue_id, d.priority, d.lease, 0, 0, 'discarded' FROM dead d
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT a.queue_id, a.priority, a.job_id, a.day, a.lease, a.attempt, a.losses
    FROM again a ORDER BY a.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT a.queue_id, s.state, sum(s.n)
    FROM again a CROSS JOIN LATERAL (VALUES (a.state, -1), ('available', 1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(DISTINCT a.queue_id), array_agg(a.job_id), array_agg(a.state)
  INTO bells, ids, states FROM again a;
  PERFORM reeve.job_ring(bells);
  RETURN QUERY SELECT * FROM unnest(ids, states);
END
$$;

ALTER FUNCTION reeve.job_retry(job_ids bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_retry(job_ids bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_retry(job_ids bigint[]) IS 'Makes jobs ready that wait for another attempt, and dead letters, which get all their attempts anew; what they did before stays on record. A dead letter takes its unique_key again, or stays one where a live job has that; what waited for it was cancelled. Of each the state it was in; one that is not given was in another.';

--
-- Name: job_ring(integer[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_ring(queue_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  rung int;
BEGIN
  FOREACH rung IN ARRAY coalesce(queue_ids, '{}') LOOP
    -- Who waits for jobs holds the lock (job_doze). Whoever gets a share of it need not notify,
    -- which would make all commits of the cluster queue up; and nobody can begin to wait before
    -- the jobs written here can be seen.
    IF NOT pg_try_advisory_xact_lock_shared(hashtext('reeve.job_ring'), rung) THEN
      PERFORM pg_notify('reeve_job', rung::text);
    END IF;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.job_ring(queue_ids integer[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_ring(queue_ids integer[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_ring(queue_ids integer[]) IS 'Tells workers that wait at these queues that there are jobs, when the transaction commits.';

--
-- Name: job_schedule_tick(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_schedule_tick(max_schedules integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  due reeve.cron;
  present timestamptz;
  moment timestamptz;
  due_at timestamptz[];
  occurrence timestamptz;
  wanted int;
  new_id bigint;
  fired int := 0;
BEGIN
  FOR due IN
    SELECT c.* FROM reeve.cron c
    WHERE c.paused_at IS NULL AND (c.next_at <= (SELECT clock_timestamp())
      OR c.waiting_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM reeve.job_key k WHERE k.key = 'cron:' || c.cron_id))
    ORDER BY c.next_at, c.cron_id LIMIT max_schedules FOR UPDATE SKIP LOCKED
  LOOP
    present := clock_timestamp();
    -- What is due, or the last of it: those that fire, and the one before them.
    wanted := CASE due.missed WHEN 'all' THEN due.most ELSE 1 END;
    due_at := '{}';
    moment := due.next_at;
    BEGIN
      IF due.next_at <= present THEN
        due_at := ARRAY[reeve.cron_latest(due, present)];
        moment := reeve.cron_following(due, due_at[1]);
      END IF;
      WHILE cardinality(due_at) <= wanted AND due_at[1] > due.next_at LOOP
        due_at := reeve.cron_latest(due, due_at[1] - interval '1 microsecond') || due_at;
      END LOOP;
    EXCEPTION WHEN invalid_parameter_value THEN
      -- The server no longer knows the zone; the other schedules must go on.
      RAISE WARNING 'schedule %/% is paused: %', due.app, due.name, SQLERRM;
      UPDATE reeve.cron c SET paused_at = present WHERE c.cron_id = due.cron_id;
      CONTINUE;
    END;
    wanted := least(wanted, cardinality(due_at));
    IF due.missed = 'skip' AND due_at[cardinality(due_at)] < present - interval '1 minute' THEN
      wanted := 0;
    END IF;
    IF wanted < cardinality(due_at) THEN
      INSERT INTO reeve.cron_fire(cron_id, fire_at, occurrences, last_at, skipped)
      VALUES (due.cron_id, due.next_at,
        reeve.cron_count(due, due_at[cardinality(due_at) - wanted]),
        due_at[cardinality(due_at) - wanted], 'missed') ON CONFLICT DO NOTHING;
    END IF;
    FOREACH occurrence IN ARRAY due.waiting_at || due_at[cardinality(due_at) - wanted + 1:] LOOP
      -- Known already when someone moved next_at back: an occurrence fires once.
      CONTINUE WHEN occurrence IS NULL OR EXISTS (
        SELECT FROM reeve.cron_fire f
        WHERE f.cron_id = due.cron_id AND f.fire_at = occurrence);
      new_id := reeve.cron_job(due, NULL);
      fired := fired + (new_id IS NOT NULL)::int;
      IF new_id IS NULL AND due.overlap = 'queue'
        AND coalesce(due.waiting_at, occurrence) = occurrence THEN
        due.waiting_at := occurrence;
        CONTINUE;
      ELSIF due.waiting_at = occurrence THEN
        due.waiting_at := NULL;
      END IF;
      INSERT INTO reeve.cron_fire(cron_id, fire_at, job_id, skipped)
      VALUES (due.cron_id, occurrence, new_id, CASE WHEN new_id IS NULL THEN 'overlap' END);
    END LOOP;
    UPDATE reeve.cron c SET next_at = moment, waiting_at = due.waiting_at
    WHERE c.cron_id = due.cron_id;
  END LOOP;
  RETURN fired;
END
$$;

ALTER FUNCTION reeve.job_schedule_tick(max_schedules integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_schedule_tick(max_schedules integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_schedule_tick(max_schedules integer) IS 'Fires schedules that are due; how many became jobs. Every occurrence leaves a row in cron_fire in the transaction that moves next_at, or waits there as waiting_at. An occurrence is missed when a later one is due too, or, with missed = skip, after a minute.';

--
-- Name: job_show(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_show(job_id bigint) RETURNS TABLE(job bigint, kind text, queue text, state text, at timestamp with time zone, worker text, attempt integer, max_attempts integer, priority smallint, done bigint, total bigint, note text, progress_at timestamp with time zone, deadline_at timestamp with time zone, cancel_at timestamp with time zone, error text, app text, subject text, args jsonb, asked_by text, asked_at timestamp with time zone, unique_key text, after bigint[], waits_for_it bigint[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT j.job_id, k.name, q.name, p.state, p.at, w.host || ' ' || w.pid, p.attempt,
      j.max_attempts::int, p.priority, g.done, g.total, g.note, g.at, r.deadline_at, r.cancel_at,
      f.error, j.app, coalesce(c.name || coalesce(':' || j.subject_key, ''),
        j.args ->> 'collection'), j.args, j.principal, j.created_at, u.key,
      (SELECT array_agg(a.needed_id ORDER BY a.needed_id) FROM reeve.job_after a
       WHERE a.job_id = j.job_id),
      (SELECT array_agg(a.job_id ORDER BY a.job_id) FROM reeve.job_after a
       WHERE a.needed_id = j.job_id)
    FROM reeve.job_place(ARRAY[job_show.job_id]) p
    JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day
    JOIN reeve.job_kind k USING (kind_id)
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN reeve.collection c ON c.collection_id = j.collection_id
    LEFT JOIN reeve.worker w ON w.worker_id = p.worker_id
    LEFT JOIN reeve.job_run r ON r.job_id = j.job_id
    LEFT JOIN reeve.job_progress g ON g.job_id = j.job_id
    LEFT JOIN reeve.job_key u ON u.job_id = j.job_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = j.job_id AND e.day = j.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no job %', job_id USING ERRCODE = 'RV004',
      HINT = '`jobs` lists them; what ended long ago is gone.';
  END IF;
END
$$;

ALTER FUNCTION reeve.job_show(job_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_show(job_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_show(job_id bigint) IS 'One job: what it is, where it is, how far it has come, the error of its last attempt that had one. RV004 where there is none.';

--
-- Name: job_time_out(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_time_out() RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  ids bigint[];
  leases int[];
  errors text[];
BEGIN
  -- Its own worker cancels it at the deadline, and has some time to say so.
  SELECT array_agg(o.job_id), array_agg(o.lease), array_agg(
    format('timed out at %s UTC, and worker %s did not end it',
      to_char(o.deadline_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), o.worker_id))
  INTO ids, leases, errors
  FROM (
    SELECT r.* FROM reeve.job_run r
    WHERE r.deadline_at < (SELECT clock_timestamp()) - interval '10 s'
    ORDER BY r.deadline_at LIMIT 1000 FOR UPDATE SKIP LOCKED) o;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  RETURN (SELECT count(*) FROM reeve.job_fail(ids, leases, errors));
END
$$;

ALTER FUNCTION reeve.job_time_out() OWNER TO reeve_owner;

--
-- Name: FUNCTION job_time_out(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_time_out() IS 'Ends attempts that are 10 s over their time by the server''s clock, as failed; how many. What they still do is stale. One that holds its row (job_is_live) is left until it lets go.';

--
-- Name: job_timer_tick(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_timer_tick(max_jobs integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  moved int;
  bells int[];
BEGIN
  WITH due AS (
    DELETE FROM reeve.job_timer t
    WHERE t.ctid = ANY (ARRAY(
      SELECT c.ctid FROM reeve.job_timer c WHERE c.due_at <= (SELECT clock_timestamp())
      ORDER BY c.due_at, c.job_id LIMIT max_jobs FOR UPDATE SKIP LOCKED))
    RETURNING t.*
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT d.queue_id, d.priority, d.job_id, d.day, d.lease, d.attempt, d.losses
    FROM due d ORDER BY d.due_at, d.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT d.queue_id, s.state, sum(s.n)
    FROM due d
    CROSS JOIN LATERAL (VALUES ('available', 1), (
      CASE d.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END, -1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT count(*), array_agg(DISTINCT d.queue_id) INTO moved, bells FROM due d;
  PERFORM reeve.job_ring(bells);
  RETURN moved;
END
$$;

ALTER FUNCTION reeve.job_timer_tick(max_jobs integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_timer_tick(max_jobs integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_timer_tick(max_jobs integer) IS 'Makes up to max_jobs due jobs ready; how many.';

--
-- Name: job_why(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.job_why(job_id bigint) RETURNS TABLE(code text, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
  present timestamptz := clock_timestamp();
  stamp text := 'YYYY-MM-DD HH24:MI:SS "UTC"';
  place record;
  lane reeve.queue;
  kind text;
  running int;
  tokens double precision;
  ahead int;
  ended record;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT p.*, j.max_attempts, j.kind_id, j.queue_id AS lane_id INTO place
  FROM reeve.job_place(ARRAY[job_why.job_id]) p
  JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no job %', job_id USING ERRCODE = 'RV004',
      HINT = '`jobs` lists them; what ended long ago is gone.';
  END IF;
  SELECT q.* INTO lane FROM reeve.queue q WHERE q.queue_id = place.lane_id;
  kind := (SELECT k.name FROM reeve.job_kind k WHERE k.kind_id = place.kind_id);
  SELECT e.* INTO ended FROM reeve.job_end e
  WHERE e.job_id = place.job_id ORDER BY e.lease DESC LIMIT 1;

  IF place.state IN ('completed', 'cancelled') THEN
    RETURN QUERY SELECT place.state, format('it was %s at %s%s', place.state,
      to_char(place.at, stamp), CASE place.state WHEN 'cancelled' THEN ': ' || place.detail END);
    RETURN;
  ELSIF place.state = 'discarded' THEN
    RETURN QUERY SELECT 'dead', format('it is a dead letter since %s: %s', to_char(place.at, stamp),
      CASE place.detail
        WHEN 'attempts' THEN format('all %s attempts failed', place.max_attempts)
        WHEN 'losses' THEN 'three workers in a row died over it'
        ELSE 'its handler said that trying again is no use' END);
    IF ended.error IS NOT NULL THEN
      RETURN QUERY SELECT 'error', ended.error;
    END IF;
    RETURN;
  ELSIF place.state = 'running' THEN
    RETURN QUERY
      SELECT 'running', format('attempt %s of %s runs since %s on worker %s, %s %s', place.attempt,
        place.max_attempts, to_char(place.at, stamp), w.worker_id, w.host, w.pid)
      FROM reeve.worker w WHERE w.worker_id = place.worker_id;
    RETURN QUERY
      SELECT 'cancelling', format('somebody asked at %s that it be cancelled',
        to_char(r.cancel_at, stamp))
      FROM reeve.job_run r WHERE r.job_id = place.job_id AND r.cancel_at IS NOT NULL;
    RETURN QUERY
      SELECT 'silent', format('its worker was last heard of %s s ago; after 12 s its jobs go to '
        'others', round(extract(epoch FROM present - w.beat_at)))
      FROM reeve.worker w
      WHERE w.worker_id = place.worker_id AND w.beat_at < present - interval '6 s';
    RETURN;
  END IF;

  IF lane.paused_at IS NOT NULL THEN
    RETURN QUERY SELECT 'paused',
      format('queue %s is paused since %s', lane.name, to_char(lane.paused_at, stamp));
  END IF;
  IF NOT EXISTS (SELECT FROM reeve.worker w WHERE w.queue_id = lane.queue_id
    AND w.ended_at IS NULL AND w.beat_at > present - interval '12 s') THEN
    RETURN QUERY SELECT 'worker', format('no live worker serves queue %s', lane.name);
  ELSIF NOT reeve.kind_is_known(kind, lane.queue_id) THEN
    RETURN QUERY SELECT 'kind', format('no live worker of queue %s knows kind %s', lane.name, kind);
  END IF;
  IF place.state = 'waiting' THEN
    RETURN QUERY
      SELECT 'after', format('it waits for %s',
        concat_ws(', ', string_agg(format('job %s (%s)', n.needed_id, p.state), ', '
          ORDER BY n.needed_id), nullif(min(n.total) - count(*), 0) || ' more'))
      FROM (
        SELECT a.needed_id, count(*) OVER () AS total FROM reeve.job_after a
        WHERE a.job_id = place.job_id ORDER BY a.needed_id LIMIT 5) n
      JOIN reeve.job_place(ARRAY(SELECT a.needed_id FROM reeve.job_after a
        WHERE a.job_id = place.job_id ORDER BY a.needed_id LIMIT 5)) p ON p.job_id = n.needed_id
      HAVING count(*) > 0;
  END IF;
  IF place.at > present THEN
    RETURN QUERY SELECT 'timer', format('%s %s, in %s',
      CASE WHEN place.state = 'waiting' THEN 'then it waits until'
        WHEN place.detail = 'retryable' THEN 'it tries again at'
        WHEN place.detail = 'snoozed' THEN 'its handler wants it again at'
        ELSE 'it is for' END, to_char(place.at, stamp), date_trunc('second', place.at - present));
  ELSIF place.at IS NOT NULL AND place.state <> 'waiting' THEN
    RETURN QUERY SELECT 'due',
      format('it is due since %s; a worker makes it ready', to_char(place.at, stamp));
  END IF;
  IF place.state = 'available' THEN
    running := (SELECT count(*) FROM reeve.job_run r WHERE r.queue_id = lane.queue_id);
    IF running >= lane.max_running THEN
      RETURN QUERY SELECT 'limit', format('%s of %s jobs run that queue %s may have at a time',
        running, lane.max_running, lane.name);
    END IF;
    tokens := (
      SELECT least(lane.burst, b.tokens + lane.rate * extract(epoch FROM present - b.at))
      FROM reeve.queue_bucket b WHERE b.queue_id = lane.queue_id);
    IF lane.rate IS NOT NULL AND tokens < 1 THEN
      RETURN QUERY SELECT 'rate', format('queue %s starts %s jobs a second; the next in %s s',
        lane.name, lane.rate, round(((1 - tokens) / lane.rate)::numeric, 1));
    END IF;
    ahead := (
      SELECT count(*) FROM (
        SELECT FROM reeve.job_ready r
        WHERE r.queue_id = lane.queue_id AND r.priority = place.priority AND r.seq < place.seq
        UNION ALL
        SELECT FROM reeve.job_ready r
        WHERE r.queue_id = lane.queue_id AND r.priority > place.priority LIMIT 10000) a);
    RETURN QUERY SELECT CASE WHEN ahead > 0 THEN 'behind' ELSE 'next' END, CASE
      WHEN ahead >= 10000 THEN format('10000 others or more are before it in queue %s', lane.name)
      WHEN ahead > 1 THEN format('%s others are before it in queue %s', ahead, lane.name)
      WHEN ahead = 1 THEN format('one other is before it in queue %s', lane.name)
      ELSE format('it is the next in queue %s; %s run now', lane.name, running) END;
  END IF;
  IF ended.error IS NOT NULL THEN
    RETURN QUERY SELECT 'error', format('attempt %s of %s ended %s: %s', ended.attempt,
      place.max_attempts, ended.outcome, ended.error);
  END IF;
END
$$;

ALTER FUNCTION reeve.job_why(job_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION job_why(job_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.job_why(job_id bigint) IS 'Why a job does not run, or that it does or how it ended: reasons, what holds it first. Codes: paused worker kind after timer due limit rate behind next error; running cancelling silent; dead completed cancelled. RV004 where there is no such job.';

--
-- Name: kind_is_known(text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.kind_is_known(kind text, queue_id integer) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM reeve.worker w
    WHERE w.queue_id = kind_is_known.queue_id AND w.ended_at IS NULL
      AND w.beat_at > clock_timestamp() - interval '12 s'
      AND (w.kinds IS NULL OR kind_is_known.kind = ANY (w.kinds)))
$$;

ALTER FUNCTION reeve.kind_is_known(kind text, queue_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION kind_is_known(kind text, queue_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.kind_is_known(kind text, queue_id integer) IS 'Whether a live worker of a queue knows jobs of a kind, or did not say which it knows.';

--
-- Name: mark_holds(integer, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.mark_holds(collection_id integer, kind text, name text, key text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM reeve.mark m
    WHERE m.collection_id = mark_holds.collection_id AND m.kind = mark_holds.kind
      AND m.name = mark_holds.name AND m.key = mark_holds.key AND m.until > clock_timestamp());
END
$$;

ALTER FUNCTION reeve.mark_holds(collection_id integer, kind text, name text, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION mark_holds(collection_id integer, kind text, name text, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.mark_holds(collection_id integer, kind text, name text, key text) IS 'Whether a tag, a limit or a verification of that name is in force now; what generated guards ask.';

--
-- Name: member_acts(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_acts(needed text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.member_holds(needed)
    AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user)
$$;

ALTER FUNCTION reeve.member_acts(needed text) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_acts(needed text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_acts(needed text) IS 'Whether the login''s rank suffices and it is somebody''s own: no superuser acts.';

--
-- Name: member_bootstrap(text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_bootstrap(role_names text[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  added int;
BEGIN
  LOCK TABLE reeve.member IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM reeve.member m WHERE m.role_name <> ALL (role_names)) THEN
    RAISE EXCEPTION 'the first admins are named already'
      USING ERRCODE = 'RV002', HINT = 'A senior can add a member.';
  END IF;
  INSERT INTO reeve.member(role_name, rank, added_by)
  SELECT DISTINCT r, 'senior', session_user FROM unnest(role_names) r
  ON CONFLICT (role_name) DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    PERFORM reeve.command_record('member.bootstrap', session_user);
  END IF;
  RETURN added;
END
$$;

ALTER FUNCTION reeve.member_bootstrap(role_names text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_bootstrap(role_names text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_bootstrap(role_names text[]) IS 'Makes these logins seniors at the first install; returns how many were new. RV002 afterwards.';

--
-- Name: member_holds(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_holds(needed text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.rank_suffices(reeve.member_rank(), needed)
$$;

ALTER FUNCTION reeve.member_holds(needed text) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_holds(needed text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_holds(needed text) IS 'Whether the login''s rank suffices.';

--
-- Name: member_link(text, text, text, text, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
BEGIN
  key := reeve.subject_key(c, key);
  code := CASE
    WHEN NOT reeve.rank_suffices(reeve.member_rank_of(session_user), 'senior') THEN 'rank'
    WHEN NOT is_linked AND member_link.role_name = session_user THEN 'self'
    WHEN is_linked AND NOT EXISTS (
      SELECT FROM reeve.member m WHERE m.role_name = member_link.role_name) THEN 'notfound'
    WHEN is_linked AND NOT EXISTS (
      SELECT FROM reeve.hand_find(c.collection_id, '', ARRAY[member_link.key], 1)) THEN 'notfound'
    END;
  message := CASE code
    WHEN 'rank' THEN 'staff needs the rank senior and a login of your own'
    WHEN 'self' THEN 'that you are in the app another senior takes away'
    WHEN 'notfound' THEN format('there is no %s:%s, or %s is not of the team', collection, key,
      role_name) END;
  IF code IS NULL AND is_linked THEN
    INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
    VALUES (c.collection_id, key, member_link.role_name, session_user)
    ON CONFLICT ON CONSTRAINT member_subject_pkey DO NOTHING;
  ELSIF code IS NULL THEN
    DELETE FROM reeve.member_subject m
    WHERE m.collection_id = c.collection_id AND m.key = member_link.key
      AND m.role_name = member_link.role_name;
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  PERFORM reeve.command_record(CASE WHEN is_linked THEN 'member.link' ELSE 'member.unlink' END,
    session_user, NULL, c.collection_id, key, code);
END
$$;

ALTER FUNCTION reeve.member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text) IS 'Records that a login of the team is that row of an app, or is not, for seniors, so that nobody acts on themselves, peers or above.';

--
-- Name: member_rank(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_rank() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT m.rank
  FROM reeve.member m
  WHERE m.role_name = session_user AND pg_has_role(session_user, 'reeve_' || m.rank, 'MEMBER')
$$;

ALTER FUNCTION reeve.member_rank() OWNER TO reeve_owner;

--
-- Name: FUNCTION member_rank(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_rank() IS 'Rank of the login in this database: its row and the database role of that name; else NULL.';

--
-- Name: member_rank_of(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_rank_of(role_name text) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT m.rank
  FROM reeve.member m JOIN pg_roles r ON r.rolname = m.role_name
  WHERE m.role_name = member_rank_of.role_name AND r.rolcanlogin AND NOT r.rolsuper
    AND pg_has_role(r.oid, 'reeve_' || m.rank, 'MEMBER')
$$;

ALTER FUNCTION reeve.member_rank_of(role_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_rank_of(role_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_rank_of(role_name text) IS 'Rank in which a login may act here; NULL for a superuser, who may not act at all.';

--
-- Name: member_require(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_require(needed text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF NOT reeve.member_holds(needed) THEN
    RAISE EXCEPTION '% lacks the rank %', session_user, needed
      USING ERRCODE = 'RV002',
        DETAIL = format('Its rank in this database is %s.', coalesce(reeve.member_rank(), 'none')),
        HINT = 'A senior can add a member; `whoami` shows your rank.';
  END IF;
END
$$;

ALTER FUNCTION reeve.member_require(needed text) OWNER TO reeve_owner;

--
-- Name: FUNCTION member_require(needed text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_require(needed text) IS 'Raises RV002 unless the login''s rank suffices.';

--
-- Name: member_subject_list(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.member_subject_list() RETURNS TABLE(login text, rank text, app text, collection text, key text, added_by text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.role_name, m.rank, c.app, c.name, s.key, s.added_by
    FROM reeve.member m
    LEFT JOIN reeve.member_subject s USING (role_name)
    LEFT JOIN reeve.collection c USING (collection_id)
    ORDER BY 1, 3, 4, 5;
END
$$;

ALTER FUNCTION reeve.member_subject_list() OWNER TO reeve_owner;

--
-- Name: FUNCTION member_subject_list(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.member_subject_list() IS 'The team: each login with its rank, and who it is in the apps where that is known.';

--
-- Name: metric_list(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.metric_list() RETURNS TABLE(metric text, queue text, label text, value double precision)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  -- Who may ask is asked in there.
  RETURN QUERY
    SELECT m.metric, q.queue, m.label, m.value
    FROM reeve.queue_list() q
    CROSS JOIN LATERAL (VALUES
      ('jobs', 'available', q.available::double precision),
      ('jobs', 'scheduled', q.scheduled),
      ('jobs', 'retryable', q.retryable),
      ('jobs', 'waiting', q.waiting),
      ('jobs', 'running', q.running),
      ('jobs', 'discarded', q.discarded),
      ('ended', 'completed', q.completed),
      ('ended', 'cancelled', q.cancelled),
      ('oldest', NULL, CASE WHEN q.oldest_at IS NULL THEN 0
        ELSE greatest(extract(epoch FROM clock_timestamp() - q.oldest_at), 0) END),
      ('workers', NULL, q.workers),
      ('paused', NULL, (q.paused_at IS NOT NULL)::int)) m(metric, label, value);
  RETURN QUERY
    SELECT 'xmin', NULL, NULL, coalesce(max(age(x.xid)), 0)::double precision
    FROM (
      SELECT unnest(ARRAY[a.backend_xid, a.backend_xmin]) FROM pg_stat_activity a
      WHERE a.pid <> pg_backend_pid() AND coalesce(a.datname, current_database())
        = current_database()
      UNION ALL
      SELECT unnest(ARRAY[s.xmin, s.catalog_xmin]) FROM pg_replication_slots s
      WHERE coalesce(s.database, current_database()) = current_database()
      UNION ALL
      SELECT p.transaction FROM pg_prepared_xacts p
      WHERE p.database = current_database()) x(xid);
  RETURN QUERY
    SELECT 'dead', NULL, c.relname::text, pg_stat_get_dead_tuples(c.oid)::double precision
    FROM pg_class c
    WHERE c.relnamespace = 'reeve'::regnamespace
      AND c.relname IN ('job_ready', 'job_run', 'job_timer', 'job_delta', 'job_key', 'worker')
    ORDER BY c.relname;
END
$$;

ALTER FUNCTION reeve.metric_list() OWNER TO reeve_owner;

--
-- Name: FUNCTION metric_list(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.metric_list() IS 'What a worker publishes about the database, at once however many jobs there are: jobs by state, jobs ended ever, seconds that the oldest ready job has waited, workers and pause of each queue; the age in transactions of the oldest snapshot, and dead rows of the tables that change most.';

--
-- Name: migrate_apply(integer, integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_apply(copy_id integer, max integer, is_tail boolean DEFAULT false) RETURNS TABLE(taken bigint, keys text[], is_done boolean)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  reader text := 'migrate:' || c.copy_id;
  place reeve.change_reader;
  batch record;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH log AS (
    SELECT l.xid, l.change_id, l.key, row_number() OVER (ORDER BY l.xid, l.change_id) AS number,
      c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen) AS is_new
    FROM reeve.change l
    WHERE (l.xid, l.change_id) > (place.xid, place.change_id) AND l.collection_id = -c.copy_id
      AND CASE WHEN is_tail THEN c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen)
        ELSE l.xid < pg_snapshot_xmin(pg_current_snapshot()) END
    ORDER BY l.xid, l.change_id LIMIT migrate_apply.max + CASE WHEN is_tail THEN 1 ELSE 0 END
  ),
  last AS (SELECT l.xid, l.change_id, l.number FROM log l ORDER BY l.number DESC LIMIT 1)
  SELECT
    (SELECT count(*) FROM log) AS rows, (SELECT count(*) FROM log l WHERE l.is_new) AS new_rows,
    (SELECT array_agg(DISTINCT l.key) FROM log l WHERE l.is_new AND l.key IS NOT NULL) AS keys,
    (SELECT bool_or(l.key IS NULL) FROM log l WHERE l.is_new) AS is_truncated,
    (SELECT l.xid FROM last l) AS xid, (SELECT l.change_id FROM last l) AS change_id,
    pg_snapshot_xmin(pg_current_snapshot()) AS horizon, pg_current_snapshot() AS seen
  INTO batch;
  taken := batch.new_rows;
  IF batch.is_truncated THEN
    UPDATE reeve.live_copy l
    SET broken = format('%s was truncated',
      CASE WHEN l.phase = 'live' THEN l.target ELSE l.source END)
    WHERE l.copy_id = c.copy_id;
    is_done := TRUE;
    RETURN NEXT;
    RETURN;
  END IF;
  is_done := batch.rows <= migrate_apply.max AND is_tail OR batch.rows < migrate_apply.max;
  IF is_tail AND NOT is_done THEN
    RETURN NEXT;
    RETURN;
  END IF;
  IF batch.keys IS NOT NULL THEN
    PERFORM reeve.migrate_reject(copy_id, batch.keys);
  END IF;
  IF is_done THEN
    -- What stood in each other's way may fit by now.
    PERFORM reeve.migrate_reject(copy_id, r.keys)
    FROM (
      SELECT array_agg(q.key) AS keys
      FROM (
        SELECT j.key FROM reeve.live_copy_reject j
        WHERE j.copy_id = c.copy_id AND j.code IN ('23505', '23P01')
        ORDER BY j.rejected_at LIMIT 200) q) r
    WHERE r.keys IS NOT NULL;
  END IF;
  keys := batch.keys;
  IF taken > 0 OR is_tail THEN
    UPDATE reeve.live_copy l
    SET applied = l.applied + batch.new_rows,
      seen = CASE WHEN is_tail THEN batch.seen ELSE l.seen END
    WHERE l.copy_id = c.copy_id;
  END IF;
  -- The log of others is passed by too, so that it can be purged.
  IF batch.rows > 0 AND NOT is_done THEN
    PERFORM reeve.change_advance(reader, batch.xid, batch.change_id);
  -- The next one by its index: whether there is any would be looked for in the whole log.
  ELSIF (
    SELECT l.xid FROM reeve.change l
    WHERE (l.xid, l.change_id) > (place.xid, place.change_id)
    ORDER BY l.xid, l.change_id LIMIT 1) < batch.horizon
  THEN
    PERFORM reeve.change_advance(reader, batch.horizon, 0);
  END IF;
  RETURN NEXT;
END
$$;

ALTER FUNCTION reeve.migrate_apply(copy_id integer, max integer, is_tail boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_apply(copy_id integer, max integer, is_tail boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_apply(copy_id integer, max integer, is_tail boolean) IS 'Applies up to max changes of finished transactions. is_tail: all that are committed, also above the oldest running transaction, or none and is_done FALSE if they are more than max. taken: changes applied; keys: the rows read anew.';

--
-- Name: live_copy; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.live_copy (
    copy_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    mapping jsonb NOT NULL,
    source regclass NOT NULL,
    target regclass NOT NULL,
    statements jsonb NOT NULL,
    parked jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'copying'::text NOT NULL,
    broken text,
    seen pg_snapshot,
    last_key text[],
    batch_rows integer DEFAULT 1000 NOT NULL,
    rows_per_second double precision,
    total bigint NOT NULL,
    copied bigint DEFAULT 0 NOT NULL,
    applied bigint DEFAULT 0 NOT NULL,
    verified_at timestamp with time zone,
    verified_rows bigint,
    differing bigint,
    started_by text DEFAULT SESSION_USER NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    copied_at timestamp with time zone,
    cut_at timestamp with time zone,
    ended_at timestamp with time zone,
    unvalidated jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT live_copy_batch CHECK (((batch_rows >= 100) AND (batch_rows <= 50000))),
    CONSTRAINT live_copy_ended CHECK (((phase = ANY (ARRAY['finished'::text, 'abandoned'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT live_copy_phase CHECK ((phase = ANY (ARRAY['copying'::text, 'following'::text, 'live'::text, 'finished'::text, 'abandoned'::text])))
)
WITH (fillfactor='50');

ALTER TABLE reeve.live_copy OWNER TO reeve_owner;

--
-- Name: TABLE live_copy; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.live_copy IS 'Collections that move from one table to another while the app writes.';

--
-- Name: COLUMN live_copy.source; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.source IS 'The table that was there before; after the cutover it bears another name and follows.';

--
-- Name: COLUMN live_copy.statements; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.statements IS 'What the hand runs in the present direction: from the live table to the one that follows.';

--
-- Name: COLUMN live_copy.parked; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.parked IS 'What was taken from the table that follows, and comes back when it goes live: triggers, foreign keys.';

--
-- Name: COLUMN live_copy.phase; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.phase IS 'copying, following: the source is live; live: the target is; finished, abandoned: it is over.';

--
-- Name: COLUMN live_copy.broken; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.broken IS 'Why it cannot go on, such as a truncation.';

--
-- Name: COLUMN live_copy.seen; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.seen IS 'Every change visible in this snapshot is applied, also those above the reader''s place, which stops at the oldest transaction that runs.';

--
-- Name: COLUMN live_copy.last_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.last_key IS 'Key of the last row copied, a text a column.';

--
-- Name: COLUMN live_copy.total; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.total IS 'Rows of the source at the start, as estimated.';

--
-- Name: COLUMN live_copy.unvalidated; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.live_copy.unvalidated IS 'Statements that validate the foreign keys that came back with the last cutover or rollback, each with its role; empty once they have run.';

--
-- Name: migrate_begin(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_begin(mapping jsonb) RETURNS reeve.live_copy
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  finding record;
  has_rows boolean;
  c reeve.live_copy;
BEGIN
  SELECT l.* INTO c FROM reeve.live_copy l
  WHERE l.app = migrate_begin.mapping ->> 'app' AND l.name = migrate_begin.mapping ->> 'copy'
    AND l.ended_at IS NULL;
  IF FOUND THEN
    IF c.mapping <> migrate_begin.mapping THEN
      RAISE EXCEPTION 'the copy % began with another mapping', c.name USING ERRCODE = 'RV009',
        HINT = 'Give it what it began with, or end it with `reeve migrate finish --abandon`.';
    END IF;
    RETURN c;
  END IF;
  SELECT * INTO finding FROM reeve.migrate_check(migrate_begin.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  -- In one order, the busier one last. Who has written the source ends before this is granted, so
  -- that every later change meets the triggers.
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', target),
    format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', source)]);
  PERFORM set_config('role', owner_name, TRUE);
  EXECUTE format('SELECT EXISTS (SELECT FROM %s)', target) INTO has_rows;
  PERFORM set_config('role', 'none', TRUE);
  IF has_rows THEN
    RAISE EXCEPTION '% holds rows', target USING ERRCODE = 'RV009',
      HINT = 'A copy begins with an empty target: what it holds could not be told from copies.';
  END IF;
  INSERT INTO reeve.live_copy(app, name, mapping, source, target, statements, parked, total)
  SELECT migrate_begin.mapping ->> 'app', migrate_begin.mapping ->> 'copy', migrate_begin.mapping,
    source, target, reeve.migrate_statements(migrate_begin.mapping, source, target, FALSE),
    (SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') FROM reeve.migrate_park(target) p),
    greatest(r.reltuples, 0)
  FROM pg_class r WHERE r.oid = source
  RETURNING * INTO c;
  INSERT INTO reeve.change_reader(name, xid)
  VALUES ('migrate:' || c.copy_id, pg_snapshot_xmin(pg_current_snapshot()));
  PERFORM reeve.migrate_grant(c.copy_id);
  PERFORM reeve.role_execute(p.role_name, ARRAY[p.park])
  FROM jsonb_to_recordset(c.parked) p(role_name text, park text);
  PERFORM reeve.role_execute(s.role_name, ARRAY[s.statement])
  FROM reeve.migrate_capture(c.copy_id, FALSE) s;
  PERFORM reeve.role_execute(owner_name, reeve.migrate_close(target::text));
  PERFORM reeve.hand_migrate_plan(c.copy_id);
  PERFORM reeve.command_record('migrate.start', session_user);
  RETURN c;
END
$$;

ALTER FUNCTION reeve.migrate_begin(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_begin(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_begin(mapping jsonb) IS 'Begins a live copy: change triggers on the source, the target closed to all but the hand; or gives the one that has begun with this mapping. Runs as the installer. RV005 for a mapping that does not fit, RV009 where the target holds rows.';

--
-- Name: migrate_blockers(regclass, regclass); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_blockers(source regclass, target regclass) RETURNS TABLE(pid integer, who text, doing text, since interval)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT a.pid,
    format('%s%s', a.usename, coalesce(' (' || nullif(a.application_name, '') || ')', '')),
    coalesce(a.state, a.backend_type), clock_timestamp() - a.xact_start
  FROM pg_stat_activity a
  WHERE a.pid <> pg_backend_pid() AND a.pid IN (
    SELECT k.pid FROM pg_locks k
    WHERE k.granted AND k.locktype = 'relation'
      AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND (k.relation IN (source, target)
        OR k.relation IN (
          SELECT f.conrelid FROM pg_constraint f
          WHERE f.contype = 'f' AND f.confrelid IN (source, target))))
  ORDER BY a.xact_start LIMIT 5
$$;

ALTER FUNCTION reeve.migrate_blockers(source regclass, target regclass) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_blockers(source regclass, target regclass); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_blockers(source regclass, target regclass) IS 'Transactions that hold a lock on a table that a cutover needs, the oldest first.';

--
-- Name: migrate_capture(integer, boolean, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_capture(copy_id integer, is_back boolean, live_name text DEFAULT NULL::text) RETURNS TABLE(role_name text, statement text)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_capture.copy_id);
  live regclass := CASE WHEN is_back THEN c.target ELSE c.source END;
  other regclass := CASE WHEN is_back THEN c.source ELSE c.target END;
  a text := CASE WHEN is_back THEN 't' ELSE 's' END;
  keys text[] := reeve.migrate_keys(c.mapping, CASE WHEN is_back THEN 'target' ELSE 'source' END);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = live);
  routine text := format('reeve.follow_%s_%s', c.copy_id, CASE WHEN is_back THEN 2 ELSE 1 END);
  used text := (
    SELECT string_agg(m.value_sql, ' ') FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back = migrate_capture.is_back);
  -- Searched collections of the table that follows: their log is written from here meanwhile.
  logs int[] := -c.copy_id || ARRAY(
    SELECT l.collection_id FROM reeve.collection l
    WHERE l.relation = other AND l.is_live AND l.search IS NOT NULL ORDER BY l.collection_id);
  settings text;
  changed text;
BEGIN
  SELECT string_agg(DISTINCT s.setting, '') INTO settings
  FROM unnest(reeve.catalog_types(live, keys)) k(type)
  JOIN pg_type t ON t.oid = to_regtype(k.type)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN t.typcategory IN ('D', 'T')
      THEN ' SET "TimeZone" = ''UTC'' SET "DateStyle" = ''ISO'' SET "IntervalStyle" = ''postgres'''
    WHEN t.oid = 'bytea'::regtype THEN ' SET "bytea_output" = ''hex''' END) s(setting);
  -- A column whose name occurs in an expression counts as used; one too many costs a log entry.
  SELECT string_agg(format('OLD.%1$I%2$s IS DISTINCT FROM NEW.%1$I%2$s', f.attname,
      CASE WHEN t.typcategory = 'G' OR t.oid IN ('json'::regtype, 'xml'::regtype) THEN '::text'
        ELSE '' END), ' OR ' ORDER BY f.attnum)
  INTO changed
  FROM pg_attribute f
  JOIN pg_type t ON t.oid = f.atttypid
  WHERE f.attrelid = live AND f.attnum > 0 AND NOT f.attisdropped
    AND (f.attname = ANY (keys) OR position(f.attname IN used) > 0
      OR used ~ format('\m%s\M(?!\.)|\m%s\.\*', a, a));
  RETURN QUERY VALUES
    ('reeve_owner', format($f$
      CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp%6$s
      AS $body$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO reeve.change(collection_id, key) VALUES %2$s;
        ELSIF TG_OP = 'TRUNCATE' THEN
          INSERT INTO reeve.change(collection_id, key) VALUES %5$s;
        ELSE
          INSERT INTO reeve.change(collection_id, key) VALUES %3$s;
          IF TG_OP = 'UPDATE' AND (%4$s) THEN
            INSERT INTO reeve.change(collection_id, key) VALUES %2$s;
          END IF;
        END IF;
        RETURN NULL;
      END
      $body$
    $f$, routine,
      (SELECT string_agg(format('(%s, %s)', l, reeve.migrate_key('NEW', keys)), ', ')
        FROM unnest(logs) l),
      (SELECT string_agg(format('(%s, %s)', l, reeve.migrate_key('OLD', keys)), ', ')
        FROM unnest(logs) l),
      (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', k), ' OR ')
        FROM unnest(keys) k),
      (SELECT string_agg(format('(%s, NULL)', l), ', ') FROM unnest(logs) l),
      coalesce(settings, ''))),
    ('reeve_owner', format('COMMENT ON FUNCTION %s() IS %L', routine,
      format('Generated: appends the keys of rows that the copy %s must follow to the change log.',
        c.name))),
    ('reeve_owner', format('GRANT USAGE ON SCHEMA reeve TO %I', owner_name)),
    ('reeve_owner', format('GRANT EXECUTE ON FUNCTION %s(), reeve.migrate_closed() TO %I', routine,
      owner_name)),
    (owner_name, format('CREATE TRIGGER reeve_follow AFTER INSERT OR DELETE ON %s '
      'FOR EACH ROW EXECUTE FUNCTION %s()', coalesce(live_name, live::text), routine)),
    (owner_name, format('CREATE TRIGGER reeve_follow_update AFTER UPDATE ON %s '
      'FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %s()', coalesce(live_name, live::text), changed,
      routine)),
    (owner_name, format('CREATE TRIGGER reeve_follow_truncate AFTER TRUNCATE ON %s '
      'FOR EACH STATEMENT EXECUTE FUNCTION %s()', coalesce(live_name, live::text), routine));
END
$_$;

ALTER FUNCTION reeve.migrate_capture(copy_id integer, is_back boolean, live_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_capture(copy_id integer, is_back boolean, live_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_capture(copy_id integer, is_back boolean, live_name text) IS 'Statements that make the change triggers of the live table: every insert and delete, an update when a column that the copy uses changed, and truncation. live_name: what it is going to be called.';

--
-- Name: migrate_check(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_check(mapping jsonb) RETURNS TABLE(path text, code text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  source_keys text[] := reeve.migrate_keys(mapping, 'source');
  target_keys text[] := reeve.migrate_keys(mapping, 'target');
  item record;
  problem text;
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.app a WHERE a.app = mapping ->> 'app') THEN
    RETURN QUERY SELECT '/app', 'missing',
      format('the catalog of app %s is not applied here', mapping ->> 'app');
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/' || s.side, 'missing', format('there is no table %I.%I',
      mapping #>> ARRAY[s.side, 'schema'], mapping #>> ARRAY[s.side, 'table'])
    FROM (VALUES ('source', source), ('target', target)) s(side, relation)
    WHERE s.relation IS NULL
    UNION ALL
    SELECT '/' || s.side, 'type', format('%s is not a table', s.relation)
    FROM (VALUES ('source', source), ('target', target)) s(side, relation)
    JOIN pg_class r ON r.oid = s.relation
    WHERE r.relkind NOT IN ('r', 'p') OR r.relpersistence = 't'
    UNION ALL
    SELECT '/target', 'type', 'source and target are the same table' WHERE source = target;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/columns/' || replace(replace(k.name, '~', '~0'), '/', '~1'), 'missing',
      format('%s has no column %s', target, k.name)
    FROM jsonb_object_keys(mapping -> 'columns') k(name)
    LEFT JOIN pg_attribute a ON a.attrelid = target AND a.attname = k.name AND a.attnum > 0
      AND NOT a.attisdropped
    WHERE a.attname IS NULL
    UNION ALL
    SELECT '/columns/' || replace(replace(a.attname, '~', '~0'), '/', '~1'), 'type',
      format('the database itself computes column %s', a.attname)
    FROM pg_attribute a
    WHERE a.attrelid = target AND a.attgenerated <> '' AND mapping -> 'columns' ? a.attname
    UNION ALL
    SELECT p.path, 'missing', format('%s has no column %s', source, p.name)
    FROM (
      SELECT '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1') || '/from' AS path,
        c.value ->> 'from' AS name
      FROM jsonb_each(mapping -> 'columns') c WHERE c.value ? 'from'
      UNION ALL
      SELECT '/down/' || replace(replace(d, '~', '~0'), '/', '~1'), d
      FROM jsonb_object_keys(coalesce(mapping -> 'down', '{}')) d
      UNION ALL
      SELECT '/drop/' || (d.place - 1), d.name
      FROM unnest(reeve.catalog_columns(mapping -> 'drop')) WITH ORDINALITY d(name, place)) p
    LEFT JOIN pg_attribute a ON a.attrelid = source AND a.attname = p.name AND a.attnum > 0
      AND NOT a.attisdropped
    WHERE a.attname IS NULL
    UNION ALL
    SELECT '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1'), 'missing',
      'a column needs `from`, `up` or both'
    FROM jsonb_each(mapping -> 'columns') c WHERE NOT c.value ?| ARRAY['from', 'up']
    UNION ALL
    SELECT '/key/' || (k.place - 1), 'key',
      format('%s is not a mapped column with nothing but `from`', k.name)
    FROM unnest(target_keys) WITH ORDINALITY k(name, place)
    WHERE NOT coalesce(mapping #> ARRAY['columns', k.name] ? 'from'
      AND NOT mapping #> ARRAY['columns', k.name] ?| ARRAY['up', 'down', 'default'], FALSE);
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/key/' || (k.place - 1), 'type',
      CASE WHEN t.category = 'float' THEN format('a key of type %s has no exact text', k.st)
        ELSE format('%s is %s in %s and %s in %s: keys must sort alike', k.name, k.st, source, k.tt,
          target) END
    FROM (
      SELECT n.place, n.name, a.atttypid AS s, b.atttypid AS t, a.attcollation AS sc,
        b.attcollation AS tc, format_type(a.atttypid, a.atttypmod) AS st,
        format_type(b.atttypid, b.atttypmod) AS tt
      FROM unnest(target_keys) WITH ORDINALITY n(name, place)
      JOIN pg_attribute a ON a.attrelid = source AND a.attname = source_keys[n.place]
      JOIN pg_attribute b ON b.attrelid = target AND b.attname = n.name) k
    CROSS JOIN LATERAL (SELECT CASE
      WHEN k.s IN ('float4'::regtype, 'float8'::regtype) THEN 'float'
      WHEN k.s = k.t AND k.sc = k.tc THEN 'same'
      WHEN k.s IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
        AND k.t IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN 'same'
      WHEN k.s IN ('text'::regtype, 'varchar'::regtype)
        AND k.t IN ('text'::regtype, 'varchar'::regtype) AND k.sc = k.tc THEN 'same'
      ELSE 'other' END) t(category)
    WHERE t.category <> 'same'
    UNION ALL
    SELECT '/key', 'key', format('%s has no unique index on exactly (%s), all NOT NULL', s.relation,
      array_to_string(s.keys, ', '))
    FROM (VALUES (source, source_keys), (target, target_keys)) s(relation, keys)
    WHERE NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = s.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
        AND i.indimmediate AND i.indisvalid
        AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
          WHERE a.attrelid = s.relation AND a.attnum = ANY (i.indkey::int2[]) AND a.attnotnull)
          = (SELECT array_agg(k ORDER BY k) FROM unnest(s.keys) k))
    UNION ALL
    SELECT '/columns', 'missing',
      format('column %s of %s takes no NULL, has no default and is not mapped', a.attname, target)
    FROM pg_attribute a
    WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
      AND NOT a.atthasdef AND a.attidentity = '' AND NOT mapping -> 'columns' ? a.attname
    UNION ALL
    SELECT '/columns', 'missing', format(
      'column %s of %s goes nowhere; if it is not needed any more, name it under `drop`', a.attname,
      source)
    FROM pg_attribute a
    WHERE a.attrelid = source AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT EXISTS (
        SELECT FROM jsonb_each(mapping -> 'columns') c
        WHERE c.value ->> 'from' = a.attname
          OR c.value ->> 'up' ~ ('s\.("?)' || regexp_replace(a.attname, '(\W)', '\\\1', 'g')
            || '\1(\W|$)'))
      AND NOT coalesce(mapping -> 'down' ? a.attname, FALSE)
      AND a.attname <> ALL (reeve.catalog_columns(mapping -> 'drop'))
    UNION ALL
    SELECT '/down', 'missing', format(
      'column %s of %s takes no NULL and has no default: a rollback needs its `down`', c.name,
      source)
    FROM reeve.migrate_columns(mapping, source, target) c
    JOIN pg_attribute a ON a.attrelid = source AND a.attname = c.name
    WHERE c.is_back AND c.value_sql IS NULL AND a.attnotnull AND NOT a.atthasdef
      AND a.attidentity = ''
    UNION ALL
    SELECT s.path, 'owner', s.message
    FROM pg_class a, pg_class b
    CROSS JOIN LATERAL (VALUES
      ('/target', a.relowner <> b.relowner, format('%s and %s have different owners', source,
        target)),
      ('/source', NOT pg_has_role(session_user, a.relowner, 'MEMBER'), format(
        'you are not a member of %s, which owns %s', pg_get_userbyid(a.relowner), source))
    ) s(path, is_wrong, message)
    WHERE a.oid = source AND b.oid = target AND s.is_wrong
    UNION ALL
    SELECT '/' || s.side, 'unseen', format(s.message, s.relation)
    FROM (
      SELECT v.side, v.relation, c.message
      FROM (VALUES ('source', source), ('target', target)) v(side, relation)
      JOIN pg_class r ON r.oid = v.relation
      CROSS JOIN LATERAL (VALUES
        (r.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits i WHERE v.relation IN
            (i.inhparent, i.inhrelid)),
          '%s inherits, or is inherited from: triggers do not see what goes into the other table'),
        (r.relrowsecurity, '%s has row security, which may keep rows from reeve_hand'),
        (EXISTS (SELECT FROM pg_subscription_rel p WHERE p.srrelid = v.relation),
          'a subscription writes %s as a replica, which fires no triggers'),
        (EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = v.relation
            AND t.tgname ~ '^reeve_guard_'),
          'bans bite by a guard on %s, which does not move: apply a catalog that does without')
      ) c(is_wrong, message)
      WHERE c.is_wrong) s
    UNION ALL
    SELECT '/source', 'depends', format('%s is bound to %s and cannot follow its name', d.object,
      source)
    FROM reeve.migrate_depending(source) d WHERE NOT d.can_move
    UNION ALL
    SELECT '/source', 'depends', format('constraint %s of %s cannot refer to %s', i.name,
      i.relation, target)
    FROM reeve.migrate_incoming(mapping, source, target::text, FALSE) i WHERE i.restore IS NULL
    UNION ALL
    SELECT '/target', 'depends', format('constraint %s of %s refers to the target already: add it '
      'after the cutover', i.name, i.relation)
    FROM reeve.migrate_incoming(mapping, target, source::text, TRUE) i
    UNION ALL
    SELECT '/key', 'catalog', format('collection %s of app %s has the key (%s), not (%s)', l.name,
      l.app, array_to_string(l.key_columns, ', '), array_to_string(source_keys, ', '))
    FROM reeve.collection l
    WHERE l.relation = source AND l.is_live AND l.key_columns <> source_keys;
  FOR item IN SELECT * FROM reeve.migrate_columns(mapping, source, target) c
    WHERE NOT c.is_generated AND c.value_sql IS NOT NULL
  LOOP
    problem := reeve.catalog_try(format(
      'INSERT INTO %s(%I) OVERRIDING SYSTEM VALUE SELECT %s FROM %s',
      CASE WHEN item.is_back THEN source ELSE target END, item.name, item.value_sql,
      CASE WHEN item.is_back THEN target || ' t' ELSE source || ' s' END), owner_name);
    IF problem IS NOT NULL THEN
      RETURN QUERY SELECT item.path, 'expression', problem;
    END IF;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.migrate_check(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_check(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_check(mapping jsonb) IS 'Compares the mapping of a live copy with the database; one row a finding, path as a JSON pointer. Expressions are planned as the tables'' owner and never run.';

--
-- Name: migrate_close(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_close(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT ARRAY[
    format('CREATE TRIGGER reeve_closed BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH STATEMENT '
      'WHEN (current_user <> ''reeve_hand'') EXECUTE FUNCTION reeve.migrate_closed()', name),
    format('CREATE TRIGGER reeve_closed_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT '
      'EXECUTE FUNCTION reeve.migrate_closed()', name)]
$$;

ALTER FUNCTION reeve.migrate_close(name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_close(name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_close(name text) IS 'Statements that close the table that follows to all but the hand.';

--
-- Name: migrate_closed(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_closed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '%.% follows another table and takes no writes', TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'object_not_in_prerequisite_state', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, HINT = '`reeve migrate status` tells which one is live.';
END
$$;

ALTER FUNCTION reeve.migrate_closed() OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_closed(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_closed() IS 'Trigger on the table that follows in a live copy: only Reeve writes it.';

--
-- Name: migrate_columns(jsonb, regclass, regclass); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass) RETURNS TABLE(is_back boolean, place integer, name text, type text, value_sql text, origin text, is_key boolean, is_plain boolean, is_generated boolean, path text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  WITH m AS (
    SELECT c.key AS name, c.value ->> 'from' AS origin, c.value ->> 'up' AS up,
      c.value ->> 'down' AS down, c.value ->> 'default' AS default_sql,
      c.key = ANY (reeve.catalog_columns(mapping -> 'key')) AS is_key,
      NOT c.value ?| ARRAY['up', 'down', 'default'] AS is_plain,
      '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1') AS path
    FROM jsonb_each(mapping -> 'columns') c
  )
  SELECT FALSE, row_number() OVER (ORDER BY m.name COLLATE "C")::int, m.name,
    format_type(a.atttypid, a.atttypmod),
    format(CASE WHEN m.default_sql IS NULL THEN '%s' ELSE 'coalesce(%s, (%s))' END,
      CASE WHEN m.up IS NULL THEN 's.' || quote_ident(m.origin)
        ELSE '(' || replace(m.up, '$v', coalesce('s.' || quote_ident(m.origin), '$v')) || ')' END,
      m.default_sql),
    m.origin, m.is_key, m.is_plain, coalesce(a.attgenerated <> '', FALSE), m.path
  FROM m
  LEFT JOIN pg_attribute a ON a.attrelid = target AND a.attname = m.name AND a.attnum > 0
    AND NOT a.attisdropped
  UNION ALL
  SELECT TRUE, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN mapping -> 'down' ? a.attname THEN '(' || (mapping -> 'down' ->> a.attname) || ')'
      WHEN b.down IS NOT NULL THEN '(' || replace(b.down, '$v', 't.' || quote_ident(b.name)) || ')'
      WHEN b.up IS NULL THEN 't.' || quote_ident(b.name) END,
    b.name, coalesce(b.is_key, FALSE),
    coalesce(b.is_plain, FALSE) AND NOT coalesce(mapping -> 'down' ? a.attname, FALSE),
    a.attgenerated <> '',
    CASE WHEN mapping -> 'down' ? a.attname
      THEN '/down/' || replace(replace(a.attname, '~', '~0'), '/', '~1')
      ELSE coalesce(b.path || CASE WHEN b.down IS NULL THEN '' ELSE '/down' END, '/columns') END
  FROM pg_attribute a
  LEFT JOIN LATERAL (
    SELECT m.* FROM m WHERE m.origin = a.attname
    ORDER BY NOT m.is_key, m.down IS NULL, m.up IS NOT NULL, m.name LIMIT 1) b ON TRUE
  WHERE a.attrelid = source AND a.attnum > 0 AND NOT a.attisdropped
$_$;

ALTER FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_columns(mapping jsonb, source regclass, target regclass); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass) IS 'Columns of a mapping. Forward: the target''s, each with its value over the source row s; back: all of the source''s, each with its value over the target row t, NULL where nothing gives it back. origin is the column on the other side. type is NULL for a column that is not there.';

--
-- Name: migrate_define(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_define(mapping jsonb) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT format(E'CREATE TABLE %I.%I(\n%s,\n  PRIMARY KEY (%s)\n);', mapping #>> '{target,schema}',
    mapping #>> '{target,table}',
    string_agg(format('  %I %s%s', c.key,
      coalesce(c.value ->> 'type', format_type(a.atttypid, a.atttypmod), 'text'),
      CASE WHEN a.attnotnull AND NOT c.value ? 'up' THEN ' NOT NULL' ELSE '' END
        || CASE WHEN a.attidentity <> '' THEN ' GENERATED BY DEFAULT AS IDENTITY' ELSE '' END),
      E',\n' ORDER BY c.place),
    (SELECT string_agg(quote_ident(k), ', ') FROM unnest(reeve.migrate_keys(mapping, 'target')) k))
  FROM jsonb_each(mapping -> 'columns') WITH ORDINALITY c(key, value, place)
  LEFT JOIN pg_attribute a ON a.attrelid = reeve.migrate_table(mapping, 'source')
    AND a.attname = c.value ->> 'from' AND a.attnum > 0 AND NOT a.attisdropped
$$;

ALTER FUNCTION reeve.migrate_define(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_define(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_define(mapping jsonb) IS 'A first CREATE TABLE for a mapping''s target: the source''s types, where no `type` is given.';

--
-- Name: migrate_depending(regclass); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_depending(relation regclass) RETURNS TABLE(object text, kind text, view regclass, owner_name text, can_move boolean)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT DISTINCT
    CASE WHEN v.oid IS NULL THEN pg_describe_object(d.classid, d.objid, 0)
      ELSE pg_describe_object('pg_class'::regclass, v.oid, 0) END,
    CASE WHEN v.oid IS NULL THEN 'other' WHEN v.relkind = 'v' THEN 'view' ELSE 'other' END,
    v.oid::regclass, pg_get_userbyid(v.relowner),
    coalesce(v.relkind = 'v'
      AND has_schema_privilege(v.relowner, v.relnamespace, 'CREATE')
      AND pg_has_role(session_user, v.relowner, 'MEMBER'), FALSE)
  FROM pg_depend d
  LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
  LEFT JOIN pg_class v ON v.oid = w.ev_class
  LEFT JOIN pg_class o ON d.classid = 'pg_class'::regclass AND o.oid = d.objid
  LEFT JOIN pg_policy p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
  JOIN pg_class c ON c.oid = relation
  WHERE (d.refclassid = 'pg_class'::regclass AND d.refobjid = relation
      OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (c.reltype, (
        SELECT t.typarray FROM pg_type t WHERE t.oid = c.reltype)))
    AND d.deptype = 'n' AND v.oid IS DISTINCT FROM relation
    -- What belongs to the table itself, or is moved or told elsewhere.
    AND d.classid NOT IN ('pg_attrdef'::regclass, 'pg_constraint'::regclass,
      'pg_trigger'::regclass, 'pg_publication_rel'::regclass)
    AND NOT (d.classid = 'pg_class'::regclass AND o.relkind IN ('i', 'I', 'S', 't'))
    AND p.polrelid IS DISTINCT FROM relation
    AND v.relnamespace IS DISTINCT FROM 'reeve_view'::regnamespace
$$;

ALTER FUNCTION reeve.migrate_depending(relation regclass) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_depending(relation regclass); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_depending(relation regclass) IS 'Views and whatever else holds a relation by its identity, not by its name; what cannot be made to follow the name has can_move FALSE.';

--
-- Name: migrate_end(integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_end(copy_id integer, is_abandoned boolean) RETURNS reeve.live_copy
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  c reeve.live_copy;
  live regclass;
  owner_name text;
BEGIN
  PERFORM reeve.hand_assert();
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_end.copy_id FOR UPDATE;
  IF c.ended_at IS NOT NULL THEN
    RETURN c;
  END IF;
  IF (c.phase = 'live') = is_abandoned THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009',
      HINT = CASE WHEN is_abandoned THEN 'Only `rollback` leads back from a cutover.'
        ELSE 'There was no cutover; --abandon ends it and empties the target.' END;
  END IF;
  IF NOT is_abandoned AND EXISTS (
    SELECT FROM reeve.collection l WHERE l.relation = c.source AND l.is_live)
  THEN
    RAISE EXCEPTION 'the catalog still names %', (
      SELECT string_agg(l.app || '/' || l.name, ', ') FROM reeve.collection l
      WHERE l.relation = c.source AND l.is_live) || ' by the old table'
      USING ERRCODE = 'RV009', HINT = format('Let the catalog name %s, then `reeve catalog apply`: '
        'from then on search hears of changes by itself.', c.target);
  END IF;
  live := CASE WHEN is_abandoned THEN c.source ELSE c.target END;
  SELECT pg_get_userbyid(r.relowner) INTO owner_name FROM pg_class r WHERE r.oid = c.source;
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('DROP TRIGGER IF EXISTS reeve_follow ON %s', live),
    format('DROP TRIGGER IF EXISTS reeve_follow_update ON %s', live),
    format('DROP TRIGGER IF EXISTS reeve_follow_truncate ON %s', live),
    format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s, %s FROM reeve_hand', c.source, c.target)]);
  IF is_abandoned THEN
    -- It was empty at the start, and nobody else could write it.
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('DROP TRIGGER reeve_closed ON %s', c.target),
      format('DROP TRIGGER reeve_closed_truncate ON %s', c.target),
      format('TRUNCATE %s', c.target)]);
    PERFORM reeve.role_execute(p.role_name, array_remove(ARRAY[p.restore, p.validate], NULL))
    FROM jsonb_to_recordset(c.parked) p(role_name text, restore text, validate text);
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP FUNCTION IF EXISTS reeve.follow_%1$s_1(), reeve.follow_%1$s_2()', c.copy_id)]);
  DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
  DELETE FROM reeve.change_reader r WHERE r.name = 'migrate:' || c.copy_id;
  PERFORM reeve.catalog_grant(a.manifest) FROM reeve.app a
  WHERE EXISTS (
    SELECT FROM reeve.collection l WHERE l.app = a.app AND l.relation IN (c.source, c.target));
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_abandoned THEN 'abandoned' ELSE 'finished' END, parked = '[]',
    ended_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id RETURNING * INTO c;
  PERFORM reeve.command_record(
    CASE WHEN is_abandoned THEN 'migrate.abandon' ELSE 'migrate.finish' END, session_user);
  RETURN c;
END
$_$;

ALTER FUNCTION reeve.migrate_end(copy_id integer, is_abandoned boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_end(copy_id integer, is_abandoned boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_end(copy_id integer, is_abandoned boolean) IS 'Ends a copy after its cutover: no more change triggers, the hand''s rights as before; the old table and the view of its name stay. is_abandoned: before a cutover; the target is emptied. RV009 while the catalog still names the old table.';

--
-- Name: migrate_get(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_get(copy_id integer, kind text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.statements ->> kind FROM reeve.live_copy c WHERE c.copy_id = migrate_get.copy_id
$$;

ALTER FUNCTION reeve.migrate_get(copy_id integer, kind text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_get(copy_id integer, kind text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_get(copy_id integer, kind text) IS 'A statement of a live copy, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: migrate_grant(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_grant(copy_id integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
    format('GRANT USAGE ON SCHEMA %s TO reeve_hand', r.relnamespace::regnamespace),
    format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO reeve_hand', r.oid::regclass)])
  FROM reeve.live_copy c JOIN pg_class r ON r.oid IN (c.source, c.target)
  WHERE c.copy_id = migrate_grant.copy_id
$$;

ALTER FUNCTION reeve.migrate_grant(copy_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_grant(copy_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_grant(copy_id integer) IS 'Lets the hand write both tables for the time of a live copy.';

--
-- Name: migrate_incoming(jsonb, regclass, text, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean) RETURNS TABLE(role_name text, relation regclass, name text, park text, restore text, validate text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT pg_get_userbyid(r.relowner), r.oid::regclass, k.conname,
    format('ALTER TABLE %s DROP CONSTRAINT %I', r.oid::regclass, k.conname),
    -- NULL where a column it refers to is not on the other side, plainly.
    format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (', r.oid::regclass, k.conname)
      || (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY c.place)
        FROM unnest(k.conkey) WITH ORDINALITY c(number, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number)
      || format(') REFERENCES %s(', next_name)
      || (SELECT CASE WHEN count(m.name) = count(*)
          THEN string_agg(quote_ident(m.name), ', ' ORDER BY c.place) END
        FROM unnest(k.confkey) WITH ORDINALITY c(number, place)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.number
        LEFT JOIN LATERAL (
          SELECT CASE WHEN is_back THEN p.value ->> 'from' ELSE p.key END AS name
          FROM jsonb_each(mapping -> 'columns') p
          WHERE a.attname = CASE WHEN is_back THEN p.key ELSE p.value ->> 'from' END
            AND NOT p.value ?| ARRAY['up', 'down', 'default'] LIMIT 1) m ON TRUE)
      || ')'
      || CASE k.confmatchtype WHEN 'f' THEN ' MATCH FULL' ELSE '' END
      || ' ON UPDATE ' || o.names[position(k.confupdtype IN 'arcnd')]
      || ' ON DELETE ' || o.names[position(k.confdeltype IN 'arcnd')]
      || CASE WHEN k.confdelsetcols IS NULL THEN '' ELSE (
        SELECT format(' (%s)', string_agg(quote_ident(a.attname), ', '))
        FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.confdelsetcols)) END
      || CASE WHEN k.condeferrable THEN ' DEFERRABLE' ELSE '' END
      || CASE WHEN k.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END || ' NOT VALID',
    CASE WHEN k.convalidated
      THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', r.oid::regclass, k.conname) END
  FROM pg_constraint k
  JOIN pg_class r ON r.oid = k.conrelid
  CROSS JOIN (SELECT ARRAY['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT']) o(names)
  WHERE k.confrelid = live AND k.conrelid <> live AND k.contype = 'f' AND k.conparentid = 0
  ORDER BY r.oid::regclass::text, k.conname
$$;

ALTER FUNCTION reeve.migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean) IS 'Foreign keys of other tables that refer to the live one, and how they refer to the next one; restore is NULL where that cannot be.';

--
-- Name: migrate_key(text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_key(alias text, columns text[]) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN format('%s.%I::text', alias, columns[1])
    ELSE format('jsonb_build_array(%s)::text',
      string_agg(format('%s.%I', alias, c.name), ', ' ORDER BY c.place)) END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

ALTER FUNCTION reeve.migrate_key(alias text, columns text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_key(alias text, columns text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_key(alias text, columns text[]) IS 'Expression giving a row''s key as text, as the change log and the quarantine hold it.';

--
-- Name: migrate_keys(jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_keys(mapping jsonb, side text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT array_agg(
    CASE side WHEN 'target' THEN k.name
      ELSE mapping #>> ARRAY['columns', k.name, 'from'] END ORDER BY k.place)
  FROM unnest(reeve.catalog_columns(mapping -> 'key')) WITH ORDINALITY k(name, place)
$$;

ALTER FUNCTION reeve.migrate_keys(mapping jsonb, side text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_keys(mapping jsonb, side text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_keys(mapping jsonb, side text) IS 'Key columns of the side source or target, in the order of the mapping''s key.';

--
-- Name: migrate_lock(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_lock(copy_id integer, phases text[]) RETURNS reeve.live_copy
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  PERFORM reeve.hand_assert();
  -- Who holds this row is the only one that writes the table that follows: what it read cannot be
  -- written behind a change that another has applied meanwhile. The transaction of a process that
  -- was killed may still be running: this waits for its end.
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_lock.copy_id
  FOR NO KEY UPDATE;
  IF c.broken IS NOT NULL THEN
    RAISE EXCEPTION 'the copy % cannot go on: %', c.name, c.broken USING ERRCODE = 'RV009',
      HINT = CASE WHEN c.phase = 'live' THEN 'There is no way back to the old table any more; '
        '`reeve migrate finish` ends it.' ELSE '`reeve migrate finish --abandon` empties the '
        'target; then start anew.' END;
  END IF;
  IF c.phase <> ALL (phases) THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  RETURN c;
END
$$;

ALTER FUNCTION reeve.migrate_lock(copy_id integer, phases text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_lock(copy_id integer, phases text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_lock(copy_id integer, phases text[]) IS 'Locks a copy that must be in one of these phases and sound, else RV009.';

--
-- Name: migrate_lossy(jsonb, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_lossy(mapping jsonb, sample integer) RETURNS TABLE(name text, rows bigint, differing bigint, example text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $_$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  forward text;
  computed text;
  c record;
BEGIN
  SELECT string_agg(format('(%s)::%s AS %I', coalesce(m.value_sql, 'NULL'),
      format_type(a.atttypid, a.atttypmod), a.attname), ', ' ORDER BY a.attnum)
      FILTER (WHERE a.attgenerated = ''),
    string_agg(format(', (%s) AS %I', pg_get_expr(d.adbin, d.adrelid), a.attname), ''
      ORDER BY a.attnum) FILTER (WHERE a.attgenerated <> '')
  INTO forward, computed
  FROM pg_attribute a
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN reeve.migrate_columns(mapping, source, target) m
    ON NOT m.is_back AND m.name = a.attname
  WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped;
  FOR c IN
    SELECT m.* FROM reeve.migrate_columns(mapping, source, target) m
    WHERE m.is_back AND NOT m.is_generated ORDER BY m.place
  LOOP
    name := c.name;
    rows := NULL;
    differing := NULL;
    example := NULL;
    IF c.value_sql IS NULL THEN
      RETURN NEXT;
    ELSIF NOT c.is_plain OR NOT EXISTS (
      -- Not plain either where the target's type holds less.
      SELECT FROM reeve.migrate_columns(mapping, source, target) f
      WHERE NOT f.is_back AND f.name = c.origin AND f.type = c.type AND f.is_plain)
    THEN
      PERFORM set_config('role', owner_name, TRUE);
      EXECUTE format(
        'SELECT count(*), count(*) FILTER (WHERE b.is_lost), '
        'min(b.was || '' → '' || b.comes) FILTER (WHERE b.is_lost) FROM ('
        'SELECT s.%1$I::text AS was, coalesce(((%2$s)::%3$s)::text, ''NULL'') AS comes, '
        's.%1$I%8$s::text IS DISTINCT FROM ((%2$s)::%3$s)%8$s::text AS is_lost '
        'FROM (SELECT * FROM %4$s LIMIT %5$s) s CROSS JOIN LATERAL '
        '(SELECT u.*%6$s FROM (SELECT %7$s) u) t) b',
        c.name, c.value_sql, c.type, source, sample, coalesce(computed, ''), forward,
        CASE c.type WHEN 'json' THEN '::jsonb' ELSE '' END)
      INTO rows, differing, example;
      PERFORM set_config('role', 'none', TRUE);
      IF differing > 0 THEN
        RETURN NEXT;
      END IF;
    END IF;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.migrate_lossy(mapping jsonb, sample integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_lossy(mapping jsonb, sample integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_lossy(mapping jsonb, sample integer) IS 'Columns of the source that do not come back from the target: nothing gives them back (rows is NULL), or of so many sample rows some came back different. Evaluated as the tables'' owner.';

--
-- Name: migrate_park(regclass); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_park(relation regclass) RETURNS TABLE(kind text, name text, role_name text, park text, restore text, validate text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT s.kind, s.name, pg_get_userbyid(r.relowner), s.park, s.restore, s.validate
  FROM pg_class r
  CROSS JOIN LATERAL (
    SELECT 'trigger' AS kind, t.tgname AS name,
      format('ALTER TABLE %s DISABLE TRIGGER %I', relation, t.tgname) AS park,
      format('ALTER TABLE %s ENABLE %sTRIGGER %I', relation,
        CASE t.tgenabled WHEN 'A' THEN 'ALWAYS ' WHEN 'R' THEN 'REPLICA ' ELSE '' END,
        t.tgname) AS restore, NULL AS validate
    FROM pg_trigger t
    WHERE t.tgrelid = r.oid AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D'
      AND t.tgname !~ '^reeve_(follow|closed)'
    UNION ALL
    SELECT 'foreign key', k.conname,
      format('ALTER TABLE %s DROP CONSTRAINT %I', relation, k.conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', relation, k.conname,
        pg_get_constraintdef(k.oid), CASE WHEN k.convalidated THEN ' NOT VALID' ELSE '' END),
      CASE WHEN k.convalidated
        THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', relation, k.conname) END
    FROM pg_constraint k
    WHERE k.conrelid = r.oid AND k.contype = 'f' AND k.conparentid = 0) s
  WHERE r.oid = relation
  ORDER BY s.kind, s.name
$$;

ALTER FUNCTION reeve.migrate_park(relation regclass) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_park(relation regclass); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_park(relation regclass) IS 'What is taken from a table that follows, and how it comes back: its triggers, which have fired for the live row already, and its foreign keys, which would bind the app to rows that are behind.';

--
-- Name: migrate_plan(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_plan(mapping jsonb) RETURNS TABLE(part text, object text, note text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  is_view_plain boolean := NOT EXISTS (
    SELECT FROM reeve.migrate_columns(mapping, source, target) c
    WHERE c.is_back AND NOT c.is_plain);
BEGIN
  RETURN QUERY
    SELECT 'rows', source::text, format('about %s rows, %s with their indexes',
      CASE WHEN r.reltuples < 0 THEN 'an unknown number of' ELSE r.reltuples::bigint::text END,
      pg_size_pretty(pg_total_relation_size(source)))
    FROM pg_class r WHERE r.oid = source
    UNION ALL
    SELECT 'time', 'copy', format('about %s at 20,000 rows a second, as long again to verify',
      (interval '1 second' * ceil(greatest(r.reltuples, 0) / 20000)))
    FROM pg_class r WHERE r.oid = source
    UNION ALL
    SELECT 'locks', l.object, l.note
    FROM (VALUES
      (source::text, 'start: SHARE ROW EXCLUSIVE for a moment, to make triggers'),
      (target::text, 'start: ACCESS EXCLUSIVE for a moment; closed to others until the cutover'),
      (source || ', ' || target, 'cutover, rollback: ACCESS EXCLUSIVE in one short transaction'))
      l(object, note)
    UNION ALL
    SELECT 'old name', source::text, CASE WHEN is_view_plain
      THEN 'becomes a view of the target that the database itself writes through'
      ELSE 'becomes a view of the target with INSTEAD OF triggers: INSERT … ON CONFLICT fails on '
        'it, two changes of one column at once give 40001' END || '; TRUNCATE fails on it'
    UNION ALL
    SELECT 'foreign key', format('%s of %s', i.name, i.relation), 'moves to the target with the '
      'cutover (ACCESS EXCLUSIVE), validated after it'
    FROM reeve.migrate_incoming(mapping, source, target::text, FALSE) i
    UNION ALL
    SELECT p.kind, format('%s of %s', p.name, note.relation), note.text
    FROM (VALUES
      (source, 'rests in the old table after the cutover; what the target needs, it has'),
      (target, 'rests until the cutover')) note(relation, text)
    CROSS JOIN LATERAL reeve.migrate_park(note.relation) p
    WHERE p.name !~ '^reeve_'
    UNION ALL
    SELECT d.kind, d.object, 'follows the name' FROM reeve.migrate_depending(source) d
    UNION ALL
    SELECT 'grants', coalesce(nullif(string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', '), ''),
      'none'), 'come to the view of the old name; grant the target to who uses it by its own'
    FROM pg_class r
    CROSS JOIN LATERAL aclexplode(r.relacl) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    WHERE r.oid = source AND x.grantee <> r.relowner
    UNION ALL
    SELECT 'sequence', s.name, format('the target''s column %s goes on behind it', m.key)
    FROM jsonb_each(mapping -> 'columns') m
    CROSS JOIN LATERAL pg_get_serial_sequence(source::text, m.value ->> 'from') s(name)
    WHERE s.name IS NOT NULL
    UNION ALL
    SELECT 'publication', p.pubname, 'publishes the old table, which follows after the cutover; '
      'add ' || target
    FROM pg_publication_tables p
    WHERE format('%I.%I', p.schemaname, p.tablename)::regclass = source
    UNION ALL
    SELECT 'collection', l.app || '/' || l.name, 'works on through the old name; searched and '
      'moderated there; name the target in the catalog and apply it before `finish`'
    FROM reeve.collection l WHERE l.relation = source AND l.is_live
    UNION ALL
    SELECT 'replica role', 'sessions', 'who sets session_replication_role to replica writes unseen';
  RETURN QUERY
    SELECT 'lossy', l.name, CASE
      WHEN l.rows IS NULL THEN 'nothing gives it back: NULL through the old name; a rollback keeps '
        'what rows had before the cutover'
      ELSE format('%s of %s sample rows come back different, such as %s', l.differing, l.rows,
        l.example) END
    FROM reeve.migrate_lossy(mapping, 1000) l
    UNION ALL
    SELECT 'new', a.attname::text, 'only in the target: a rollback does not keep it'
    FROM pg_attribute a
    WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT mapping -> 'columns' ? a.attname;
END
$$;

ALTER FUNCTION reeve.migrate_plan(mapping jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_plan(mapping jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_plan(mapping jsonb) IS 'What a live copy would do, and what becomes of everything that hangs on its source; reads only. The mapping is sound.';

--
-- Name: migrate_reject(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_reject(copy_id integer, keys text[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH refused AS (
    SELECT h.key, h.code, h.reason FROM reeve.hand_migrate_apply(copy_id, keys) h
  ),
  settled AS (
    DELETE FROM reeve.live_copy_reject r
    WHERE r.copy_id = migrate_reject.copy_id AND r.key = ANY (keys)
      AND r.key NOT IN (SELECT f.key FROM refused f)
  )
  INSERT INTO reeve.live_copy_reject AS r(copy_id, key, code, reason)
  SELECT migrate_reject.copy_id, f.key, f.code, f.reason FROM refused f
  ON CONFLICT ON CONSTRAINT live_copy_reject_pkey DO UPDATE
  SET code = excluded.code, reason = excluded.reason, rejected_at = clock_timestamp()
$$;

ALTER FUNCTION reeve.migrate_reject(copy_id integer, keys text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_reject(copy_id integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_reject(copy_id integer, keys text[]) IS 'Brings these rows of the live table to the one that follows; those it refuses go to quarantine, those it takes leave it.';

--
-- Name: migrate_retry(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_retry(copy_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  PERFORM reeve.migrate_reject(copy_id, r.keys)
  FROM (
    SELECT array_agg(j.key) AS keys FROM reeve.live_copy_reject j
    WHERE j.copy_id = migrate_retry.copy_id) r
  WHERE r.keys IS NOT NULL;
END
$$;

ALTER FUNCTION reeve.migrate_retry(copy_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_retry(copy_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_retry(copy_id integer) IS 'Tries the rows in quarantine again.';

--
-- Name: migrate_sequences(integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_sequences(copy_id integer, is_back boolean) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(format(
    'SELECT setval(%L, greatest((SELECT last_value FROM %s), (SELECT last_value FROM %s)))',
    CASE WHEN migrate_sequences.is_back THEN s.source ELSE s.target END, s.source, s.target)), '{}')
  FROM reeve.live_copy c
  CROSS JOIN LATERAL reeve.migrate_columns(c.mapping, c.source, c.target) m
  CROSS JOIN LATERAL (
    SELECT pg_get_serial_sequence(c.source::text, m.origin) AS source,
      pg_get_serial_sequence(c.target::text, m.name) AS target) s
  WHERE c.copy_id = migrate_sequences.copy_id AND NOT m.is_back AND m.is_plain
    AND s.source IS NOT NULL AND s.target IS NOT NULL
$$;

ALTER FUNCTION reeve.migrate_sequences(copy_id integer, is_back boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_sequences(copy_id integer, is_back boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_sequences(copy_id integer, is_back boolean) IS 'Statements by which the sequences of the table that goes live go on behind the other''s.';

--
-- Name: migrate_statements(jsonb, regclass, regclass, boolean, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  reader regclass := CASE WHEN is_back THEN target ELSE source END;
  writer regclass := CASE WHEN is_back THEN source ELSE target END;
  reader_name text := CASE WHEN is_back THEN target::text
    ELSE coalesce(source_name, source::text) END;
  writer_name text := CASE WHEN is_back THEN coalesce(source_name, source::text)
    ELSE target::text END;
  a text := CASE WHEN is_back THEN 't' ELSE 's' END;
  rk text[] := reeve.migrate_keys(mapping, CASE WHEN is_back THEN 'target' ELSE 'source' END);
  wk text[] := reeve.migrate_keys(mapping, CASE WHEN is_back THEN 'source' ELSE 'target' END);
  rt text[] := reeve.catalog_types(reader, rk);
  wt text[] := reeve.catalog_types(writer, wk);
  names text;
  values text;
  assignments text;
  read_digest text;
  write_digest text;
  read_range text;
  write_range text;
  read_keys text := reeve.catalog_keys(a, rk, rt);
  write_keys text := reeve.catalog_keys('w', wk, wt);
  conflict text := (SELECT string_agg(quote_ident(k), ', ') FROM unnest(wk) k);
BEGIN
  SELECT string_agg(quote_ident(c.name), ', ' ORDER BY c.place),
    string_agg(c.value_sql, ', ' ORDER BY c.place),
    string_agg(format('%1$I = EXCLUDED.%1$I', c.name), ', ' ORDER BY c.place)
      FILTER (WHERE NOT c.is_key),
    -- One json has many texts, one jsonb only one.
    string_agg(format('(%s)::%s%s', c.value_sql, c.type, j.cast_sql), ', ' ORDER BY c.place),
    string_agg(format('w.%I%s', c.name, j.cast_sql), ', ' ORDER BY c.place)
  INTO names, values, assignments, read_digest, write_digest
  FROM reeve.migrate_columns(mapping, source, target) c
  CROSS JOIN LATERAL (SELECT CASE c.type WHEN 'json' THEN '::jsonb' ELSE '' END) j(cast_sql)
  WHERE c.is_back = migrate_statements.is_back AND NOT c.is_generated AND c.value_sql IS NOT NULL;
  -- $1 and $2: keys (text[], a text a column) between which rows lie; NULL = no bound.
  SELECT format('($1::text[] IS NULL OR (%1$s) > (%2$s)) '
    'AND ($2::text[] IS NULL OR (%1$s) <= (%3$s))',
    string_agg(format('%s.%I', a, k.name), ', ' ORDER BY k.place),
    string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place),
    string_agg(format('($2)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place))
  INTO read_range FROM unnest(rk) WITH ORDINALITY k(name, place);
  SELECT format('($1::text[] IS NULL OR (%1$s) > (%2$s)) '
    'AND ($2::text[] IS NULL OR (%1$s) <= (%3$s))',
    string_agg(format('w.%I', k.name), ', ' ORDER BY k.place),
    string_agg(format('($1)[%s]::%s', k.place, wt[k.place]), ', ' ORDER BY k.place),
    string_agg(format('($2)[%s]::%s', k.place, wt[k.place]), ', ' ORDER BY k.place))
  INTO write_range FROM unnest(wk) WITH ORDINALITY k(name, place);
  RETURN jsonb_build_object(
    'page', (
      SELECT format(
        'SELECT ARRAY[%1$s], p.rows FROM (SELECT q.*, count(*) OVER () AS rows FROM ('
        'SELECT %2$s FROM %3$s %4$s WHERE $1::text[] IS NULL OR (%5$s) > (%6$s) ORDER BY %5$s '
        'LIMIT $2) q) p ORDER BY %7$s LIMIT 1',
        string_agg(format('p.k%s::text', k.place), ', ' ORDER BY k.place),
        string_agg(format('%s.%I AS k%s', a, k.name, k.place), ', ' ORDER BY k.place),
        reader_name, a,
        string_agg(format('%s.%I', a, k.name), ', ' ORDER BY k.place),
        string_agg(format('($1)[%s]::%s', k.place, rt[k.place]), ', ' ORDER BY k.place),
        string_agg(format('p.k%s DESC', k.place), ', ' ORDER BY k.place))
      FROM unnest(rk) WITH ORDINALITY k(name, place)),
    'keys', format('SELECT array_agg(%s) FROM %s %s WHERE %s', reeve.migrate_key(a, rk),
      reader_name, a, read_range),
    'occupied', format('SELECT EXISTS (SELECT FROM %s w WHERE %s)', writer_name, write_range),
    'insert', format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s %s WHERE %s',
      writer_name, names, values, reader_name, a, read_range),
    'copy', format(
      'INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s %s WHERE %s '
      'ON CONFLICT (%s) DO NOTHING', writer_name, names, values, reader_name, a, read_range,
      conflict),
    'delete', (
      SELECT format('DELETE FROM %s w WHERE %s AND NOT EXISTS (SELECT FROM %s %s WHERE %s)',
        writer_name, write_keys, reader_name, a,
        string_agg(format('%s.%I = w.%I', a, k.name, wk[k.place]), ' AND ' ORDER BY k.place))
      FROM unnest(rk) WITH ORDINALITY k(name, place)),
    'upsert', format(
      'INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s %s WHERE %s '
      'ON CONFLICT (%s) DO %s', writer_name, names, values, reader_name, a, read_keys, conflict,
      coalesce('UPDATE SET ' || assignments, 'NOTHING')),
    'remove', format('DELETE FROM %s w WHERE %s', writer_name, write_keys),
    'same', format(
      'SELECT r.n, r.n = w.n AND r.d IS NOT DISTINCT FROM w.d FROM '
      '(SELECT count(*) AS n, bit_xor(hashtextextended(ROW(%s)::text, 0)) AS d FROM %s %s '
      'WHERE %s) r, (SELECT count(*) AS n, bit_xor(hashtextextended(ROW(%s)::text, 0)) AS d '
      'FROM %s w WHERE %s) w',
      read_digest, reader_name, a, read_range, write_digest, writer_name, write_range),
    'differing', format(
      'SELECT coalesce(r.key, w.key) FROM (SELECT %s AS key, ROW(%s)::text AS v FROM %s %s '
      'WHERE %s) r FULL JOIN (SELECT %s AS key, ROW(%s)::text AS v FROM %s w WHERE %s) w '
      'USING (key) WHERE r.v IS DISTINCT FROM w.v',
      reeve.migrate_key(a, rk), read_digest, reader_name, a, read_range,
      reeve.migrate_key('w', wk), write_digest, writer_name, write_range),
    'differing_keys', format(
      'SELECT coalesce(r.key, w.key) FROM (SELECT %s AS key, ROW(%s)::text AS v FROM %s %s '
      'WHERE %s) r FULL JOIN (SELECT %s AS key, ROW(%s)::text AS v FROM %s w WHERE %s) w '
      'USING (key) WHERE r.v IS DISTINCT FROM w.v',
      reeve.migrate_key(a, rk), read_digest, reader_name, a, read_keys,
      reeve.migrate_key('w', wk), write_digest, writer_name, write_keys));
END
$_$;

ALTER FUNCTION reeve.migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text) IS 'What the hand runs to bring rows from the live table to the one that follows, and to compare the two. A row''s digest is of its text, the key in it, both sides cast to the types of the one that follows. source_name: what the source is going to be called.';

--
-- Name: migrate_status(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_status(app text DEFAULT NULL::text, name text DEFAULT NULL::text) RETURNS TABLE(copy_id integer, label text, phase text, source text, target text, copied bigint, total bigint, rows_per_second double precision, applied bigint, backlog bigint, rejected bigint, verified_at timestamp with time zone, verified_rows bigint, differing bigint, broken text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
  SELECT c.copy_id, c.app || '/' || c.name, c.phase, c.source::text, c.target::text, c.copied,
    greatest(c.total, c.copied), c.rows_per_second, c.applied,
    -- One that is over reads no longer. By the index, whatever the log's length.
    CASE WHEN r.name IS NULL THEN 0 ELSE (SELECT count(*) FROM (
      SELECT FROM reeve.change l
      WHERE (l.xid, l.change_id) > (r.xid, r.change_id) AND l.collection_id = -c.copy_id
        AND (c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen)) LIMIT 100000) w) END,
    (SELECT count(*) FROM reeve.live_copy_reject j WHERE j.copy_id = c.copy_id),
    c.verified_at, c.verified_rows, c.differing, c.broken
  FROM reeve.live_copy c
  LEFT JOIN reeve.change_reader r ON r.name = 'migrate:' || c.copy_id
  WHERE (migrate_status.app IS NULL OR c.app = migrate_status.app)
    AND (migrate_status.name IS NULL OR c.name = migrate_status.name)
  ORDER BY c.copy_id DESC
$$;

ALTER FUNCTION reeve.migrate_status(app text, name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_status(app text, name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_status(app text, name text) IS 'How far live copies are, the newest first. backlog: changes not applied yet, at most 100000.';

--
-- Name: migrate_step(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_step(copy_id integer) RETURNS reeve.live_copy
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  page record;
  began timestamptz := clock_timestamp();
  rate float8;
BEGIN
  IF c.phase <> 'copying' THEN
    RETURN c;
  END IF;
  SELECT * INTO page FROM reeve.hand_migrate_copy(copy_id, c.last_key, c.batch_rows);
  IF NOT page.is_copied THEN
    PERFORM reeve.migrate_reject(copy_id, page.keys);
  END IF;
  rate := page.rows / greatest(extract(epoch FROM clock_timestamp() - began), 0.001);
  rate := CASE WHEN c.rows_per_second IS NULL THEN rate
    ELSE 0.7 * c.rows_per_second + 0.3 * rate END;
  UPDATE reeve.live_copy l
  SET copied = l.copied + page.rows, last_key = coalesce(page.high, l.last_key),
    -- Half a second's work.
    batch_rows = greatest(100, least(50000, 3 * l.batch_rows, rate / 2))::int,
    rows_per_second = CASE WHEN page.rows < c.batch_rows THEN l.rows_per_second ELSE rate END,
    phase = CASE WHEN page.rows < c.batch_rows THEN 'following' ELSE 'copying' END,
    copied_at = CASE WHEN page.rows < c.batch_rows THEN clock_timestamp() END
  WHERE l.copy_id = c.copy_id
  RETURNING * INTO c;
  RETURN c;
END
$$;

ALTER FUNCTION reeve.migrate_step(copy_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_step(copy_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_step(copy_id integer) IS 'Copies the next rows, half a second''s work; the place moves on in the same transaction. Does nothing once all are copied.';

--
-- Name: migrate_swap(integer, boolean); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_swap(copy_id integer, is_back boolean) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(
    copy_id, CASE WHEN is_back THEN ARRAY['live'] ELSE ARRAY['following'] END);
  live regclass := CASE WHEN is_back THEN c.target ELSE c.source END;
  next regclass := CASE WHEN is_back THEN c.source ELSE c.target END;
  old_name text := format('%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  old_table text := c.mapping #>> '{source,table}';
  rest_name text := left(c.mapping #>> '{source,table}', 40) || '_before_' || c.copy_id;
  rest_table text := format('%I.%I', c.mapping #>> '{source,schema}', rest_name);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  foreigns jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') FROM reeve.migrate_incoming(
    c.mapping, live, CASE WHEN is_back THEN old_name ELSE next::text END, is_back) i);
  resting jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') FROM reeve.migrate_park(live) p);
  incoming record;
  before text[];
  steps jsonb;
  new_statements jsonb;
  batch record;
  differing text[];
  locked_at timestamptz;
BEGIN
  FOR incoming IN SELECT * FROM jsonb_to_recordset(foreigns) f(name text, restore text) LOOP
    IF incoming.restore IS NULL THEN
      RAISE EXCEPTION 'constraint % cannot refer to %', incoming.name, next USING ERRCODE = 'RV009';
    END IF;
  END LOOP;
  -- Everything is put into words before the locks: they are held for the deeds only.
  before := ARRAY[
    format('DROP TRIGGER reeve_follow ON %s', live),
    format('DROP TRIGGER reeve_follow_update ON %s', live),
    format('DROP TRIGGER reeve_follow_truncate ON %s', live),
    format('DROP TRIGGER reeve_closed ON %s', next),
    format('DROP TRIGGER reeve_closed_truncate ON %s', next)]
    || CASE WHEN is_back THEN ARRAY[
        format('ALTER VIEW %s RENAME TO %I', old_name, rest_name || '_view'),
        format('ALTER TABLE %s RENAME TO %I', next, old_table)]
      ELSE ARRAY[format('ALTER TABLE %s RENAME TO %I', live, rest_name)] END;
  SELECT jsonb_agg(to_jsonb(n) ORDER BY n.place) INTO steps
  FROM (SELECT s.*, row_number() OVER () AS place FROM (
    SELECT f.role_name, f.park AS statement
    FROM jsonb_to_recordset(foreigns || resting) f(role_name text, park text)
    UNION ALL
    SELECT owner_name, b.statement FROM unnest(before) b(statement)
    UNION ALL
    SELECT v.role_name, v.statement FROM reeve.migrate_view(copy_id) v WHERE NOT is_back
    UNION ALL
    -- Views over the old name, by their texts of now.
    SELECT d.owner_name,
      format('CREATE OR REPLACE VIEW %s AS %s', d.view, pg_get_viewdef(d.view))
    FROM reeve.migrate_depending(
      CASE WHEN is_back THEN to_regclass(old_name) ELSE c.source END) d
    UNION ALL
    SELECT p.role_name, p.restore
    FROM jsonb_to_recordset(c.parked || foreigns) p(role_name text, restore text)
    UNION ALL
    SELECT k.role_name, k.statement FROM reeve.migrate_capture(
      copy_id, NOT is_back, CASE WHEN is_back THEN old_name ELSE next::text END) k
    UNION ALL
    SELECT owner_name, t.statement
    FROM unnest(reeve.migrate_close(CASE WHEN is_back THEN live::text ELSE rest_table END)
      || reeve.migrate_sequences(copy_id, is_back)) t(statement)) s) n;
  new_statements := reeve.migrate_statements(c.mapping, c.source, c.target, NOT is_back,
    CASE WHEN is_back THEN old_name ELSE rest_table END);
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('LOCK TABLE %s%s, %s IN ACCESS EXCLUSIVE MODE',
      CASE WHEN is_back THEN old_name || ', ' ELSE '' END, live, next)]);
  locked_at := clock_timestamp();
  PERFORM reeve.role_execute(f.role_name, ARRAY[
    format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', f.relation::regclass)])
  FROM jsonb_to_recordset(foreigns) f(role_name text, relation text);

  -- No writer of the live table is left, so whatever it logged is committed.
  SELECT * INTO batch FROM reeve.migrate_apply(copy_id, 1000, TRUE);
  IF NOT batch.is_done THEN
    RAISE EXCEPTION 'over 1000 changes came meanwhile' USING ERRCODE = 'lock_not_available';
  END IF;
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_swap.copy_id;
  IF c.broken IS NOT NULL THEN
    RAISE EXCEPTION 'the copy % cannot go on: %', c.name, c.broken USING ERRCODE = 'RV009';
  END IF;
  IF EXISTS (SELECT FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id) THEN
    RAISE EXCEPTION 'rows of % are in quarantine', live USING ERRCODE = 'RV009';
  END IF;
  IF batch.keys IS NOT NULL THEN
    SELECT h.differing INTO differing
    FROM reeve.hand_migrate_compare(c.copy_id, NULL, 0, batch.keys) h;
    IF differing IS NOT NULL THEN
      RAISE EXCEPTION 'rows differ after their changes were applied: %',
        array_to_string(differing[1:5], ', ') USING ERRCODE = 'RV009';
    END IF;
  END IF;

  PERFORM reeve.role_execute(s.role_name, ARRAY[s.statement])
  FROM jsonb_to_recordset(steps) s(role_name text, statement text);
  PERFORM reeve.catalog_expose(a.app)
  FROM (SELECT DISTINCT l.app FROM reeve.collection l WHERE l.relation = c.source AND l.is_live) a;
  IF is_back THEN
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('DROP VIEW %I.%I', c.mapping #>> '{source,schema}', rest_name || '_view'),
      format('DROP FUNCTION IF EXISTS %I.%I()', c.mapping #>> '{source,schema}',
        'reeve_write_' || copy_id)]);
  END IF;
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_back THEN 'following' ELSE 'live' END, parked = resting,
    statements = new_statements,
    unvalidated = (
      SELECT coalesce(
        jsonb_agg(jsonb_build_object('role', p.role_name, 'statement', p.validate)), '[]')
      FROM jsonb_to_recordset(c.parked || foreigns) p(role_name text, validate text)
      WHERE p.validate IS NOT NULL),
    verified_at = NULL, verified_rows = NULL, differing = NULL,
    cut_at = CASE WHEN is_back THEN NULL ELSE clock_timestamp() END
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_back THEN 'migrate.rollback' ELSE 'migrate.cutover' END, session_user);
  RETURN locked_at;
END
$$;

ALTER FUNCTION reeve.migrate_swap(copy_id integer, is_back boolean) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_swap(copy_id integer, is_back boolean); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_swap(copy_id integer, is_back boolean) IS 'Cutover, or rollback (is_back): under ACCESS EXCLUSIVE on both tables applies what is left of the log, compares those rows, and lets the table that followed go live; the other follows from then on. The caller''s lock_timeout bounds each wait. Returns when the locks were had; what validates the foreign keys that came back, to be run afterwards, is in the copy.';

--
-- Name: migrate_table(jsonb, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_table(mapping jsonb, side text) RETURNS regclass
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT to_regclass(format('%I.%I', mapping #>> ARRAY[side, 'schema'],
    mapping #>> ARRAY[side, 'table']))
$$;

ALTER FUNCTION reeve.migrate_table(mapping jsonb, side text) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_table(mapping jsonb, side text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_table(mapping jsonb, side text) IS 'The relation that a mapping names as its side source or target; NULL where there is none.';

--
-- Name: migrate_validated(integer, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_validated(copy_id integer, statements jsonb) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  UPDATE reeve.live_copy c SET unvalidated = '[]'
  WHERE c.copy_id = migrate_validated.copy_id AND c.unvalidated = migrate_validated.statements
$$;

ALTER FUNCTION reeve.migrate_validated(copy_id integer, statements jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_validated(copy_id integer, statements jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_validated(copy_id integer, statements jsonb) IS 'Forgets statements that validate foreign keys, which have run, unless there are others now.';

--
-- Name: migrate_verified(integer, bigint, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_verified(copy_id integer, rows bigint, differing bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  UPDATE reeve.live_copy c
  SET verified_at = clock_timestamp(), verified_rows = migrate_verified.rows,
    differing = migrate_verified.differing
  WHERE c.copy_id = migrate_verified.copy_id;
  SELECT reeve.command_record('migrate.verify', session_user,
    code => CASE WHEN differing > 0 THEN 'differs' END);
$$;

ALTER FUNCTION reeve.migrate_verified(copy_id integer, rows bigint, differing bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_verified(copy_id integer, rows bigint, differing bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_verified(copy_id integer, rows bigint, differing bigint) IS 'Keeps and records the outcome of a verification over all rows.';

--
-- Name: migrate_verify(integer, text[], integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_verify(copy_id integer, low text[], size integer, keys text[] DEFAULT NULL::text[]) RETURNS TABLE(high text[], rows bigint, differing text[], moving text[])
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['following', 'live']);
  place reeve.change_reader := (
    SELECT r FROM reeve.change_reader r WHERE r.name = 'migrate:' || copy_id);
BEGIN
  SELECT h.high, h.rows, h.differing INTO high, rows, differing
  FROM reeve.hand_migrate_compare(copy_id, low, size, keys) h;
  IF differing IS NOT NULL THEN
    -- A row whose change is in the log and not applied is no difference yet. None is applied
    -- meanwhile: this transaction holds the copy.
    SELECT array_agg(d.key) FILTER (WHERE NOT d.is_moving),
      array_agg(d.key) FILTER (WHERE d.is_moving)
    INTO differing, moving
    FROM (
      SELECT k.key, EXISTS (
        SELECT FROM reeve.change l
        WHERE (l.xid, l.change_id) > (place.xid, place.change_id)
          AND l.collection_id = -c.copy_id AND (l.key = k.key OR l.key IS NULL)
          AND (c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen))) AS is_moving
      FROM unnest(differing) k(key)) d;
  END IF;
  RETURN NEXT;
END
$$;

ALTER FUNCTION reeve.migrate_verify(copy_id integer, low text[], size integer, keys text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_verify(copy_id integer, low text[], size integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_verify(copy_id integer, low text[], size integer, keys text[]) IS 'Compares the next rows behind a key (or those of the keys). differing: keys of rows that are not the same and have no change on its way; moving: those that have. high NULL = the last rows.';

--
-- Name: migrate_view(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.migrate_view(copy_id integer) RETURNS TABLE(role_name text, statement text)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_view.copy_id);
  view_name text := format(
    '%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  routine text := format('%I.reeve_write_%s', c.mapping #>> '{source,schema}', c.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  source_keys text[] := reeve.migrate_keys(c.mapping, 'source');
  target_keys text[] := reeve.migrate_keys(c.mapping, 'target');
  back text;
  matches text;
  changes text;
  conflicts text;
BEGIN
  SELECT string_agg(format(CASE WHEN m.is_plain THEN '%s' ELSE '(%s)::%s' END,
    coalesce(m.value_sql, 'NULL'), m.type), ', ' ORDER BY m.place),
    string_agg(format('(NEW.%1$I::text IS DISTINCT FROM OLD.%1$I::text AND '
      '((%2$s)::%3$s)::text IS DISTINCT FROM OLD.%1$I::text)', m.name, m.value_sql, m.type), ' OR ')
      FILTER (WHERE m.value_sql IS NOT NULL AND NOT m.is_generated)
  INTO back, conflicts
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m WHERE m.is_back;
  RETURN QUERY
    SELECT owner_name, format('CREATE VIEW %s(%s) AS SELECT %s FROM %s t', view_name,
      string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum), back, c.target)
    FROM pg_attribute a WHERE a.attrelid = c.source AND a.attnum > 0 AND NOT a.attisdropped;
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON VIEW %s IS %L', view_name,
      format('Generated: %s as it was, over %s.', view_name, c.target));
  -- Omitted columns get what they got: the source's defaults, a new key from the target's sequence.
  RETURN QUERY
    SELECT owner_name, format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view_name, a.attname,
      CASE WHEN s.name IS NOT NULL THEN format('nextval(%L)', coalesce(
          (SELECT pg_get_serial_sequence(c.target::text, m.name)
            FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
            WHERE NOT m.is_back AND m.origin = a.attname AND m.is_plain LIMIT 1), s.name))
        ELSE pg_get_expr(d.adbin, d.adrelid) END)
    FROM pg_attribute a
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    CROSS JOIN LATERAL pg_get_serial_sequence(c.source::text, a.attname) s(name)
    WHERE a.attrelid = c.source AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND (d.adbin IS NOT NULL OR s.name IS NOT NULL);
  RETURN QUERY
    SELECT owner_name, format('GRANT %s%s ON %s TO %s%s', x.privilege_type,
      coalesce(' (' || quote_ident(x.attname) || ')', ''), view_name,
      coalesce(quote_ident(g.rolname), 'PUBLIC'),
      CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
    FROM (
      SELECT e.*, NULL::name AS attname FROM pg_class r CROSS JOIN LATERAL aclexplode(r.relacl) e
      WHERE r.oid = c.source
      UNION ALL
      SELECT e.*, a.attname FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) e
      WHERE a.attrelid = c.source) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    WHERE g.rolname IS DISTINCT FROM owner_name AND x.privilege_type <> 'TRUNCATE';
  IF NOT EXISTS (
    SELECT FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back AND NOT m.is_plain)
  THEN
    RETURN; -- The database writes through it.
  END IF;
  SELECT string_agg(format('t.%I = OLD.%I', target_keys[k.place], k.name), ' AND ')
  INTO matches FROM unnest(source_keys) WITH ORDINALITY k(name, place);
  SELECT string_agg(format('%1$I = CASE WHEN (%2$s)::text IS DISTINCT FROM (%3$s)::text '
      'THEN %2$s ELSE t.%1$I END', m.name, m.value_sql,
      regexp_replace(m.value_sql, '\ms\.', 'o.', 'g')), ', ' ORDER BY m.place)
  INTO changes
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
  WHERE NOT m.is_back AND NOT m.is_generated;
  RETURN QUERY
    SELECT owner_name, format($f$
      CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $body$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO %2$s AS t(%3$s) OVERRIDING SYSTEM VALUE
          SELECT %4$s FROM (SELECT NEW.*) s
          RETURNING %5$s INTO NEW;
          RETURN NEW;
        ELSIF TG_OP = 'DELETE' THEN
          DELETE FROM %2$s t WHERE %6$s;
          RETURN CASE WHEN FOUND THEN OLD END;
        END IF;
        -- Only what this statement changed is written, and only over what it read.
        UPDATE %2$s t SET %7$s
        FROM (SELECT NEW.*) s, (SELECT OLD.*) o
        WHERE %6$s AND NOT (%8$s)
        RETURNING %5$s INTO NEW;
        IF FOUND THEN
          RETURN NEW;
        END IF;
        PERFORM FROM %2$s t WHERE %6$s;
        IF FOUND THEN
          RAISE EXCEPTION 'could not serialize access due to concurrent update'
            USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN NULL;
      END
      $body$
    $f$, routine, c.target,
      (SELECT string_agg(quote_ident(m.name), ', ' ORDER BY m.place)
        FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
        WHERE NOT m.is_back AND NOT m.is_generated),
      (SELECT string_agg(m.value_sql, ', ' ORDER BY m.place)
        FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
        WHERE NOT m.is_back AND NOT m.is_generated),
      back, matches, changes, conflicts);
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON FUNCTION %s() IS %L', routine,
      format('Generated: writes to %s what is written to %s.', c.target, view_name));
  RETURN QUERY
    SELECT owner_name, format('CREATE TRIGGER reeve_write INSTEAD OF INSERT OR UPDATE OR DELETE '
      'ON %s FOR EACH ROW EXECUTE FUNCTION %s()', view_name, routine);
END
$_$;

ALTER FUNCTION reeve.migrate_view(copy_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION migrate_view(copy_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.migrate_view(copy_id integer) IS 'Statements that make the view of the old name over the target: the old columns, defaults and grants, and, unless every column is only renamed, the triggers that translate what is written.';

--
-- Name: notice_render(text, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  piece text;
  name text;
  value text;
BEGIN
  rendered := '';
  -- One pass over the template: a placeholder inside a value is never expanded.
  FOR piece IN SELECT m[1] FROM regexp_matches(template, '(\{[^{}]*\}|[^{]+|\{)', 'g') m LOOP
    IF piece !~ '^\{[a-z_]+(\|time)?\}$' THEN
      rendered := rendered || piece;
      CONTINUE;
    END IF;
    name := substring(piece FROM '[a-z_]+');
    value := arguments ->> name;
    IF value IS NULL THEN
      missing := name;
      RETURN;
    END IF;
    rendered := rendered || CASE
      WHEN piece NOT LIKE '%|time}' THEN value
      WHEN value = 'infinity' THEN '∞'
      ELSE to_char(value::timestamptz AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI') END;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text) OWNER TO reeve_owner;

--
-- Name: FUNCTION notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text) IS 'Fills {name} and {name|time} (the reader''s zone) of a template; missing names the first argument that is not there, and then nothing may be sent.';

--
-- Name: outbox_follow(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.outbox_follow(action_id bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT reeve.enqueue('notify.deliver', jsonb_build_object('action_id', a.action_id),
    clock_timestamp() + interval '60 seconds', 0::smallint, c.app, a.collection_id, a.key)
  FROM reeve.action a
  JOIN reeve.collection c USING (collection_id)
  WHERE a.action_id = outbox_follow.action_id AND EXISTS (
    SELECT FROM reeve.outbox o WHERE o.action_id = a.action_id AND o.state = 'queued')
$$;

ALTER FUNCTION reeve.outbox_follow(action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION outbox_follow(action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.outbox_follow(action_id bigint) IS 'Enqueues the delivery of an action''s notices for when those just written are due.';

--
-- Name: outbox_settle(bigint, integer, bigint[], text[], text[], bigint[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH settled AS (
    UPDATE reeve.outbox o SET
      attempts = o.attempts + 1,
      state = CASE WHEN u.verdict = 'sent' THEN 'sent'
        WHEN u.verdict = 'retry' AND o.attempts < 99 THEN 'queued' ELSE 'failed' END,
      sent_at = CASE WHEN u.verdict = 'sent' THEN clock_timestamp() END,
      error = nullif(left(u.error, 1000), ''),
      due_at = CASE WHEN u.verdict = 'retry' THEN clock_timestamp() + greatest(
          make_interval(secs => least(u.wait, 86400)::double precision),
          (0.1 + 0.9 * random()) * reeve.job_backoff(o.attempts + 1))
        ELSE o.due_at END
    FROM unnest(outbox_ids, verdicts, errors, waits) u(outbox_id, verdict, error, wait)
    WHERE o.outbox_id = u.outbox_id AND o.state = 'queued'
      AND reeve.job_is_live(outbox_settle.job_id, outbox_settle.lease)
    RETURNING o.state, o.due_at)
  SELECT ceil(extract(epoch FROM min(s.due_at) - clock_timestamp()))::bigint
  FROM settled s WHERE s.state = 'queued'
$$;

ALTER FUNCTION reeve.outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]) IS 'Records what became of notices that this transaction took: sent; failed for good; or retry, not before so many seconds and with backoff, 100 times in all, about a day. Returns in how many seconds the first of those is due, NULL for none. Nothing when the lease is stale.';

--
-- Name: outbox_take(bigint, integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.outbox_take(job_id bigint, lease integer, max_rows integer) RETURNS TABLE(outbox_id bigint, app text, recipient text, template text, locale text, subject text, body text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
#variable_conflict use_column
DECLARE
  o record;
  text_of record;
  head record;
  main record;
BEGIN
  IF NOT reeve.job_is_live(outbox_take.job_id, outbox_take.lease) THEN
    RETURN;
  END IF;
  FOR o IN
    SELECT x.*, c.app, c.name || ':' || x.key AS recipient
    FROM reeve.outbox x JOIN reeve.collection c USING (collection_id)
    WHERE x.state = 'queued' AND x.due_at <= (SELECT clock_timestamp())
    ORDER BY x.due_at, x.outbox_id
    LIMIT max_rows FOR UPDATE OF x SKIP LOCKED
  LOOP
    -- The reader's language, else the language without its region, else English, else any.
    SELECT t.* INTO text_of FROM reeve.template t
    WHERE t.app = o.app AND t.name = o.template
    ORDER BY t.locale = o.locale DESC, t.locale = split_part(o.locale, '-', 1) DESC,
      t.locale = 'en' DESC, t.locale
    LIMIT 1;
    SELECT * INTO head FROM reeve.notice_render(text_of.subject, o.zone, o.arguments);
    SELECT * INTO main FROM reeve.notice_render(text_of.body, o.zone, o.arguments);
    IF text_of.name IS NULL OR coalesce(head.missing, main.missing) IS NOT NULL THEN
      UPDATE reeve.outbox x SET state = 'failed', error = CASE
        WHEN text_of.name IS NULL THEN format('there is no template %s', o.template)
        ELSE format('template %s needs {%s}', o.template, coalesce(head.missing, main.missing)) END
      WHERE x.outbox_id = o.outbox_id;
      CONTINUE;
    END IF;
    outbox_id := o.outbox_id;
    app := o.app;
    recipient := o.recipient;
    template := o.template;
    locale := text_of.locale;
    subject := head.rendered;
    body := main.rendered;
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.outbox_take(job_id bigint, lease integer, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION outbox_take(job_id bigint, lease integer, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.outbox_take(job_id bigint, lease integer, max_rows integer) IS 'Due notices, rendered, locked until the caller''s transaction ends (rows locked by another are skipped); one with a missing template or placeholder is marked failed. None on a stale lease.';

--
-- Name: parents_statement(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.parents_statement(collection_id integer) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT string_agg(format('SELECT %L::text, %s, %s FROM %s t WHERE %s', p.name, o.collection_id,
    reeve.catalog_key(reeve.catalog_columns(p.body -> 'columns')), c.table_sql, c.keys_sql),
    ' UNION ALL ' ORDER BY p.name)
  FROM reeve.collection c
  JOIN reeve.app a USING (app)
  CROSS JOIN LATERAL jsonb_each(a.manifest #> ARRAY['collections', c.name, 'parents'])
    p(name, body)
  JOIN reeve.collection o ON o.app = c.app AND o.name = p.body ->> 'collection'
  WHERE c.collection_id = parents_statement.collection_id
$$;

ALTER FUNCTION reeve.parents_statement(collection_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION parents_statement(collection_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.parents_statement(collection_id integer) IS 'SELECT giving name, collection and key of what rows with the keys $1 belong to, for the hand; NULL where the collection declares no parents.';

--
-- Name: plan_grade(reeve.action_kind, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.plan_grade(k reeve.action_kind, plan jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE
    WHEN (plan ->> 'irreversible')::int > 0 OR (plan ->> 'people')::int > 10
      OR k.danger = 'moderate' AND plan ->> 'until' = 'infinity' THEN 'severe'
    WHEN k.danger = 'moderate' OR (plan ->> 'people')::int > 1 OR (
      SELECT sum((e ->> 'rows')::int) FROM jsonb_array_elements(plan -> 'effects') e) > 1
      THEN 'moderate'
    ELSE 'mild' END
$$;

ALTER FUNCTION reeve.plan_grade(k reeve.action_kind, plan jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION plan_grade(k reeve.action_kind, plan jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.plan_grade(k reeve.action_kind, plan jsonb) IS 'How dangerous a plan is: severe (irreversible rows, a ban without end, or over 10 people told), moderate (any other ban, several rows or people), mild.';

--
-- Name: plan_worse(jsonb, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.plan_worse(expected jsonb, actual jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT string_agg(d.difference, '; ')
  FROM (
    SELECT format('%s: %s rows, planned %s',
      n ->> 'name', n ->> 'rows', coalesce(o ->> 'rows', '0')) AS difference
    FROM jsonb_array_elements(actual -> 'effects') n
    LEFT JOIN jsonb_array_elements(expected -> 'effects') o ON o ->> 'rule' = n ->> 'rule'
    WHERE (n ->> 'rows')::int > 0 AND coalesce((o ->> 'rows')::int, 0) = 0
    UNION ALL
    SELECT format('%s people would be told, planned %s', actual ->> 'people', expected ->> 'people')
    WHERE (actual ->> 'people')::int > ceil((expected ->> 'people')::int * 1.1)
    UNION ALL
    SELECT format('%s rows could not come back, planned none', actual ->> 'irreversible')
    WHERE (actual ->> 'irreversible')::int > 0 AND (expected ->> 'irreversible')::int = 0
    UNION ALL
    SELECT 'it has become severe'
    WHERE actual ->> 'danger' = 'severe' AND expected ->> 'danger' <> 'severe') d
$$;

ALTER FUNCTION reeve.plan_worse(expected jsonb, actual jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION plan_worse(expected jsonb, actual jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.plan_worse(expected jsonb, actual jsonb) IS 'In what an execution is worse than its plan: an effect that had no rows, over 10 % more people, rows that cannot come back where there were none, a crossed limit. NULL when it is not, or nothing was planned.';

--
-- Name: policy_list(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.policy_list() RETURNS TABLE(app text, name text, title text, clause text, severity text, strike_weight integer, duration interval)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT p.app, p.name, p.title, p.clause, p.severity, p.strike_weight, p.duration
  FROM reeve.policy p WHERE p.is_live ORDER BY 1, 2
$$;

ALTER FUNCTION reeve.policy_list() OWNER TO reeve_owner;

--
-- Name: FUNCTION policy_list(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.policy_list() IS 'The clauses that an action can cite.';

--
-- Name: queue_list(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.queue_list() RETURNS TABLE(queue text, available bigint, scheduled bigint, retryable bigint, waiting bigint, running bigint, completed bigint, cancelled bigint, discarded bigint, oldest_at timestamp with time zone, workers bigint, max_running integer, rate double precision, burst integer, paused_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF NOT pg_has_role(session_user, 'reeve_worker', 'MEMBER') THEN
    PERFORM reeve.member_require('viewer');
  END IF;
  RETURN QUERY
    WITH counted AS (
      SELECT d.queue_id, d.state, sum(d.n)::bigint AS n FROM reeve.job_delta d GROUP BY 1, 2
    )
    SELECT q.name, c.available, c.scheduled, c.retryable, c.waiting, c.running, c.completed,
      c.cancelled, c.discarded, o.created_at, w.n, q.max_running, q.rate, q.burst, q.paused_at
    FROM reeve.queue q
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.n) FILTER (WHERE c.state = 'available'), 0)::bigint AS available,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'scheduled'), 0)::bigint AS scheduled,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'retryable'), 0)::bigint AS retryable,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'waiting'), 0)::bigint AS waiting,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'running'), 0)::bigint AS running,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'completed'), 0)::bigint AS completed,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'cancelled'), 0)::bigint AS cancelled,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'discarded'), 0)::bigint AS discarded
      FROM counted c WHERE c.queue_id = q.queue_id) c
    LEFT JOIN LATERAL (
      SELECT min(j.created_at) AS created_at
      FROM unnest('{1,0,-1}'::smallint[]) l(level)
      CROSS JOIN LATERAL (
        SELECT r.job_id, r.day FROM reeve.job_ready r
        WHERE r.queue_id = q.queue_id AND r.priority = l.level ORDER BY r.seq LIMIT 1) r
      JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day) o ON TRUE
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM reeve.worker w
      WHERE w.queue_id = q.queue_id AND w.ended_at IS NULL) w
    ORDER BY q.name;
END
$$;

ALTER FUNCTION reeve.queue_list() OWNER TO reeve_owner;

--
-- Name: FUNCTION queue_list(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.queue_list() IS 'Queues with their limits and how many jobs are in each state (completed and cancelled: ever), from counters, so at once however many there are; oldest_at is when the job was asked for that has waited longest.';

--
-- Name: queue_perform(text, text, integer, double precision, integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  present reeve.queue;
BEGIN
  IF coalesce(verb NOT IN ('pause', 'resume', 'limit'), TRUE) THEN
    RAISE EXCEPTION 'a queue can be paused, resumed or limited' USING ERRCODE = 'RV001';
  END IF;
  SELECT q.* INTO present FROM reeve.queue q WHERE q.name = queue_perform.queue;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no queue %', queue USING ERRCODE = 'RV004',
      HINT = '`queues` lists them.';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('queue ' || verb, why) r;
  IF code IS NULL AND (max_running <= 0 OR burst <= 0 OR NOT (rate > 0 AND rate <= 1e6)) THEN
    code := 'argument';
    message := 'limits are above 0; NULL is none, and a rate is at most a million a second';
  ELSIF code IS NULL THEN
    BEGIN
      SELECT q.* INTO STRICT present FROM reeve.queue q
      WHERE q.queue_id = present.queue_id FOR NO KEY UPDATE;
    EXCEPTION WHEN lock_not_available THEN
      code := 'busy';
      message := format('somebody else is changing queue %s; try again', queue);
    END;
  END IF;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF verb = 'limit' THEN
    IF max_running IS NULL AND rate IS NULL AND burst IS NULL THEN
      present.max_running := NULL;
      present.rate := NULL;
      present.burst := NULL;
    ELSIF burst IS NOT NULL AND rate IS NULL AND present.rate IS NULL THEN
      code := 'argument';
      message := 'a burst goes with a rate';
    ELSE
      present.max_running := coalesce(max_running, present.max_running);
      present.rate := coalesce(rate, present.rate);
      present.burst := coalesce(burst, present.burst, ceil(present.rate)::int);
    END IF;
  ELSIF (verb = 'pause') = (present.paused_at IS NOT NULL) THEN
    code := 'state';
    message := format('queue %s is %s', queue,
      CASE verb WHEN 'pause' THEN 'paused already' ELSE 'not paused' END);
  ELSE
    present.paused_at := CASE verb WHEN 'pause' THEN clock_timestamp() END;
  END IF;
  IF code IS NULL THEN
    UPDATE reeve.queue q
    SET paused_at = present.paused_at, max_running = present.max_running, rate = present.rate,
      burst = present.burst
    WHERE q.queue_id = present.queue_id;
    PERFORM reeve.job_ring(ARRAY[present.queue_id]);
    message := CASE verb WHEN 'limit' THEN coalesce(
      nullif(concat_ws(', ', 'running ' || present.max_running, 'rate ' || present.rate
        || ' a second in bursts of ' || present.burst), ''), 'no limits') ELSE '' END;
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  PERFORM reeve.verb_record('queue.' || verb, code, 'queue ' || queue, why);
END
$$;

ALTER FUNCTION reeve.queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text) IS 'Pauses or resumes a queue, or limits it, for seniors: a limit that is not given stays, all NULL takes them away; a burst that is not given is a second''s. The message says what limits hold now. What runs goes on while a queue is paused. RV004 for a queue that there is not.';

--
-- Name: rank_suffices(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.rank_suffices(rank text, needed text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT CASE needed
    WHEN 'viewer' THEN rank IS NOT NULL
    WHEN 'auditor' THEN rank IN ('auditor', 'senior')
    WHEN 'moderator' THEN rank IN ('moderator', 'senior')
    WHEN 'senior' THEN rank = 'senior'
  END IS TRUE
$$;

ALTER FUNCTION reeve.rank_suffices(rank text, needed text) OWNER TO reeve_owner;

--
-- Name: FUNCTION rank_suffices(rank text, needed text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.rank_suffices(rank text, needed text) IS 'Whether a rank is as good as another: viewer < moderator < senior; auditor reads beside them.';

--
-- Name: report_list(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.report_list() RETURNS TABLE(app text, name text, collection text, arguments text[], columns text[], types text[], help text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT r.app, r.name, c.name, r.arguments, r.columns, (
    SELECT array_agg(coalesce(format_type(t.type, NULL), 'text') ORDER BY k.place)
    FROM unnest(r.columns) WITH ORDINALITY k(name, place)
    LEFT JOIN (
      SELECT o.name, o.type
      FROM unnest(p.proargnames, p.proallargtypes, p.proargmodes) o(name, type, mode)
      WHERE o.mode IN ('o', 't')
      UNION ALL
      SELECT x.attname, x.atttypid
      FROM pg_type y JOIN pg_attribute x ON x.attrelid = y.typrelid
      WHERE y.oid = p.prorettype AND x.attnum > 0 AND NOT x.attisdropped) t USING (name)), r.help
  FROM reeve.report r
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.app a ON a.app = r.app
  LEFT JOIN pg_namespace n ON n.nspname = a.manifest ->> 'schema'
  LEFT JOIN pg_proc p ON p.pronamespace = n.oid
    AND p.proname = a.manifest #>> ARRAY['reports', r.name, 'function']
    AND oidvectortypes(p.proargtypes) = 'text' || repeat(', text', cardinality(r.arguments))
  ORDER BY r.app, r.name
$$;

ALTER FUNCTION reeve.report_list() OWNER TO reeve_owner;

--
-- Name: FUNCTION report_list(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.report_list() IS 'The read-only verbs that the applied apps bring along; types are those of the columns.';

--
-- Name: report_run(text, text, text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.report_run(app text, name text, key text, args text[]) RETURNS SETOF text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  target text;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT c.name INTO target
  FROM reeve.report r JOIN reeve.collection c USING (collection_id)
  WHERE r.app = report_run.app AND r.name = report_run.name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no report % in app %', report_run.name, report_run.app
      USING ERRCODE = 'RV003';
  END IF;
  key := reeve.subject_key(reeve.collection_resolve(report_run.app, target), report_run.key);
  RETURN QUERY SELECT h FROM reeve.hand_report(
    report_run.app, report_run.name, report_run.key, report_run.args) h;
END
$$;

ALTER FUNCTION reeve.report_run(app text, name text, key text, args text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION report_run(app text, name text, key text, args text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.report_run(app text, name text, key text, args text[]) IS 'Runs a report on one subject; each row is a text[] in the order of the report''s columns. RV003, RV004, or what the app''s function raises.';

--
-- Name: report_statement(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.report_statement(app text, name text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT r.call_sql FROM reeve.report r
  WHERE r.app = report_statement.app AND r.name = report_statement.name
$$;

ALTER FUNCTION reeve.report_statement(app text, name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION report_statement(app text, name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.report_statement(app text, name text) IS 'The compiled call of a report, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: reporter_change(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.reporter_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.reporter_recount(NEW.collection_id, NEW.key);
  RETURN NULL;
END
$$;

ALTER FUNCTION reeve.reporter_change() OWNER TO reeve_owner;

--
-- Name: FUNCTION reporter_change(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.reporter_change() IS 'Counts the complaints of a reporter anew who was muted, or is no longer.';

--
-- Name: reporter_mute(text, text, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  reason text := nullif(btrim(args ->> 'why'), '');
  span interval;
  target text;
  label text;
  earlier bigint;
  act reeve.action;
BEGIN
  key := reeve.subject_key(c, key);
  BEGIN
    span := (args ->> 'for')::interval;
  EXCEPTION WHEN data_exception THEN
    span := '0';
  END;
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := 'mute needs the rank moderator and a login of your own';
  ELSIF char_length(reason) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  ELSIF NOT (span > interval '0' AND span <= interval '10 years') THEN
    code := 'argument';
    message := format('%s is no duration between a second and 10 years', args ->> 'for');
  ELSE
    BEGIN
      SELECT h.key, coalesce(h.label, h.key) INTO target, label
      FROM reeve.hand_lock(c.collection_id, ARRAY[key]) h;
      SELECT a.action_id INTO earlier FROM reeve.action a
      WHERE a.collection_id = c.collection_id AND a.key = reporter_mute.key AND a.kind = 'mute'
        AND a.reversed_by IS NULL AND a.until > clock_timestamp()
      LIMIT 1;
      IF target IS NULL THEN
        code := 'notfound';
        message := format('there is no %s:%s', collection, key);
      ELSIF earlier IS NOT NULL THEN
        code := 'state';
        message := format('%s:%s is muted already, by A%s', collection, key, earlier);
      ELSE
        INSERT INTO reeve.label(collection_id, key, label)
        VALUES (c.collection_id, reporter_mute.key, label)
        ON CONFLICT ON CONSTRAINT label_pkey DO UPDATE SET label = EXCLUDED.label;
        INSERT INTO reeve.action(kind, collection_id, key, actor, reason, until)
        VALUES ('mute', c.collection_id, key, session_user, reason,
          coalesce(clock_timestamp() + span, 'infinity'))
        RETURNING * INTO act;
      END IF;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := format('somebody else is changing %s:%s or a case; try again', collection, key);
    END;
  END IF;
  PERFORM reeve.command_record(
    'mute', session_user, NULL, c.collection_id, key, code, act.action_id);
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  detail := jsonb_build_object(
    'action_id', act.action_id, 'until', act.until, 'label', label);
  IF code IS NULL THEN
    message := 'A' || act.action_id;
    IF span IS NOT NULL THEN
      PERFORM reeve.enqueue('moderation.lift', jsonb_build_object('action_id', act.action_id),
        act.until, 0::smallint, c.app, c.collection_id, key);
    END IF;
  END IF;
END
$$;

ALTER FUNCTION reeve.reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Has what a person reports be kept and not counted, about open cases too. args: for (NULL = until it is undone), why. An action without effects on the app: undo takes it back.';

--
-- Name: reporter_recount(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.reporter_recount(collection_id integer, key text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  reporter text := reporter_recount.collection_id || ':' || reporter_recount.key;
  muted boolean := (SELECT s.is_muted FROM reeve.reporter_standing(ARRAY[reporter]) s);
  concerned bigint[];
BEGIN
  SELECT array_agg(k.case_id) INTO concerned
  FROM (
    SELECT k.case_id FROM reeve.case k
    WHERE k.closed_at IS NULL AND k.case_id IN (
      SELECT coalesce(o.duplicate_of, o.case_id)
      FROM reeve.complaint p JOIN reeve.case o USING (case_id)
      WHERE p.source = reporter AND p.is_muted <> muted)
    ORDER BY k.case_id FOR NO KEY UPDATE) k;
  UPDATE reeve.complaint p SET is_muted = muted
  FROM reeve.case k
  WHERE p.source = reporter AND k.case_id = p.case_id
    AND coalesce(k.duplicate_of, k.case_id) = ANY (concerned);
  PERFORM reeve.case_recount(concerned);
END
$$;

ALTER FUNCTION reeve.reporter_recount(collection_id integer, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION reporter_recount(collection_id integer, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.reporter_recount(collection_id integer, key text) IS 'Has the complaints of a reporter about open cases count, or not, as the reporter stands now.';

--
-- Name: reporter_standing(text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.reporter_standing(sources text[]) RETURNS TABLE(source text, judged integer, upheld integer, weight double precision, is_muted boolean)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT s.source, d.judged, d.upheld,
    CASE WHEN s.source LIKE 'rule:%' THEN 1 ELSE (1.0 + d.upheld) / (2 + d.judged) END,
    s.source ~ '^[0-9]+:' AND EXISTS (
      SELECT FROM reeve.action a
      WHERE a.collection_id = substring(s.source FROM '^[0-9]+')::int
        AND a.key = substr(s.source, strpos(s.source, ':') + 1)
        AND a.kind = 'mute' AND a.reversed_by IS NULL AND a.until > clock_timestamp())
  FROM unnest(sources) s(source)
  CROSS JOIN LATERAL (
    SELECT count(*)::int, (count(*) FILTER (WHERE o.outcome = 'upheld'))::int
    FROM (
      SELECT p.case_id FROM reeve.complaint p
      WHERE p.source = s.source AND p.source <> '' AND p.weight > 0
      ORDER BY p.complaint_id DESC LIMIT 200) p
    JOIN reeve.case k USING (case_id)
    JOIN reeve.case o ON o.case_id = coalesce(k.duplicate_of, k.case_id)
    WHERE o.outcome IN ('upheld', 'dismissed')) d(judged, upheld)
$$;

ALTER FUNCTION reeve.reporter_standing(sources text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION reporter_standing(sources text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.reporter_standing(sources text[]) IS 'How far sources of complaints are to be believed: of the last 200 cases each reported, how many were decided and upheld; weight is that share, with one of each thrown in; 1 for a rule.';

--
-- Name: role_execute(text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.role_execute(role_name text, statements text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET client_min_messages TO 'warning'
    AS $$
DECLARE
  statement text;
BEGIN
  PERFORM set_config('role', role_name, TRUE);
  FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
    EXECUTE statement;
  END LOOP;
  PERFORM set_config('role', 'none', TRUE);
END
$$;

ALTER FUNCTION reeve.role_execute(role_name text, statements text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION role_execute(role_name text, statements text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.role_execute(role_name text, statements text[]) IS 'Runs statements, NULL for none, as a role that the installer is a member of; back to the login''s own after.';

--
-- Name: role_is_held(text[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.role_is_held(role_names text[], login text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  held oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = login AND r.rolcanlogin);
BEGIN
  RETURN EXISTS (
    SELECT
    FROM unnest(role_names) n(name)
    WHERE pg_has_role(held, to_regrole(quote_ident(n.name)), 'MEMBER')
      AND (n.name !~ '^reeve_(viewer|moderator|senior|auditor)$'
        OR reeve.rank_suffices(reeve.member_rank_of(login), substr(n.name, 7))));
END
$_$;

ALTER FUNCTION reeve.role_is_held(role_names text[], login text) OWNER TO reeve_owner;

--
-- Name: FUNCTION role_is_held(role_names text[], login text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.role_is_held(role_names text[], login text) IS 'Whether a login, which may still log in, is a member of one of these roles; of a rank''s role with that rank, or a higher one, in this database.';

--
-- Name: rule_run(reeve.rule, reeve.action, text[], timestamp with time zone, text, bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
DECLARE
  rows text[];
  labels text[];
  befores jsonb[];
  afters jsonb[];
  tells jsonb[];
  -- Without a column of the app's the end is kept in Reeve alone: reeve.subject is what bites.
  visible text := coalesce(r.columns[1], 'until');
  written int;
BEGIN
  PERFORM reeve.hand_assert();
  SELECT array_agg(s.key), array_agg(s.label), array_agg(s.before), array_agg(s.after),
    array_agg(s.tell)
  INTO rows, labels, befores, afters, tells
  FROM reeve.hand_select(r.rule_id, keys, at, act.until, act.grace, mode, max_rows) s
  -- What a sweep finds again is done; two effects that write one row are the catalog's fault.
  WHERE NOT EXISTS (
    SELECT FROM reeve.effect e
    WHERE e.action_id = act.action_id AND e.collection_id = r.affected_id AND e.key = s.key
      AND (r.kind = 'hide' OR e.rule_id = r.rule_id));
  IF rows IS NULL OR r.kind = 'list' THEN
    RETURN coalesce(cardinality(rows), 0);
  END IF;
  IF r.kind = 'hide' THEN
    WITH marked AS (
      INSERT INTO reeve.subject AS s(collection_id, key, hidden_by, hidden_until, base_until)
      SELECT r.affected_id, u.key, ARRAY[act.action_id], act.until,
        (u.before ->> visible)::timestamptz
      FROM unnest(rows, befores) u(key, before)
      ON CONFLICT (collection_id, key) DO UPDATE SET
        version = s.version + 1,
        base_until = CASE WHEN s.hidden_by = '{}' THEN EXCLUDED.base_until ELSE s.base_until END,
        hidden_until = greatest(s.hidden_until, EXCLUDED.hidden_until),
        hidden_by = s.hidden_by || act.action_id
      RETURNING s.key, jsonb_build_object(visible, greatest(s.hidden_until, s.base_until)) AS after)
    SELECT array_agg(m.after ORDER BY u.place) INTO afters
    FROM unnest(rows) WITH ORDINALITY u(key, place)
    JOIN marked m ON m.key = u.key;
  END IF;
  written := CASE WHEN r.columns = '{}' THEN cardinality(rows) ELSE (
    SELECT count(*) FROM reeve.hand_write(r.affected_id, r.columns, rows, afters)) END;
  PERFORM reeve.hand_assert();
  IF written <> cardinality(rows) THEN
    RAISE EXCEPTION '% of % rows of "%" were not changed', cardinality(rows) - written,
      cardinality(rows), r.name
      USING ERRCODE = 'RV006', HINT = 'A trigger of the app may have suppressed the change.';
  END IF;
  INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
  SELECT act.action_id, r.affected_id, u.key, r.rule_id, u.before, u.after, r.is_reversible
  FROM unnest(rows, befores, afters) u(key, before, after);
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at)
  SELECT act.action_id, (t.entry ->> 'collection')::int, t.entry ->> 'key',
    l.name || ':' || u.key, t.entry ->> 'template', t.entry ->> 'locale', t.entry ->> 'zone',
    jsonb_build_object('label', u.label, 'until', act.until, 'policy', p.title,
      'reason', coalesce(act.public_reason, p.clause), 'limit', act.name) || (t.entry -> 'with'),
    clock_timestamp() + interval '60 seconds'
  FROM unnest(rows, labels, tells) u(key, label, tell)
  CROSS JOIN LATERAL jsonb_array_elements(u.tell) t(entry)
  JOIN reeve.collection l ON l.collection_id = r.affected_id
  LEFT JOIN reeve.policy p ON p.app = r.app AND p.name = act.policy
  WHERE u.tell IS NOT NULL AND t.entry <> 'null'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  RETURN cardinality(rows);
END
$$;

ALTER FUNCTION reeve.rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint) IS 'Runs one effect: locks the rows, hides or sets them, records each change and owes the notices. Set-based; returns the rows. RV006 unless rows changed equal rows locked.';

--
-- Name: rule_statement(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.rule_statement(rule_id integer, mode text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  -- Rows that are skipped when locked need no order, and keep the index that finds them. Whether
  -- there is any is asked without what the rows would say: nothing of that is then planned.
  SELECT CASE mode
    WHEN 'read' THEN format('%s ORDER BY %s LIMIT $5', r.select_sql, r.order_sql)
    WHEN 'lock' THEN
      format('%s ORDER BY %s LIMIT $5 FOR NO KEY UPDATE OF t', r.select_sql, r.order_sql)
    WHEN 'any' THEN format('SELECT NULL::text, NULL::text, NULL::jsonb, NULL::jsonb, NULL::jsonb'
      ' FROM (%s) r LIMIT 1', r.select_sql)
    WHEN 'skip' THEN r.select_sql || ' LIMIT $5 FOR NO KEY UPDATE OF t SKIP LOCKED'
  END
  FROM reeve.rule r WHERE r.rule_id = rule_statement.rule_id
$_$;

ALTER FUNCTION reeve.rule_statement(rule_id integer, mode text) OWNER TO reeve_owner;

--
-- Name: FUNCTION rule_statement(rule_id integer, mode text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.rule_statement(rule_id integer, mode text) IS 'The compiled SELECT of a rule in one of the modes of hand_select, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: search_apply(integer, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_apply(generation_id integer, keys text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  g reeve.search_generation;
  written bigint;
  added text[];
  met text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_apply.generation_id;
  IF array_position(keys, NULL) IS NOT NULL THEN
    -- Truncated: all that is indexed is looked at again.
    EXECUTE format('SELECT array_agg(i.key) || $1 FROM reeve_index.%I i', g.table_name)
    INTO keys USING array_remove(keys, NULL);
  END IF;
  EXECUTE format(
    'WITH source AS MATERIALIZED (
       SELECT d.* FROM reeve.hand_documents($1, $2, $3, NULL) d
     ), old AS MATERIALIZED (
       SELECT i.key, i.tsv, i.digest FROM reeve_index.%1$I i WHERE i.key = ANY ($3)
     ), gone AS (
       DELETE FROM reeve_index.%1$I i USING old o
       WHERE i.key = o.key AND NOT EXISTS (SELECT FROM source s WHERE s.key = i.key)
       RETURNING 1
     ), put AS (
       INSERT INTO reeve_index.%1$I AS i(key, label, tsv, popularity, digest, range)
       SELECT s.key, s.label, s.tsv, s.popularity, s.digest, s.in_range FROM source s
       LEFT JOIN old o USING (key)
       WHERE o.digest IS DISTINCT FROM s.digest
       ORDER BY s.key
       ON CONFLICT (key) DO UPDATE SET label = excluded.label, tsv = excluded.tsv,
         popularity = excluded.popularity, digest = excluded.digest, range = excluded.range
       RETURNING (i.xmax = 0) AS is_new
     ), delta AS (
       SELECT w.word, sum(w.n) AS n FROM (
         SELECT unnest(tsvector_to_array(s.tsv)) AS word, 1 AS n
         FROM source s LEFT JOIN old o USING (key) WHERE o.digest IS DISTINCT FROM s.digest
         UNION ALL
         SELECT unnest(tsvector_to_array(o.tsv)), -1
         FROM old o LEFT JOIN source s USING (key) WHERE s.digest IS DISTINCT FROM o.digest) w
       GROUP BY w.word HAVING sum(w.n) <> 0 ORDER BY w.word
     ), counted AS (
       INSERT INTO reeve_index.%2$I AS w(word, df) SELECT d.word, d.n FROM delta d
       ON CONFLICT (word) DO UPDATE SET df = w.df + excluded.df
       RETURNING w.word, w.df, (w.xmax = 0) AS is_new
     )
     SELECT (SELECT count(*) FILTER (WHERE p.is_new) FROM put p) - (SELECT count(*) FROM gone),
       array_agg(c.word) FILTER (WHERE c.is_new AND c.df > 0),
       array_agg(c.word) FILTER (WHERE c.df <= 0)
     FROM counted c', g.table_name, 'word_' || generation_id)
  INTO written, added, met USING g.collection_id, g.bounds, keys;
  EXECUTE format(
    'INSERT INTO reeve_index.%I(key, word) SELECT d.key, w.word FROM unnest($1) w(word)
     CROSS JOIN LATERAL reeve.search_deletions(w.word) d(key)
     WHERE reeve.search_is_correctable(w.word) ORDER BY d.key, w.word
     ON CONFLICT (key, word) DO NOTHING', 'deletion_' || generation_id) USING added;
  -- A word that no document has any more is forgotten: it may have been somebody's name.
  EXECUTE format(
    'DELETE FROM reeve_index.%I x USING unnest($1) w(word)
     CROSS JOIN LATERAL reeve.search_deletions(w.word) d(key)
     WHERE x.key = d.key AND x.word = w.word', 'deletion_' || generation_id) USING met;
  EXECUTE format('DELETE FROM reeve_index.%I w WHERE w.word = ANY ($1) AND w.df <= 0',
    'word_' || generation_id) USING met;
  IF written <> 0 THEN
    UPDATE reeve.search_generation n SET documents = n.documents + written
    WHERE n.generation_id = search_apply.generation_id;
  END IF;
END
$_$;

ALTER FUNCTION reeve.search_apply(generation_id integer, keys text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_apply(generation_id integer, keys text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_apply(generation_id integer, keys text[]) IS 'Reads rows anew and writes or removes their documents in one generation, and counts its words anew; a key NULL = the table was truncated. The caller has locked the generation''s reader.';

--
-- Name: search_begin(integer, boolean, integer, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_begin(collection_id integer, restart boolean, size integer, job_id bigint DEFAULT NULL::bigint, lease integer DEFAULT NULL::integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  coll reeve.collection;
  g reeve.search_generation;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  -- One at a time, and not while a catalog is applied.
  SELECT * INTO coll FROM reeve.collection c
  WHERE c.collection_id = search_begin.collection_id FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT coll.is_live OR coll.search IS NULL THEN
    RAISE EXCEPTION 'collection % is not searched', coalesce(coll.name, collection_id::text)
      USING ERRCODE = 'RV003';
  END IF;
  SELECT * INTO g FROM reeve.search_generation n
  WHERE n.collection_id = search_begin.collection_id AND n.state = 'building';
  IF FOUND THEN
    IF NOT restart AND g.declared = reeve.search_declared(coll) THEN
      RETURN g.generation_id;
    END IF;
    PERFORM reeve.search_drop(g.generation_id);
  END IF;
  g.generation_id := nextval('reeve.search_generation_seq');
  g.table_name := format('document_%s_%s', collection_id, g.generation_id);
  SELECT r.bounds, r.expected INTO g.bounds, g.expected
  FROM reeve.hand_ranges(search_begin.collection_id, search_begin.size) r;
  EXECUTE format(
    'CREATE TABLE reeve_index.%1$I(key text NOT NULL, label text NOT NULL, tsv tsvector NOT NULL,
       popularity real NOT NULL, digest bigint NOT NULL, range int NOT NULL);
     CREATE TABLE reeve_index.%2$I(word text COLLATE "C" NOT NULL, df bigint NOT NULL);
     CREATE TABLE reeve_index.%3$I(key text COLLATE "C" NOT NULL, word text COLLATE "C" NOT NULL);
     COMMENT ON TABLE reeve_index.%1$I IS %4$L;
     COMMENT ON TABLE reeve_index.%2$I IS %5$L;
     COMMENT ON TABLE reeve_index.%3$I IS %6$L',
    g.table_name, 'word_' || g.generation_id, 'deletion_' || g.generation_id,
    format('Search documents of %s, collection %s.', coll.app, coll.name),
    format('Words of %s, collection %s, and how many documents have each.', coll.app, coll.name),
    format('What becomes of the words of %s, collection %s, without one of their letters.',
      coll.app, coll.name));
  INSERT INTO reeve.search_generation(
    generation_id, collection_id, table_name, declared, documents, state, bounds, expected)
  VALUES (g.generation_id, search_begin.collection_id, g.table_name, reeve.search_declared(coll), 0,
    'building', g.bounds, g.expected);
  INSERT INTO reeve.search_task(generation_id, task, kind)
  SELECT g.generation_id, n, 'load' FROM generate_series(0, jsonb_array_length(g.bounds)) n
  UNION ALL
  SELECT g.generation_id, jsonb_array_length(g.bounds) + k.place, k.kind
  FROM unnest(ARRAY['text', 'words', 'key', 'popularity']) WITH ORDINALITY k(kind, place);
  PERFORM reeve.search_reader_add(g.generation_id);
  RETURN g.generation_id;
END
$_$;

ALTER FUNCTION reeve.search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer) IS 'The generation of a collection that is being built: the one that was begun, unless its declaration is no longer the collection''s or a restart is asked for, else a new one in ranges of so many rows. NULL when the job''s attempt is stale.';

--
-- Name: search_catch_up(integer, integer, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_catch_up(generation_id integer, max integer, job_id bigint, lease integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '5s'
    AS $$
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  RETURN reeve.search_drain('search.' || generation_id, max);
END
$$;

ALTER FUNCTION reeve.search_catch_up(generation_id integer, max integer, job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_catch_up(generation_id integer, max integer, job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_catch_up(generation_id integer, max integer, job_id bigint, lease integer) IS 'Applies up to max changes to a generation that is being built and has its indexes; how many.';

--
-- Name: search_config(jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_config(search jsonb) RETURNS regconfig
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(search ->> 'language', 'simple')::regconfig
$$;

ALTER FUNCTION reeve.search_config(search jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_config(search jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_config(search jsonb) IS 'How a declaration''s words are stemmed: a text search configuration of PostgreSQL''s own.';

--
-- Name: search_declared(reeve.collection); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_declared(coll reeve.collection) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  -- The number changes whenever the extractor does.
  SELECT jsonb_build_object('extractor', 1, 'search', coll.search, 'table', coll.table_sql,
    'key', coll.key_columns, 'types', coll.key_types, 'label', coll.label_sql)
$$;

ALTER FUNCTION reeve.search_declared(coll reeve.collection) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_declared(coll reeve.collection); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_declared(coll reeve.collection) IS 'All that a collection''s documents depend on but its rows; another one calls for another build.';

--
-- Name: search_deletions(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_deletions(word text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT word
  UNION
  SELECT left(word, n - 1) || substr(word, n + 1) FROM generate_series(1, char_length(word)) n
$$;

ALTER FUNCTION reeve.search_deletions(word text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_deletions(word text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_deletions(word text) IS 'A word, and what it becomes without one of its letters.';

--
-- Name: search_drain(text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_drain(reader text, max integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  place reeve.change_reader;
  batch record;
BEGIN
  -- One drainer at a time; each later statement sees what the one before has committed.
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH entry AS (
    SELECT c.xid, c.change_id, c.collection_id, coalesce(c.keys, ARRAY[c.key]) AS keys,
      sum(coalesce(cardinality(c.keys), 1)) OVER (
        ORDER BY c.xid, c.change_id ROWS UNBOUNDED PRECEDING) AS changes
    FROM reeve.change c
    WHERE (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY c.xid, c.change_id LIMIT search_drain.max
  ),
  seen AS (SELECT * FROM entry e WHERE e.changes - cardinality(e.keys) < search_drain.max)
  SELECT coalesce(max(s.changes), 0)::int AS changes,
    (SELECT s.xid FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS xid,
    (SELECT s.change_id FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS change_id,
    (SELECT jsonb_object_agg(k.collection_id, k.keys) FROM (
      SELECT s.collection_id, jsonb_agg(DISTINCT u.key) AS keys
      FROM seen s CROSS JOIN LATERAL unnest(s.keys) u(key)
      GROUP BY s.collection_id) k) AS keys
  INTO batch
  FROM seen s;
  IF batch.changes = 0 THEN
    RETURN 0;
  END IF;
  PERFORM reeve.search_apply(
    g.generation_id, ARRAY(SELECT jsonb_array_elements_text(k.value)))
  FROM jsonb_each(batch.keys) k
  JOIN reeve.search_generation g ON g.collection_id = k.key::int
    AND CASE reader WHEN 'search' THEN g.state = 'live'
      ELSE reader = 'search.' || g.generation_id END
  JOIN reeve.collection c ON c.collection_id = g.collection_id AND c.is_live
    AND c.search IS NOT NULL
  ORDER BY k.key::int;
  PERFORM reeve.change_advance(reader, batch.xid, batch.change_id);
  RETURN batch.changes;
END
$$;

ALTER FUNCTION reeve.search_drain(reader text, max integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_drain(reader text, max integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_drain(reader text, max integer) IS 'Applies max changes of finished transactions, and what else the last entry of the log holds, to what a reader of it is for: the live generations, or one that is being built.';

--
-- Name: search_drop(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_drop(generation_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  table_name text;
BEGIN
  DELETE FROM reeve.search_task t WHERE t.generation_id = search_drop.generation_id;
  DELETE FROM reeve.search_generation g WHERE g.generation_id = search_drop.generation_id
  RETURNING g.table_name INTO table_name;
  PERFORM reeve.change_leave('search.' || generation_id);
  EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I, reeve_index.%I, reeve_index.%I', table_name,
    'word_' || generation_id, 'deletion_' || generation_id);
END
$$;

ALTER FUNCTION reeve.search_drop(generation_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_drop(generation_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_drop(generation_id integer) IS 'Drops a generation that is not live, waiting for who is in the middle of it.';

--
-- Name: search_extract(reeve.collection); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_extract(coll reeve.collection) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
  SELECT format(
    'SELECT %1$s AS key, coalesce((%2$s)::text, %1$s) AS label, %3$s AS popularity, %4$s, '
      '%5$s AS range FROM %6$s t WHERE %7$s',
    coll.key_sql, coll.label_sql,
    CASE WHEN coll.search ->> 'popularity' IS NULL THEN '0::real'
      ELSE format('coalesce(round(least(greatest(t.%I::numeric, -1e30), 1e30), 6), 0)::real',
        coll.search ->> 'popularity') END,
    (SELECT string_agg(coalesce(
        (SELECT 'concat_ws('' '', ' || string_agg(format('t.%I::text', f.name), ', '
            ORDER BY f.place) || ')'
          FROM jsonb_array_elements_text(coll.search -> w.weight)
            WITH ORDINALITY f(name, place)),
        '''''::text') || ' AS ' || w.weight, ', ' ORDER BY w.weight)
      FROM unnest(ARRAY['a', 'b', 'c', 'd']) w(weight)),
    (SELECT format(
        'coalesce(width_bucket(%s, (SELECT array_agg(%s ORDER BY b.place) '
          'FROM jsonb_array_elements($1) WITH ORDINALITY b(key, place))), 0)',
        CASE WHEN count(*) > 1 THEN 'ROW(' || string_agg(k.name, ', ' ORDER BY k.place) || ')'
          ELSE min(k.name) END,
        CASE WHEN count(*) > 1 THEN 'ROW(' || string_agg(k.bound, ', ' ORDER BY k.place) || ')'
          ELSE min(k.bound) END)
      FROM (
        SELECT c.place, format('t.%I', c.name) AS name,
          format('(b.key ->> %s)::%s', c.place - 1, coll.key_types[c.place]) AS bound
        FROM unnest(coll.key_columns) WITH ORDINALITY c(name, place)) k),
    coll.table_sql,
    (SELECT string_agg(format('t.%I IS NOT NULL', k), ' AND ') FROM unnest(coll.key_columns) k))
$_$;

ALTER FUNCTION reeve.search_extract(coll reeve.collection) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_extract(coll reeve.collection); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_extract(coll reeve.collection) IS 'The one statement that reads documents: key, label, popularity, texts a to d and the range that the key lies in, by the bounds $1 (jsonb). A condition may follow.';

--
-- Name: text_fold(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.text_fold(input text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, NORMALIZE(input, NFKC)));

ALTER FUNCTION reeve.text_fold(input text) OWNER TO reeve_owner;

--
-- Name: FUNCTION text_fold(input text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.text_fold(input text) IS 'Lower case without accents, compatibility forms unified; what names are compared by.';

--
-- Name: search_fold(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_fold(input text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (octet_length(input) = char_length(input)) THEN translate(lower(input), '-./@_&+:%~#?=<>'::text, repeat(' '::text, 15)) ELSE regexp_replace(reeve.text_fold(COALESCE(input, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text) END;

ALTER FUNCTION reeve.search_fold(input text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_fold(input text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_fold(input text) IS 'Text as documents and queries hold it: lower case without accents, and no sign that would make a word of several.';

--
-- Name: search_generation_create(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_generation_create(collection_id integer) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  built int := reeve.search_begin(collection_id, TRUE, 20000);
  did text;
BEGIN
  LOOP
    SELECT s.did INTO did FROM reeve.search_step(built, NULL, NULL) s;
    EXIT WHEN did IN ('built', 'stale');
  END LOOP;
  PERFORM reeve.search_swap(built, NULL, NULL);
  PERFORM reeve.search_prune(collection_id, NULL, NULL);
  RETURN (SELECT g.documents FROM reeve.search_generation g WHERE g.generation_id = built);
END
$$;

ALTER FUNCTION reeve.search_generation_create(collection_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_generation_create(collection_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_generation_create(collection_id integer) IS 'Builds a small collection''s index anew in the caller''s transaction; how many documents. For installers.';

--
-- Name: search_is_correctable(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_is_correctable(word text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((char_length(word) >= 4) AND (char_length(word) <= 40)) AND (word !~ '[0-9]'::text));

ALTER FUNCTION reeve.search_is_correctable(word text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_is_correctable(word text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_is_correctable(word text) IS 'Whether a word takes part in corrections: no short one, and no number or code.';

--
-- Name: search_lag(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_lag() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change c
    JOIN reeve.change_reader r ON r.name = 'search' AND (c.xid, c.change_id) > (r.xid, r.change_id))
$$;

ALTER FUNCTION reeve.search_lag() OWNER TO reeve_owner;

--
-- Name: FUNCTION search_lag(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_lag() IS 'Whether committed changes wait, held back by an older transaction that still runs.';

--
-- Name: search_mark(text, regconfig, text[], text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_mark(label text, config regconfig, lexemes text[], beginning text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  parts text[] := ARRAY[''];
  token text;
  is_match boolean;
  folded text;
BEGIN
  -- Words and what is between them, in turn; no more of a label is looked at than can be shown.
  FOR token IN
    SELECT m[1] FROM regexp_matches(left(label, 1000),
      '[[:alnum:]\u0300-\u036F]+|[^[:alnum:]\u0300-\u036F]+', 'g') m
  LOOP
    folded := btrim(reeve.search_fold(token));
    is_match := coalesce(tsvector_to_array(to_tsvector(config, folded)) && lexemes, FALSE)
      OR coalesce(starts_with(folded, beginning), FALSE);
    IF is_match = (cardinality(parts) % 2 = 0) THEN
      parts[cardinality(parts)] := parts[cardinality(parts)] || token;
    ELSE
      parts := parts || token;
    END IF;
  END LOOP;
  RETURN CASE WHEN char_length(label) > 1000
    THEN CASE WHEN cardinality(parts) % 2 = 0 THEN parts || substr(label, 1001)
      ELSE parts[:cardinality(parts) - 1] || (parts[cardinality(parts)] || substr(label, 1001)) END
    ELSE parts END;
END
$$;

ALTER FUNCTION reeve.search_mark(label text, config regconfig, lexemes text[], beginning text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_mark(label text, config regconfig, lexemes text[], beginning text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_mark(label text, config regconfig, lexemes text[], beginning text) IS 'A label in parts, every second one of them matched: words that are one of the lexemes, or begin so.';

--
-- Name: search_mend(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_mend() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  g reeve.search_generation;
  is_empty boolean;
BEGIN
  IF to_regnamespace('reeve_index') IS NULL THEN
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      'CREATE SCHEMA reeve_index',
      'COMMENT ON SCHEMA reeve_index IS '
        '''Search generations: rebuildable, left out of dumps.''']);
  END IF;
  FOR g IN SELECT * FROM reeve.search_generation LOOP
    is_empty := TRUE;
    IF to_regclass(format('reeve_index.%I', g.table_name)) IS NOT NULL THEN
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM reeve_index.%I)', g.table_name) INTO is_empty;
    END IF;
    IF is_empty AND (g.documents > 0
      OR to_regclass(format('reeve_index.%I', g.table_name)) IS NULL) THEN
      DELETE FROM reeve.search_pointer p WHERE p.generation_id = g.generation_id;
      PERFORM reeve.search_drop(g.generation_id);
    END IF;
  END LOOP;
END
$$;

ALTER FUNCTION reeve.search_mend() OWNER TO reeve_owner;

--
-- Name: FUNCTION search_mend(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_mend() IS 'After a restore from a dump without the index: forgets generations whose tables are gone or empty, so that the next sync builds them. Runs as the installer.';

--
-- Name: search_permit(bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_permit(job_id bigint, lease integer) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF job_id IS NOT NULL THEN
    RETURN reeve.job_permit(job_id, lease);
  END IF;
  IF NOT pg_has_role(session_user, 'reeve_owner', 'MEMBER') THEN
    RAISE EXCEPTION '% may not build an index', session_user USING ERRCODE = 'RV002',
      HINT = 'A member of reeve_owner may, and a worker that has a job for it.';
  END IF;
  RETURN TRUE;
END
$$;

ALTER FUNCTION reeve.search_permit(job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_permit(job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_permit(job_id bigint, lease integer) IS 'Whether the job''s attempt is the one that runs, RV002 where who asked for it may no longer; without a job, RV002 unless an installer asks.';

--
-- Name: search_plan(integer[], text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_plan(generations integer[], words text[]) RETURNS TABLE(generation_id integer, all_words tsquery, some_words tsquery, is_walk boolean, score_sql text, total double precision, known bigint, lexemes text[], beginning text, corrected text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  WITH term AS MATERIALIZED (
    SELECT t.*, g.documents,
      ln(1 + (g.documents - f.df + 0.5) / (f.df + 0.5)) AS idf,
      '''' || replace(replace(t.lexeme, '\', '\\'), '''', '''''') || ''''
        || CASE WHEN t.is_prefix THEN ':*' ELSE '' END AS operand
    FROM reeve.search_terms(generations, words) t
    JOIN reeve.search_generation g USING (generation_id)
    CROSS JOIN LATERAL (SELECT least(t.df, g.documents) AS df) f
  ), place AS (
    SELECT t.generation_id, t.place, coalesce(sum(t.df), 0) AS df, max(t.idf) AS idf,
      string_agg(t.operand, ' | ') FILTER (WHERE t.df > 0) AS operands,
      format('(greatest(%s))', string_agg(format(
        '%s * ts_rank(''{0.3,0.5,0.65,1.0}'', g.tsv, %L)', t.weight * t.idf, t.operand), ', ')
        FILTER (WHERE t.df > 0)) AS score_sql
    FROM term t GROUP BY t.generation_id, t.place
  ), cost AS (
    -- Rarest first; at least one.
    SELECT p.*, sum(p.df) OVER (PARTITION BY p.generation_id ORDER BY p.df, p.place) AS rows,
      row_number() OVER (PARTITION BY p.generation_id ORDER BY p.df, p.place) AS nth
    FROM place p WHERE p.df > 0
  ), spelt AS (
    SELECT string_agg(coalesce(c.lexeme, w.word), ' ' ORDER BY w.place) AS text,
      bool_or(c.lexeme IS NOT NULL) AS is_other
    FROM unnest(words) WITH ORDINALITY w(word, place)
    LEFT JOIN LATERAL (
      SELECT t.lexeme FROM term t
      WHERE t.place = w.place AND t.df > 0
        AND NOT EXISTS (SELECT FROM term k WHERE k.place = w.place AND k.df > 0
          AND (k.is_prefix OR k.weight = 1))
      ORDER BY reeve.word_distance(t.word, t.lexeme), t.df DESC LIMIT 1) c ON TRUE
  )
  SELECT c.generation_id,
    CASE WHEN count(*) = (SELECT count(*) FROM place p WHERE p.generation_id = c.generation_id)
      THEN string_agg('(' || c.operands || ')', ' & ')::tsquery END,
    (string_agg('(' || c.operands || ')', ' | ') FILTER (WHERE c.rows <= 50000 OR c.nth = 1))
      ::tsquery,
    min(c.df) > 50000,
    format('(VALUES %s) v(s)', string_agg(c.score_sql, ', ')), sum(c.idf),
    count(*),
    (SELECT array_agg(t.lexeme) FROM term t
      WHERE t.generation_id = c.generation_id AND t.df > 0 AND NOT t.is_prefix),
    (SELECT t.lexeme FROM term t WHERE t.generation_id = c.generation_id AND t.is_prefix LIMIT 1),
    (SELECT s.text FROM spelt s WHERE s.is_other)
  FROM cost c GROUP BY c.generation_id
$$;

ALTER FUNCTION reeve.search_plan(generations integer[], words text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_plan(generations integer[], words text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_plan(generations integer[], words text[]) IS 'How each generation that knows a word of a query is asked: what has every word (NULL where one is in no document); what has some, without those common words that would cost more than 50,000 rows; whether even the rarest is as common, so that documents are walked by popularity; and the score of a document, of at most total.';

--
-- Name: search_prune(integer, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_prune(collection_id integer, job_id bigint, lease integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  pruned int;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  SELECT count(reeve.search_drop(g.generation_id)) INTO pruned
  FROM (
    SELECT n.generation_id FROM reeve.search_generation n
    WHERE n.collection_id = search_prune.collection_id AND n.state = 'retired'
    ORDER BY n.built_at DESC, n.generation_id DESC OFFSET 1) g;
  RETURN pruned;
END
$$;

ALTER FUNCTION reeve.search_prune(collection_id integer, job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_prune(collection_id integer, job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_prune(collection_id integer, job_id bigint, lease integer) IS 'Drops the retired generations of a collection but the last, which is the way back.';

--
-- Name: search_query(text, text, text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_query(app text, query text, within text DEFAULT NULL::text, max integer DEFAULT 20) RETURNS TABLE(collection text, key text, label text, rank real, marked text[], corrected text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  words text[] := reeve.search_words(query);
  generations int[];
  all_of text;
  some_of text;
  page text;
  found int;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT coalesce(array_agg(p.generation_id) FILTER (WHERE p.generation_id IS NOT NULL), '{}'),
    count(*)
  INTO generations, found
  FROM reeve.collection c LEFT JOIN reeve.search_pointer p USING (collection_id)
  WHERE c.app = search_query.app AND c.is_live AND c.search IS NOT NULL
    AND (within IS NULL OR c.name = within);
  IF found = 0 THEN
    RAISE EXCEPTION 'nothing to search in %', app || coalesce('/' || within, '')
      USING ERRCODE = 'RV003';
  END IF;
  SELECT string_agg(b.body, ' UNION ALL ') FILTER (WHERE b.is_every),
    string_agg(b.body, ' UNION ALL ') FILTER (WHERE NOT b.is_every)
  INTO all_of, some_of
  FROM reeve.search_plan(generations, words) p
  JOIN reeve.search_generation n USING (generation_id)
  JOIN reeve.collection c USING (collection_id)
  CROSS JOIN LATERAL (
    -- Ranked is what is popular among what matches: never more, however common the words.
    SELECT q.is_every, format(
      '(SELECT %L::text AS collection, g.key, g.label, g.popularity,
          round((%s + r.sum / %s * r.hits / %s)::numeric, 4)::real AS rank,
          %L::regconfig AS config, %L::text[] AS lexemes, %L::text AS beginning,
            %L::text AS corrected
        FROM (
          SELECT i.key, i.label, i.tsv, i.popularity FROM reeve_index.%I i
          WHERE %s AND NOT EXISTS (
            SELECT FROM reeve.subject s
            WHERE s.collection_id = %s AND s.key = i.key
              AND s.hidden_until > (SELECT clock_timestamp()))
          ORDER BY i.popularity DESC, i.key LIMIT %s) g
        CROSS JOIN LATERAL (
          SELECT sum(v.s), count(*) FILTER (WHERE v.s > 0) AS hits FROM %s) r)',
      c.name, q.is_every::int, p.total, p.known, reeve.search_config(n.declared -> 'search'),
      p.lexemes, p.beginning, p.corrected, n.table_name, q.condition, c.collection_id,
      CASE WHEN p.is_walk THEN 1000 ELSE 5000 END, p.score_sql) AS body
    FROM (VALUES (TRUE, format('i.tsv @@ %L', p.all_words)),
      (FALSE, format('i.tsv @@ %L', p.some_words)
        || CASE WHEN p.all_words IS NULL THEN '' ELSE format(' AND NOT i.tsv @@ %L',
          p.all_words) END)
    ) q(is_every, condition)
    WHERE NOT q.is_every OR p.all_words IS NOT NULL) b;
  page := 'SELECT h.collection, h.key, h.label, h.rank,
      reeve.search_mark(h.label, h.config, h.lexemes, h.beginning), h.corrected
    FROM (
      SELECT * FROM (%s) m ORDER BY m.rank DESC, m.popularity DESC, m.collection, m.key LIMIT $1) h
    ORDER BY h.rank DESC, h.popularity DESC, h.collection, h.key';
  found := 0;
  IF all_of IS NOT NULL THEN
    RETURN QUERY EXECUTE format(page, all_of) USING search_query.max;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF some_of IS NOT NULL AND found < search_query.max AND (all_of IS NULL OR cardinality(words) >
    1) THEN
    RETURN QUERY EXECUTE format(page, some_of) USING search_query.max - found;
  END IF;
END
$_$;

ALTER FUNCTION reeve.search_query(app text, query text, within text, max integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_query(app text, query text, within text, max integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_query(app text, query text, within text, max integer) IS 'Best documents of an app (within: of one collection) for a text of any kind: first those with every word, rank over 1, then those with some; marked: the label in parts, every second one matched; corrected: the text that was looked for instead, if another. What is hidden now is left out, whatever the index says.';

--
-- Name: search_range(text[], text[], jsonb, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_range(columns text[], types text[], bounds jsonb, range integer) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT coalesce(string_agg(format('(%s) %s (%s)', k.names, e.operator, k.bound), ' AND '), 'TRUE')
  FROM (VALUES ('>=', bounds -> (range - 1), range > 0),
    ('<', bounds -> range, TRUE)) e(operator, bound, is_there)
  CROSS JOIN LATERAL (
    SELECT string_agg(format('t.%I', c.name), ', ' ORDER BY c.place) AS names,
      string_agg(format('%L::%s', e.bound ->> (c.place - 1)::int, types[c.place]), ', '
        ORDER BY c.place) AS bound
    FROM unnest(columns) WITH ORDINALITY c(name, place)) k
  WHERE e.is_there AND e.bound IS NOT NULL
$$;

ALTER FUNCTION reeve.search_range(columns text[], types text[], bounds jsonb, range integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_range(columns text[], types text[], bounds jsonb, range integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_range(columns text[], types text[], bounds jsonb, range integer) IS 'Condition that the key of row t lies in a range, in a form that uses the key''s index.';

--
-- Name: search_reader_add(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_reader_add(generation_id integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  -- The lock keeps what the new reader needs from being purged; what it does not see is of
  -- transactions that ended before anything is loaded.
  PERFORM FROM reeve.change_reader r WHERE r.name = 'search' FOR UPDATE;
  INSERT INTO reeve.change_reader(name, xid)
  VALUES ('search.' || generation_id, pg_snapshot_xmin(pg_current_snapshot()));
END
$$;

ALTER FUNCTION reeve.search_reader_add(generation_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_reader_add(generation_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_reader_add(generation_id integer) IS 'Makes a generation that is being built a reader of the change log, from here on.';

--
-- Name: search_repair(integer, text[], bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_repair(generation_id integer, keys text[], job_id bigint, lease integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  INSERT INTO reeve.change(collection_id, key)
  SELECT g.collection_id, k FROM reeve.search_generation g CROSS JOIN unnest(keys) k
  WHERE g.generation_id = search_repair.generation_id AND k IS NOT NULL;
  RETURN TRUE;
END
$$;

ALTER FUNCTION reeve.search_repair(generation_id integer, keys text[], job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_repair(generation_id integer, keys text[], job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_repair(generation_id integer, keys text[], job_id bigint, lease integer) IS 'Enters keys in the change log, so that their documents are made anew; false when the attempt is stale.';

--
-- Name: search_revive(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_revive(collection_id integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  coll reeve.collection;
  g reeve.search_generation;
BEGIN
  PERFORM reeve.search_permit(NULL, NULL);
  SELECT * INTO coll FROM reeve.collection c
  WHERE c.collection_id = search_revive.collection_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM reeve.search_generation n
    WHERE n.collection_id = search_revive.collection_id AND n.state = 'building') THEN
    RAISE EXCEPTION 'another generation of % is being built', coll.name USING ERRCODE = 'RV004',
      HINT = 'reeve search reindex brings it to its end.';
  END IF;
  SELECT * INTO g FROM reeve.search_generation n
  WHERE n.collection_id = search_revive.collection_id AND n.state = 'retired'
  ORDER BY n.built_at DESC, n.generation_id DESC LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no generation of % to go back to', coll.name USING ERRCODE = 'RV004';
  END IF;
  IF g.declared <> reeve.search_declared(coll) THEN
    RAISE EXCEPTION 'the generation of % before this one is of another declaration', coll.name
      USING ERRCODE = 'RV005',
        HINT = 'Apply the catalog of that time, then reindex or roll back.';
  END IF;
  UPDATE reeve.search_generation n SET state = 'building'
  WHERE n.generation_id = g.generation_id;
  PERFORM reeve.search_reader_add(g.generation_id);
  RETURN g.generation_id;
END
$$;

ALTER FUNCTION reeve.search_revive(collection_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_revive(collection_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_revive(collection_id integer) IS 'Takes up a collection''s last retired generation as one that is being built, so that it can catch up and be swapped in. For installers.';

--
-- Name: search_status(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_status(app text DEFAULT NULL::text) RETURNS TABLE(subject text, generation_id integer, state text, documents bigint, expected bigint, open_tasks bigint, tasks bigint, since timestamp with time zone, waiting bigint, is_outdated boolean, collection_id integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT c.app || '/' || c.name, g.generation_id, coalesce(g.state, 'missing'),
    CASE g.state WHEN 'building' THEN greatest(g.documents, t.loaded) ELSE g.documents END,
    g.expected, t.open_tasks, t.tasks,
    CASE g.state WHEN 'building' THEN g.started_at ELSE g.built_at END,
    (SELECT coalesce(sum(coalesce(cardinality(h.keys), 1)), 0)::bigint
      FROM reeve.change_reader r
      JOIN reeve.change h ON (h.xid, h.change_id) > (r.xid, r.change_id)
        AND h.collection_id = c.collection_id
      WHERE r.name = CASE g.state WHEN 'live' THEN 'search' ELSE 'search.' || g.generation_id END),
    g.declared IS DISTINCT FROM reeve.search_declared(c), c.collection_id
  FROM reeve.collection c
  LEFT JOIN reeve.search_generation g USING (collection_id)
  CROSS JOIN LATERAL (
    SELECT count(*) AS tasks, count(*) FILTER (WHERE k.done_at IS NULL) AS open_tasks,
      coalesce(sum(k.rows) FILTER (WHERE k.kind = 'load'), 0) AS loaded
    FROM reeve.search_task k WHERE k.generation_id = g.generation_id) t
  WHERE c.is_live AND c.search IS NOT NULL AND (search_status.app IS NULL OR c.app =
    search_status.app)
  ORDER BY c.app, c.name, g.generation_id
$$;

ALTER FUNCTION reeve.search_status(app text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_status(app text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_status(app text) IS 'Every generation of the searched collections, how far it is and how many changes wait for it.';

--
-- Name: search_step(integer, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET maintenance_work_mem TO '512MB'
    SET work_mem TO '64MB'
    AS $_$
DECLARE
  g reeve.search_generation;
  t reeve.search_task;
BEGIN
  rows := 0;
  did := 'stale';
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN;
  END IF;
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_step.generation_id AND n.state = 'building'
    AND n.declared = reeve.search_declared(c);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT o.* INTO t FROM reeve.search_task o
  WHERE o.generation_id = search_step.generation_id AND o.done_at IS NULL
    AND (o.kind = 'load' OR NOT EXISTS (
      SELECT FROM reeve.search_task l
      WHERE l.generation_id = search_step.generation_id AND l.kind = 'load' AND l.done_at IS NULL))
  ORDER BY o.task LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    -- What another session is at is waited for; if that session is lost, its piece is free again.
    PERFORM FROM reeve.search_task o
    WHERE o.generation_id = search_step.generation_id AND o.done_at IS NULL
    ORDER BY o.task LIMIT 1 FOR NO KEY UPDATE;
    did := CASE WHEN FOUND THEN 'wait' ELSE 'built' END;
    RETURN;
  END IF;
  did := t.kind;
  CASE t.kind
  WHEN 'load' THEN
    EXECUTE format(
      'INSERT INTO reeve_index.%I(key, label, tsv, popularity, digest, range)
       SELECT d.key, d.label, d.tsv, d.popularity, d.digest, d.in_range
       FROM reeve.hand_documents($1, $2, NULL, $3) d', g.table_name)
    USING g.collection_id, g.bounds, t.task;
    GET DIAGNOSTICS rows = ROW_COUNT;
  WHEN 'words' THEN
    rows := reeve.search_words_build(g.generation_id, g.table_name);
  WHEN 'text' THEN
    EXECUTE format('CREATE INDEX %I ON reeve_index.%I USING gin (tsv)', g.table_name || '_tsv',
      g.table_name);
    -- Here, since it waits for who builds another index: the others take less time than this one.
    EXECUTE format('ANALYZE reeve_index.%I', g.table_name);
  WHEN 'key' THEN
    EXECUTE format('CREATE UNIQUE INDEX %I ON reeve_index.%I(key)', g.table_name || '_key',
      g.table_name);
  WHEN 'popularity' THEN
    EXECUTE format('CREATE INDEX %I ON reeve_index.%I(popularity DESC, key)',
      g.table_name || '_popularity', g.table_name);
  END CASE;
  UPDATE reeve.search_task o SET done_at = clock_timestamp(), rows = search_step.rows
  WHERE o.generation_id = t.generation_id AND o.task = t.task;
END
$_$;

ALTER FUNCTION reeve.search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint) IS 'Does the next open piece of a build, any number of sessions at a time: load, text, words, key or popularity, and its rows; wait where others had the last ones, built when none is open, stale when the build or the attempt is no longer the one that counts.';

--
-- Name: search_swap(integer, bigint, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_swap(generation_id integer, job_id bigint, lease integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  PERFORM FROM reeve.change_reader r
  WHERE r.name IN ('search', 'search.' || generation_id) ORDER BY r.name FOR UPDATE;
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_swap.generation_id AND n.state = 'building'
    AND n.declared = reeve.search_declared(c) AND c.is_live
    AND NOT EXISTS (
      SELECT FROM reeve.search_task t
      WHERE t.generation_id = n.generation_id AND t.done_at IS NULL)
  FOR UPDATE OF n;
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  -- What the new one has not applied yet is read once more for all: reading twice does no harm.
  UPDATE reeve.change_reader r SET xid = b.xid, change_id = b.change_id
  FROM reeve.change_reader b
  WHERE r.name = 'search' AND b.name = 'search.' || search_swap.generation_id
    AND (b.xid, b.change_id) < (r.xid, r.change_id);
  PERFORM reeve.change_leave('search.' || generation_id);
  UPDATE reeve.search_generation n SET state = 'retired'
  WHERE n.collection_id = g.collection_id AND n.state = 'live';
  UPDATE reeve.search_generation n SET state = 'live', built_at = clock_timestamp()
  WHERE n.generation_id = g.generation_id;
  INSERT INTO reeve.search_pointer AS p(collection_id, generation_id)
  VALUES (g.collection_id, g.generation_id)
  ON CONFLICT ON CONSTRAINT search_pointer_pkey DO UPDATE
  SET generation_id = excluded.generation_id;
  PERFORM reeve.command_record('search.swap',
    CASE WHEN search_swap.job_id IS NULL THEN session_user::text ELSE 'system:search.reindex' END,
    reeve.job_principal(search_swap.job_id), g.collection_id);
  RETURN TRUE;
END
$$;

ALTER FUNCTION reeve.search_swap(generation_id integer, job_id bigint, lease integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_swap(generation_id integer, job_id bigint, lease integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_swap(generation_id integer, job_id bigint, lease integer) IS 'Makes a generation that is built the one that answers; the one before is retired. False where it is not whole, or no longer what its collection declares.';

--
-- Name: search_sync(bigint, integer, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_sync(job_id bigint, lease integer, max integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET lock_timeout TO '5s'
    AS $$
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  -- What is missing or outdated is built by jobs of its own; what is there answers until then.
  PERFORM reeve.job_put(array_agg(jsonb_build_object('kind', 'search.reindex', 'args',
    jsonb_build_object('collection', c.name), 'priority', -1, 'app', c.app,
    'collection_id', c.collection_id, 'unique_key', 'search.reindex:' || c.collection_id)
    ORDER BY c.collection_id), NULL)
  FROM reeve.collection c
  LEFT JOIN reeve.search_pointer p USING (collection_id)
  LEFT JOIN reeve.search_generation g USING (generation_id)
  WHERE c.is_live AND c.search IS NOT NULL AND g.declared IS DISTINCT FROM reeve.search_declared(c)
  HAVING count(*) > 0;
  RETURN reeve.search_drain('search', max);
END
$$;

ALTER FUNCTION reeve.search_sync(job_id bigint, lease integer, max integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_sync(job_id bigint, lease integer, max integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_sync(job_id bigint, lease integer, max integer) IS 'Brings the live indexes after: applies up to max changes of finished transactions, and asks for jobs that build what is missing or outdated. Call until it gives 0: nothing is left, or the lease is stale.';

--
-- Name: search_terms(integer[], text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_terms(generations integer[], words text[]) RETURNS TABLE(generation_id integer, place integer, word text, lexeme text, is_prefix boolean, df bigint, weight double precision)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  g int;
  config regconfig;
  known int[] := '{}';
BEGIN
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_config(n.declared -> 'search') INTO config
    FROM reeve.search_generation n WHERE n.generation_id = g;
    FOR generation_id, place, word, lexeme, is_prefix, df, weight IN EXECUTE format(
      'SELECT $1, q.place::int, q.word, l.lexeme, FALSE,
         coalesce((SELECT w.df FROM reeve_index.%1$I w WHERE w.word = l.lexeme), 0), 1::float8
       FROM unnest($2) WITH ORDINALITY q(word, place)
       CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector($3, q.word))) l(lexeme)
       UNION ALL
       -- The last word may be the beginning of one.
       SELECT $1, cardinality($2), p.word, p.word, TRUE, p.df, 0.7
       FROM (
         SELECT $2[cardinality($2)] AS word, sum(f.df)::bigint AS df
         FROM (
           SELECT w.df FROM reeve_index.%1$I w
           WHERE w.word ^@ $2[cardinality($2)] AND w.word <> $2[cardinality($2)] LIMIT 1000) f) p
       WHERE char_length(p.word) > 1 AND p.df > 0', 'word_' || g)
      USING g, words, config
    LOOP
      IF df > 0 THEN
        known := known || place;
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Only a word that no dictionary has is taken for another.
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_config(n.declared -> 'search') INTO config
    FROM reeve.search_generation n WHERE n.generation_id = g;
    RETURN QUERY EXECUTE format(
      'SELECT $1, q.place::int, q.word, c.word, FALSE, c.df, 0.7::float8
       FROM unnest($2) WITH ORDINALITY q(word, place)
       CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector($3, q.word))) l(lexeme)
       CROSS JOIN LATERAL (
         SELECT w.word, w.df
         FROM (
           SELECT DISTINCT x.word FROM reeve.search_deletions(l.lexeme) d(key)
           JOIN reeve_index.%I x ON x.key = d.key) f
         JOIN reeve_index.%I w ON w.word = f.word
         ORDER BY reeve.word_distance(l.lexeme, w.word), w.df DESC, w.word LIMIT 3) c
       WHERE q.place <> ALL ($4) AND reeve.search_is_correctable(l.lexeme)',
      'deletion_' || g, 'word_' || g) USING g, words, config, known;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.search_terms(generations integer[], words text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_terms(generations integer[], words text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_terms(generations integer[], words text[]) IS 'What the words of a query are looked for as in each generation: themselves (df 0: not there), for the last one words that begin so, and for one that none of them knows up to 3 others.';

--
-- Name: search_vector(regconfig, text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_vector(config regconfig, a text, b text, c text, d text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((setweight(to_tsvector(config, reeve.search_fold("left"(a, 2000))), 'A'::"char") || setweight(to_tsvector(config, reeve.search_fold("left"(b, 2000))), 'B'::"char")) || setweight(to_tsvector(config, reeve.search_fold("left"(c, 50000))), 'C'::"char")) || setweight(to_tsvector(config, reeve.search_fold("left"(d, 50000))), 'D'::"char"));

ALTER FUNCTION reeve.search_vector(config regconfig, a text, b text, c text, d text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_vector(config regconfig, a text, b text, c text, d text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_vector(config regconfig, a text, b text, c text, d text) IS 'Weighted words of a document. Longer texts are cut, since a tsvector over 1 MB is refused.';

--
-- Name: search_verify(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_verify(generation_id integer) RETURNS TABLE(range integer, source bigint, indexed bigint, missing bigint, extra bigint, stale bigint, keys text[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET work_mem TO '64MB'
    AS $_$
-- Stable: source, index and log are seen by the one snapshot of the statement that calls this.
DECLARE
  g reeve.search_generation;
  pending text[];
  r record;
BEGIN
  SELECT n.* INTO g FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
  WHERE n.generation_id = search_verify.generation_id AND c.is_live
    AND n.declared = reeve.search_declared(c);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'generation % is of another declaration than its collection', generation_id
      USING ERRCODE = 'RV005', HINT = 'reeve search reindex builds it anew.';
  END IF;
  SELECT coalesce(array_agg(DISTINCT k.key), '{}') INTO pending
  FROM reeve.change_reader d
  JOIN reeve.change c ON c.collection_id = g.collection_id
    AND (c.xid, c.change_id) > (d.xid, d.change_id)
  CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) k(key)
  WHERE d.name = CASE g.state WHEN 'building' THEN 'search.' || g.generation_id ELSE 'search' END;
  IF array_position(pending, NULL) IS NOT NULL THEN
    RETURN; -- truncated: what is there now is all in the log
  END IF;
  FOR r IN EXECUTE format(
    'SELECT coalesce(s.range, i.range) AS range, coalesce(s.documents, 0) AS source,
       coalesce(i.documents, 0) AS indexed,
       (s.documents, s.digest) IS NOT DISTINCT FROM (i.documents, i.digest) AS is_same
     FROM reeve.hand_digests($1, $2, $3) s
     FULL JOIN (
       SELECT d.range, count(*) AS documents, bit_xor(d.digest) AS digest
       FROM reeve_index.%I d WHERE d.key <> ALL ($3) GROUP BY d.range) i ON i.range = s.range
     ORDER BY 1', g.table_name)
    USING g.collection_id, g.bounds, pending
  LOOP
    range := r.range;
    source := r.source;
    indexed := r.indexed;
    IF r.is_same THEN
      missing := 0;
      extra := 0;
      stale := 0;
      keys := '{}';
    ELSE
      EXECUTE format(
        'SELECT count(*) FILTER (WHERE i.key IS NULL), count(*) FILTER (WHERE s.key IS NULL),
           count(*) FILTER (WHERE i.key IS NOT NULL AND s.key IS NOT NULL),
           coalesce(array_agg(coalesce(s.key, i.key) ORDER BY coalesce(s.key, i.key)), ''{}'')
         FROM (
           SELECT d.key, d.digest FROM reeve.hand_documents($1, $2, NULL, $4) d
           WHERE d.key <> ALL ($3)) s
         FULL JOIN (
           SELECT d.key, d.digest FROM reeve_index.%I d
           WHERE d.range = $4 AND d.key <> ALL ($3)) i ON i.key = s.key
         WHERE s.digest IS DISTINCT FROM i.digest', g.table_name)
      INTO missing, extra, stale, keys USING g.collection_id, g.bounds, pending, r.range;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$_$;

ALTER FUNCTION reeve.search_verify(generation_id integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_verify(generation_id integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_verify(generation_id integer) IS 'Compares a generation with its source, range by range of the key, by counts and digests; where these differ, key by key: missing from the index, extra in it, or stale. Changes that still wait in the log are left out.';

--
-- Name: search_words(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_words(query text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(w.word ORDER BY w.place), '{}')
  FROM (
    SELECT s.word, min(s.place) AS place
    FROM regexp_split_to_table(reeve.search_fold(left(query, 500)), '[^[:alnum:]]+')
      WITH ORDINALITY s(word, place)
    WHERE s.word <> '' AND octet_length(s.word) < 1024
    GROUP BY s.word ORDER BY place LIMIT 32) w
$$;

ALTER FUNCTION reeve.search_words(query text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_words(query text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_words(query text) IS 'The first 32 different words of a query, in order; letters and digits only.';

--
-- Name: search_words_build(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.search_words_build(generation_id integer, table_name text) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $_$
DECLARE
  words text := 'word_' || generation_id;
  deletions text := 'deletion_' || generation_id;
  counted bigint;
BEGIN
  EXECUTE format('INSERT INTO reeve_index.%I(word, df) SELECT s.word, s.ndoc FROM ts_stat(%L) s',
    words, format('SELECT tsv FROM reeve_index.%I', table_name));
  GET DIAGNOSTICS counted = ROW_COUNT;
  EXECUTE format('ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (word); ANALYZE reeve_index.%1$I',
    words);
  EXECUTE format(
    'INSERT INTO reeve_index.%I(key, word) SELECT d.key, w.word FROM reeve_index.%I w
     CROSS JOIN LATERAL reeve.search_deletions(w.word) d(key)
     WHERE reeve.search_is_correctable(w.word)', deletions, words);
  EXECUTE format('ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (key, word);
    ANALYZE reeve_index.%1$I', deletions);
  EXECUTE format('UPDATE reeve.search_generation SET documents =
    (SELECT count(*) FROM reeve_index.%I) WHERE generation_id = $1', table_name)
  USING generation_id;
  RETURN counted;
END
$_$;

ALTER FUNCTION reeve.search_words_build(generation_id integer, table_name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION search_words_build(generation_id integer, table_name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.search_words_build(generation_id integer, table_name text) IS 'Writes a generation''s dictionary and its statistics; how many words.';

--
-- Name: session_info(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT session_user::text, reeve.member_rank(), current_database()::text,
    (SELECT array_agg(a.app ORDER BY a.app) FROM reeve.app a),
    (SELECT max(m.version)::int FROM reeve.migration m), h.seq, encode(h.hash, 'hex')
  FROM reeve.chain_head h
$$;

ALTER FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) OWNER TO reeve_owner;

--
-- Name: FUNCTION session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) IS 'Who this login is here, what is installed, and the head of the audit chain to write down.';

--
-- Name: stale_expire(bigint, integer, text, text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  at timestamptz := clock_timestamp();
  act reeve.action;
  r reeve.rule;
  ended int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.app = c.app AND l.verb = 'expire' AND l.collection_id = c.collection_id AND l.is_live
    ORDER BY l.seq
  LOOP
    EXIT WHEN ended >= max_rows;
    CONTINUE WHEN NOT EXISTS (
      SELECT FROM reeve.hand_select(r.rule_id, NULL, at, NULL, NULL, 'any', 1));
    IF act.action_id IS NULL THEN
      INSERT INTO reeve.action(kind, collection_id, actor, principal)
      VALUES ('expire', c.collection_id, 'system:collection.expire', reeve.job_principal(job_id))
      RETURNING * INTO act;
    END IF;
    ended := ended + reeve.rule_run(r, act, NULL, at, 'skip', max_rows - ended);
  END LOOP;
  IF ended > 0 THEN
    PERFORM reeve.command_record('expire', act.actor, act.principal, c.collection_id, NULL, NULL,
      act.action_id);
    PERFORM reeve.outbox_follow(act.action_id);
  ELSIF act.action_id IS NOT NULL THEN
    DELETE FROM reeve.action a WHERE a.action_id = act.action_id;
  END IF;
  RETURN ended;
END
$$;

ALTER FUNCTION reeve.stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer) IS 'Ends at most max_rows stale rows of a collection as its catalog says, both sides told, as one command; rows that somebody else has locked are left. Returns how many; 0 = none left, or the lease is stale.';

--
-- Name: strike_add(reeve.action); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.strike_add(act reeve.action) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  person record;
  total int;
  added int;
  due jsonb;
BEGIN
  SELECT * INTO person FROM reeve.strike_person(act.collection_id, act.key);
  IF person.key IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO reeve.strike(action_id, collection_id, key)
  VALUES (act.action_id, person.collection_id, person.key);
  SELECT sum(w.weight), sum(w.weight) FILTER (WHERE w.action_id = act.action_id)
  INTO total, added
  FROM reeve.strike_weigh(person.collection_id, person.key, act.performed_at) w WHERE w.counts;
  SELECT t.body INTO due
  FROM reeve.collection c
  JOIN reeve.app m ON m.app = c.app
  CROSS JOIN LATERAL jsonb_array_elements(m.manifest #> '{strikes,thresholds}') t(body)
  WHERE c.collection_id = act.collection_id AND (t.body ->> 'at')::int <= total
    AND (t.body ->> 'at')::int > total - added
  ORDER BY (t.body ->> 'at')::int DESC LIMIT 1;
  IF FOUND THEN
    PERFORM reeve.complaint_put(person.collection_id, person.key, act.policy,
      format('%s strikes, with A%s: %s is proposed', total, act.action_id,
        concat_ws(' for ', due ->> 'propose', due ->> 'for')), NULL, NULL, 'strikes');
  END IF;
END
$$;

ALTER FUNCTION reeve.strike_add(act reeve.action) OWNER TO reeve_owner;

--
-- Name: FUNCTION strike_add(act reeve.action); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.strike_add(act reeve.action) IS 'Has an action count against who answers for its subject; where that reaches a threshold of the catalog, reports the person with what is proposed. Never does it.';

--
-- Name: strike_change(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.strike_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.strike_add(NEW);
  RETURN NULL;
END
$$;

ALTER FUNCTION reeve.strike_change() OWNER TO reeve_owner;

--
-- Name: FUNCTION strike_change(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.strike_change() IS 'Has an action that cites a policy count.';

--
-- Name: strike_list(text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.strike_list(app text, collection text, key text) RETURNS TABLE(at timestamp with time zone, action_id bigint, kind text, subject text, policy text, weight integer, expires_at timestamp with time zone, state text, total integer, next_at integer, proposes text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    WITH strike AS MATERIALIZED (
      SELECT * FROM reeve.strike_weigh(c.collection_id, strike_list.key, clock_timestamp())),
    whole(total) AS (
      SELECT coalesce(sum(s.weight), 0)::int FROM strike s WHERE s.counts)
    SELECT a.performed_at, a.action_id, a.kind, o.name || ':' || a.key, a.policy, s.weight,
      s.expires_at, CASE WHEN s.voided_by IS NOT NULL THEN 'voided by A' || s.voided_by
        WHEN s.counts THEN 'counts' ELSE 'expired' END,
      w.total, t.at, t.proposes
    FROM strike s
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection o ON o.collection_id = a.collection_id
    CROSS JOIN whole w
    LEFT JOIN LATERAL (
      SELECT (t.body ->> 'at')::int, concat_ws(' for ', t.body ->> 'propose', t.body ->> 'for')
      FROM reeve.app m
      CROSS JOIN LATERAL jsonb_array_elements(m.manifest #> '{strikes,thresholds}') t(body)
      WHERE m.app = c.app AND (t.body ->> 'at')::int > w.total
      ORDER BY (t.body ->> 'at')::int LIMIT 1) t(at, proposes) ON TRUE
    ORDER BY a.action_id DESC;
END
$$;

ALTER FUNCTION reeve.strike_list(app text, collection text, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION strike_list(app text, collection text, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.strike_list(app text, collection text, key text) IS 'The strikes of a person, newest first: against what, how heavy, until when, whether they count; and what they come to, the next threshold and what is proposed there.';

--
-- Name: strike_person(integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.strike_person(INOUT collection_id integer, INOUT key text) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  persons jsonb;
BEGIN
  WITH RECURSIVE up(collection_id, key, depth) AS (
    SELECT strike_person.collection_id, strike_person.key, 0
    UNION ALL
    SELECT p.parent_id, p.parent_key, up.depth + 1
    FROM up
    JOIN reeve.collection c ON c.collection_id = up.collection_id AND c.locale_sql IS NULL
    CROSS JOIN LATERAL reeve.hand_parents(up.collection_id, up.key) p
    WHERE up.depth < 4 AND p.parent_key IS NOT NULL),
  person AS (
    SELECT DISTINCT up.collection_id, up.key, up.depth
    FROM up JOIN reeve.collection c USING (collection_id)
    WHERE c.locale_sql IS NOT NULL)
  SELECT jsonb_agg(jsonb_build_object('id', p.collection_id, 'key', p.key)) INTO persons
  FROM person p WHERE p.depth = (SELECT min(o.depth) FROM person o);
  collection_id := NULL;
  key := NULL;
  IF jsonb_array_length(persons) = 1 THEN
    collection_id := persons #> '{0,id}';
    key := persons #>> '{0,key}';
  END IF;
END
$$;

ALTER FUNCTION reeve.strike_person(INOUT collection_id integer, INOUT key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION strike_person(INOUT collection_id integer, INOUT key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.strike_person(INOUT collection_id integer, INOUT key text) IS 'Who answers for a subject: itself where notices can be sent to it, else the nearest of what it belongs to by the catalog; NULL where there is none, or more than one.';

--
-- Name: strike_weigh(integer, text, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.strike_weigh(collection_id integer, key text, at timestamp with time zone) RETURNS TABLE(action_id bigint, weight integer, expires_at timestamp with time zone, voided_by bigint, counts boolean)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT a.action_id, p.strike_weight, e.expires_at, v.voided_by,
    v.voided_by IS NULL AND e.expires_at > at
  FROM reeve.strike s
  JOIN reeve.action a USING (action_id)
  JOIN reeve.collection c ON c.collection_id = a.collection_id
  JOIN reeve.app m ON m.app = c.app
  JOIN reeve.policy p ON p.app = c.app AND p.name = a.policy
  -- What ended in time, or was partly granted on appeal, was deserved all the same.
  LEFT JOIN reeve.action u ON u.action_id = a.reversed_by
  LEFT JOIN reeve.appeal l ON l.action_id = a.action_id
  CROSS JOIN LATERAL (
    SELECT a.performed_at + coalesce((m.manifest #>> '{strikes,expire}')::interval, '180 days')
  ) e(expires_at)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN l.outcome = 'overturned' OR u.kind = 'undo' AND l.outcome IS DISTINCT FROM
      'partly' THEN u.action_id END) v(voided_by)
  WHERE s.collection_id = strike_weigh.collection_id AND s.key = strike_weigh.key
    AND p.strike_weight > 0
$$;

ALTER FUNCTION reeve.strike_weigh(collection_id integer, key text, at timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION strike_weigh(collection_id integer, key text, at timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.strike_weigh(collection_id integer, key text, at timestamp with time zone) IS 'The strikes of a person: the weight of the policy, the end by the catalog (180 days where it says nothing), the undo that voided it, and whether it counts at that moment.';

--
-- Name: subject_find(text, text, text, boolean, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer) RETURNS TABLE(key text, label text, state text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  RETURN QUERY
    SELECT f.key, f.label, CASE
      WHEN s.hidden_until = 'infinity' THEN 'hidden'
      WHEN s.hidden_until > statement_timestamp() THEN 'hidden until '
        || to_char(s.hidden_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI"Z"')
      ELSE '' END
    FROM reeve.hand_find(c.collection_id, query,
      CASE WHEN hidden_only THEN (
        SELECT coalesce(array_agg(h.key), '{}') FROM reeve.subject h
        WHERE h.collection_id = c.collection_id AND h.hidden_until > statement_timestamp()) END,
      greatest(coalesce(max_rows, 2000000000), 0)) f
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = f.key;
END
$$;

ALTER FUNCTION reeve.subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer) IS 'Rows whose key is the query or whose name begins with it (else has a word that does), with what restricts them now; NULL for max_rows = however many. Serves find and TAB.';

--
-- Name: subject_history(text, text, text, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_history(app text, collection text, key text, max_rows integer) RETURNS TABLE(at timestamp with time zone, action_id bigint, kind text, actor text, principal text, policy text, reason text, until timestamp with time zone, outcome text, reverses bigint, reversed_by bigint, name text, public_reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    WITH touched AS (
      -- What was done to it by name, what reached it through another's action, what was refused.
      SELECT a.action_id FROM reeve.action a
      WHERE a.collection_id = c.collection_id AND a.key = subject_history.key
      UNION
      SELECT e.action_id FROM reeve.effect e
      WHERE e.collection_id = c.collection_id AND e.key = subject_history.key)
    SELECT a.performed_at, a.action_id, a.kind, a.actor, a.principal, a.policy, a.reason, a.until,
      'done'::text, a.reverses, a.reversed_by, a.name, a.public_reason
    FROM touched JOIN reeve.action a USING (action_id)
    UNION ALL
    SELECT m.at, NULL, m.kind, m.actor, m.principal, NULL, m.code, NULL, m.outcome, NULL, NULL,
      NULL, NULL
    FROM reeve.command m
    WHERE m.collection_id = c.collection_id AND m.key = subject_history.key
      AND m.outcome = 'refused'
    ORDER BY 1 DESC LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.subject_history(app text, collection text, key text, max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_history(app text, collection text, key text, max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_history(app text, collection text, key text, max_rows integer) IS 'What was done to a subject, directly or by a cascade, and what was refused (reason = code), newest first.';

--
-- Name: subject_is_protected(text, integer, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_is_protected(who text, collection_id integer, key text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM reeve.mark m
    WHERE m.collection_id = subject_is_protected.collection_id
      AND m.key = subject_is_protected.key AND m.is_protecting
      AND m.until > statement_timestamp())
  OR EXISTS (
    SELECT FROM reeve.action a JOIN reeve.action u ON u.action_id = a.reversed_by
    WHERE a.collection_id = subject_is_protected.collection_id
      AND a.key = subject_is_protected.key AND a.is_protecting
      AND u.actor = who AND u.performed_at > statement_timestamp() - interval '24 hours')
$$;

ALTER FUNCTION reeve.subject_is_protected(who text, collection_id integer, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_is_protected(who text, collection_id integer, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_is_protected(who text, collection_id integer, key text) IS 'Whether a tag protects a subject from somebody: for whoever takes it away, a day longer.';

--
-- Name: subject_key(reeve.collection, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_key(c reeve.collection, key text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  RETURN coalesce(reeve.hand_key(c.collection_id, key), key);
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  RAISE EXCEPTION 'no % has the key %', c.name, key
    USING ERRCODE = 'RV004', DETAIL = format('Its key is %s (%s).',
      array_to_string(c.key_columns, ', '), array_to_string(c.key_types, ', ')),
      HINT = format('`find %s NAME` looks for names.', c.name);
END
$$;

ALTER FUNCTION reeve.subject_key(c reeve.collection, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_key(c reeve.collection, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_key(c reeve.collection, key text) IS 'A subject''s key as its row writes it, as typed where there is no such row; RV004 for a text that can be no key.';

--
-- Name: subject_marks(text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_marks(app text, collection text, key text) RETURNS TABLE(kind text, name text, until timestamp with time zone, is_protecting boolean, action_id bigint, actor text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    SELECT m.kind, m.name, m.until, m.is_protecting, m.action_id, a.actor
    FROM reeve.mark m JOIN reeve.action a USING (action_id)
    WHERE m.collection_id = c.collection_id AND m.key = subject_marks.key
      AND m.until > statement_timestamp()
    ORDER BY m.kind, m.name, m.action_id;
END
$$;

ALTER FUNCTION reeve.subject_marks(app text, collection text, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_marks(app text, collection text, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_marks(app text, collection text, key text) IS 'The tags, limits and verifications of a subject that are in force, each by its action.';

--
-- Name: subject_show(text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_show(app text, collection text, key text) RETURNS TABLE(field text, value text, type text, is_masked boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY SELECT * FROM reeve.hand_show(c.collection_id, key);
END
$$;

ALTER FUNCTION reeve.subject_show(app text, collection text, key text) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_show(app text, collection text, key text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_show(app text, collection text, key text) IS 'The shown fields of one subject in catalog order, as text with their SQL type, personal ones masked; no row when there is no such subject.';

--
-- Name: subject_status(text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  SELECT f.label, coalesce(s.version, 0), coalesce(s.hidden_until > statement_timestamp(), FALSE),
    s.hidden_until, coalesce(s.hidden_by, '{}')
  INTO label, version, is_hidden, hidden_until, actions
  FROM reeve.hand_find(c.collection_id, '', ARRAY[subject_status.key], 1) f
  LEFT JOIN reeve.subject s
    ON s.collection_id = c.collection_id AND s.key = subject_status.key;
END
$$;

ALTER FUNCTION reeve.subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]) IS 'Label, version and restriction of a subject; label is NULL when there is no such row.';

--
-- Name: tag_list(integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.tag_list(max_rows integer) RETURNS TABLE(tag text, subjects bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.name, count(*) FROM reeve.mark m
    WHERE m.kind = 'tag' AND m.until > statement_timestamp()
    GROUP BY m.name ORDER BY count(*) DESC, m.name LIMIT max_rows;
END
$$;

ALTER FUNCTION reeve.tag_list(max_rows integer) OWNER TO reeve_owner;

--
-- Name: FUNCTION tag_list(max_rows integer); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.tag_list(max_rows integer) IS 'The tags in use, the most used first.';

--
-- Name: task_run(bigint, integer, text, jsonb, integer); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '5s'
    AS $$
#variable_conflict use_column
DECLARE
  t reeve.task;
  given jsonb := coalesce(task_run.args -> 'arguments', '{}');
  fault text;
BEGIN
  IF NOT reeve.job_permit(task_run.job_id, task_run.lease) THEN
    done := 0;
    RETURN;
  END IF;
  SELECT * INTO t FROM reeve.task k
  WHERE k.app = task_run.app AND k.name = task_run.args ->> 'task';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no task % in app %', coalesce(args ->> 'task', '(none named)'),
      coalesce(task_run.app, '(none named)')
      USING ERRCODE = 'RV004', HINT = 'The app''s catalog declares its tasks.';
  END IF;
  fault := CASE
    WHEN args - '{task,arguments}'::text[] <> '{}' THEN 'the arguments are task and arguments'
    WHEN jsonb_typeof(given) <> 'object' THEN 'the arguments of a task are an object'
    WHEN NOT given ?& t.arguments OR given - t.arguments <> '{}' THEN
      format('the arguments of task %s are: %s', t.name,
        coalesce(nullif(array_to_string(t.arguments, ', '), ''), 'none')) END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001';
  END IF;
  PERFORM reeve.hand_assert();
  SELECT h.done, h.remaining INTO done, remaining
  FROM reeve.hand_task(t.app, t.name,
    ARRAY(SELECT given ->> a.name FROM unnest(t.arguments) WITH ORDINALITY a(name, place)
      ORDER BY a.place), max_rows) h;
  PERFORM reeve.hand_assert();
  done := coalesce(done, 0);
END
$$;

ALTER FUNCTION reeve.task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint) IS 'Runs one batch of the task that a job''s arguments name, of at most max_rows rows: how many it did, 0 = none left, or the lease is stale; and how many are left, where the task says so. RV004 no such task, RV001 not its arguments, RV002 who asked may no longer, or what the app''s function raises.';

--
-- Name: task_statement(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.task_statement(app text, name text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT t.call_sql FROM reeve.task t
  WHERE t.app = task_statement.app AND t.name = task_statement.name
$$;

ALTER FUNCTION reeve.task_statement(app text, name text) OWNER TO reeve_owner;

--
-- Name: FUNCTION task_statement(app text, name text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.task_statement(app text, name text) IS 'The compiled call of a task, for the hand, which has no right on any table of Reeve''s.';

--
-- Name: undo_conflicts(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.undo_conflicts(action_id bigint) RETURNS TABLE(collection_id integer, key text, later_id bigint, later_kind text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT DISTINCT ON (e.collection_id, e.key) e.collection_id, e.key, b.action_id, b.kind
  FROM reeve.effect e
  JOIN reeve.rule r ON r.rule_id = e.rule_id AND r.kind = 'set'
  JOIN reeve.effect l ON l.collection_id = e.collection_id AND l.key = e.key
    AND l.action_id > e.action_id AND l.undone_by IS NULL
  JOIN reeve.rule m ON m.rule_id = l.rule_id AND m.kind = 'set' AND m.columns && r.columns
  JOIN reeve.action b ON b.action_id = l.action_id AND b.reverses IS NULL
  WHERE e.action_id = undo_conflicts.action_id AND e.is_reversible AND e.undone_by IS NULL
  ORDER BY e.collection_id, e.key, b.action_id DESC
$$;

ALTER FUNCTION reeve.undo_conflicts(action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION undo_conflicts(action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.undo_conflicts(action_id bigint) IS 'Rows that an action set and a later one, still in force, set again: undoing the first cannot give them back. Of each the latest such action.';

--
-- Name: undo_perform(bigint, text, jsonb); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '500ms'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  original reeve.action;
  problem jsonb;
BEGIN
  SELECT * INTO original FROM reeve.action a WHERE a.action_id = undo_perform.action_id;
  BEGIN
    IF original.action_id IS NOT NULL THEN
      PERFORM reeve.hand_lock(original.collection_id, ARRAY[original.key]);
      SELECT * INTO original FROM reeve.action a
      WHERE a.action_id = undo_perform.action_id FOR UPDATE;
    END IF;
    problem := reeve.undo_refusal(undo_perform.action_id);
    IF problem IS NULL THEN
      detail := reeve.action_reverse(
        original, 'undo', session_user, NULL, nullif(btrim(why), ''));
    END IF;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    problem := jsonb_build_object('code', 'busy',
      'message', 'somebody else is changing what this action touched; try again');
  END;
  IF problem IS NOT NULL THEN
    outcome := 'refused';
    code := problem ->> 'code';
    message := problem ->> 'message';
    detail := '{}';
    PERFORM reeve.command_record('undo', session_user, NULL, original.collection_id, original.key,
      code, original.action_id);
    RETURN;
  END IF;
  PERFORM reeve.outbox_follow((detail ->> 'action_id')::bigint);
  outcome := 'done';
  message := format('A%s', detail ->> 'action_id');
END
$$;

ALTER FUNCTION reeve.undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) OWNER TO reeve_owner;

--
-- Name: FUNCTION undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) IS 'Takes back one action by its id, in the caller''s transaction. A refusal is returned and recorded, not raised. Locks the rows FOR NO KEY UPDATE, waits at most 500 ms for one.';

--
-- Name: undo_plan(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.undo_plan(action_id bigint) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  a record;
  plan jsonb;
  problem jsonb;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT x.*, c.app, c.name AS collection, l.label INTO a
  FROM reeve.action x
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.label l ON l.collection_id = x.collection_id AND l.key = x.key
  WHERE x.action_id = undo_plan.action_id;
  problem := reeve.undo_refusal(undo_plan.action_id);
  IF a.action_id IS NULL THEN
    RETURN jsonb_build_object('refusal', problem);
  END IF;
  SELECT jsonb_build_object(
    'verb', 'undo', 'app', a.app, 'collection', a.collection, 'key', a.key,
    'label', coalesce(a.label, a.key), 'action_id', a.action_id, 'kind', a.kind,
    'until', a.until, 'policy', a.policy,
    'version', coalesce((SELECT s.version FROM reeve.subject s
      WHERE s.collection_id = a.collection_id AND s.key = a.key), 0),
    'effects', coalesce((
      SELECT jsonb_agg(jsonb_build_object('rule', r.rule_id, 'name', r.name, 'collection', c.name,
        'kind', r.kind, 'rows', e.rows, 'reversible', r.is_reversible, 'examples', '[]'::jsonb)
        ORDER BY r.seq)
      FROM (
        SELECT e.rule_id, count(*) AS rows FROM reeve.effect e
        WHERE e.action_id = a.action_id AND e.is_reversible AND e.undone_by IS NULL
        GROUP BY e.rule_id) e
      JOIN reeve.rule r USING (rule_id)
      JOIN reeve.collection c ON c.collection_id = r.affected_id), '[]'),
    'lost', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
        'collection', c.name, 'key', e.key, 'why', 'irreversible'))
      FROM (SELECT * FROM reeve.effect e
        WHERE e.action_id = a.action_id AND NOT e.is_reversible LIMIT 20) e
      JOIN reeve.collection c USING (collection_id)), '[]') || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', c.name, 'key', x.key, 'why',
        format('A%s, a later %s, depends on it', x.later_id, x.later_kind)))
      FROM (SELECT * FROM reeve.undo_conflicts(a.action_id) LIMIT 20) x
      JOIN reeve.collection c USING (collection_id)), '[]'),
    'people', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'sent'),
    'notices', (SELECT count(*) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'queued' AND EXISTS (
        SELECT FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
        WHERE e.action_id = o.action_id AND e.is_reversible
          AND o.about = c.name || ':' || e.key)),
    'irreversible', 0, 'danger', 'moderate')
  INTO plan;
  RETURN plan || CASE WHEN problem IS NULL THEN '{}'
    ELSE jsonb_build_object('refusal', problem) END;
END
$$;

ALTER FUNCTION reeve.undo_plan(action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION undo_plan(action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.undo_plan(action_id bigint) IS 'What undoing an action would give back, and what is lost, as what a later action changed again; notices: unsent ones it withdraws, people: those who were told already and get a correction. Needs viewer; writes nothing.';

--
-- Name: undo_refusal(bigint); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.undo_refusal(action_id bigint) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT jsonb_build_object('code', p.code, 'message', p.message)
  FROM (SELECT undo_refusal.action_id AS wanted) w
  LEFT JOIN reeve.action a ON a.action_id = w.wanted
  LEFT JOIN reeve.action u ON u.action_id = a.reversed_by
  LEFT JOIN reeve.catalog_action d ON d.verb = a.kind AND d.collection_id = a.collection_id
  LEFT JOIN reeve.action_kind k ON k.name = d.kind
  LEFT JOIN reeve.member_subject s ON s.collection_id = a.collection_id AND s.key = a.key
    AND s.role_name = session_user AND a.kind <> 'note'
  CROSS JOIN LATERAL (SELECT CASE WHEN a.is_protecting THEN 'senior'
    ELSE coalesce(k.rank, 'moderator') END) n(needed)
  CROSS JOIN LATERAL (SELECT
    CASE WHEN a.action_id IS NULL THEN 'notfound'
      WHEN a.reverses IS NOT NULL OR a.kind = 'expire' THEN 'state'
      WHEN u.action_id IS NOT NULL THEN 'undone'
      WHEN a.erase_at <= statement_timestamp() THEN 'state'
      WHEN NOT reeve.member_holds(n.needed) THEN 'rank'
      WHEN s.role_name IS NOT NULL THEN 'self' END,
    CASE WHEN a.action_id IS NULL THEN format('there is no action A%s', w.wanted)
      WHEN a.reverses IS NOT NULL
        THEN format('A%s is itself an %s; do the action again instead', w.wanted, a.kind)
      WHEN a.kind = 'expire' THEN format('A%s ended stale rows; that cannot be undone', w.wanted)
      WHEN u.action_id IS NOT NULL THEN format('A%s was taken back already by A%s (%s, %s)',
        w.wanted, u.action_id, u.kind, u.actor)
      WHEN a.erase_at <= statement_timestamp() THEN format(
        'the time to take back A%s ended at %s UTC', w.wanted,
        to_char(a.erase_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
      WHEN NOT reeve.member_holds(n.needed) THEN format(
        'to undo a %s needs the rank %s; yours is %s', a.kind, n.needed, reeve.member_rank())
      WHEN s.role_name IS NOT NULL THEN format('A%s is on you: nobody acts on themselves', w.wanted)
      END
  ) p(code, message)
  WHERE p.code IS NOT NULL
$$;

ALTER FUNCTION reeve.undo_refusal(action_id bigint) OWNER TO reeve_owner;

--
-- Name: FUNCTION undo_refusal(action_id bigint); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.undo_refusal(action_id bigint) IS 'Why an action cannot be undone by this login now (code, message); NULL when it can.';

--
-- Name: verb_record(text, text, text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.verb_record(kind text, code text, subject text, why text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  INSERT INTO reeve.job_reason(command_id, subject, reason)
  VALUES (reeve.command_record(verb_record.kind, session_user, code => verb_record.code),
    left(verb_record.subject, 1000), left(nullif(btrim(verb_record.why), ''), 2000))
$$;

ALTER FUNCTION reeve.verb_record(kind text, code text, subject text, why text) OWNER TO reeve_owner;

--
-- Name: FUNCTION verb_record(kind text, code text, subject text, why text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.verb_record(kind text, code text, subject text, why text) IS 'Records what the login did with a job or a queue, or was refused with a code, and its reason.';

--
-- Name: verb_refusal(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.verb_refusal(verb text, why text, OUT code text, OUT message text) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
BEGIN
  IF NOT reeve.member_holds('senior')
    OR (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user) THEN
    code := 'rank';
    message := format('%s needs the rank senior and a login of your own', verb);
  ELSIF char_length(btrim(why)) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  END IF;
END
$$;

ALTER FUNCTION reeve.verb_refusal(verb text, why text, OUT code text, OUT message text) OWNER TO reeve_owner;

--
-- Name: FUNCTION verb_refusal(verb text, why text, OUT code text, OUT message text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.verb_refusal(verb text, why text, OUT code text, OUT message text) IS 'Why the login may not do what seniors may with jobs, queues and schedules, or not for this reason; NULL where nothing is against it.';

--
-- Name: word_distance(text, text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.word_distance(one text, other text) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  head int := 0;
BEGIN
  WHILE head < least(char_length(one), char_length(other))
    AND substr(one, head + 1, 1) = substr(other, head + 1, 1) LOOP
    head := head + 1;
  END LOOP;
  one := substr(one, head + 1);
  other := substr(other, head + 1);
  WHILE right(one, 1) = right(other, 1) AND one <> '' AND other <> '' LOOP
    one := left(one, -1);
    other := left(other, -1);
  END LOOP;
  RETURN CASE WHEN one = other THEN 0
    WHEN greatest(char_length(one), char_length(other)) = 1 THEN 1
    WHEN char_length(one) = 2 AND one = reverse(other) THEN 1
    ELSE 2 END;
END
$$;

ALTER FUNCTION reeve.word_distance(one text, other text) OWNER TO reeve_owner;

--
-- Name: FUNCTION word_distance(one text, other text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.word_distance(one text, other text) IS 'Edits (a letter more, less or another, or two neighbours exchanged) between two words: 0, 1, or 2 for all that is more.';

--
-- Name: worker_beat(integer, uuid); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.worker_beat(worker_id integer, nonce uuid) RETURNS TABLE(is_alive boolean, is_first boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  mine reeve.worker;
BEGIN
  UPDATE reeve.worker w SET beat_at = clock_timestamp()
  WHERE w.worker_id = worker_beat.worker_id AND w.nonce = worker_beat.nonce AND w.ended_at IS NULL
  RETURNING * INTO mine;
  is_alive := FOUND;
  is_first := is_alive AND NOT EXISTS (
    SELECT FROM reeve.worker w
    WHERE w.queue_id = mine.queue_id AND w.ended_at IS NULL AND w.worker_id < mine.worker_id);
  RETURN NEXT;
END
$$;

ALTER FUNCTION reeve.worker_beat(worker_id integer, nonce uuid) OWNER TO reeve_owner;

--
-- Name: FUNCTION worker_beat(worker_id integer, nonce uuid); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.worker_beat(worker_id integer, nonce uuid) IS 'Says that a worker lives. Not alive: it was swept, must stop and register anew. First: the oldest of its queue, which does the cold scans.';

--
-- Name: worker_cancelled(integer, uuid); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.worker_cancelled(worker_id integer, nonce uuid) RETURNS TABLE(job_id bigint, lease integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  RETURN QUERY
    SELECT r.job_id, r.lease
    FROM reeve.job_run r JOIN reeve.worker w ON w.worker_id = r.worker_id
    WHERE r.worker_id = worker_cancelled.worker_id AND r.cancel_at IS NOT NULL
      AND w.nonce = worker_cancelled.nonce;
END
$$;

ALTER FUNCTION reeve.worker_cancelled(worker_id integer, nonce uuid) OWNER TO reeve_owner;

--
-- Name: FUNCTION worker_cancelled(worker_id integer, nonce uuid); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.worker_cancelled(worker_id integer, nonce uuid) IS 'The worker''s attempts that somebody asked to cancel.';

--
-- Name: worker_register(text, text, integer, text, text[]); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.worker_register(queue text, host text, pid integer, version text, kinds text[] DEFAULT NULL::text[]) RETURNS TABLE(worker_id integer, nonce uuid, queue_id integer)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  known int := (SELECT q.queue_id FROM reeve.queue q WHERE q.name = worker_register.queue);
BEGIN
  PERFORM reeve.client_require(version);
  IF known IS NULL THEN
    RAISE EXCEPTION 'no queue %', coalesce(quote_literal(queue), 'NULL') USING ERRCODE = 'RV001';
  END IF;
  RETURN QUERY
    INSERT INTO reeve.worker AS w(queue_id, host, pid, version, role_name, kinds)
    VALUES (known, left(worker_register.host, 255), worker_register.pid,
      left(worker_register.version, 63), session_user, worker_register.kinds)
    RETURNING w.worker_id, w.nonce, w.queue_id;
END
$$;

ALTER FUNCTION reeve.worker_register(queue text, host text, pid integer, version text, kinds text[]) OWNER TO reeve_owner;

--
-- Name: FUNCTION worker_register(queue text, host text, pid integer, version text, kinds text[]); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.worker_register(queue text, host text, pid integer, version text, kinds text[]) IS 'Enters a worker process that knows jobs of these kinds (NULL: it does not say); its id and nonce are what it claims and beats with. RV007 for one older than the schema serves.';

--
-- Name: worker_stop(integer, uuid); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.worker_stop(worker_id integer, nonce uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  returned int;
  bells int[];
  unwanted bigint[];
BEGIN
  UPDATE reeve.worker w SET ended_at = clock_timestamp(), ended_by = 'stop', is_clear = TRUE
  WHERE w.worker_id = worker_stop.worker_id AND w.nonce = worker_stop.nonce AND w.ended_at IS NULL;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_run r WHERE r.worker_id = worker_stop.worker_id RETURNING r.*
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT g.queue_id, g.priority, g.job_id, g.day, g.lease, g.attempt - 1, g.losses
    FROM gone g ORDER BY g.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, s.state, sum(s.n)
    FROM gone g, (VALUES ('running', -1), ('available', 1)) s(state, n) GROUP BY 1, 2
  )
  SELECT count(*), array_agg(DISTINCT g.queue_id),
    array_agg(g.job_id) FILTER (WHERE g.cancel_at IS NOT NULL)
  INTO returned, bells, unwanted FROM gone g;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  PERFORM reeve.job_ring(bells);
  RETURN returned;
END
$$;

ALTER FUNCTION reeve.worker_stop(worker_id integer, nonce uuid) OWNER TO reeve_owner;

--
-- Name: FUNCTION worker_stop(worker_id integer, nonce uuid); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.worker_stop(worker_id integer, nonce uuid) IS 'Ends a worker and hands back whatever it still holds, no attempt charged; how many.';

--
-- Name: worker_sweep(); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.worker_sweep() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  dead_ids int[];
  swept int;
  late int := reeve.job_time_out();
  bells int[];
  lost bigint[];
  unwanted bigint[];
BEGIN
  WITH silent AS (
    SELECT w.worker_id FROM reeve.worker w
    WHERE NOT w.is_clear AND (w.ended_by = 'sweep'
      OR w.ended_at IS NULL AND w.beat_at < (SELECT clock_timestamp()) - interval '12 s')
    ORDER BY w.worker_id FOR UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE reeve.worker w
    SET ended_at = coalesce(w.ended_at, clock_timestamp()), ended_by = 'sweep'
    FROM silent s WHERE w.worker_id = s.worker_id RETURNING w.worker_id
  )
  SELECT array_agg(e.worker_id) INTO dead_ids FROM ended e;
  IF dead_ids IS NULL THEN
    RETURN late;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_run r
    WHERE r.job_id = ANY (ARRAY(
      SELECT c.job_id FROM reeve.job_run c WHERE c.worker_id = ANY (dead_ids)
      ORDER BY c.job_id FOR UPDATE SKIP LOCKED))
    RETURNING r.*
  ), ending AS (
    SELECT g.*,
      CASE WHEN g.losses >= 2 THEN 'losses' WHEN g.attempt >= b.max_attempts THEN 'attempts' END
        AS dead_of
    FROM gone g
    CROSS JOIN LATERAL (
      SELECT j.max_attempts FROM reeve.job j
      WHERE j.job_id = g.job_id AND j.day = g.day LIMIT 1) b
  ), again AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT e.queue_id, e.priority, e.job_id, e.day, e.lease, e.attempt, e.losses + 1
    FROM ending e WHERE e.dead_of IS NULL ORDER BY e.job_id
  ), dead AS (
    INSERT INTO reeve.job_dead AS d(job_id, day, queue_id, priority, lease, attempt, reason, key)
    SELECT e.job_id, e.day, e.queue_id, e.priority, e.lease, e.attempt, e.dead_of,
      (SELECT k.key FROM reeve.job_key k WHERE k.job_id = e.job_id)
    FROM ending e WHERE e.dead_of IS NOT NULL
    RETURNING d.job_id
  ), freed AS (
    DELETE FROM reeve.job_key k USING dead d WHERE k.job_id = d.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT e.queue_id, s.state, sum(s.n)
    FROM ending e
    CROSS JOIN LATERAL (VALUES ('running', -1), (
      CASE WHEN e.dead_of IS NULL THEN 'available' ELSE 'discarded' END, 1)) s(state, n)
    GROUP BY 1, 2
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at, error)
    SELECT e.job_id, e.lease, e.day, e.attempt, 'lost', e.worker_id, e.claimed_at,
      format('worker %s was silent for over 12 s', e.worker_id)
    FROM ending e
  )
  SELECT count(*), array_agg(DISTINCT e.queue_id) FILTER (WHERE e.dead_of IS NULL),
    array_agg(e.job_id) FILTER (WHERE e.dead_of IS NOT NULL),
    array_agg(e.job_id) FILTER (WHERE e.dead_of IS NULL AND e.cancel_at IS NOT NULL)
  INTO swept, bells, lost, unwanted FROM ending e;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  PERFORM reeve.job_ring(bells);
  IF lost IS NOT NULL THEN
    PERFORM reeve.job_forsake(lost);
  END IF;
  -- A row held by its own attempt (job_is_live) was skipped; its worker is visited again.
  UPDATE reeve.worker w SET is_clear = TRUE
  WHERE w.worker_id = ANY (dead_ids)
    AND NOT EXISTS (SELECT FROM reeve.job_run r WHERE r.worker_id = w.worker_id);
  RETURN swept + late;
END
$$;

ALTER FUNCTION reeve.worker_sweep() OWNER TO reeve_owner;

--
-- Name: FUNCTION worker_sweep(); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.worker_sweep() IS 'Ends workers silent for 12 s and makes their jobs ready again; the third loss in a row, or the last attempt, makes a dead letter. Ends attempts of the living that are over their time. How many attempts were lost or late.';

--
-- Name: zone_change(text, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.zone_change(zone text, start timestamp with time zone, finish timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  low bigint := extract(epoch FROM start);
  high bigint := extract(epoch FROM finish);
  shift bigint := extract(epoch FROM to_timestamp(low) AT TIME ZONE zone) - low;
  middle bigint;
BEGIN
  WHILE high - low > 1 LOOP
    middle := (low + high) / 2;
    IF extract(epoch FROM to_timestamp(middle) AT TIME ZONE zone) - middle = shift THEN
      low := middle;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN to_timestamp(high);
END
$$;

ALTER FUNCTION reeve.zone_change(zone text, start timestamp with time zone, finish timestamp with time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION zone_change(zone text, start timestamp with time zone, finish timestamp with time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.zone_change(zone text, start timestamp with time zone, finish timestamp with time zone) IS 'The second at which a zone''s clock is set, between two whole seconds of different offsets.';

--
-- Name: zone_instant(text, timestamp without time zone); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.zone_instant(zone text, shown timestamp without time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
DECLARE
  instant timestamptz := shown AT TIME ZONE 'UTC';
  start timestamptz := instant - interval '24 hours';
  finish timestamptz := instant + interval '24 hours';
  -- No zone was ever a day from UTC: these have no days, whose length the session's zone decides.
  shift interval := (start AT TIME ZONE zone) - (start AT TIME ZONE 'UTC');
  next_shift interval := (finish AT TIME ZONE zone) - (finish AT TIME ZONE 'UTC');
  change timestamptz;
BEGIN
  IF shift = next_shift THEN
    RETURN instant - shift;
  END IF;
  change := reeve.zone_change(zone, start, finish);
  RETURN CASE WHEN instant - shift < change THEN instant - shift
    ELSE greatest(change, instant - next_shift) END;
END
$$;

ALTER FUNCTION reeve.zone_instant(zone text, shown timestamp without time zone) OWNER TO reeve_owner;

--
-- Name: FUNCTION zone_instant(zone text, shown timestamp without time zone); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.zone_instant(zone text, shown timestamp without time zone) IS 'The first instant at which a zone''s clock shows a whole second or has passed it: of a time that comes twice the first, of one that is left out the instant at which the clock is set.';

--
-- Name: zone_is_known(text); Type: FUNCTION; Schema: reeve; Owner: reeve_owner
--

CREATE FUNCTION reeve.zone_is_known(zone text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'reeve', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM pg_timezone_names z WHERE z.name = zone_is_known.zone AND z.name !~ '^posix')
$$;

ALTER FUNCTION reeve.zone_is_known(zone text) OWNER TO reeve_owner;

--
-- Name: FUNCTION zone_is_known(zone text); Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON FUNCTION reeve.zone_is_known(zone text) IS 'Whether the server has a zone of that IANA name; abbreviations such as CEST are none.';

--
-- Name: action_action_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.action ALTER COLUMN action_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.action_action_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: anchor; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.anchor (
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    place text NOT NULL,
    anchored_by text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.anchor OWNER TO reeve_owner;

--
-- Name: TABLE anchor; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.anchor IS 'Heads that were written down outside the database, and where.';

--
-- Name: app; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.app (
    app text NOT NULL,
    title text NOT NULL,
    schema_name text NOT NULL,
    owner_name text NOT NULL,
    manifest jsonb NOT NULL,
    applied_by text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT app_name CHECK ((app ~ '^[a-z][a-z0-9_-]{0,62}$'::text))
);

ALTER TABLE reeve.app OWNER TO reeve_owner;

--
-- Name: TABLE app; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.app IS 'Apps whose catalog was applied.';

--
-- Name: COLUMN app.manifest; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.app.manifest IS 'The catalog as it was applied, for the next difference.';

--
-- Name: approval_approval_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.approval ALTER COLUMN approval_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.approval_approval_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: approval_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.approval_rule (
    app text,
    name text NOT NULL,
    kinds text[],
    collections text[],
    ranks text[],
    is_permanent boolean DEFAULT false NOT NULL,
    is_protected boolean DEFAULT false NOT NULL,
    people integer,
    rows integer,
    irreversible integer,
    quota integer,
    CONSTRAINT approval_rule_irreversible CHECK ((irreversible >= 0)),
    CONSTRAINT approval_rule_people CHECK ((people >= 0)),
    CONSTRAINT approval_rule_quota CHECK ((quota >= 0)),
    CONSTRAINT approval_rule_rows CHECK ((rows >= 0))
);

ALTER TABLE reeve.approval_rule OWNER TO reeve_owner;

--
-- Name: TABLE approval_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.approval_rule IS 'An action needs a second person when all that one of these says holds; NULL says nothing.';

--
-- Name: COLUMN approval_rule.app; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.app IS 'NULL = apps whose catalog has no rules.';

--
-- Name: COLUMN approval_rule.ranks; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.ranks IS 'Of whoever acts.';

--
-- Name: COLUMN approval_rule.is_permanent; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.is_permanent IS 'It has no end.';

--
-- Name: COLUMN approval_rule.is_protected; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.is_protected IS 'A tag protects its subject.';

--
-- Name: COLUMN approval_rule.people; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.people IS 'More people than these are told.';

--
-- Name: COLUMN approval_rule.rows; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.rows IS 'More rows than these change.';

--
-- Name: COLUMN approval_rule.irreversible; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.irreversible IS 'More rows than these cannot come back.';

--
-- Name: COLUMN approval_rule.quota; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.approval_rule.quota IS 'Whoever acts did more than these within the hour, not counting what a second person approved.';

--
-- Name: case_action; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.case_action (
    case_id bigint NOT NULL,
    action_id bigint NOT NULL
);

ALTER TABLE reeve.case_action OWNER TO reeve_owner;

--
-- Name: TABLE case_action; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.case_action IS 'What was done about a case.';

--
-- Name: case_case_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve."case" ALTER COLUMN case_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.case_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: case_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.case_reason (
    command_id bigint NOT NULL,
    case_id bigint NOT NULL,
    reason text,
    CONSTRAINT case_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);

ALTER TABLE reeve.case_reason OWNER TO reeve_owner;

--
-- Name: TABLE case_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.case_reason IS 'Which case a command was about, and its reason; free text, kept off the chain.';

--
-- Name: catalog_action; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.catalog_action (
    app text NOT NULL,
    verb text NOT NULL,
    collection_id integer NOT NULL,
    kind text NOT NULL,
    erase_after interval,
    is_live boolean DEFAULT true NOT NULL,
    CONSTRAINT catalog_action_window CHECK ((erase_after > '00:00:00'::interval))
);

ALTER TABLE reeve.catalog_action OWNER TO reeve_owner;

--
-- Name: TABLE catalog_action; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.catalog_action IS 'The actions that an app''s catalog allows on what.';

--
-- Name: COLUMN catalog_action.kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.catalog_action.kind IS 'What the verb is: itself, or what the catalog likens it to.';

--
-- Name: chain; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.chain (
    seq bigint NOT NULL,
    us bigint NOT NULL,
    command_id bigint NOT NULL,
    actor text NOT NULL,
    principal text,
    kind text NOT NULL,
    subject text,
    batch text,
    manifest bytea NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL
);

ALTER TABLE reeve.chain OWNER TO reeve_owner;

--
-- Name: TABLE chain; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.chain IS 'One sealed entry a command: hash = sha256(prev, version 1, seq, us, length-prefixed fields).';

--
-- Name: COLUMN chain.us; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.chain.us IS 'Microseconds since 1970-01-01 UTC, by the server''s clock.';

--
-- Name: chain_head; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.chain_head (
    is_only boolean DEFAULT true NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT chain_head_single CHECK (is_only)
);

ALTER TABLE reeve.chain_head OWNER TO reeve_owner;

--
-- Name: TABLE chain_head; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.chain_head IS 'The last entry; the lock that orders commits.';

--
-- Name: change; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.change (
    change_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    keys text[]
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000');

ALTER TABLE reeve.change OWNER TO reeve_owner;

--
-- Name: TABLE change; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.change IS 'Rows of searched collections that were written; append-only.';

--
-- Name: COLUMN change.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.change.key IS 'The row, where one is logged alone.';

--
-- Name: COLUMN change.keys; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.change.keys IS 'Rows that one statement wrote, at most 100; key is NULL then. Both NULL = the whole table was truncated.';

--
-- Name: change_change_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.change ALTER COLUMN change_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.change_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: change_purge; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.change_purge (
    is_only boolean DEFAULT true NOT NULL,
    xid xid8 NOT NULL,
    change_id bigint NOT NULL,
    CONSTRAINT change_purge_only CHECK (is_only)
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.change_purge OWNER TO reeve_owner;

--
-- Name: TABLE change_purge; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.change_purge IS 'How far the change log is purged.';

--
-- Name: change_reader; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.change_reader (
    name text NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    change_id bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.change_reader OWNER TO reeve_owner;

--
-- Name: TABLE change_reader; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.change_reader IS 'How far each reader of the change log has come; what all have read is purged.';

--
-- Name: collection_collection_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.collection ALTER COLUMN collection_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.collection_collection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: command; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.command (
    command_id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor text NOT NULL,
    principal text,
    kind text NOT NULL,
    collection_id integer,
    key text,
    outcome text NOT NULL,
    code text,
    action_id bigint,
    batch_id bigint,
    manifest bytea NOT NULL,
    CONSTRAINT command_code CHECK (((outcome = 'refused'::text) = (code IS NOT NULL))),
    CONSTRAINT command_manifest_length CHECK ((octet_length(manifest) = 32)),
    CONSTRAINT command_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);

ALTER TABLE reeve.command OWNER TO reeve_owner;

--
-- Name: TABLE command; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.command IS 'Every command that committed, refused ones too; append-only.';

--
-- Name: COLUMN command.actor; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.command.actor IS 'session_user, or system:<job kind>.';

--
-- Name: COLUMN command.principal; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.command.principal IS 'For deferred work: who caused it.';

--
-- Name: COLUMN command.manifest; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.command.manifest IS 'sha256 over the effects, ordered by collection and key.';

--
-- Name: command_command_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.command ALTER COLUMN command_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.command_command_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: complaint; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.complaint (
    complaint_id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    policy text,
    reporter_id integer,
    reporter_key text,
    rule text,
    words text,
    filed_by text NOT NULL,
    source text GENERATED ALWAYS AS (COALESCE(('rule:'::text || rule), (((reporter_id)::text || ':'::text) || reporter_key), ''::text)) STORED NOT NULL,
    case_id bigint,
    weight double precision DEFAULT 0 NOT NULL,
    is_muted boolean DEFAULT false NOT NULL,
    CONSTRAINT complaint_reporter CHECK (((reporter_id IS NULL) = (reporter_key IS NULL))),
    CONSTRAINT complaint_source CHECK (((rule IS NULL) OR (reporter_id IS NULL))),
    CONSTRAINT complaint_words_length CHECK (((char_length(words) >= 1) AND (char_length(words) <= 2000)))
);

ALTER TABLE reeve.complaint OWNER TO reeve_owner;

--
-- Name: TABLE complaint; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.complaint IS 'What somebody, or a rule, reported; personal, erasable. Not a verb''s report: that is reeve.report.';

--
-- Name: COLUMN complaint.reporter_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.reporter_id IS 'The collection of who reported it; NULL = a rule, or somebody unknown.';

--
-- Name: COLUMN complaint.filed_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.filed_by IS 'The login that filed it.';

--
-- Name: COLUMN complaint.source; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.source IS 'Who reported it, to be compared; empty = unknown.';

--
-- Name: COLUMN complaint.case_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.case_id IS 'NULL until somebody looks at the queue.';

--
-- Name: COLUMN complaint.weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.weight IS 'How reliable the reporter was by then, 0 to 1; 0 for what they said again about one case.';

--
-- Name: COLUMN complaint.is_muted; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.complaint.is_muted IS 'The reporter was muted, so the weight is not counted.';

--
-- Name: complaint_complaint_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.complaint ALTER COLUMN complaint_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.complaint_complaint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: cron_cron_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.cron ALTER COLUMN cron_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.cron_cron_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: cron_fire; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.cron_fire (
    cron_id integer NOT NULL,
    fire_at timestamp with time zone NOT NULL,
    occurrences bigint DEFAULT 1,
    job_id bigint,
    skipped text,
    last_at timestamp with time zone,
    CONSTRAINT cron_fire_outcome CHECK (((job_id IS NULL) = (skipped IS NOT NULL))),
    CONSTRAINT cron_fire_skipped CHECK ((skipped = ANY (ARRAY['missed'::text, 'overlap'::text, 'paused'::text])))
);

ALTER TABLE reeve.cron_fire OWNER TO reeve_owner;

--
-- Name: TABLE cron_fire; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.cron_fire IS 'Each occurrence of a schedule: the job it became, or why none.';

--
-- Name: COLUMN cron_fire.occurrences; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron_fire.occurrences IS 'A run of skipped occurrences is one row: how many, from fire_at to last_at; NULL = over 1000, which nobody counted.';

--
-- Name: COLUMN cron_fire.last_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.cron_fire.last_at IS 'The last of a run; NULL = fire_at.';

--
-- Name: cron_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.cron_reason (
    command_id bigint NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    reason text,
    CONSTRAINT cron_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);

ALTER TABLE reeve.cron_reason OWNER TO reeve_owner;

--
-- Name: TABLE cron_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.cron_reason IS 'Which schedule a command ran, paused or resumed, and its reason; free text, kept off the chain.';

--
-- Name: effect; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.effect (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    rule_id integer NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    is_reversible boolean NOT NULL,
    undone_by bigint
);

ALTER TABLE reeve.effect OWNER TO reeve_owner;

--
-- Name: TABLE effect; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.effect IS 'Each row an action changed: its columns before and after.';

--
-- Name: import_import_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.import ALTER COLUMN import_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.import_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: job_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

CREATE SEQUENCE reeve.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.job_id_seq OWNER TO reeve_owner;

--
-- Name: SEQUENCE job_id_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON SEQUENCE reeve.job_id_seq IS 'Numbers of jobs, and places of those that become ready later; gaps are normal.';

--
-- Name: job; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job (
    job_id bigint DEFAULT nextval('reeve.job_id_seq'::regclass) NOT NULL,
    day date DEFAULT ((clock_timestamp() AT TIME ZONE 'UTC'::text))::date NOT NULL,
    queue_id integer NOT NULL,
    kind_id integer NOT NULL,
    max_attempts smallint NOT NULL,
    app text,
    collection_id integer,
    subject_key text,
    args jsonb NOT NULL,
    principal text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
PARTITION BY RANGE (day);

ALTER TABLE reeve.job OWNER TO reeve_owner;

--
-- Name: TABLE job; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job IS 'What is to be done; rows never change, but may move to a later day.';

--
-- Name: COLUMN job.day; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job.day IS 'UTC day of enqueueing, or of the last rescue from a dropped day.';

--
-- Name: COLUMN job.principal; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job.principal IS 'session_user that asked for it; NULL = a schedule.';

--
-- Name: job_after; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_after (
    needed_id bigint NOT NULL,
    job_id bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_after OWNER TO reeve_owner;

--
-- Name: TABLE job_after; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_after IS 'Which job waits for which.';

--
-- Name: job_dead; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_dead (
    job_id bigint NOT NULL,
    day date NOT NULL,
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    lease integer NOT NULL,
    attempt smallint NOT NULL,
    reason text NOT NULL,
    died_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    key text,
    CONSTRAINT job_dead_reason CHECK ((reason = ANY (ARRAY['attempts'::text, 'losses'::text, 'handler'::text])))
);

ALTER TABLE reeve.job_dead OWNER TO reeve_owner;

--
-- Name: TABLE job_dead; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_dead IS 'Dead letters: jobs out of attempts, jobs that killed three workers in a row.';

--
-- Name: COLUMN job_dead.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_dead.reason IS 'Out of attempts; three workers died over it; its handler said that trying again is no use.';

--
-- Name: COLUMN job_dead.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_dead.key IS 'The unique_key that it gave up as it died, and takes again when it is retried.';

--
-- Name: job_default; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_default (
    job_id bigint DEFAULT nextval('reeve.job_id_seq'::regclass) NOT NULL,
    day date DEFAULT ((clock_timestamp() AT TIME ZONE 'UTC'::text))::date NOT NULL,
    queue_id integer NOT NULL,
    kind_id integer NOT NULL,
    max_attempts smallint NOT NULL,
    app text,
    collection_id integer,
    subject_key text,
    args jsonb NOT NULL,
    principal text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.job_default OWNER TO reeve_owner;

--
-- Name: TABLE job_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_default IS 'Days without a partition yet; drained when it is made.';

--
-- Name: job_delta; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_delta (
    queue_id integer NOT NULL,
    state text NOT NULL,
    n bigint NOT NULL,
    CONSTRAINT job_delta_state CHECK ((state = ANY (ARRAY['available'::text, 'scheduled'::text, 'retryable'::text, 'waiting'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'discarded'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000');

ALTER TABLE reeve.job_delta OWNER TO reeve_owner;

--
-- Name: TABLE job_delta; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_delta IS 'Changes of the number of jobs in a state.';

--
-- Name: job_end; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_end (
    job_id bigint NOT NULL,
    lease integer NOT NULL,
    day date NOT NULL,
    attempt smallint NOT NULL,
    outcome text NOT NULL,
    worker_id integer,
    claimed_at timestamp with time zone,
    finished_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    error text,
    CONSTRAINT job_end_error_length CHECK ((char_length(error) <= 8000)),
    CONSTRAINT job_end_outcome CHECK ((outcome = ANY (ARRAY['completed'::text, 'retryable'::text, 'discarded'::text, 'lost'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (day);

ALTER TABLE reeve.job_end OWNER TO reeve_owner;

--
-- Name: TABLE job_end; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_end IS 'How each attempt ended, one row an attempt; append-only.';

--
-- Name: COLUMN job_end.day; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_end.day IS 'Day of the job, so that both are dropped together.';

--
-- Name: COLUMN job_end.worker_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_end.worker_id IS 'NULL = cancelled while it did not run.';

--
-- Name: COLUMN job_end.claimed_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_end.claimed_at IS 'NULL = cancelled while it did not run.';

--
-- Name: job_end_default; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_end_default (
    job_id bigint NOT NULL,
    lease integer NOT NULL,
    day date NOT NULL,
    attempt smallint NOT NULL,
    outcome text NOT NULL,
    worker_id integer,
    claimed_at timestamp with time zone,
    finished_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    error text,
    CONSTRAINT job_end_error_length CHECK ((char_length(error) <= 8000)),
    CONSTRAINT job_end_outcome CHECK ((outcome = ANY (ARRAY['completed'::text, 'retryable'::text, 'discarded'::text, 'lost'::text, 'cancelled'::text])))
);

ALTER TABLE reeve.job_end_default OWNER TO reeve_owner;

--
-- Name: TABLE job_end_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_end_default IS 'Days without a partition yet; drained when it is made.';

--
-- Name: job_key; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_key (
    key text NOT NULL,
    job_id bigint NOT NULL,
    CONSTRAINT job_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_key OWNER TO reeve_owner;

--
-- Name: TABLE job_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_key IS 'Keys of live jobs: one live job a key; freed with its outcome.';

--
-- Name: job_kind; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_kind (
    kind_id integer NOT NULL,
    name text NOT NULL,
    queue_id integer NOT NULL,
    enqueuers text[] NOT NULL,
    max_attempts smallint DEFAULT 12 NOT NULL,
    time_limit interval,
    CONSTRAINT job_kind_attempts CHECK ((max_attempts > 0)),
    CONSTRAINT job_kind_time_limit CHECK ((time_limit > '00:00:00'::interval))
);

ALTER TABLE reeve.job_kind OWNER TO reeve_owner;

--
-- Name: TABLE job_kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_kind IS 'What a worker can do, and who may ask for it.';

--
-- Name: COLUMN job_kind.enqueuers; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_kind.enqueuers IS 'Roles; members of any may enqueue this kind.';

--
-- Name: COLUMN job_kind.time_limit; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_kind.time_limit IS 'An attempt that runs longer is cancelled and fails; NULL = no limit.';

--
-- Name: job_kind_kind_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.job_kind ALTER COLUMN kind_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.job_kind_kind_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: job_log; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_log (
    job_id bigint NOT NULL,
    log_id bigint NOT NULL,
    day date NOT NULL,
    lease integer NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    line text NOT NULL,
    level text DEFAULT 'info'::text NOT NULL,
    CONSTRAINT job_log_level CHECK ((level = ANY (ARRAY['debug'::text, 'info'::text, 'warning'::text, 'error'::text]))),
    CONSTRAINT job_log_line_length CHECK ((char_length(line) <= 8000))
)
PARTITION BY RANGE (day);

ALTER TABLE reeve.job_log OWNER TO reeve_owner;

--
-- Name: TABLE job_log; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_log IS 'What handlers said while they ran.';

--
-- Name: COLUMN job_log.level; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_log.level IS 'How much it matters.';

--
-- Name: job_log_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

CREATE SEQUENCE reeve.job_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.job_log_id_seq OWNER TO reeve_owner;

--
-- Name: job_log_id_seq; Type: SEQUENCE OWNED BY; Schema: reeve; Owner: reeve_owner
--

ALTER SEQUENCE reeve.job_log_id_seq OWNED BY reeve.job_log.log_id;

--
-- Name: SEQUENCE job_log_id_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON SEQUENCE reeve.job_log_id_seq IS 'Order of log lines.';

--
-- Name: job_log_default; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_log_default (
    job_id bigint NOT NULL,
    log_id bigint DEFAULT nextval('reeve.job_log_id_seq'::regclass) NOT NULL,
    day date NOT NULL,
    lease integer NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    line text NOT NULL,
    level text DEFAULT 'info'::text NOT NULL,
    CONSTRAINT job_log_level CHECK ((level = ANY (ARRAY['debug'::text, 'info'::text, 'warning'::text, 'error'::text]))),
    CONSTRAINT job_log_line_length CHECK ((char_length(line) <= 8000))
);

ALTER TABLE reeve.job_log_default OWNER TO reeve_owner;

--
-- Name: TABLE job_log_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_log_default IS 'Days without a partition yet; drained when it is made.';

--
-- Name: job_picked; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_picked (
    by_id bigint NOT NULL,
    job_id bigint NOT NULL
);

ALTER TABLE reeve.job_picked OWNER TO reeve_owner;

--
-- Name: TABLE job_picked; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_picked IS 'Jobs that a job of kind jobs.alter has still to alter.';

--
-- Name: COLUMN job_picked.by_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_picked.by_id IS 'The job of kind jobs.alter.';

--
-- Name: job_progress; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_progress (
    job_id bigint NOT NULL,
    lease integer NOT NULL,
    done bigint NOT NULL,
    total bigint,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    note text,
    checkpoint jsonb,
    CONSTRAINT job_progress_checkpoint CHECK ((pg_column_size(checkpoint) <= 65536)),
    CONSTRAINT job_progress_done CHECK ((done >= 0)),
    CONSTRAINT job_progress_note CHECK ((char_length(note) <= 1000))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_progress OWNER TO reeve_owner;

--
-- Name: TABLE job_progress; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_progress IS 'How far a live job has come, when it says so.';

--
-- Name: COLUMN job_progress.note; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_progress.note IS 'What it is at.';

--
-- Name: COLUMN job_progress.checkpoint; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_progress.checkpoint IS 'Where the next attempt may go on.';

--
-- Name: job_ready; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_ready (
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    seq bigint DEFAULT nextval('reeve.job_id_seq'::regclass) NOT NULL,
    job_id bigint NOT NULL,
    day date NOT NULL,
    lease integer DEFAULT 0 NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    losses smallint DEFAULT 0 NOT NULL,
    CONSTRAINT job_ready_priority CHECK (((priority >= '-1'::integer) AND (priority <= 1)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='100000');

ALTER TABLE reeve.job_ready OWNER TO reeve_owner;

--
-- Name: TABLE job_ready; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_ready IS 'Jobs that may start now, in the order of seq.';

--
-- Name: COLUMN job_ready.seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_ready.seq IS 'Order of claims: the job''s number where it was ready at once, else a later one.';

--
-- Name: COLUMN job_ready.lease; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_ready.lease IS 'Number of claims so far; never falls.';

--
-- Name: COLUMN job_ready.attempt; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_ready.attempt IS 'Attempts charged so far.';

--
-- Name: COLUMN job_ready.losses; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_ready.losses IS 'Workers that died over this job, one after another.';

--
-- Name: job_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_reason (
    command_id bigint NOT NULL,
    subject text NOT NULL,
    reason text,
    CONSTRAINT job_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT job_reason_subject CHECK ((char_length(subject) <= 1000))
);

ALTER TABLE reeve.job_reason OWNER TO reeve_owner;

--
-- Name: TABLE job_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_reason IS 'Which job or queue a command was about, and its reason; free text, kept off the chain.';

--
-- Name: COLUMN job_reason.subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_reason.subject IS 'As it is shown: job 42, queue default.';

--
-- Name: job_run; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_run (
    job_id bigint NOT NULL,
    day date NOT NULL,
    lease integer NOT NULL,
    attempt smallint NOT NULL,
    losses smallint NOT NULL,
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    worker_id integer NOT NULL,
    claimed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    deadline_at timestamp with time zone,
    cancel_at timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='100000');

ALTER TABLE reeve.job_run OWNER TO reeve_owner;

--
-- Name: TABLE job_run; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_run IS 'Attempts that are running, one row a job.';

--
-- Name: COLUMN job_run.lease; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_run.lease IS 'Fences the attempt: whoever writes an outcome must name it.';

--
-- Name: COLUMN job_run.deadline_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_run.deadline_at IS 'When the worker cancels it; 10 s later housekeeping ends it. NULL = never.';

--
-- Name: COLUMN job_run.cancel_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_run.cancel_at IS 'Somebody asked that it be cancelled.';

--
-- Name: job_timer; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_timer (
    due_at timestamp with time zone NOT NULL,
    job_id bigint NOT NULL,
    day date NOT NULL,
    reason text NOT NULL,
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    lease integer DEFAULT 0 NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    losses smallint DEFAULT 0 NOT NULL,
    CONSTRAINT job_timer_priority CHECK (((priority >= '-1'::integer) AND (priority <= 1))),
    CONSTRAINT job_timer_reason CHECK ((reason = ANY (ARRAY['scheduled'::text, 'retryable'::text, 'snoozed'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_timer OWNER TO reeve_owner;

--
-- Name: TABLE job_timer; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_timer IS 'Jobs that wait for a moment.';

--
-- Name: job_wait; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.job_wait (
    job_id bigint NOT NULL,
    day date NOT NULL,
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    due_at timestamp with time zone,
    missing integer NOT NULL,
    CONSTRAINT job_wait_missing CHECK ((missing >= 0)),
    CONSTRAINT job_wait_priority CHECK (((priority >= '-1'::integer) AND (priority <= 1)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_wait OWNER TO reeve_owner;

--
-- Name: TABLE job_wait; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.job_wait IS 'Jobs that wait for others to be completed.';

--
-- Name: COLUMN job_wait.missing; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.job_wait.missing IS 'How many of these are not.';

--
-- Name: label; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.label (
    collection_id integer NOT NULL,
    key text NOT NULL,
    label text NOT NULL
);

ALTER TABLE reeve.label OWNER TO reeve_owner;

--
-- Name: TABLE label; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.label IS 'Last known label of acted-on subjects; personal, erasable.';

--
-- Name: live_copy_copy_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.live_copy ALTER COLUMN copy_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.live_copy_copy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: live_copy_reject; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.live_copy_reject (
    copy_id integer NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    reason text NOT NULL,
    rejected_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.live_copy_reject OWNER TO reeve_owner;

--
-- Name: TABLE live_copy_reject; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.live_copy_reject IS 'Quarantine: rows that the table that follows refuses. They are tried again when they change.';

--
-- Name: mark; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.mark (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    until timestamp with time zone NOT NULL,
    is_protecting boolean DEFAULT false NOT NULL,
    CONSTRAINT mark_name CHECK ((name ~ '^[a-z][a-z0-9_-]{0,39}$'::text))
);

ALTER TABLE reeve.mark OWNER TO reeve_owner;

--
-- Name: TABLE mark; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.mark IS 'Tags, limits and verifications of subjects, each by its action: in force while until lies in the future.';

--
-- Name: COLUMN mark.is_protecting; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.mark.is_protecting IS 'Who acts against the subject needs a second person.';

--
-- Name: member; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.member (
    role_name text NOT NULL,
    rank text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT member_rank CHECK ((rank = ANY (ARRAY['viewer'::text, 'moderator'::text, 'senior'::text, 'auditor'::text])))
);

ALTER TABLE reeve.member OWNER TO reeve_owner;

--
-- Name: TABLE member; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.member IS 'Rank of each admin in this database; the database role of the same rank is needed as well.';

--
-- Name: member_subject; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.member_subject (
    collection_id integer NOT NULL,
    key text NOT NULL,
    role_name text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.member_subject OWNER TO reeve_owner;

--
-- Name: TABLE member_subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.member_subject IS 'Which rows of the apps are people of the team: nobody acts on themselves, peers or above.';

--
-- Name: migration; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.migration (
    version integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT migration_sha256 CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE reeve.migration OWNER TO reeve_owner;

--
-- Name: TABLE migration; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.migration IS 'Migrations applied to this database.';

--
-- Name: COLUMN migration.sha256; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.migration.sha256 IS 'Digest of the file; a released file never changes.';

--
-- Name: outbox; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.outbox (
    outbox_id bigint NOT NULL,
    action_id bigint,
    collection_id integer NOT NULL,
    key text NOT NULL,
    about text NOT NULL,
    template text NOT NULL,
    locale text NOT NULL,
    zone text NOT NULL,
    arguments jsonb NOT NULL,
    due_at timestamp with time zone NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    sent_at timestamp with time zone,
    error text,
    corrects bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    case_id bigint,
    CONSTRAINT outbox_cause CHECK ((num_nonnulls(action_id, case_id) = 1)),
    CONSTRAINT outbox_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'withdrawn'::text, 'failed'::text])))
);

ALTER TABLE reeve.outbox OWNER TO reeve_owner;

--
-- Name: TABLE outbox; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.outbox IS 'Notices owed: recipient (collection, key), text by template.';

--
-- Name: COLUMN outbox.about; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.outbox.about IS 'Collection:key of the row the notice is about.';

--
-- Name: COLUMN outbox.corrects; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.outbox.corrects IS 'The sent notice that this one takes back.';

--
-- Name: COLUMN outbox.attempts; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.outbox.attempts IS 'How often its delivery was tried.';

--
-- Name: COLUMN outbox.case_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.outbox.case_id IS 'The case whose outcome it tells to who reported it.';

--
-- Name: outbox_outbox_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.outbox ALTER COLUMN outbox_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.outbox_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: policy; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.policy (
    app text NOT NULL,
    name text NOT NULL,
    title text NOT NULL,
    clause text NOT NULL,
    grace interval DEFAULT '24:00:00'::interval NOT NULL,
    is_live boolean DEFAULT true NOT NULL,
    severity text DEFAULT 'medium'::text NOT NULL,
    strike_weight integer DEFAULT 1 NOT NULL,
    duration interval,
    CONSTRAINT policy_duration CHECK ((duration > '00:00:00'::interval)),
    CONSTRAINT policy_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
    CONSTRAINT policy_strike_weight CHECK ((strike_weight >= 0))
);

ALTER TABLE reeve.policy OWNER TO reeve_owner;

--
-- Name: TABLE policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.policy IS 'Clauses that an action can cite, and the grace each one gives.';

--
-- Name: COLUMN policy.severity; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.policy.severity IS 'How grave a breach is unless the action says.';

--
-- Name: COLUMN policy.strike_weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.policy.strike_weight IS 'What a breach counts against its author.';

--
-- Name: COLUMN policy.duration; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.policy.duration IS 'How long a suspension for it lasts unless the action says; NULL = it has to say.';

--
-- Name: quarantine; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.quarantine (
    import_id integer NOT NULL,
    record bigint NOT NULL,
    line bigint NOT NULL,
    byte_offset bigint NOT NULL,
    code text NOT NULL,
    reason text NOT NULL,
    original bytea NOT NULL,
    is_cut boolean NOT NULL
);

ALTER TABLE reeve.quarantine OWNER TO reeve_owner;

--
-- Name: TABLE quarantine; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.quarantine IS 'Records that an import could not take, as they were.';

--
-- Name: COLUMN quarantine.record; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.quarantine.record IS 'Number of the record in its file, from 1.';

--
-- Name: COLUMN quarantine.code; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.quarantine.code IS 'SQLSTATE where the database refused it, else a word: encoding, syntax, length, type, field or key.';

--
-- Name: COLUMN quarantine.is_cut; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.quarantine.is_cut IS 'The original is longer than what is kept here.';

--
-- Name: queue; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.queue (
    queue_id integer NOT NULL,
    name text NOT NULL,
    paused_at timestamp with time zone,
    max_running integer,
    rate double precision,
    burst integer,
    CONSTRAINT queue_burst CHECK ((burst > 0)),
    CONSTRAINT queue_max_running CHECK ((max_running > 0)),
    CONSTRAINT queue_name CHECK ((name ~ '^[a-z][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT queue_rate CHECK (((rate > (0)::double precision) AND (rate <= ('1000000'::numeric)::double precision))),
    CONSTRAINT queue_rate_burst CHECK (((rate IS NULL) = (burst IS NULL)))
);

ALTER TABLE reeve.queue OWNER TO reeve_owner;

--
-- Name: TABLE queue; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.queue IS 'Queues of jobs; a worker serves one.';

--
-- Name: COLUMN queue.paused_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.queue.paused_at IS 'Nothing is claimed while this is set.';

--
-- Name: COLUMN queue.max_running; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.queue.max_running IS 'Most live leases at a time, over all workers; NULL = no limit.';

--
-- Name: COLUMN queue.rate; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.queue.rate IS 'Starts a second in the long run; NULL = no limit.';

--
-- Name: COLUMN queue.burst; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.queue.burst IS 'Starts that may come at once after a rest.';

--
-- Name: queue_bucket; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.queue_bucket (
    queue_id integer NOT NULL,
    tokens double precision NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.queue_bucket OWNER TO reeve_owner;

--
-- Name: TABLE queue_bucket; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.queue_bucket IS 'Token buckets of queues with a limit; its row is also what claims of such a queue wait for.';

--
-- Name: queue_queue_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.queue ALTER COLUMN queue_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.queue_queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: report; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.report (
    app text NOT NULL,
    name text NOT NULL,
    collection_id integer NOT NULL,
    call_sql text NOT NULL,
    arguments text[] NOT NULL,
    columns text[] NOT NULL,
    help text NOT NULL
);

ALTER TABLE reeve.report OWNER TO reeve_owner;

--
-- Name: TABLE report; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.report IS 'Read-only verbs that an app''s catalog brings along.';

--
-- Name: COLUMN report.call_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.report.call_sql IS 'SELECT giving one text[] a row; $1 key, $2 arguments text[].';

--
-- Name: rule_rule_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.rule ALTER COLUMN rule_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.rule_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: search_generation; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.search_generation (
    generation_id integer NOT NULL,
    collection_id integer NOT NULL,
    table_name text NOT NULL,
    declared jsonb NOT NULL,
    documents bigint NOT NULL,
    built_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    state text DEFAULT 'live'::text NOT NULL,
    bounds jsonb DEFAULT '[]'::jsonb NOT NULL,
    expected bigint DEFAULT 0 NOT NULL,
    started_by text DEFAULT SESSION_USER NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT search_generation_state CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'retired'::text])))
);

ALTER TABLE reeve.search_generation OWNER TO reeve_owner;

--
-- Name: TABLE search_generation; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.search_generation IS 'Index tables in reeve_index, one a collection and build.';

--
-- Name: COLUMN search_generation.declared; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.declared IS 'The collection''s search declaration it was built for; another one calls for a new build.';

--
-- Name: COLUMN search_generation.documents; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.documents IS 'Documents that it holds.';

--
-- Name: COLUMN search_generation.built_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.built_at IS 'When it last became live.';

--
-- Name: COLUMN search_generation.state; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.state IS 'building, live (the pointer names it) or retired, which is the way back.';

--
-- Name: COLUMN search_generation.bounds; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.bounds IS 'Keys (arrays of text) that ranges 1, 2, … begin with; range 0 is what is before the first.';

--
-- Name: COLUMN search_generation.expected; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_generation.expected IS 'Rows when it was begun.';

--
-- Name: search_generation_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

CREATE SEQUENCE reeve.search_generation_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.search_generation_seq OWNER TO reeve_owner;

--
-- Name: SEQUENCE search_generation_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON SEQUENCE reeve.search_generation_seq IS 'Numbers of generations, part of their table''s name.';

--
-- Name: search_pointer; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.search_pointer (
    collection_id integer NOT NULL,
    generation_id integer NOT NULL
);

ALTER TABLE reeve.search_pointer OWNER TO reeve_owner;

--
-- Name: TABLE search_pointer; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.search_pointer IS 'Which generation answers for a collection.';

--
-- Name: search_task; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.search_task (
    generation_id integer NOT NULL,
    task integer NOT NULL,
    kind text NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT search_task_kind CHECK ((kind = ANY (ARRAY['load'::text, 'words'::text, 'text'::text, 'key'::text, 'popularity'::text])))
);

ALTER TABLE reeve.search_task OWNER TO reeve_owner;

--
-- Name: TABLE search_task; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.search_task IS 'Pieces of a build: ranges of keys to load, then indexes and dictionary.';

--
-- Name: COLUMN search_task.task; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.search_task.task IS 'For loads, the number of the range.';

--
-- Name: strike; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.strike (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL
);

ALTER TABLE reeve.strike OWNER TO reeve_owner;

--
-- Name: TABLE strike; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.strike IS 'Against whom an action counts: its subject, or the person whom the subject belongs to.';

--
-- Name: subject; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.subject (
    collection_id integer NOT NULL,
    key text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    hidden_by bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    hidden_until timestamp with time zone,
    base_until timestamp with time zone,
    CONSTRAINT subject_hidden CHECK (((hidden_by = '{}'::bigint[]) = (hidden_until IS NULL)))
);

ALTER TABLE reeve.subject OWNER TO reeve_owner;

--
-- Name: TABLE subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.subject IS 'Moderation state of one row: hidden while any action in hidden_by is in force.';

--
-- Name: COLUMN subject.hidden_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.subject.hidden_until IS 'Maximum over the actions in hidden_by.';

--
-- Name: COLUMN subject.base_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.subject.base_until IS 'What the app''s own column held before the first action; given back with the last.';

--
-- Name: task; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.task (
    app text NOT NULL,
    name text NOT NULL,
    call_sql text NOT NULL,
    arguments text[] NOT NULL,
    help text NOT NULL
);

ALTER TABLE reeve.task OWNER TO reeve_owner;

--
-- Name: TABLE task; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.task IS 'Work that an app''s catalog lets jobs of the kind sql do.';

--
-- Name: COLUMN task.call_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.task.call_sql IS 'SELECT giving one row, done and remaining; $1 how many rows at most, $2 arguments text[].';

--
-- Name: template; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.template (
    app text NOT NULL,
    name text NOT NULL,
    locale text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL
);

ALTER TABLE reeve.template OWNER TO reeve_owner;

--
-- Name: TABLE template; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.template IS 'Texts of notices; {name} and {name|time} stand for arguments, the latter in the reader''s zone.';

--
-- Name: worker; Type: TABLE; Schema: reeve; Owner: reeve_owner
--

CREATE TABLE reeve.worker (
    worker_id integer NOT NULL,
    nonce uuid DEFAULT gen_random_uuid() NOT NULL,
    queue_id integer NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    role_name text NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    beat_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    is_clear boolean DEFAULT false NOT NULL,
    kinds text[],
    CONSTRAINT worker_end CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
    CONSTRAINT worker_ended_by CHECK ((ended_by = ANY (ARRAY['stop'::text, 'sweep'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.worker OWNER TO reeve_owner;

--
-- Name: TABLE worker; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON TABLE reeve.worker IS 'Worker processes; one that is silent for 12 s is dead.';

--
-- Name: COLUMN worker.nonce; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.worker.nonce IS 'Told to the process that registered, to nobody else.';

--
-- Name: COLUMN worker.is_clear; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.worker.is_clear IS 'Ended, and nothing it held is left.';

--
-- Name: COLUMN worker.kinds; Type: COMMENT; Schema: reeve; Owner: reeve_owner
--

COMMENT ON COLUMN reeve.worker.kinds IS 'Kinds of jobs that it knows; NULL = it did not say.';

--
-- Name: worker_worker_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE reeve.worker ALTER COLUMN worker_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.worker_worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: job_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job ATTACH PARTITION reeve.job_default DEFAULT;

--
-- Name: job_end_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_end ATTACH PARTITION reeve.job_end_default DEFAULT;

--
-- Name: job_log_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_log ATTACH PARTITION reeve.job_log_default DEFAULT;

--
-- Name: job_log log_id; Type: DEFAULT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_log ALTER COLUMN log_id SET DEFAULT nextval('reeve.job_log_id_seq'::regclass);

--
-- Name: action_kind action_kind_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action_kind
    ADD CONSTRAINT action_kind_pkey PRIMARY KEY (name);

--
-- Name: action action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_pkey PRIMARY KEY (action_id);

--
-- Name: anchor anchor_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.anchor
    ADD CONSTRAINT anchor_pkey PRIMARY KEY (seq, place);

--
-- Name: app app_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.app
    ADD CONSTRAINT app_pkey PRIMARY KEY (app);

--
-- Name: appeal appeal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_pkey PRIMARY KEY (action_id);

--
-- Name: approval approval_action_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_action_key UNIQUE (action_id);

--
-- Name: approval approval_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (approval_id);

--
-- Name: approval_rule approval_rule_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval_rule
    ADD CONSTRAINT approval_rule_key UNIQUE NULLS NOT DISTINCT (app, name);

--
-- Name: case_action case_action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_pkey PRIMARY KEY (case_id, action_id);

--
-- Name: case case_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_pkey PRIMARY KEY (case_id);

--
-- Name: case_reason case_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_pkey PRIMARY KEY (command_id);

--
-- Name: catalog_action catalog_action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_pkey PRIMARY KEY (app, verb, collection_id);

--
-- Name: chain chain_command_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_command_key UNIQUE (command_id);

--
-- Name: chain_head chain_head_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.chain_head
    ADD CONSTRAINT chain_head_pkey PRIMARY KEY (is_only);

--
-- Name: chain chain_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_pkey PRIMARY KEY (seq);

--
-- Name: change_purge change_purge_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.change_purge
    ADD CONSTRAINT change_purge_pkey PRIMARY KEY (is_only);

--
-- Name: change_reader change_reader_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.change_reader
    ADD CONSTRAINT change_reader_pkey PRIMARY KEY (name);

--
-- Name: collection collection_app_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_app_name_key UNIQUE (app, name);

--
-- Name: collection collection_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (collection_id);

--
-- Name: command command_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.command
    ADD CONSTRAINT command_pkey PRIMARY KEY (command_id);

--
-- Name: complaint complaint_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.complaint
    ADD CONSTRAINT complaint_pkey PRIMARY KEY (complaint_id);

--
-- Name: cron cron_app_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_app_name_key UNIQUE (app, name);

--
-- Name: cron_fire cron_fire_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron_fire
    ADD CONSTRAINT cron_fire_pkey PRIMARY KEY (cron_id, fire_at);

--
-- Name: cron cron_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_pkey PRIMARY KEY (cron_id);

--
-- Name: cron_reason cron_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron_reason
    ADD CONSTRAINT cron_reason_pkey PRIMARY KEY (command_id);

--
-- Name: effect effect_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.effect
    ADD CONSTRAINT effect_pkey PRIMARY KEY (action_id, collection_id, key);

--
-- Name: import import_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (import_id);

--
-- Name: job_after job_after_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_after
    ADD CONSTRAINT job_after_pkey PRIMARY KEY (needed_id, job_id);

--
-- Name: job_dead job_dead_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_dead
    ADD CONSTRAINT job_dead_pkey PRIMARY KEY (job_id);

--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (job_id, day);

--
-- Name: job_default job_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_default
    ADD CONSTRAINT job_default_pkey PRIMARY KEY (job_id, day);

--
-- Name: job_end job_end_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_end
    ADD CONSTRAINT job_end_pkey PRIMARY KEY (job_id, lease, day);

--
-- Name: job_end_default job_end_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_end_default
    ADD CONSTRAINT job_end_default_pkey PRIMARY KEY (job_id, lease, day);

--
-- Name: job_key job_key_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_key
    ADD CONSTRAINT job_key_pkey PRIMARY KEY (key);

--
-- Name: job_kind job_kind_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_name_key UNIQUE (name);

--
-- Name: job_kind job_kind_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_pkey PRIMARY KEY (kind_id);

--
-- Name: job_log job_log_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_log
    ADD CONSTRAINT job_log_pkey PRIMARY KEY (job_id, log_id, day);

--
-- Name: job_log_default job_log_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_log_default
    ADD CONSTRAINT job_log_default_pkey PRIMARY KEY (job_id, log_id, day);

--
-- Name: job_picked job_picked_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_picked
    ADD CONSTRAINT job_picked_pkey PRIMARY KEY (by_id, job_id);

--
-- Name: job_progress job_progress_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_progress
    ADD CONSTRAINT job_progress_pkey PRIMARY KEY (job_id);

--
-- Name: job_ready job_ready_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_ready
    ADD CONSTRAINT job_ready_pkey PRIMARY KEY (queue_id, priority, seq);

--
-- Name: job_reason job_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_reason
    ADD CONSTRAINT job_reason_pkey PRIMARY KEY (command_id);

--
-- Name: job_run job_run_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_run
    ADD CONSTRAINT job_run_pkey PRIMARY KEY (job_id);

--
-- Name: job_timer job_timer_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_timer
    ADD CONSTRAINT job_timer_pkey PRIMARY KEY (due_at, job_id);

--
-- Name: job_wait job_wait_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_wait
    ADD CONSTRAINT job_wait_pkey PRIMARY KEY (job_id);

--
-- Name: label label_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.label
    ADD CONSTRAINT label_pkey PRIMARY KEY (collection_id, key);

--
-- Name: live_copy live_copy_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.live_copy
    ADD CONSTRAINT live_copy_pkey PRIMARY KEY (copy_id);

--
-- Name: live_copy_reject live_copy_reject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.live_copy_reject
    ADD CONSTRAINT live_copy_reject_pkey PRIMARY KEY (copy_id, key);

--
-- Name: mark mark_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.mark
    ADD CONSTRAINT mark_pkey PRIMARY KEY (action_id);

--
-- Name: member member_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (role_name);

--
-- Name: member_subject member_subject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.member_subject
    ADD CONSTRAINT member_subject_pkey PRIMARY KEY (collection_id, key, role_name);

--
-- Name: migration migration_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.migration
    ADD CONSTRAINT migration_name_key UNIQUE (name);

--
-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);

--
-- Name: outbox outbox_once; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_once UNIQUE (action_id, collection_id, key, template, about);

--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (outbox_id);

--
-- Name: policy policy_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.policy
    ADD CONSTRAINT policy_pkey PRIMARY KEY (app, name);

--
-- Name: quarantine quarantine_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (import_id, record);

--
-- Name: queue_bucket queue_bucket_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.queue_bucket
    ADD CONSTRAINT queue_bucket_pkey PRIMARY KEY (queue_id);

--
-- Name: queue queue_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.queue
    ADD CONSTRAINT queue_name_key UNIQUE (name);

--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (queue_id);

--
-- Name: report report_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (app, name);

--
-- Name: rule rule_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_name_key UNIQUE (app, verb, collection_id, name);

--
-- Name: rule rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_pkey PRIMARY KEY (rule_id);

--
-- Name: search_generation search_generation_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_pkey PRIMARY KEY (generation_id);

--
-- Name: search_generation search_generation_table_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_table_key UNIQUE (table_name);

--
-- Name: search_pointer search_pointer_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_pkey PRIMARY KEY (collection_id);

--
-- Name: search_task search_task_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_task
    ADD CONSTRAINT search_task_pkey PRIMARY KEY (generation_id, task);

--
-- Name: strike strike_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_pkey PRIMARY KEY (action_id);

--
-- Name: subject subject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.subject
    ADD CONSTRAINT subject_pkey PRIMARY KEY (collection_id, key);

--
-- Name: task task_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (app, name);

--
-- Name: template template_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.template
    ADD CONSTRAINT template_pkey PRIMARY KEY (app, name, locale);

--
-- Name: worker worker_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (worker_id);

--
-- Name: action_due; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX action_due ON reeve.action USING btree (until) WHERE ((until < 'infinity'::timestamp with time zone) AND (reversed_by IS NULL));

--
-- Name: action_erase; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX action_erase ON reeve.action USING btree (erase_at) WHERE ((erase_at IS NOT NULL) AND (reversed_by IS NULL));

--
-- Name: action_quota; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX action_quota ON reeve.action USING btree (COALESCE(principal, actor), performed_at) WHERE ((policy IS NOT NULL) AND (approval_id IS NULL));

--
-- Name: action_reverses_once; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX action_reverses_once ON reeve.action USING btree (reverses) WHERE (reverses IS NOT NULL);

--
-- Name: action_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX action_subject ON reeve.action USING btree (collection_id, key, action_id);

--
-- Name: appeal_open; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX appeal_open ON reeve.appeal USING btree (opened_at) WHERE (decided_at IS NULL);

--
-- Name: approval_open; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX approval_open ON reeve.approval USING btree (lapses_at) WHERE (state = 'proposed'::text);

--
-- Name: case_duplicates; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX case_duplicates ON reeve."case" USING btree (duplicate_of) WHERE (duplicate_of IS NOT NULL);

--
-- Name: case_open; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX case_open ON reeve."case" USING btree (collection_id, key, policy) NULLS NOT DISTINCT WHERE (closed_at IS NULL);

--
-- Name: case_queue; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX case_queue ON reeve."case" USING btree (due_at, case_id) WHERE (closed_at IS NULL);

--
-- Name: case_reason_case; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX case_reason_case ON reeve.case_reason USING btree (case_id, command_id);

--
-- Name: case_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX case_subject ON reeve."case" USING btree (collection_id, key, case_id);

--
-- Name: change_order; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX change_order ON reeve.change USING btree (xid, change_id);

--
-- Name: command_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX command_subject ON reeve.command USING btree (collection_id, key, command_id);

--
-- Name: complaint_case; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX complaint_case ON reeve.complaint USING btree (case_id, source) WHERE (case_id IS NOT NULL);

--
-- Name: complaint_source; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX complaint_source ON reeve.complaint USING btree (source, complaint_id) WHERE (source <> ''::text);

--
-- Name: complaint_waiting; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX complaint_waiting ON reeve.complaint USING btree (complaint_id) WHERE (case_id IS NULL);

--
-- Name: effect_target; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX effect_target ON reeve.effect USING btree (collection_id, key, action_id);

--
-- Name: import_open; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX import_open ON reeve.import USING btree (app, source) WHERE (finished_at IS NULL);

--
-- Name: job_after_job; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_after_job ON reeve.job_after USING btree (job_id);

--
-- Name: job_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_subject ON ONLY reeve.job USING btree (collection_id, subject_key, job_id) WHERE (subject_key IS NOT NULL);

--
-- Name: job_default_collection_id_subject_key_job_id_idx; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_default_collection_id_subject_key_job_id_idx ON reeve.job_default USING btree (collection_id, subject_key, job_id) WHERE (subject_key IS NOT NULL);

--
-- Name: job_key_job; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX job_key_job ON reeve.job_key USING btree (job_id);

--
-- Name: job_run_cancel; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_run_cancel ON reeve.job_run USING btree (worker_id) WHERE (cancel_at IS NOT NULL);

--
-- Name: job_run_deadline; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_run_deadline ON reeve.job_run USING btree (deadline_at) WHERE (deadline_at IS NOT NULL);

--
-- Name: job_timer_job; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX job_timer_job ON reeve.job_timer USING btree (job_id);

--
-- Name: live_copy_open; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX live_copy_open ON reeve.live_copy USING btree (app, name) WHERE (ended_at IS NULL);

--
-- Name: mark_name; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX mark_name ON reeve.mark USING btree (kind, name);

--
-- Name: mark_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX mark_subject ON reeve.mark USING btree (collection_id, key, kind, name, until);

--
-- Name: outbox_case; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX outbox_case ON reeve.outbox USING btree (case_id) WHERE (case_id IS NOT NULL);

--
-- Name: outbox_due; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX outbox_due ON reeve.outbox USING btree (due_at) WHERE (state = 'queued'::text);

--
-- Name: search_generation_building; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE UNIQUE INDEX search_generation_building ON reeve.search_generation USING btree (collection_id) WHERE (state = 'building'::text);

--
-- Name: strike_person; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX strike_person ON reeve.strike USING btree (collection_id, key, action_id);

--
-- Name: subject_hidden; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX subject_hidden ON reeve.subject USING btree (collection_id, hidden_until) WHERE (hidden_until IS NOT NULL);

--
-- Name: worker_live; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX worker_live ON reeve.worker USING btree (queue_id, worker_id) WHERE (ended_at IS NULL);

--
-- Name: worker_unclear; Type: INDEX; Schema: reeve; Owner: reeve_owner
--

CREATE INDEX worker_unclear ON reeve.worker USING btree (worker_id) WHERE (NOT is_clear);

--
-- Name: job_default_collection_id_subject_key_job_id_idx; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER INDEX reeve.job_subject ATTACH PARTITION reeve.job_default_collection_id_subject_key_job_id_idx;

--
-- Name: job_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER INDEX reeve.job_pkey ATTACH PARTITION reeve.job_default_pkey;

--
-- Name: job_end_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER INDEX reeve.job_end_pkey ATTACH PARTITION reeve.job_end_default_pkey;

--
-- Name: job_log_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner
--

ALTER INDEX reeve.job_log_pkey ATTACH PARTITION reeve.job_log_default_pkey;

--
-- Name: action action_mute; Type: TRIGGER; Schema: reeve; Owner: reeve_owner
--

CREATE TRIGGER action_mute AFTER INSERT OR UPDATE OF reversed_by ON reeve.action FOR EACH ROW WHEN ((new.kind = 'mute'::text)) EXECUTE FUNCTION reeve.reporter_change();

--
-- Name: action action_strike; Type: TRIGGER; Schema: reeve; Owner: reeve_owner
--

CREATE TRIGGER action_strike AFTER INSERT ON reeve.action FOR EACH ROW WHEN (((new.policy IS NOT NULL) AND (new.key IS NOT NULL) AND (new.reverses IS NULL))) EXECUTE FUNCTION reeve.strike_change();

--
-- Name: command command_seal; Type: TRIGGER; Schema: reeve; Owner: reeve_owner
--

CREATE CONSTRAINT TRIGGER command_seal AFTER INSERT ON reeve.command DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reeve.chain_seal();

--
-- Name: action action_approval_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_approval_fkey FOREIGN KEY (approval_id) REFERENCES reeve.approval(approval_id);

--
-- Name: action action_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: action action_reversed_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES reeve.action(action_id);

--
-- Name: action action_reverses_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_reverses_fkey FOREIGN KEY (reverses) REFERENCES reeve.action(action_id);

--
-- Name: appeal appeal_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: appeal appeal_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: approval approval_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: approval approval_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: approval_rule approval_rule_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.approval_rule
    ADD CONSTRAINT approval_rule_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: case_action case_action_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: case_action case_action_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

--
-- Name: case case_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: case case_duplicate_of_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES reeve."case"(case_id);

--
-- Name: case_reason case_reason_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

--
-- Name: case_reason case_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

--
-- Name: catalog_action catalog_action_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: catalog_action catalog_action_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: catalog_action catalog_action_kind_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_kind_fkey FOREIGN KEY (kind) REFERENCES reeve.action_kind(name);

--
-- Name: chain chain_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

--
-- Name: collection collection_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: command command_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.command
    ADD CONSTRAINT command_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: complaint complaint_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.complaint
    ADD CONSTRAINT complaint_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

--
-- Name: complaint complaint_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.complaint
    ADD CONSTRAINT complaint_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: complaint complaint_reporter_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.complaint
    ADD CONSTRAINT complaint_reporter_fkey FOREIGN KEY (reporter_id) REFERENCES reeve.collection(collection_id);

--
-- Name: cron_fire cron_fire_cron_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron_fire
    ADD CONSTRAINT cron_fire_cron_fkey FOREIGN KEY (cron_id) REFERENCES reeve.cron(cron_id);

--
-- Name: cron cron_kind_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_kind_fkey FOREIGN KEY (kind_id) REFERENCES reeve.job_kind(kind_id);

--
-- Name: cron cron_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

--
-- Name: cron_reason cron_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.cron_reason
    ADD CONSTRAINT cron_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

--
-- Name: effect effect_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.effect
    ADD CONSTRAINT effect_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: import import_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.import
    ADD CONSTRAINT import_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: job_kind job_kind_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

--
-- Name: job_reason job_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.job_reason
    ADD CONSTRAINT job_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

--
-- Name: label label_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.label
    ADD CONSTRAINT label_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: live_copy live_copy_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.live_copy
    ADD CONSTRAINT live_copy_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: live_copy_reject live_copy_reject_copy_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.live_copy_reject
    ADD CONSTRAINT live_copy_reject_copy_fkey FOREIGN KEY (copy_id) REFERENCES reeve.live_copy(copy_id);

--
-- Name: mark mark_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.mark
    ADD CONSTRAINT mark_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: member_subject member_subject_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.member_subject
    ADD CONSTRAINT member_subject_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: outbox outbox_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: outbox outbox_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

--
-- Name: outbox outbox_corrects_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_corrects_fkey FOREIGN KEY (corrects) REFERENCES reeve.outbox(outbox_id);

--
-- Name: policy policy_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.policy
    ADD CONSTRAINT policy_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: quarantine quarantine_import_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.quarantine
    ADD CONSTRAINT quarantine_import_fkey FOREIGN KEY (import_id) REFERENCES reeve.import(import_id);

--
-- Name: queue_bucket queue_bucket_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.queue_bucket
    ADD CONSTRAINT queue_bucket_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id) ON DELETE CASCADE;

--
-- Name: report report_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: report report_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: rule rule_affected_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_affected_fkey FOREIGN KEY (affected_id) REFERENCES reeve.collection(collection_id);

--
-- Name: rule rule_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: rule rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: search_generation search_generation_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: search_pointer search_pointer_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: search_pointer search_pointer_generation_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_generation_fkey FOREIGN KEY (generation_id) REFERENCES reeve.search_generation(generation_id);

--
-- Name: search_task search_task_generation_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.search_task
    ADD CONSTRAINT search_task_generation_fkey FOREIGN KEY (generation_id) REFERENCES reeve.search_generation(generation_id);

--
-- Name: strike strike_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

--
-- Name: strike strike_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: subject subject_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.subject
    ADD CONSTRAINT subject_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

--
-- Name: task task_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.task
    ADD CONSTRAINT task_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: template template_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.template
    ADD CONSTRAINT template_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

--
-- Name: worker worker_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner
--

ALTER TABLE ONLY reeve.worker
    ADD CONSTRAINT worker_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

--
-- Name: SCHEMA reeve; Type: ACL; Schema: -; Owner: reeve_owner
--

GRANT USAGE ON SCHEMA reeve TO reeve_viewer;
GRANT USAGE ON SCHEMA reeve TO reeve_auditor;
GRANT USAGE ON SCHEMA reeve TO reeve_hand;
GRANT USAGE ON SCHEMA reeve TO reeve_worker;
GRANT USAGE ON SCHEMA reeve TO reeve_migrator;
GRANT USAGE ON SCHEMA reeve TO reeve_app;

--
-- Name: SCHEMA reeve_stage; Type: ACL; Schema: -; Owner: reeve_owner
--

GRANT USAGE ON SCHEMA reeve_stage TO reeve_hand;

--
-- Name: SCHEMA reeve_view; Type: ACL; Schema: -; Owner: reeve_owner
--

GRANT USAGE ON SCHEMA reeve_view TO reeve_viewer;
GRANT USAGE ON SCHEMA reeve_view TO reeve_hand;

--
-- Name: FUNCTION action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_barred(who text, c reeve.collection, k reeve.action_kind, verb text, key text, OUT code text, OUT message text) FROM PUBLIC;

--
-- Name: FUNCTION action_declared(c reeve.collection, verb text, args jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_declared(c reeve.collection, verb text, args jsonb) FROM PUBLIC;

--
-- Name: FUNCTION action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_execute(verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text, approval reeve.approval, OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION action_follow(act reeve.action); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_follow(act reeve.action) FROM PUBLIC;

--
-- Name: FUNCTION action_in_force(app text, collection text, key text, verb text, name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_in_force(app text, collection text, key text, verb text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_in_force(app text, collection text, key text, verb text, name text) TO reeve_viewer;

--
-- Name: FUNCTION action_is_enforced(c reeve.collection, k reeve.action_kind, verb text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_is_enforced(c reeve.collection, k reeve.action_kind, verb text) FROM PUBLIC;

--
-- Name: FUNCTION action_lift(job_id bigint, lease integer, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_lift(job_id bigint, lease integer, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_lift(job_id bigint, lease integer, max_rows integer) TO reeve_worker;

--
-- Name: FUNCTION action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_perform(verb text, app text, collection text, key text, args jsonb, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION action_plan(verb text, app text, collection text, key text, args jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_plan(verb text, app text, collection text, key text, args jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_plan(verb text, app text, collection text, key text, args jsonb) TO reeve_viewer;

--
-- Name: FUNCTION action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_repeat(action_id bigint, why text, OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text) TO reeve_viewer;

--
-- Name: FUNCTION action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_restore(r reeve.rule, keys text[], befores jsonb[], afters jsonb[]) FROM PUBLIC;

--
-- Name: FUNCTION action_reverse(original reeve.action, kind text, actor text, principal text, reason text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_reverse(original reeve.action, kind text, actor text, principal text, reason text) FROM PUBLIC;

--
-- Name: FUNCTION action_sweep(job_id bigint, lease integer, action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_sweep(job_id bigint, lease integer, action_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.action_sweep(job_id bigint, lease integer, action_id bigint) TO reeve_worker;

--
-- Name: FUNCTION action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.action_terms(c reeve.collection, k reeve.action_kind, args jsonb, at timestamp with time zone, OUT until timestamp with time zone, OUT policy text, OUT grace interval, OUT severity text, OUT reason text, OUT public_reason text, OUT name text, OUT is_protecting boolean, OUT problem text) FROM PUBLIC;

--
-- Name: FUNCTION anchor_record(seq bigint, hash_hex text, place text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.anchor_record(seq bigint, hash_hex text, place text) TO reeve_auditor;

--
-- Name: FUNCTION app_require(app text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.app_require(app text) FROM PUBLIC;

--
-- Name: FUNCTION appeal_list(app text, decided boolean, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.appeal_list(app text, decided boolean, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.appeal_list(app text, decided boolean, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION appeal_open(app text, action text, appellant text, words text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.appeal_open(app text, action text, appellant text, words text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.appeal_open(app text, action text, appellant text, words text) TO reeve_app;

--
-- Name: FUNCTION appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.appeal_perform(action_id bigint, verdict text, why text, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION appeal_tell(act reeve.action, l reeve.appeal, verdict text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.appeal_tell(act reeve.action, l reeve.appeal, verdict text) FROM PUBLIC;

--
-- Name: FUNCTION approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.approval_eligible(c reeve.collection, k reeve.action_kind, verb text, key text) FROM PUBLIC;

--
-- Name: FUNCTION approval_list(only_state text, max_rows integer, only_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.approval_list(only_state text, max_rows integer, only_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.approval_list(only_state text, max_rows integer, only_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.approval_need(who text, c reeve.collection, k reeve.action_kind, verb text, key text, plan jsonb, at timestamp with time zone, self_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.approval_perform(verb text, approval_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.approval_propose(verb text, c reeve.collection, key text, args jsonb, ceiling jsonb) FROM PUBLIC;

--
-- Name: FUNCTION audit_export(from_seq bigint, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.audit_export(from_seq bigint, max_rows integer) TO reeve_auditor;

--
-- Name: FUNCTION bytes_prefix(field bytea); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.bytes_prefix(field bytea) FROM PUBLIC;

--
-- Name: FUNCTION case_complaints(case_id bigint, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_complaints(case_id bigint, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_complaints(case_id bigint, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION case_due(opened_at timestamp with time zone, severity text, weight double precision); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_due(opened_at timestamp with time zone, severity text, weight double precision) FROM PUBLIC;

--
-- Name: FUNCTION case_history(case_id bigint, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_history(case_id bigint, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_history(case_id bigint, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION case_intake(max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_intake(max_rows integer) FROM PUBLIC;

--
-- Name: FUNCTION case_lease(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_lease() FROM PUBLIC;

--
-- Name: FUNCTION case_link(case_id bigint, action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_link(case_id bigint, action_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_link(case_id bigint, action_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION case_neighbours(case_id bigint, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_neighbours(case_id bigint, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_neighbours(case_id bigint, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_next(app text, collection text, policy text, OUT outcome text, OUT code text, OUT message text, OUT case_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_perform(verb text, case_id bigint, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION case_priority(due_at timestamp with time zone, at timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_priority(due_at timestamp with time zone, at timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION case_queue(app text, collection text, policy text, mine boolean, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_queue(app text, collection text, policy text, mine boolean, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_queue(app text, collection text, policy text, mine boolean, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION case_record(k reeve."case", verb text, code text, reason text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_record(k reeve."case", verb text, code text, reason text) FROM PUBLIC;

--
-- Name: FUNCTION case_recount(case_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_recount(case_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION case_show(case_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_show(case_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.case_show(case_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION case_tell(k reeve."case", verdict text, at timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.case_tell(k reeve."case", verdict text, at timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION catalog_actions(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_actions(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_apply(manifest jsonb, dry_run boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_apply(manifest jsonb, dry_run boolean) FROM PUBLIC;

--
-- Name: FUNCTION catalog_bind(expression text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_bind(expression text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_capture(app_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_capture(app_name text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_actions(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_actions(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_collections(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_collections(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_effects(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_effects(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_guards(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_guards(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_jobs(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_jobs(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_reports(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_reports(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_check_tasks(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_check_tasks(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_columns(list jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_columns(list jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_detach(app_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_detach(app_name text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_difference(earlier jsonb, later jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_expose(app_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_expose(app_name text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_grant(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_grant(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_guard(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_guard(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_guard_policy(relation regclass, owner_name text, collection_id integer, place integer, operations text[], is_barred text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_guards(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_guards(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.catalog_index(relation regclass, name text, OUT ge text, OUT lt text, OUT type regtype) TO reeve_hand;

--
-- Name: FUNCTION catalog_is_alone(relation oid); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_is_alone(relation oid) FROM PUBLIC;

--
-- Name: FUNCTION catalog_key(columns text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_key(columns text[]) FROM PUBLIC;

--
-- Name: FUNCTION catalog_keys(alias text, columns text[], types text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_keys(alias text, columns text[], types text[]) FROM PUBLIC;

--
-- Name: FUNCTION catalog_load(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_load(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_mend(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_mend() FROM PUBLIC;

--
-- Name: FUNCTION catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_recipient(manifest jsonb, collection text, steps text[], ids jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_rules(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_rules(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_statement(manifest jsonb, collection text, body jsonb, ids jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_table(manifest jsonb, collection text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_table(manifest jsonb, collection text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_tasks(manifest jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_tasks(manifest jsonb) FROM PUBLIC;

--
-- Name: FUNCTION catalog_try(statement text, role_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_try(statement text, role_name text) FROM PUBLIC;

--
-- Name: FUNCTION catalog_types(relation regclass, columns text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_types(relation regclass, columns text[]) FROM PUBLIC;

--
-- Name: FUNCTION catalog_via(manifest jsonb, collection text, alias text, steps text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.catalog_via(manifest jsonb, collection text, alias text, steps text[]) FROM PUBLIC;

--
-- Name: FUNCTION chain_seal(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.chain_seal() FROM PUBLIC;

--
-- Name: FUNCTION change_advance(reader text, xid xid8, change_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.change_advance(reader text, xid xid8, change_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION change_leave(reader text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.change_leave(reader text) FROM PUBLIC;

--
-- Name: FUNCTION client_oldest(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.client_oldest() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.client_oldest() TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.client_oldest() TO reeve_auditor;
GRANT ALL ON FUNCTION reeve.client_oldest() TO reeve_worker;
GRANT ALL ON FUNCTION reeve.client_oldest() TO reeve_migrator;

--
-- Name: FUNCTION client_require(version text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.client_require(version text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.client_require(version text) TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.client_require(version text) TO reeve_auditor;
GRANT ALL ON FUNCTION reeve.client_require(version text) TO reeve_worker;
GRANT ALL ON FUNCTION reeve.client_require(version text) TO reeve_migrator;

--
-- Name: FUNCTION collection_get(collection_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.collection_get(collection_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.collection_get(collection_id integer) TO reeve_hand;

--
-- Name: FUNCTION collection_resolve(app_name text, collection_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.collection_resolve(app_name text, collection_name text) FROM PUBLIC;

--
-- Name: FUNCTION command_list(max_rows integer, before bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.command_list(max_rows integer, before bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.command_list(max_rows integer, before bigint) TO reeve_viewer;

--
-- Name: FUNCTION command_record(kind text, actor text, principal text, collection_id integer, key text, code text, action_id bigint, batch_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.command_record(kind text, actor text, principal text, collection_id integer, key text, code text, action_id bigint, batch_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION complain(app text, collection text, key text, words text, policy text, reporter text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.complain(app text, collection text, key text, words text, policy text, reporter text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.complain(app text, collection text, key text, words text, policy text, reporter text) TO reeve_app;

--
-- Name: FUNCTION complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.complaint_put(collection_id integer, key text, policy text, words text, reporter_id integer, reporter_key text, rule text) FROM PUBLIC;

--
-- Name: FUNCTION console_catalog(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.console_catalog() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.console_catalog() TO reeve_viewer;

--
-- Name: FUNCTION cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_after(fields reeve.cron_fields, zone text, after timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_bit(bits bigint, start integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_bit(bits bigint, start integer) FROM PUBLIC;

--
-- Name: FUNCTION cron_count(schedule reeve.cron, last_at timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_count(schedule reeve.cron, last_at timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_find(app text, wanted text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_find(app text, wanted text) FROM PUBLIC;

--
-- Name: FUNCTION cron_following(schedule reeve.cron, after timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_following(schedule reeve.cron, after timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_job(schedule reeve.cron, principal text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_job(schedule reeve.cron, principal text) FROM PUBLIC;

--
-- Name: FUNCTION cron_latest(schedule reeve.cron, upto timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_latest(schedule reeve.cron, upto timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_list(app text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_list(app text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.cron_list(app text) TO reeve_viewer;

--
-- Name: FUNCTION cron_load(app text, jobs jsonb, dry_run boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_load(app text, jobs jsonb, dry_run boolean) FROM PUBLIC;

--
-- Name: FUNCTION cron_match(fields reeve.cron_fields, after timestamp without time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_match(fields reeve.cron_fields, after timestamp without time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_next(expression text, zone text, after timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_next(expression text, zone text, after timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION cron_parse(expression text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_parse(expression text) FROM PUBLIC;

--
-- Name: FUNCTION cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.cron_perform(verb text, app text, wanted text, why text, OUT outcome text, OUT code text, OUT message text) TO reeve_viewer;

--
-- Name: FUNCTION cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.cron_preview(app text, wanted text, zone text, times integer, start timestamp with time zone) TO reeve_viewer;

--
-- Name: FUNCTION effect_digest(action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.effect_digest(action_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION enqueue(jobs jsonb[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.enqueue(jobs jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.enqueue(jobs jsonb[]) TO reeve_moderator;
GRANT ALL ON FUNCTION reeve.enqueue(jobs jsonb[]) TO reeve_worker;
GRANT ALL ON FUNCTION reeve.enqueue(jobs jsonb[]) TO reeve_migrator;

--
-- Name: FUNCTION enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) TO reeve_moderator;
GRANT ALL ON FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) TO reeve_worker;
GRANT ALL ON FUNCTION reeve.enqueue(kind text, args jsonb, due_at timestamp with time zone, priority smallint, app text, collection_id integer, subject_key text, unique_key text) TO reeve_migrator;

--
-- Name: FUNCTION hand_assert(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.hand_assert() FROM PUBLIC;

--
-- Name: FUNCTION hand_digests(collection_id integer, bounds jsonb, except_keys text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_digests(collection_id integer, bounds jsonb, except_keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_digests(collection_id integer, bounds jsonb, except_keys text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_documents(collection_id integer, bounds jsonb, keys text[], range integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_documents(collection_id integer, bounds jsonb, keys text[], range integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_documents(collection_id integer, bounds jsonb, keys text[], range integer) TO reeve_owner;

--
-- Name: FUNCTION hand_find(collection_id integer, query text, only_keys text[], max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_find(collection_id integer, query text, only_keys text[], max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_find(collection_id integer, query text, only_keys text[], max_rows integer) TO reeve_owner;

--
-- Name: FUNCTION hand_import(import_id integer, is_halved boolean); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_import(import_id integer, is_halved boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_import(import_id integer, is_halved boolean) TO reeve_owner;

--
-- Name: FUNCTION hand_import_compare(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_import_compare(import_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_import_compare(import_id integer) TO reeve_owner;

--
-- Name: FUNCTION hand_import_plan(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_import_plan(import_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_import_plan(import_id integer) TO reeve_owner;

--
-- Name: FUNCTION hand_key(collection_id integer, key text); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_key(collection_id integer, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_key(collection_id integer, key text) TO reeve_owner;

--
-- Name: FUNCTION hand_lock(collection_id integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_lock(collection_id integer, keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_lock(collection_id integer, keys text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_migrate_apply(copy_id integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_migrate_apply(copy_id integer, keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_migrate_apply(copy_id integer, keys text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_migrate_compare(copy_id integer, low text[], size integer, keys text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_migrate_copy(copy_id integer, low text[], size integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_migrate_copy(copy_id integer, low text[], size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_migrate_copy(copy_id integer, low text[], size integer) TO reeve_owner;

--
-- Name: FUNCTION hand_migrate_plan(copy_id integer); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_migrate_plan(copy_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_migrate_plan(copy_id integer) TO reeve_owner;

--
-- Name: FUNCTION hand_parents(collection_id integer, key text); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_parents(collection_id integer, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_parents(collection_id integer, key text) TO reeve_owner;

--
-- Name: FUNCTION hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_ranges(collection_id integer, size integer, OUT bounds jsonb, OUT expected bigint) TO reeve_owner;

--
-- Name: FUNCTION hand_recipients(collection_id integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_recipients(collection_id integer, keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_recipients(collection_id integer, keys text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_report(app text, name text, key text, arguments text[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_report(app text, name text, key text, arguments text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_report(app text, name text, key text, arguments text[]) TO reeve_owner;

--
-- Name: FUNCTION hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_select(rule_id integer, keys text[], at timestamp with time zone, until timestamp with time zone, grace interval, mode text, max_rows bigint) TO reeve_owner;

--
-- Name: FUNCTION hand_show(collection_id integer, key text); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_show(collection_id integer, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_show(collection_id integer, key text) TO reeve_owner;

--
-- Name: FUNCTION hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_task(app text, name text, arguments text[], max_rows integer, OUT done bigint, OUT remaining bigint) TO reeve_owner;

--
-- Name: FUNCTION hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]); Type: ACL; Schema: reeve; Owner: reeve_hand
--

REVOKE ALL ON FUNCTION reeve.hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.hand_write(collection_id integer, columns text[], keys text[], vals jsonb[], expect jsonb[]) TO reeve_owner;

--
-- Name: FUNCTION import_ahead(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_ahead(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_begin(mapping jsonb, file text, file_mark text, declared bigint, restart boolean) FROM PUBLIC;

--
-- Name: FUNCTION import_check(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_check(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_check_target(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_check_target(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_child_statements(import_id integer, target jsonb, staged text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_child_statements(import_id integer, target jsonb, staged text) FROM PUBLIC;

--
-- Name: FUNCTION import_clear(import_id integer, mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_clear(import_id integer, mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_close(import_id integer, read bigint, next_offset bigint, next_line bigint, rejected jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_columns(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_columns(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_compare(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_compare(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_finish(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_finish(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_forget(i reeve.import); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_forget(i reeve.import) FROM PUBLIC;

--
-- Name: FUNCTION import_get(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_get(import_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.import_get(import_id integer) TO reeve_hand;

--
-- Name: FUNCTION import_grant(import_id integer, mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_grant(import_id integer, mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_lock(import_id integer, read bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_lock(import_id integer, read bigint) FROM PUBLIC;

--
-- Name: FUNCTION import_open(import_id integer, read bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_open(import_id integer, read bigint) FROM PUBLIC;

--
-- Name: FUNCTION import_revoke(import_id integer, mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_revoke(import_id integer, mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_stage(import_id integer, child integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_stage(import_id integer, child integer) FROM PUBLIC;

--
-- Name: FUNCTION import_statements(import_id integer, mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_statements(import_id integer, mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_table(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_table(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_targets(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_targets(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION import_turn(import_id integer, read bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_turn(import_id integer, read bigint) FROM PUBLIC;

--
-- Name: FUNCTION import_verify_begin(mapping jsonb, file_mark text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_verify_begin(mapping jsonb, file_mark text) FROM PUBLIC;

--
-- Name: FUNCTION import_verify_close(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_verify_close(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_verify_open(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_verify_open(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_write(import_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_write(import_id integer) FROM PUBLIC;

--
-- Name: FUNCTION import_write_staged(import_id integer, read bigint, last bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.import_write_staged(import_id integer, read bigint, last bigint) FROM PUBLIC;

--
-- Name: FUNCTION job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_alter_ask(verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text) TO reeve_viewer;

--
-- Name: FUNCTION job_alter_plan(verb text, filter jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_alter_plan(verb text, filter jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_alter_plan(verb text, filter jsonb) TO reeve_viewer;

--
-- Name: FUNCTION job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_alter_step(job_id bigint, lease integer, max_jobs integer, OUT done bigint, OUT total bigint, OUT changed bigint, OUT refusal text) TO reeve_worker;

--
-- Name: FUNCTION job_attempts(job_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_attempts(job_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_attempts(job_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION job_backoff(attempt integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_backoff(attempt integer) FROM PUBLIC;

--
-- Name: FUNCTION job_cancel(job_ids bigint[], why text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_cancel(job_ids bigint[], why text) FROM PUBLIC;

--
-- Name: FUNCTION job_checkpoint(job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_checkpoint(job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_checkpoint(job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_claim(worker_id integer, nonce uuid, marks bigint[], max_jobs integer, is_fair boolean) TO reeve_worker;

--
-- Name: FUNCTION job_complete(job_ids bigint[], leases integer[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_complete(job_ids bigint[], leases integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_complete(job_ids bigint[], leases integer[]) TO reeve_worker;

--
-- Name: FUNCTION job_delta_fold(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_delta_fold() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_delta_fold() TO reeve_worker;

--
-- Name: FUNCTION job_doze(queue_id integer, is_dozing boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_doze(queue_id integer, is_dozing boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_doze(queue_id integer, is_dozing boolean) TO reeve_worker;

--
-- Name: FUNCTION job_due_fault(due_at text, delay text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_due_fault(due_at text, delay text) FROM PUBLIC;

--
-- Name: FUNCTION job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_fail(job_ids bigint[], leases integer[], errors text[], verdicts text[]) TO reeve_worker;

--
-- Name: FUNCTION job_filter(verb text, filter jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_filter(verb text, filter jsonb) FROM PUBLIC;

--
-- Name: FUNCTION job_follow(done_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_follow(done_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION job_follow_late(after_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_follow_late(after_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_follow_late(after_id bigint) TO reeve_worker;

--
-- Name: FUNCTION job_forsake(lost_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_forsake(lost_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION job_free(job_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_free(job_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION job_hear(job_id bigint, lease integer, lines text[], room bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_hear(job_id bigint, lease integer, lines text[], room bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_hear(job_id bigint, lease integer, lines text[], room bigint) TO reeve_worker;

--
-- Name: FUNCTION job_is_live(job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_is_live(job_id bigint, lease integer) FROM PUBLIC;

--
-- Name: FUNCTION job_limit(job_id bigint, lease integer, seconds double precision); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_limit(job_id bigint, lease integer, seconds double precision) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_limit(job_id bigint, lease integer, seconds double precision) TO reeve_worker;

--
-- Name: FUNCTION job_list(wanted text, max integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_list(wanted text, max integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_list(wanted text, max integer) TO reeve_viewer;

--
-- Name: FUNCTION job_log_add(job_id bigint, lease integer, line text, level text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_log_add(job_id bigint, lease integer, line text, level text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_log_add(job_id bigint, lease integer, line text, level text) TO reeve_worker;

--
-- Name: FUNCTION job_log_list(job_id bigint, after bigint, max_lines integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines integer) TO reeve_viewer;

--
-- Name: FUNCTION job_match(verb text, filter jsonb, upto bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_match(verb text, filter jsonb, upto bigint) FROM PUBLIC;

--
-- Name: FUNCTION job_of(app text, collection text, key text, max integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_of(app text, collection text, key text, max integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_of(app text, collection text, key text, max integer) TO reeve_viewer;

--
-- Name: FUNCTION job_partition_drop(keep_days integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_partition_drop(keep_days integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_partition_drop(keep_days integer) TO reeve_worker;

--
-- Name: FUNCTION job_partition_keep(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_partition_keep() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_partition_keep() TO reeve_worker;
GRANT ALL ON FUNCTION reeve.job_partition_keep() TO reeve_migrator;

--
-- Name: FUNCTION job_perform(verb text, job_ids bigint[], why text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text) TO reeve_viewer;

--
-- Name: FUNCTION job_permit(job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_permit(job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_permit(job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION job_place(job_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_place(job_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION job_principal(job_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_principal(job_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_progress_report(job_id bigint, lease integer, done bigint, total bigint, note text, checkpoint jsonb) TO reeve_worker;

--
-- Name: FUNCTION job_put(jobs jsonb[], principal text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_put(jobs jsonb[], principal text) FROM PUBLIC;

--
-- Name: FUNCTION job_release(job_ids bigint[], leases integer[], delays_ms bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_release(job_ids bigint[], leases integer[], delays_ms bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_release(job_ids bigint[], leases integer[], delays_ms bigint[]) TO reeve_worker;

--
-- Name: FUNCTION job_retry(job_ids bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_retry(job_ids bigint[]) FROM PUBLIC;

--
-- Name: FUNCTION job_ring(queue_ids integer[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_ring(queue_ids integer[]) FROM PUBLIC;

--
-- Name: FUNCTION job_schedule_tick(max_schedules integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_schedule_tick(max_schedules integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_schedule_tick(max_schedules integer) TO reeve_worker;

--
-- Name: FUNCTION job_show(job_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_show(job_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_show(job_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION job_time_out(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_time_out() FROM PUBLIC;

--
-- Name: FUNCTION job_timer_tick(max_jobs integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_timer_tick(max_jobs integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_timer_tick(max_jobs integer) TO reeve_worker;

--
-- Name: FUNCTION job_why(job_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.job_why(job_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.job_why(job_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION kind_is_known(kind text, queue_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.kind_is_known(kind text, queue_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.kind_is_known(kind text, queue_id integer) TO reeve_worker;

--
-- Name: FUNCTION mark_holds(collection_id integer, kind text, name text, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.mark_holds(collection_id integer, kind text, name text, key text) FROM PUBLIC;

--
-- Name: FUNCTION member_acts(needed text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_acts(needed text) FROM PUBLIC;

--
-- Name: FUNCTION member_bootstrap(role_names text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_bootstrap(role_names text[]) FROM PUBLIC;

--
-- Name: FUNCTION member_holds(needed text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_holds(needed text) FROM PUBLIC;

--
-- Name: FUNCTION member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.member_link(role_name text, app text, collection text, key text, is_linked boolean, OUT outcome text, OUT code text, OUT message text) TO reeve_viewer;

--
-- Name: FUNCTION member_rank(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_rank() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.member_rank() TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.member_rank() TO reeve_auditor;
GRANT ALL ON FUNCTION reeve.member_rank() TO reeve_hand;

--
-- Name: FUNCTION member_rank_of(role_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_rank_of(role_name text) FROM PUBLIC;

--
-- Name: FUNCTION member_require(needed text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_require(needed text) FROM PUBLIC;

--
-- Name: FUNCTION member_subject_list(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.member_subject_list() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.member_subject_list() TO reeve_viewer;

--
-- Name: FUNCTION metric_list(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.metric_list() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.metric_list() TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.metric_list() TO reeve_worker;

--
-- Name: FUNCTION migrate_apply(copy_id integer, max integer, is_tail boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_apply(copy_id integer, max integer, is_tail boolean) FROM PUBLIC;

--
-- Name: FUNCTION migrate_begin(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_begin(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION migrate_blockers(source regclass, target regclass); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_blockers(source regclass, target regclass) FROM PUBLIC;

--
-- Name: FUNCTION migrate_capture(copy_id integer, is_back boolean, live_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_capture(copy_id integer, is_back boolean, live_name text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_check(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_check(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION migrate_close(name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_close(name text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_closed(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_closed() FROM PUBLIC;

--
-- Name: FUNCTION migrate_columns(mapping jsonb, source regclass, target regclass); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass) FROM PUBLIC;

--
-- Name: FUNCTION migrate_define(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_define(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION migrate_depending(relation regclass); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_depending(relation regclass) FROM PUBLIC;

--
-- Name: FUNCTION migrate_end(copy_id integer, is_abandoned boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_end(copy_id integer, is_abandoned boolean) FROM PUBLIC;

--
-- Name: FUNCTION migrate_get(copy_id integer, kind text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_get(copy_id integer, kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.migrate_get(copy_id integer, kind text) TO reeve_hand;

--
-- Name: FUNCTION migrate_grant(copy_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_grant(copy_id integer) FROM PUBLIC;

--
-- Name: FUNCTION migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_incoming(mapping jsonb, live regclass, next_name text, is_back boolean) FROM PUBLIC;

--
-- Name: FUNCTION migrate_key(alias text, columns text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_key(alias text, columns text[]) FROM PUBLIC;

--
-- Name: FUNCTION migrate_keys(mapping jsonb, side text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_keys(mapping jsonb, side text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_lock(copy_id integer, phases text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_lock(copy_id integer, phases text[]) FROM PUBLIC;

--
-- Name: FUNCTION migrate_lossy(mapping jsonb, sample integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_lossy(mapping jsonb, sample integer) FROM PUBLIC;

--
-- Name: FUNCTION migrate_park(relation regclass); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_park(relation regclass) FROM PUBLIC;

--
-- Name: FUNCTION migrate_plan(mapping jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_plan(mapping jsonb) FROM PUBLIC;

--
-- Name: FUNCTION migrate_reject(copy_id integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_reject(copy_id integer, keys text[]) FROM PUBLIC;

--
-- Name: FUNCTION migrate_retry(copy_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_retry(copy_id integer) FROM PUBLIC;

--
-- Name: FUNCTION migrate_sequences(copy_id integer, is_back boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_sequences(copy_id integer, is_back boolean) FROM PUBLIC;

--
-- Name: FUNCTION migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_statements(mapping jsonb, source regclass, target regclass, is_back boolean, source_name text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_status(app text, name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_status(app text, name text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_step(copy_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_step(copy_id integer) FROM PUBLIC;

--
-- Name: FUNCTION migrate_swap(copy_id integer, is_back boolean); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_swap(copy_id integer, is_back boolean) FROM PUBLIC;

--
-- Name: FUNCTION migrate_table(mapping jsonb, side text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_table(mapping jsonb, side text) FROM PUBLIC;

--
-- Name: FUNCTION migrate_validated(copy_id integer, statements jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_validated(copy_id integer, statements jsonb) FROM PUBLIC;

--
-- Name: FUNCTION migrate_verified(copy_id integer, rows bigint, differing bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_verified(copy_id integer, rows bigint, differing bigint) FROM PUBLIC;

--
-- Name: FUNCTION migrate_verify(copy_id integer, low text[], size integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_verify(copy_id integer, low text[], size integer, keys text[]) FROM PUBLIC;

--
-- Name: FUNCTION migrate_view(copy_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.migrate_view(copy_id integer) FROM PUBLIC;

--
-- Name: FUNCTION notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.notice_render(template text, zone text, arguments jsonb, OUT rendered text, OUT missing text) FROM PUBLIC;

--
-- Name: FUNCTION outbox_follow(action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.outbox_follow(action_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.outbox_settle(job_id bigint, lease integer, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[]) TO reeve_worker;

--
-- Name: FUNCTION outbox_take(job_id bigint, lease integer, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.outbox_take(job_id bigint, lease integer, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.outbox_take(job_id bigint, lease integer, max_rows integer) TO reeve_worker;

--
-- Name: FUNCTION parents_statement(collection_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.parents_statement(collection_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.parents_statement(collection_id integer) TO reeve_hand;

--
-- Name: FUNCTION plan_grade(k reeve.action_kind, plan jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.plan_grade(k reeve.action_kind, plan jsonb) FROM PUBLIC;

--
-- Name: FUNCTION plan_worse(expected jsonb, actual jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.plan_worse(expected jsonb, actual jsonb) FROM PUBLIC;

--
-- Name: FUNCTION policy_list(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.policy_list() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.policy_list() TO reeve_viewer;

--
-- Name: FUNCTION queue_list(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.queue_list() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.queue_list() TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.queue_list() TO reeve_worker;

--
-- Name: FUNCTION queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.queue_perform(verb text, queue text, max_running integer, rate double precision, burst integer, why text, OUT outcome text, OUT code text, OUT message text) TO reeve_viewer;

--
-- Name: FUNCTION rank_suffices(rank text, needed text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.rank_suffices(rank text, needed text) FROM PUBLIC;

--
-- Name: FUNCTION report_list(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.report_list() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.report_list() TO reeve_viewer;

--
-- Name: FUNCTION report_run(app text, name text, key text, args text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.report_run(app text, name text, key text, args text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.report_run(app text, name text, key text, args text[]) TO reeve_viewer;

--
-- Name: FUNCTION report_statement(app text, name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.report_statement(app text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.report_statement(app text, name text) TO reeve_hand;

--
-- Name: FUNCTION reporter_change(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.reporter_change() FROM PUBLIC;

--
-- Name: FUNCTION reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.reporter_mute(app text, collection text, key text, args jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION reporter_recount(collection_id integer, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.reporter_recount(collection_id integer, key text) FROM PUBLIC;

--
-- Name: FUNCTION reporter_standing(sources text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.reporter_standing(sources text[]) FROM PUBLIC;

--
-- Name: FUNCTION role_execute(role_name text, statements text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.role_execute(role_name text, statements text[]) FROM PUBLIC;

--
-- Name: FUNCTION role_is_held(role_names text[], login text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.role_is_held(role_names text[], login text) FROM PUBLIC;

--
-- Name: FUNCTION rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.rule_run(r reeve.rule, act reeve.action, keys text[], at timestamp with time zone, mode text, max_rows bigint) FROM PUBLIC;

--
-- Name: FUNCTION rule_statement(rule_id integer, mode text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.rule_statement(rule_id integer, mode text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.rule_statement(rule_id integer, mode text) TO reeve_hand;

--
-- Name: FUNCTION search_apply(generation_id integer, keys text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_apply(generation_id integer, keys text[]) FROM PUBLIC;

--
-- Name: FUNCTION search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_begin(collection_id integer, restart boolean, size integer, job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION search_catch_up(generation_id integer, max integer, job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_catch_up(generation_id integer, max integer, job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_catch_up(generation_id integer, max integer, job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION search_config(search jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_config(search jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_config(search jsonb) TO reeve_hand;

--
-- Name: FUNCTION search_declared(coll reeve.collection); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_declared(coll reeve.collection) FROM PUBLIC;

--
-- Name: FUNCTION search_deletions(word text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_deletions(word text) FROM PUBLIC;

--
-- Name: FUNCTION search_drain(reader text, max integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_drain(reader text, max integer) FROM PUBLIC;

--
-- Name: FUNCTION search_drop(generation_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_drop(generation_id integer) FROM PUBLIC;

--
-- Name: FUNCTION search_extract(coll reeve.collection); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_extract(coll reeve.collection) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_extract(coll reeve.collection) TO reeve_hand;

--
-- Name: FUNCTION text_fold(input text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.text_fold(input text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.text_fold(input text) TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.text_fold(input text) TO reeve_hand;
GRANT ALL ON FUNCTION reeve.text_fold(input text) TO reeve_worker;
GRANT ALL ON FUNCTION reeve.text_fold(input text) TO reeve_migrator;

--
-- Name: FUNCTION search_fold(input text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_fold(input text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_fold(input text) TO reeve_hand;

--
-- Name: FUNCTION search_generation_create(collection_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_generation_create(collection_id integer) FROM PUBLIC;

--
-- Name: FUNCTION search_is_correctable(word text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_is_correctable(word text) FROM PUBLIC;

--
-- Name: FUNCTION search_lag(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_lag() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_lag() TO reeve_worker;

--
-- Name: FUNCTION search_mark(label text, config regconfig, lexemes text[], beginning text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_mark(label text, config regconfig, lexemes text[], beginning text) FROM PUBLIC;

--
-- Name: FUNCTION search_mend(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_mend() FROM PUBLIC;

--
-- Name: FUNCTION search_permit(job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_permit(job_id bigint, lease integer) FROM PUBLIC;

--
-- Name: FUNCTION search_plan(generations integer[], words text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_plan(generations integer[], words text[]) FROM PUBLIC;

--
-- Name: FUNCTION search_prune(collection_id integer, job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_prune(collection_id integer, job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_prune(collection_id integer, job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION search_query(app text, query text, within text, max integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_query(app text, query text, within text, max integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_query(app text, query text, within text, max integer) TO reeve_viewer;

--
-- Name: FUNCTION search_range(columns text[], types text[], bounds jsonb, range integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_range(columns text[], types text[], bounds jsonb, range integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_range(columns text[], types text[], bounds jsonb, range integer) TO reeve_hand;

--
-- Name: FUNCTION search_reader_add(generation_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_reader_add(generation_id integer) FROM PUBLIC;

--
-- Name: FUNCTION search_repair(generation_id integer, keys text[], job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_repair(generation_id integer, keys text[], job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_repair(generation_id integer, keys text[], job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION search_revive(collection_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_revive(collection_id integer) FROM PUBLIC;

--
-- Name: FUNCTION search_status(app text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_status(app text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_status(app text) TO reeve_worker;

--
-- Name: FUNCTION search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_step(generation_id integer, job_id bigint, lease integer, OUT did text, OUT rows bigint) TO reeve_worker;

--
-- Name: FUNCTION search_swap(generation_id integer, job_id bigint, lease integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_swap(generation_id integer, job_id bigint, lease integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_swap(generation_id integer, job_id bigint, lease integer) TO reeve_worker;

--
-- Name: FUNCTION search_sync(job_id bigint, lease integer, max integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_sync(job_id bigint, lease integer, max integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_sync(job_id bigint, lease integer, max integer) TO reeve_worker;

--
-- Name: FUNCTION search_terms(generations integer[], words text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_terms(generations integer[], words text[]) FROM PUBLIC;

--
-- Name: FUNCTION search_vector(config regconfig, a text, b text, c text, d text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_vector(config regconfig, a text, b text, c text, d text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_vector(config regconfig, a text, b text, c text, d text) TO reeve_hand;

--
-- Name: FUNCTION search_verify(generation_id integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_verify(generation_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.search_verify(generation_id integer) TO reeve_worker;

--
-- Name: FUNCTION search_words(query text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_words(query text) FROM PUBLIC;

--
-- Name: FUNCTION search_words_build(generation_id integer, table_name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.search_words_build(generation_id integer, table_name text) FROM PUBLIC;

--
-- Name: FUNCTION session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) TO reeve_viewer;
GRANT ALL ON FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) TO reeve_auditor;
GRANT ALL ON FUNCTION reeve.session_info(OUT actor text, OUT rank text, OUT database text, OUT apps text[], OUT schema_version integer, OUT chain_seq bigint, OUT chain_hash text) TO reeve_worker;

--
-- Name: FUNCTION stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.stale_expire(job_id bigint, lease integer, app text, collection text, max_rows integer) TO reeve_worker;

--
-- Name: FUNCTION strike_add(act reeve.action); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.strike_add(act reeve.action) FROM PUBLIC;

--
-- Name: FUNCTION strike_change(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.strike_change() FROM PUBLIC;

--
-- Name: FUNCTION strike_list(app text, collection text, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.strike_list(app text, collection text, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.strike_list(app text, collection text, key text) TO reeve_viewer;

--
-- Name: FUNCTION strike_person(INOUT collection_id integer, INOUT key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.strike_person(INOUT collection_id integer, INOUT key text) FROM PUBLIC;

--
-- Name: FUNCTION strike_weigh(collection_id integer, key text, at timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.strike_weigh(collection_id integer, key text, at timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.subject_find(app text, collection text, query text, hidden_only boolean, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION subject_history(app text, collection text, key text, max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_history(app text, collection text, key text, max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.subject_history(app text, collection text, key text, max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION subject_is_protected(who text, collection_id integer, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_is_protected(who text, collection_id integer, key text) FROM PUBLIC;

--
-- Name: FUNCTION subject_key(c reeve.collection, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_key(c reeve.collection, key text) FROM PUBLIC;

--
-- Name: FUNCTION subject_marks(app text, collection text, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_marks(app text, collection text, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.subject_marks(app text, collection text, key text) TO reeve_viewer;

--
-- Name: FUNCTION subject_show(app text, collection text, key text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_show(app text, collection text, key text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.subject_show(app text, collection text, key text) TO reeve_viewer;

--
-- Name: FUNCTION subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.subject_status(app text, collection text, key text, OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamp with time zone, OUT actions bigint[]) TO reeve_viewer;

--
-- Name: FUNCTION tag_list(max_rows integer); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.tag_list(max_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.tag_list(max_rows integer) TO reeve_viewer;

--
-- Name: FUNCTION task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.task_run(job_id bigint, lease integer, app text, args jsonb, max_rows integer, OUT done bigint, OUT remaining bigint) TO reeve_worker;

--
-- Name: FUNCTION task_statement(app text, name text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.task_statement(app text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.task_statement(app text, name text) TO reeve_hand;

--
-- Name: FUNCTION undo_conflicts(action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.undo_conflicts(action_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.undo_perform(action_id bigint, why text, expected jsonb, OUT outcome text, OUT code text, OUT message text, OUT detail jsonb) TO reeve_viewer;

--
-- Name: FUNCTION undo_plan(action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.undo_plan(action_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.undo_plan(action_id bigint) TO reeve_viewer;

--
-- Name: FUNCTION undo_refusal(action_id bigint); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.undo_refusal(action_id bigint) FROM PUBLIC;

--
-- Name: FUNCTION verb_record(kind text, code text, subject text, why text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.verb_record(kind text, code text, subject text, why text) FROM PUBLIC;

--
-- Name: FUNCTION verb_refusal(verb text, why text, OUT code text, OUT message text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.verb_refusal(verb text, why text, OUT code text, OUT message text) FROM PUBLIC;

--
-- Name: FUNCTION word_distance(one text, other text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.word_distance(one text, other text) FROM PUBLIC;

--
-- Name: FUNCTION worker_beat(worker_id integer, nonce uuid); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.worker_beat(worker_id integer, nonce uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.worker_beat(worker_id integer, nonce uuid) TO reeve_worker;

--
-- Name: FUNCTION worker_cancelled(worker_id integer, nonce uuid); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.worker_cancelled(worker_id integer, nonce uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.worker_cancelled(worker_id integer, nonce uuid) TO reeve_worker;

--
-- Name: FUNCTION worker_register(queue text, host text, pid integer, version text, kinds text[]); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.worker_register(queue text, host text, pid integer, version text, kinds text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.worker_register(queue text, host text, pid integer, version text, kinds text[]) TO reeve_worker;

--
-- Name: FUNCTION worker_stop(worker_id integer, nonce uuid); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.worker_stop(worker_id integer, nonce uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.worker_stop(worker_id integer, nonce uuid) TO reeve_worker;

--
-- Name: FUNCTION worker_sweep(); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.worker_sweep() FROM PUBLIC;
GRANT ALL ON FUNCTION reeve.worker_sweep() TO reeve_worker;

--
-- Name: FUNCTION zone_change(zone text, start timestamp with time zone, finish timestamp with time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.zone_change(zone text, start timestamp with time zone, finish timestamp with time zone) FROM PUBLIC;

--
-- Name: FUNCTION zone_instant(zone text, shown timestamp without time zone); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.zone_instant(zone text, shown timestamp without time zone) FROM PUBLIC;

--
-- Name: FUNCTION zone_is_known(zone text); Type: ACL; Schema: reeve; Owner: reeve_owner
--

REVOKE ALL ON FUNCTION reeve.zone_is_known(zone text) FROM PUBLIC;

--
-- Name: COLUMN chain_head.seq; Type: ACL; Schema: reeve; Owner: reeve_owner
--

GRANT SELECT(seq) ON TABLE reeve.chain_head TO reeve_viewer;

--
-- Name: COLUMN chain_head.hash; Type: ACL; Schema: reeve; Owner: reeve_owner
--

GRANT SELECT(hash) ON TABLE reeve.chain_head TO reeve_viewer;

--
-- PostgreSQL database dump complete
--

