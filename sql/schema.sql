-- PostgreSQL database dump

-- Name: reeve; Type: SCHEMA; Schema: -; Owner: reeve_owner

CREATE SCHEMA reeve;

ALTER SCHEMA reeve OWNER TO reeve_owner;

-- Name: SCHEMA reeve; Type: COMMENT; Schema: -; Owner: reeve_owner

COMMENT ON SCHEMA reeve IS 'Reeve''s own tables and the functions through which all change goes.';

-- Name: reeve_cell; Type: SCHEMA; Schema: -; Owner: reeve_owner

CREATE SCHEMA reeve_cell;

ALTER SCHEMA reeve_cell OWNER TO reeve_owner;

-- Name: SCHEMA reeve_cell; Type: COMMENT; Schema: -; Owner: reeve_owner

COMMENT ON SCHEMA reeve_cell IS 'Where code of the apps runs: the cells of each app writer and the reading function of each app reader.';

-- Name: reeve_index; Type: SCHEMA; Schema: -; Owner: reeve_owner

CREATE SCHEMA reeve_index;

ALTER SCHEMA reeve_index OWNER TO reeve_owner;

-- Name: SCHEMA reeve_index; Type: COMMENT; Schema: -; Owner: reeve_owner

COMMENT ON SCHEMA reeve_index IS 'Search generations: rebuildable, left out of dumps.';

-- Name: reeve_stage; Type: SCHEMA; Schema: -; Owner: reeve_owner

CREATE SCHEMA reeve_stage;

ALTER SCHEMA reeve_stage OWNER TO reeve_owner;

-- Name: SCHEMA reeve_stage; Type: COMMENT; Schema: -; Owner: reeve_owner

COMMENT ON SCHEMA reeve_stage IS 'Staging tables of imports.';

-- Name: action_args; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.action_args AS (
	policy text,
	severity text,
	public text,
	why text,
	name text,
	"for" text,
	forever boolean,
	protect boolean,
	record_only boolean,
	despite_ban boolean
);

ALTER TYPE reeve.action_args OWNER TO reeve_owner;

-- Name: TYPE action_args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.action_args IS 'Arguments of an action, as reeve.action_terms reads them. for: an interval. public: the public reason, or a saved reply, @NAME. name: a tag, a limit, or the key of the account that stays.';

-- Name: alter_args; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.alter_args AS (
	verb text,
	filter jsonb,
	why text
);

ALTER TYPE reeve.alter_args OWNER TO reeve_owner;

-- Name: TYPE alter_args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.alter_args IS 'Arguments of a job of the kind jobs.alter: cancel or retry, of which jobs, why.';

-- Name: case_args; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.case_args AS (
	why text,
	outcome text,
	of bigint,
	"to" text
);

ALTER TYPE reeve.case_args OWNER TO reeve_owner;

-- Name: TYPE case_args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.case_args IS 'Arguments of a change of a case, as reeve.case_perform reads them. of: the case that a duplicate repeats. to: the colleague who gets it.';

-- Name: copy_args; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.copy_args AS (
	copy integer,
	part integer,
	parallel integer
);

ALTER TYPE reeve.copy_args OWNER TO reeve_owner;

-- Name: TYPE copy_args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.copy_args IS 'Arguments of a job of the kind migrate.copy or migrate.verify. part: from 2, of a job that only helps to copy; NULL for the first. parallel: how many connections a job copies over.';

-- Name: cron_fields; Type: TYPE; Schema: reeve; Owner: reeve_owner

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

-- Name: TYPE cron_fields; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.cron_fields IS 'A cron expression: one bit a value it lets through; bit 0 of days is the last of the month, bit 0 of weekdays is Sunday.';

-- Name: COLUMN cron_fields.needs_both; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron_fields.needs_both IS 'Whether days and weekdays must both fit (one of them began with *), or either.';

-- Name: file_touched; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.file_touched AS (
	action_id bigint,
	collection_id integer,
	key text,
	bucket text,
	object text,
	is_final boolean,
	is_erased boolean
);

ALTER TYPE reeve.file_touched OWNER TO reeve_owner;

-- Name: TYPE file_touched; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.file_touched IS 'An object in a bucket that a row named before an action changed the row. is_final: the row goes for good, and an object that no row names any more is removed; is_erased: by an erasure, and the name is forgotten once the object is gone.';

-- Name: given; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.given AS (
	rule_id integer,
	key text,
	action_ids bigint[],
	value jsonb,
	expect jsonb,
	columns text[],
	is_done boolean,
	code text,
	why text
);

ALTER TYPE reeve.given OWNER TO reeve_owner;

-- Name: TYPE given; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.given IS 'A row that an undo or an ending restores: the actions that changed it, by which rule; what its columns get, and must hold until then (NULL: anything); whether they have it; why not, or what is missing all the same; code: the SQLSTATE where the app refused it and it is tried again.';

-- Name: job_step; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.job_step AS (
	state text,
	done bigint,
	total bigint,
	note text,
	wait interval,
	checkpoint jsonb
);

ALTER TYPE reeve.job_step OWNER TO reeve_owner;

-- Name: TYPE job_step; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.job_step IS 'What one step makes of its job. state: running = call again; completed; scheduled = start again after wait, no attempt charged; retryable, discarded, cancelled = failed, as note says. done and total: rows of the whole job, as in reeve.job_progress; NULL = as before. note: one line for the job''s log. checkpoint: what the next step needs to know.';

-- Name: outcome; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.outcome AS (
	outcome text,
	code text,
	message text,
	detail jsonb
);

ALTER TYPE reeve.outcome OWNER TO reeve_owner;

-- Name: TYPE outcome; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.outcome IS 'How a command ended: outcome is done, proposed (it waits for a second person) or refused; code is a row of reeve.refusal, NULL when done; message is a sentence for people, never to be parsed; detail is an object for programs.';

-- Name: reveal_args; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.reveal_args AS (
	why text,
	"case" bigint,
	fields text[],
	value text,
	begins boolean,
	evidence bigint
);

ALTER TYPE reeve.reveal_args OWNER TO reeve_owner;

-- Name: TYPE reveal_args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.reveal_args IS 'Arguments of a reveal, as reeve.reveal_ask reads them. value: what a field is searched for, or its beginning. evidence: which evidence.';

-- Name: rule_rows; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.rule_rows AS (
	rule_id integer,
	keys text[],
	labels text[],
	befores jsonb[],
	afters jsonb[],
	notify jsonb[],
	ids bigint[]
);

ALTER TYPE reeve.rule_rows OWNER TO reeve_owner;

-- Name: TYPE rule_rows; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.rule_rows IS 'The locked rows that one effect of an action is about to change: key, label, columns before and after, who is notified, and the action each belongs to, all in one order.';

-- Name: search_hit; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.search_hit AS (
	generation_id integer,
	key text,
	rank real,
	is_pinned boolean
);

ALTER TYPE reeve.search_hit OWNER TO reeve_owner;

-- Name: TYPE search_hit; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.search_hit IS 'A document that a search found.';

-- Name: search_scored_word; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.search_scored_word AS (
	place integer,
	best double precision,
	df double precision,
	idf double precision,
	plain text,
	tiers text[],
	sizes double precision[],
	queries text[],
	"values" double precision[],
	lexeme text
);

ALTER TYPE reeve.search_scored_word OWNER TO reeve_owner;

-- Name: TYPE search_scored_word; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.search_scored_word IS 'How one word of a query finds and scores documents. plain: tsquery of those that have it, df: about how many they are, tiers and sizes: the same for its posting tiers; idf: how rare it is; best: what it counts at most; queries, values: the four ways in which it is looked for and what each counts before idf; lexeme: the likeliest variant.';

-- Name: search_scoring; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.search_scoring AS (
	n integer,
	documents double precision,
	"values" double precision[],
	queries tsquery[],
	more_values double precision[],
	more_queries tsquery[],
	more_words integer[],
	pairs tsquery[],
	title tsquery,
	stops tsquery[],
	heads tsquery,
	plains text[],
	dfs double precision[],
	tiers text[],
	sizes double precision[],
	lexemes text[],
	beginning text,
	pattern text,
	corrected text,
	scored reeve.search_scored_word[]
);

ALTER TYPE reeve.search_scoring OWNER TO reeve_owner;

-- Name: TYPE search_scoring; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.search_scoring IS 'What a query scores documents of a generation by, as reeve.search_score takes it, of n known words, the rarest first. documents: how many there are; plains: tsqueries of all documents with each word, dfs: about how many they are; tiers, sizes: the same for three posting tiers of each word; heads: titles that are the name of a word. lexemes, beginning, pattern: what to mark as matched (reeve.search_mark); corrected: the query that is searched for instead; scored: the words, in this order.';

-- Name: search_query; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.search_query AS (
	generations integer[],
	is_public boolean,
	pending text[],
	words text[],
	every text[],
	scorings reeve.search_scoring[],
	musts tsquery[],
	conditions text[],
	field text,
	is_descending boolean,
	pins jsonb,
	relaid text
);

ALTER TYPE reeve.search_query OWNER TO reeve_owner;

-- Name: TYPE search_query; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.search_query IS 'How generations are queried: the words without stop words, and those that are no side of an OR; of each generation how words are scored (NULL: none is known), the tsquery that documents must match (operators and filters; NULL: any) and a condition over i, a document (ranges, hides); the filter to sort by (NULL: by relevance); the pinned rows, [generation, key], first those of rules. pending: of the public, keys of rows that have changed since the index read them (reeve.search_pending_keys); relaid: the query in another keyboard layout (reeve.search_relaid).';

-- Name: search_term; Type: TYPE; Schema: reeve; Owner: reeve_owner

CREATE TYPE reeve.search_term AS (
	place integer,
	span integer,
	word text,
	lexeme text,
	kind text,
	df bigint,
	weight double precision,
	levels integer
);

ALTER TYPE reeve.search_term OWNER TO reeve_owner;

-- Name: TYPE search_term; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TYPE reeve.search_term IS 'What a word of a query is searched for as (reeve.search_terms), and how many posting tiers the lexeme has.';

-- Name: collection; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    enforcement text DEFAULT 'none'::text NOT NULL,
    locale_sql text,
    zone_sql text,
    search jsonb,
    is_live boolean DEFAULT true NOT NULL,
    find_plain text[],
    limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    conversation jsonb,
    identifiers jsonb DEFAULT '{}'::jsonb NOT NULL,
    erase jsonb,
    parents_sql text DEFAULT ''::text NOT NULL,
    kept_columns text[] DEFAULT '{}'::text[] NOT NULL,
    retain jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_column text,
    CONSTRAINT collection_enforcement CHECK ((enforcement = ANY (ARRAY['column'::text, 'policy'::text, 'guard'::text, 'none'::text])))
);

ALTER TABLE reeve.collection OWNER TO reeve_owner;

-- Name: TABLE collection; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.collection IS 'One kind of thing an app stores, over row alias t.';

-- Name: COLUMN collection.table_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.table_sql IS 'Quoted schema and table.';

-- Name: COLUMN collection.key_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.key_sql IS 'Text of the key over alias t: the column itself, or a JSON array in key order.';

-- Name: COLUMN collection.match_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.match_sql IS 'Condition: row t has the key u.key (text).';

-- Name: COLUMN collection.keys_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.keys_sql IS 'Condition: row t has one of the keys $1 (text[]), in a form that uses the index.';

-- Name: COLUMN collection.visible_column; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.visible_column IS 'timestamptz column: the row is hidden, or the person barred, while it lies in the future.';

-- Name: COLUMN collection.enforcement; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.enforcement IS 'What makes a ban hold: the app reads the visible column, or a generated policy or trigger refuses writes; none = it is recorded only.';

-- Name: COLUMN collection.find_plain; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.find_plain IS 'Columns that make a name as it is written, for find where there is no folded column.';

-- Name: COLUMN collection.limits; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.limits IS 'What can be denied to its rows: name to help.';

-- Name: COLUMN collection.conversation; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.conversation IS 'Its rows are messages: of, by (parents: conversation, author), at, text (columns), around (how many neighbours evidence takes in each direction); compiled: of_id, by_id (collections), belongs (condition: the message t is of the conversation u.key), last, near (statements that reeve.app_conversation runs). NULL = they are none.';

-- Name: COLUMN collection.identifiers; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.identifiers IS 'Kinds of what identifies the person of a row: email, phone, device, …, each an expression over alias t that gives a text, or an array of them.';

-- Name: COLUMN collection.erase; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.erase IS 'What erasure does to its rows, as statements: reeve.catalog_erase; NULL = nothing declared.';

-- Name: COLUMN collection.parents_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.parents_sql IS 'SELECT giving name, collection and key of what rows with the keys $1 belong to; empty = nothing.';

-- Name: COLUMN collection.kept_columns; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.kept_columns IS 'Columns that the app''s own triggers set when Reeve writes a row: an undo cannot give them back.';

-- Name: COLUMN collection.retain; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.retain IS 'How long its rows are kept, an object a rule: sweep (statement that deletes or sets at most $5 rows as of $2 and gives their number), first (statement that gives when the oldest was due).';

-- Name: COLUMN collection.created_column; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection.created_column IS 'The column that says when a row was made; NULL = none is declared.';

-- Name: action_kind; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.action_kind (
    name text NOT NULL,
    rank text NOT NULL,
    needs_policy boolean NOT NULL,
    ends text NOT NULL,
    danger text NOT NULL,
    needs_enforcement boolean NOT NULL,
    is_marking boolean NOT NULL,
    has_window boolean NOT NULL,
    argument text,
    needs_reason boolean NOT NULL,
    hides boolean NOT NULL,
    bars boolean NOT NULL,
    is_measure boolean NOT NULL,
    is_final boolean NOT NULL,
    help text NOT NULL,
    CONSTRAINT action_kind_argument CHECK ((argument = ANY (ARRAY['text'::text, 'tag'::text, 'limit'::text, 'account'::text]))),
    CONSTRAINT action_kind_danger CHECK ((danger = ANY (ARRAY['mild'::text, 'moderate'::text]))),
    CONSTRAINT action_kind_ends CHECK ((ends = ANY (ARRAY['never'::text, 'always'::text, 'may'::text, 'must'::text, 'say'::text]))),
    CONSTRAINT action_kind_rank CHECK ((rank = ANY (ARRAY['moderator'::text, 'senior'::text])))
);

ALTER TABLE reeve.action_kind OWNER TO reeve_owner;

-- Name: TABLE action_kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.action_kind IS 'What an action of each kind is, whatever the app.';

-- Name: COLUMN action_kind.rank; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.rank IS 'The least rank that performs it and undoes it.';

-- Name: COLUMN action_kind.needs_policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.needs_policy IS 'It is done to somebody for breaking a rule, which it has to name.';

-- Name: COLUMN action_kind.ends; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.ends IS 'never = nothing that lasts; always = lasts until undone; may = an end can be given; must = an end, or the policy''s; say = an end or without end, either has to be said.';

-- Name: COLUMN action_kind.danger; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.danger IS 'What even the smallest plan of it is graded as.';

-- Name: COLUMN action_kind.needs_enforcement; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.needs_enforcement IS 'It takes effect by the enforcement of its collection only: where that is none, it is recorded and not enforced.';

-- Name: COLUMN action_kind.is_marking; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.is_marking IS 'It leaves a row in reeve.mark while it lasts.';

-- Name: COLUMN action_kind.has_window; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.has_window IS 'It becomes final after a time, and cannot be undone from then on.';

-- Name: COLUMN action_kind.argument; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.argument IS 'What follows the subject: a text, a tag, a limit of the collection, or another account of the collection; NULL for nothing.';

-- Name: COLUMN action_kind.needs_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.needs_reason IS 'It is refused without a reason.';

-- Name: COLUMN action_kind.hides; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.hides IS 'It takes its subject out of sight, so that something in the app has to enforce it.';

-- Name: COLUMN action_kind.bars; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.bars IS 'While it lasts, its subject''s other accounts are flagged as evading it.';

-- Name: COLUMN action_kind.is_measure; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.is_measure IS 'A restriction that a transparency report counts and a statement of reasons explains.';

-- Name: COLUMN action_kind.is_final; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.is_final IS 'Nothing of it can be undone.';

-- Name: COLUMN action_kind.help; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action_kind.help IS 'One line; {verb} stands for the verb of the catalog.';

-- Name: action; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.action (
    action_id bigint NOT NULL,
    verb text NOT NULL,
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
    salt uuid DEFAULT gen_random_uuid(),
    digest bytea,
    evidence_id bigint,
    erased_by bigint,
    batch_id bigint,
    leaves boolean DEFAULT false,
    clause_id integer,
    term_id integer,
    deed_at timestamp with time zone,
    reply_id integer,
    CONSTRAINT action_digest_length CHECK ((octet_length(digest) = 32)),
    CONSTRAINT action_public_reason_length CHECK (((char_length(public_reason) >= 1) AND (char_length(public_reason) <= 1000))),
    CONSTRAINT action_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT action_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);

ALTER TABLE reeve.action OWNER TO reeve_owner;

-- Name: TABLE action; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.action IS 'What was done, on whom, by whom, why; the reason is erasable.';

-- Name: COLUMN action.verb; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.verb IS 'The verb of the catalog, or of Reeve itself: undo, lift, expire or mute.';

-- Name: COLUMN action.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.reason IS 'For the record; never in a notice.';

-- Name: COLUMN action.until; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.until IS 'End of a restriction; infinity = without end; NULL = none.';

-- Name: COLUMN action.horizon; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.horizon IS 'Set by the first sweep after the commit: transactions below it may still add rows.';

-- Name: COLUMN action.public_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.public_reason IS 'What its notices say instead of the clause.';

-- Name: COLUMN action.name; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.name IS 'Of a tag or a limit.';

-- Name: COLUMN action.is_protecting; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.is_protecting IS 'Of a tag that protects its subject.';

-- Name: COLUMN action.erase_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.erase_at IS 'When what it deleted is to be erased; it cannot be undone from then on.';

-- Name: COLUMN action.approval_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.approval_id IS 'Whose approval it had; the actor approved it.';

-- Name: COLUMN action.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.salt IS 'Of its reasons'' digest; NULL once they were erased.';

-- Name: COLUMN action.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.digest IS 'Kept when the reasons were erased, so that the seal still holds; else NULL.';

-- Name: COLUMN action.evidence_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.evidence_id IS 'The subject just before; sealed with the command. NULL = not captured.';

-- Name: COLUMN action.erased_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.erased_by IS 'The erasure that what it deleted came to.';

-- Name: COLUMN action.leaves; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.leaves IS 'Whether an effect with list: true found rows; NULL = performed before that was noted.';

-- Name: COLUMN action.clause_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.clause_id IS 'The text of the policy that it cites, as it was; NULL for actions of earlier releases.';

-- Name: COLUMN action.term_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.term_id IS 'The version of the terms of that policy that was in force at deed_at, or when it was performed if that is NULL; for a limit because of terms, the version that was not accepted.';

-- Name: COLUMN action.deed_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.deed_at IS 'When its subject was made, as the catalog''s created says; NULL = not known.';

-- Name: COLUMN action.reply_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.action.reply_id IS 'The saved reply that public_reason was made of.';

-- Name: approval; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.approval (
    approval_id bigint NOT NULL,
    verb text NOT NULL,
    collection_id integer,
    key text,
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
    selection_id bigint,
    batch_id bigint,
    salt uuid DEFAULT gen_random_uuid(),
    digest bytea,
    proposers text[] NOT NULL,
    case_id bigint,
    role_oid oid,
    CONSTRAINT approval_decided CHECK ((((state = 'proposed'::text) = (decided_at IS NULL)) AND ((state = 'proposed'::text) = (decided_by IS NULL)))),
    CONSTRAINT approval_digest_length CHECK ((octet_length(digest) = 32)),
    CONSTRAINT approval_executed CHECK ((num_nonnulls(action_id, batch_id) =
CASE
    WHEN ((state = 'executed'::text) AND (collection_id IS NOT NULL)) THEN 1
    ELSE 0
END)),
    CONSTRAINT approval_other_person CHECK (((state <> 'executed'::text) OR
CASE
    WHEN is_single_handed THEN (decided_by = proposed_by)
    ELSE (decided_by <> ALL (proposers))
END)),
    CONSTRAINT approval_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT approval_rules CHECK ((rules <> '{}'::text[])),
    CONSTRAINT approval_single_handed CHECK (((NOT is_single_handed) OR (decided_at >= (proposed_at + '01:00:00'::interval)))),
    CONSTRAINT approval_state CHECK ((state = ANY (ARRAY['proposed'::text, 'executed'::text, 'rejected'::text, 'withdrawn'::text, 'lapsed'::text]))),
    CONSTRAINT approval_subject CHECK ((num_nonnulls(key, selection_id) = 1))
);

ALTER TABLE reeve.approval OWNER TO reeve_owner;

-- Name: TABLE approval; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.approval IS 'Actions that wait, or waited, for a second person. Nobody approves their own, but one who is alone, after an hour.';

-- Name: COLUMN approval.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.collection_id IS 'NULL for a change of the team: key is a login.';

-- Name: COLUMN approval.args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.args IS 'What the action was given; free text, erasable.';

-- Name: COLUMN approval.ceiling; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.ceiling IS 'What it would have done then; it may not do worse.';

-- Name: COLUMN approval.rules; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.rules IS 'Why it needs a second person.';

-- Name: COLUMN approval.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.salt IS 'Of its words'' digest; NULL once they were erased.';

-- Name: COLUMN approval.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.digest IS 'Kept when its words were erased, so that the seal still holds; else NULL.';

-- Name: COLUMN approval.proposers; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.proposers IS 'The proposer''s logins: those that were one person with proposed_by at any time from a day before the proposal to the decision.';

-- Name: COLUMN approval.case_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.case_id IS 'What the action will be about.';

-- Name: COLUMN approval.role_oid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval.role_oid IS 'The role that proposed it, whatever it is called now; NULL for proposals of 0.2.0 and before.';

-- Name: job_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

CREATE SEQUENCE reeve.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.job_id_seq OWNER TO reeve_owner;

-- Name: SEQUENCE job_id_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON SEQUENCE reeve.job_id_seq IS 'Numbers of jobs, and places of those that become ready later; gaps are normal.';

-- Name: job; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job IS 'What is to be done; rows never change, but may move to a later day.';

-- Name: COLUMN job.day; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job.day IS 'UTC day of enqueueing, or of the last rescue from a dropped day.';

-- Name: COLUMN job.principal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job.principal IS 'session_user that asked for it; NULL = a schedule.';

-- Name: job_progress; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_progress; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_progress IS 'How far a live job has come, when it says so.';

-- Name: COLUMN job_progress.note; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_progress.note IS 'What it is at.';

-- Name: COLUMN job_progress.checkpoint; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_progress.checkpoint IS 'Where the next attempt may continue.';

-- Name: feed_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.feed_rule (
    collection_id integer NOT NULL,
    to_sql text NOT NULL,
    gone_sql text NOT NULL,
    shown_sql text NOT NULL
);

ALTER TABLE reeve.feed_rule OWNER TO reeve_owner;

-- Name: TABLE feed_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.feed_rule IS 'Collections of a feed: conditions over the row t, the person $6 and, for a row that is gone, its key, as reeve.catalog_feeds gives them.';

-- Name: rank_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.rank_rule (
    rank_id integer NOT NULL,
    collection_id integer NOT NULL,
    source_id integer NOT NULL,
    half_life interval NOT NULL,
    parent_columns text[] NOT NULL,
    score_sql text NOT NULL,
    listed_sql text NOT NULL,
    weight_sql text,
    by_id integer,
    is_live boolean DEFAULT true NOT NULL,
    landmark timestamp with time zone,
    built_at timestamp with time zone,
    CONSTRAINT rank_rule_half_life CHECK ((half_life > '00:00:00'::interval))
);

ALTER TABLE reeve.rank_rule OWNER TO reeve_owner;

-- Name: TABLE rank_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.rank_rule IS 'Ranks that catalogs declare, compiled.';

-- Name: COLUMN rank_rule.rank_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rank_rule.rank_id IS 'In the change log its changes have this number with a minus sign.';

-- Name: COLUMN rank_rule.source_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rank_rule.source_id IS 'Whose rows the score is made of.';

-- Name: COLUMN rank_rule.score_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rank_rule.score_sql IS 'SELECT giving key and score of the rows with the keys $1 (all where NULL) that have a score; $2: landmark.';

-- Name: COLUMN rank_rule.landmark; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rank_rule.landmark IS 'The moment that scores are reckoned at: a point then is 1, one a half-life later 2. All decay alike, so that order never changes by it, and nothing is written for it.';

-- Name: appeal; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    is_single_handed boolean DEFAULT false NOT NULL,
    CONSTRAINT appeal_actors CHECK ((actors <> '{}'::text[])),
    CONSTRAINT appeal_decided CHECK (((num_nonnulls(decided_at, decided_by, outcome) = ANY (ARRAY[0, 3])) AND ((reason IS NULL) OR (decided_at IS NOT NULL)))),
    CONSTRAINT appeal_other_person CHECK (((decided_by <> ALL (actors)) OR is_single_handed)),
    CONSTRAINT appeal_outcome CHECK ((outcome = ANY (ARRAY['upheld'::text, 'overturned'::text, 'partly'::text]))),
    CONSTRAINT appeal_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT appeal_words_length CHECK (((char_length(words) >= 1) AND (char_length(words) <= 4000)))
);

ALTER TABLE reeve.appeal OWNER TO reeve_owner;

-- Name: TABLE appeal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.appeal IS 'What the person concerned says against an action, once an action; words and reason are erasable.';

-- Name: COLUMN appeal.actors; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.appeal.actors IS 'Who did the action, and who proposed it: those who may not decide, unless nobody else can.';

-- Name: COLUMN appeal.outcome; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.appeal.outcome IS 'upheld = the action stands; overturned = undone, its strike too; partly = undone, its strike stands.';

-- Name: COLUMN appeal.is_single_handed; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.appeal.is_single_handed IS 'Decided by somebody who had a part in the action, since nobody else of the team could.';

-- Name: batch; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.batch (
    batch_id bigint NOT NULL,
    verb text NOT NULL,
    collection_id integer NOT NULL,
    selection_id bigint,
    reverses bigint,
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    ceiling jsonb NOT NULL,
    totals jsonb DEFAULT '{"people": 0, "effects": [], "notices": 0, "irreversible": 0}'::jsonb NOT NULL,
    subjects integer NOT NULL,
    seen integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    cursor bigint,
    asked_by text NOT NULL,
    approval_id bigint,
    job_id bigint,
    begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ended_at timestamp with time zone,
    halted text,
    stride integer DEFAULT 500 NOT NULL,
    CONSTRAINT batch_list CHECK ((num_nonnulls(selection_id, reverses) = 1)),
    CONSTRAINT batch_seen CHECK (((changed >= 0) AND (changed <= seen) AND (seen <= subjects))),
    CONSTRAINT batch_stride CHECK (((stride >= 1) AND (stride <= 500)))
);

ALTER TABLE reeve.batch OWNER TO reeve_owner;

-- Name: TABLE batch; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.batch IS 'One verb on a whole selection, or the taking back of one; how far it has come is changed in the transactions that do it.';

-- Name: COLUMN batch.verb; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.verb IS 'undo where it undoes what reverses did.';

-- Name: COLUMN batch.args; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.args IS 'What the action was given; free text (why, public), erasable like the reasons of its actions.';

-- Name: COLUMN batch.ceiling; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.ceiling IS 'What was planned, or approved: it may not do worse.';

-- Name: COLUMN batch.totals; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.totals IS 'What it has done so far, in the form of a plan.';

-- Name: COLUMN batch.seen; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.seen IS 'Subjects that were acted on or refused so far.';

-- Name: COLUMN batch.cursor; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.cursor IS 'Of an undo: the last action it came to; it goes from the newest to the oldest.';

-- Name: COLUMN batch.asked_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.asked_by IS 'Whose rights it has, looked at in each transaction.';

-- Name: COLUMN batch.halted; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.halted IS 'Why it may not continue; what it did stands.';

-- Name: COLUMN batch.stride; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.batch.stride IS 'Subjects to try in the next transaction, 1 to 500.';

-- Name: selection; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.selection (
    selection_id bigint NOT NULL,
    name text,
    collection_id integer NOT NULL,
    keys text[] NOT NULL,
    owner text NOT NULL,
    made_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT selection_keys CHECK (((cardinality(keys) >= 1) AND (cardinality(keys) <= 100000))),
    CONSTRAINT selection_name CHECK ((name ~ '^[a-z][a-z0-9_-]{0,39}$'::text))
);

ALTER TABLE reeve.selection OWNER TO reeve_owner;

-- Name: TABLE selection; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.selection IS 'Frozen lists of subjects to act on: keys alone, each once, of one collection.';

-- Name: COLUMN selection.name; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.selection.name IS 'NULL = dropped, and kept because something was done to it or proposed.';

-- Name: case; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve."case" (
    case_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    policy text,
    severity text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    report_count integer DEFAULT 0 NOT NULL,
    weight double precision DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    claimed_by text,
    claimed_at timestamp with time zone,
    claimed_until timestamp with time zone,
    closed_at timestamp with time zone,
    closed_by text,
    outcome text,
    duplicate_of bigint,
    request text,
    deadline timestamp with time zone,
    CONSTRAINT case_claimed CHECK (((num_nonnulls(claimed_by, claimed_at, claimed_until) = ANY (ARRAY[0, 3])) AND ((closed_at IS NULL) OR (claimed_by IS NULL)))),
    CONSTRAINT case_closed CHECK ((num_nonnulls(closed_at, closed_by, outcome) = ANY (ARRAY[0, 3]))),
    CONSTRAINT case_deadline CHECK (((request IS NULL) = (deadline IS NULL))),
    CONSTRAINT case_duplicate CHECK ((((NOT (outcome IS DISTINCT FROM 'duplicate'::text)) = (duplicate_of IS NOT NULL)) AND (duplicate_of <> case_id))),
    CONSTRAINT case_outcome CHECK ((outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'duplicate'::text, 'withdrawn'::text]))),
    CONSTRAINT case_request CHECK ((request = ANY (ARRAY['access'::text, 'erasure'::text, 'correction'::text, 'objection'::text]))),
    CONSTRAINT case_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
)
WITH (fillfactor='80');

ALTER TABLE reeve."case" OWNER TO reeve_owner;

-- Name: TABLE "case"; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve."case" IS 'What moderators have to decide: one open case a subject and policy.';

-- Name: COLUMN "case".policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".policy IS 'What it is said to break; NULL = nobody said.';

-- Name: COLUMN "case".weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".weight IS 'Sum of the reliability of those who reported it, each once, without muted ones.';

-- Name: COLUMN "case".due_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".due_at IS 'Its place in the queue, earliest first: reeve.case_due of the columns before.';

-- Name: COLUMN "case".claimed_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".claimed_until IS 'End of the lease of who works on it; anybody may take it afterwards.';

-- Name: COLUMN "case".request; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".request IS 'What the subject, a person, asked for as the law lets them; NULL: somebody or a rule reported the subject.';

-- Name: COLUMN "case".deadline; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve."case".deadline IS 'By when a request has to be answered.';

-- Name: cell_order; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE UNLOGGED TABLE reeve.cell_order (
    xact_id xid8 NOT NULL,
    statement text NOT NULL,
    keys text[],
    at timestamp with time zone,
    until timestamp with time zone,
    grace interval,
    max_rows bigint,
    words text,
    vals jsonb[],
    expect jsonb[],
    is_done boolean DEFAULT false NOT NULL,
    answer jsonb
);
ALTER TABLE ONLY reeve.cell_order ALTER COLUMN keys SET STORAGE EXTERNAL;
ALTER TABLE ONLY reeve.cell_order ALTER COLUMN vals SET STORAGE EXTERNAL;
ALTER TABLE ONLY reeve.cell_order ALTER COLUMN expect SET STORAGE EXTERNAL;
ALTER TABLE ONLY reeve.cell_order ALTER COLUMN answer SET STORAGE EXTERNAL;

ALTER TABLE reeve.cell_order OWNER TO reeve_owner;

-- Name: TABLE cell_order; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.cell_order IS 'What a backend has ordered the cell that it is about to enter to run, and what came of it. Never committed.';

-- Name: COLUMN cell_order.xact_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cell_order.xact_id IS 'pg_current_xact_id() of the transaction.';

-- Name: COLUMN cell_order.statement; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cell_order.statement IS 'Run with $1 keys, $2 at, $3 until, $4 grace, $5 max_rows, $6 words, $7 vals, $8 expect.';

-- Name: chain; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE chain; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.chain IS 'One sealed entry a command: hash = sha256(prev, version 2, seq, us, length-prefixed fields).';

-- Name: COLUMN chain.us; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.chain.us IS 'When the link was added: microseconds since 1970-01-01 UTC, by the server''s clock.';

-- Name: change_reader; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.change_reader (
    name text NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    change_id bigint DEFAULT 0 NOT NULL,
    seen pg_snapshot,
    app text NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.change_reader OWNER TO reeve_owner;

-- Name: TABLE change_reader; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.change_reader IS 'How far each reader of an app''s changes has come; what all of the app''s have read is purged.';

-- Name: COLUMN change_reader.seen; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change_reader.seen IS 'Of what comes after its place, the reader has taken all that this snapshot sees. NULL: nothing.';

-- Name: change; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.change (
    change_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    keys text[],
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000');

ALTER TABLE ONLY reeve.change REPLICA IDENTITY FULL;

ALTER TABLE reeve.change OWNER TO reeve_owner;

-- Name: TABLE change; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.change IS 'Rows of the apps that were written, for search, flags, ranks and live copies; append-only.';

-- Name: COLUMN change.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change.collection_id IS 'Whose rows: of a collection; with a minus sign of a join of search, a rank or a live copy. It says whose app the change is, too (reeve.change_numbers).';

-- Name: COLUMN change.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change.key IS 'The row, where one is logged alone.';

-- Name: COLUMN change.keys; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change.keys IS 'Rows that one statement wrote, at most 100; key is NULL then. Both NULL = the whole table was truncated.';

-- Name: COLUMN change.at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change.at IS 'Start of the statement that wrote the row.';

-- Name: cron; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE cron; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.cron IS 'Schedules: when they fire, and what becomes of what was missed.';

-- Name: COLUMN cron.zone; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron.zone IS 'Whose clock the expression is about; an IANA name.';

-- Name: COLUMN cron.missed; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron.missed IS 'Of occurrences that no worker was there for: none fires a minute late (skip), the last does, or all do, the newest most of them.';

-- Name: COLUMN cron.overlap; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron.overlap IS 'While the job before is live: allow another, skip, or let one occurrence wait (queue).';

-- Name: COLUMN cron.waiting_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron.waiting_at IS 'The occurrence that waits for the job before it.';

-- Name: effect; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.effect (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    rule_id integer NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    is_reversible boolean NOT NULL,
    undone_by bigint,
    salt uuid DEFAULT gen_random_uuid(),
    digest bytea,
    CONSTRAINT effect_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.effect OWNER TO reeve_owner;

-- Name: TABLE effect; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.effect IS 'Each row an action changed: its columns before and after.';

-- Name: COLUMN effect.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect.salt IS 'Of its digest; NULL once before and after were erased.';

-- Name: COLUMN effect.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect.digest IS 'Kept when before and after were erased, so that the seal still holds; else NULL.';

-- Name: rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    relation regclass,
    sets_until boolean DEFAULT false NOT NULL,
    root_sql text,
    due_sql text,
    is_own boolean DEFAULT false NOT NULL,
    CONSTRAINT rule_kind CHECK ((kind = ANY (ARRAY['hide'::text, 'set'::text, 'notify'::text, 'list'::text, 'delete'::text])))
);

ALTER TABLE reeve.rule OWNER TO reeve_owner;

-- Name: TABLE rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.rule IS 'One effect of an action (or one way to go stale), in the order of seq, compiled.';

-- Name: COLUMN rule.select_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.select_sql IS 'Rows it would change: key, label, before, after, notify. $1 keys, $2 at, $3 until, $4 grace.';

-- Name: COLUMN rule.order_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.order_sql IS 'Columns of the key: commands lock rows in this order.';

-- Name: COLUMN rule.relation; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.relation IS 'The table of the affected collection.';

-- Name: COLUMN rule.sets_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.sets_until IS 'Whether the column that hides a row holds until when; else it holds a value.';

-- Name: COLUMN rule.root_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.root_sql IS 'Expression over a row that it would change: the key of the subject that the row depends on. NULL only in a rule that was no longer live when this column was added.';

-- Name: COLUMN rule.due_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.due_sql IS 'When a row that it lists is due, an expression over the row; NULL if the catalog does not say.';

-- Name: COLUMN rule.is_own; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rule.is_own IS 'Whether it changes the subject''s own row and no other, whatever else there is: nothing that is written later can be one more of its rows.';

-- Name: reveal; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.reveal (
    command_id bigint NOT NULL,
    kind text NOT NULL,
    collection_id integer NOT NULL,
    key text,
    fields text[] DEFAULT '{}'::text[] NOT NULL,
    evidence_id bigint,
    case_id bigint,
    asked_by text NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
    digest bytea NOT NULL,
    read_at timestamp with time zone,
    taken xid8,
    CONSTRAINT reveal_about CHECK ((((kind = ANY (ARRAY['find'::text, 'dump'::text])) = (key IS NULL)) AND ((kind = 'evidence'::text) = (evidence_id IS NOT NULL)))),
    CONSTRAINT reveal_digest_length CHECK ((octet_length(digest) = 32)),
    CONSTRAINT reveal_kind CHECK ((kind = ANY (ARRAY['fields'::text, 'find'::text, 'chat'::text, 'evidence'::text, 'dump'::text, 'export'::text])))
);

ALTER TABLE reeve.reveal OWNER TO reeve_owner;

-- Name: TABLE reveal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.reveal IS 'Who asked to see what is personal: a ticket, for the asker, in a later transaction, once.';

-- Name: COLUMN reveal.transaction; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reveal.transaction IS 'The one that asked: no other sees the ticket before it has committed.';

-- Name: COLUMN reveal.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reveal.digest IS 'sha256 of the salt, the reason and the value looked for; part of the command''s manifest.';

-- Name: COLUMN reveal.taken; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reveal.taken IS 'Of an export: the transaction that began it, behind which, once it has committed, the rows can be read.';

-- Name: flag; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.flag (
    flag_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    collection_id integer NOT NULL,
    subject_id integer NOT NULL,
    kind text NOT NULL,
    policy text,
    severity text,
    proposes text,
    most integer NOT NULL,
    spec jsonb NOT NULL,
    select_sql text,
    learn_sql text,
    is_live boolean DEFAULT true NOT NULL,
    CONSTRAINT flag_kind CHECK ((kind = ANY (ARRAY['flood'::text, 'price'::text, 'words'::text, 'banned'::text, 'sql'::text, 'group'::text, 'alike'::text, 'rule'::text]))),
    CONSTRAINT flag_most CHECK ((most > 0)),
    CONSTRAINT flag_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);

ALTER TABLE reeve.flag OWNER TO reeve_owner;

-- Name: TABLE flag; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.flag IS 'What an app''s catalog has reported by itself, compiled.';

-- Name: COLUMN flag.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.collection_id IS 'Whose rows are looked at when they change.';

-- Name: COLUMN flag.subject_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.subject_id IS 'Whose rows are reported: those, or what they belong to.';

-- Name: COLUMN flag.severity; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.severity IS 'Of the cases it opens; NULL = the policy''s.';

-- Name: COLUMN flag.proposes; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.proposes IS 'What its reports propose, such as suspend for 7d.';

-- Name: COLUMN flag.most; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.most IS 'Most reports within 24 hours; the rest is counted only.';

-- Name: COLUMN flag.select_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.select_sql IS 'SELECT giving key, name, value, since, upto, born of rows with the keys $1 (all where NULL) at the moment $2; NULL for banned, which reads reeve.identifier. Of a rule: of subjects that came over its limit between $3 and $2, as reeve.catalog_flag_rule compiles it.';

-- Name: COLUMN flag.learn_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag.learn_sql IS 'SELECT giving each group''s name, median and rows; for price.';

-- Name: glass; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.glass (
    glass_id bigint NOT NULL,
    role_name text NOT NULL,
    role_oid oid NOT NULL,
    rank text NOT NULL,
    reason text NOT NULL,
    begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    reviewed_at timestamp with time zone,
    reviewed_by text,
    review text,
    CONSTRAINT glass_ended CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND (ended_at >= begun_at) AND (ended_at <= ends_at))),
    CONSTRAINT glass_rank CHECK ((rank = ANY (ARRAY['moderator'::text, 'senior'::text]))),
    CONSTRAINT glass_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT glass_review_length CHECK (((char_length(review) >= 1) AND (char_length(review) <= 2000))),
    CONSTRAINT glass_reviewed CHECK (((num_nonnulls(reviewed_at, reviewed_by, review) = ANY (ARRAY[0, 3])) AND (reviewed_at >= COALESCE(ended_at, ends_at)))),
    CONSTRAINT glass_time CHECK (((ends_at > begun_at) AND (ends_at <= (begun_at + '04:00:00'::interval))))
);

ALTER TABLE reeve.glass OWNER TO reeve_owner;

-- Name: TABLE glass; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.glass IS 'Emergency ranks that were taken, written G3: by whom, which, why, for how long, and what another person said of it afterwards.';

-- Name: COLUMN glass.role_oid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.glass.role_oid IS 'The role that took it.';

-- Name: COLUMN glass.ended_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.glass.ended_at IS 'When it was ended early; NULL: it ends at ends_at.';

-- Name: import; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.import (
    import_id integer NOT NULL,
    app text NOT NULL,
    source text NOT NULL,
    mapping jsonb NOT NULL,
    file text NOT NULL,
    file_mark text NOT NULL,
    declared bigint,
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
    kept bigint DEFAULT 0 NOT NULL,
    existing text DEFAULT 'refuse'::text NOT NULL,
    told jsonb DEFAULT '[]'::jsonb NOT NULL,
    header text,
    run integer DEFAULT 0 NOT NULL,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    made jsonb DEFAULT '{}'::jsonb NOT NULL,
    found jsonb DEFAULT '[]'::jsonb NOT NULL,
    has_keys boolean DEFAULT false NOT NULL,
    known bigint DEFAULT 0 NOT NULL,
    CONSTRAINT import_counts CHECK ((read = ((((inserted + changed) + same) + kept) + quarantined))),
    CONSTRAINT import_declared CHECK ((declared >= 0)),
    CONSTRAINT import_existing CHECK ((existing = ANY (ARRAY['refuse'::text, 'skip'::text, 'keep-newer'::text, 'overwrite'::text]))),
    CONSTRAINT import_finished CHECK (((finished_at IS NULL) OR (read = declared)))
);

ALTER TABLE reeve.import OWNER TO reeve_owner;

-- Name: TABLE import; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.import IS 'Imports of files, one a run; a run that was interrupted continues.';

-- Name: COLUMN import.file_mark; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.file_mark IS 'Size and time of the file: a run continues only in the file that it began with.';

-- Name: COLUMN import.declared; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.declared IS 'Records that the source holds, as it declares or as they were counted; NULL until the end where nobody has counted them. No run finishes with fewer or more.';

-- Name: COLUMN import.same; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.same IS 'Records whose row was there already, equal.';

-- Name: COLUMN import.next_offset; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.next_offset IS 'Byte, from 0, after the last record that is done.';

-- Name: COLUMN import.next_line; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.next_line IS 'Line, from 1, of that byte.';

-- Name: COLUMN import.is_fresh; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.is_fresh IS 'The target held no row when the import began: whatever key is there already came since, so that no list of the keys met is needed.';

-- Name: COLUMN import.statements; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.statements IS 'What the app writer runs, by kind: reeve.import_statements.';

-- Name: COLUMN import.kept; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.kept IS 'Records that differ from a row which stays as it is: reeve.import_kept.';

-- Name: COLUMN import.existing; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.existing IS 'What happens to a record that differs from a row with its key. refuse: it is quarantined where something other than an import wrote the row last; skip: the row stays; keep-newer: the row stays unless the record is newer; overwrite: the record is written.';

-- Name: COLUMN import.told; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.told IS 'What was left out, guessed or changed on the way, a text each.';

-- Name: COLUMN import.header; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.header IS 'The line that comes before the records of a file; NULL where it has none.';

-- Name: COLUMN import.run; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.run IS 'Number of the process that runs the import, from 1: only the last may change it.';

-- Name: COLUMN import.changes; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.changes IS 'How many values the types of their columns changed, by column and change.';

-- Name: COLUMN import.made; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.made IS 'How many rows were made because records refer to them, by table.';

-- Name: COLUMN import.found; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.found IS 'What the function that the mapping calls after the import has returned, a text each.';

-- Name: COLUMN import.has_keys; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.has_keys IS 'The keys of its records are noted, and are in reeve.import_key when it ends.';

-- Name: COLUMN import.known; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import.known IS 'How many records of earlier imports need not be written again: reeve.import_recall.';

-- Name: job_kind; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_kind (
    kind_id integer NOT NULL,
    name text NOT NULL,
    queue_id integer NOT NULL,
    enqueuers text[] NOT NULL,
    max_attempts smallint DEFAULT 12 NOT NULL,
    time_limit interval,
    step_function text,
    step_rows integer,
    is_internal boolean DEFAULT false NOT NULL,
    CONSTRAINT job_kind_attempts CHECK ((max_attempts > 0)),
    CONSTRAINT job_kind_step_rows CHECK ((step_rows > 0)),
    CONSTRAINT job_kind_time_limit CHECK ((time_limit > '00:00:00'::interval))
);

ALTER TABLE reeve.job_kind OWNER TO reeve_owner;

-- Name: TABLE job_kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_kind IS 'What a worker can do, and who may ask for it.';

-- Name: COLUMN job_kind.enqueuers; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_kind.enqueuers IS 'Roles; members of any may enqueue this kind.';

-- Name: COLUMN job_kind.time_limit; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_kind.time_limit IS 'An attempt that runs longer is cancelled and fails; NULL = no limit.';

-- Name: COLUMN job_kind.step_function; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_kind.step_function IS 'Function of schema reeve that does one step: (reeve.job, reeve.job_progress, max_rows int) RETURNS reeve.job_step; reeve.job_advance calls it. NULL = a program does this kind.';

-- Name: COLUMN job_kind.step_rows; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_kind.step_rows IS 'Most rows of one step; NULL = as many as take about 80 ms, which the worker finds out.';

-- Name: COLUMN job_kind.is_internal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_kind.is_internal IS 'Reeve''s own work: the erasure of its subject neither cancels it nor clears its arguments.';

-- Name: live_copy; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.live_copy (
    copy_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    mapping jsonb NOT NULL,
    source regclass NOT NULL,
    target regclass,
    statements jsonb NOT NULL,
    parked jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'copying'::text NOT NULL,
    broken text,
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
    paused_at timestamp with time zone,
    paused_by text,
    pace jsonb DEFAULT '{}'::jsonb NOT NULL,
    wal_place pg_lsn,
    wal_at timestamp with time zone,
    dependents jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_split boolean DEFAULT false NOT NULL,
    apply_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    stepped_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    server text,
    token uuid,
    is_placed boolean DEFAULT false NOT NULL,
    back jsonb,
    back_step bigint DEFAULT 0 NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    awaited_until timestamp with time zone,
    leaves jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT live_copy_batch CHECK (((batch_rows >= 100) AND (batch_rows <= 50000))),
    CONSTRAINT live_copy_ended CHECK (((phase = ANY (ARRAY['finished'::text, 'abandoned'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT live_copy_phase CHECK (((phase = ANY (ARRAY['copying'::text, 'following'::text, 'live'::text, 'finished'::text, 'abandoned'::text])) OR ((phase = ANY (ARRAY['closing'::text, 'returning'::text])) AND (server IS NOT NULL)))),
    CONSTRAINT live_copy_server CHECK ((((target IS NULL) = (server IS NOT NULL)) AND ((target IS NULL) = (token IS NOT NULL))))
)
WITH (fillfactor='50');

ALTER TABLE reeve.live_copy OWNER TO reeve_owner;

-- Name: TABLE live_copy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.live_copy IS 'Collections that move from one table to another while the app writes.';

-- Name: COLUMN live_copy.copy_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.copy_id IS 'In the change log its changes have this number with a minus sign.';

-- Name: COLUMN live_copy.source; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.source IS 'The table that was there before; after the cutover it bears another name and follows.';

-- Name: COLUMN live_copy.target; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.target IS 'The table that follows; NULL = it is elsewhere.';

-- Name: COLUMN live_copy.statements; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.statements IS 'What the app writer runs in the present direction: from the live table to the one that follows.';

-- Name: COLUMN live_copy.parked; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.parked IS 'What was taken from the table that follows, and comes back when it goes live: triggers, foreign keys.';

-- Name: COLUMN live_copy.phase; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.phase IS 'copying, following: the source is live; closing: the source refuses writes while the last changes reach another server; live: the target is; returning: neither takes writes while the last changes come back from another server; finished, abandoned: it is over.';

-- Name: COLUMN live_copy.broken; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.broken IS 'Why it cannot continue, such as a truncation.';

-- Name: COLUMN live_copy.last_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.last_key IS 'Key of the last row for which a range was made, a text a column.';

-- Name: COLUMN live_copy.total; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.total IS 'Rows of the source at the start, as estimated.';

-- Name: COLUMN live_copy.unvalidated; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.unvalidated IS 'Steps that the last cutover or rollback left until its locks were gone: foreign keys to validate, and what the next one needs (is_needed). reeve.migrate_after does the first.';

-- Name: COLUMN live_copy.paused_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.paused_at IS 'Since when nothing is copied or applied; the change log goes on.';

-- Name: COLUMN live_copy.pace; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.pace IS 'What it waits for, whoever runs it: max_lag (s of a standby), max_active (sessions), max_snapshot (s of the oldest), max_wal (bytes a second of the whole server).';

-- Name: COLUMN live_copy.wal_place; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.wal_place IS 'Where the WAL was at wal_at, to tell its rate by.';

-- Name: COLUMN live_copy.dependents; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.dependents IS 'Between a cutover and its rollback: by object that refers to the old name, its definition before (was) and after (now), as of reeve.migrate_definition, and the way it was changed.';

-- Name: COLUMN live_copy.is_split; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.is_split IS 'Whether ranges were made for all rows.';

-- Name: COLUMN live_copy.apply_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.apply_at IS 'When those who copy stop for a moment, so that changes are applied.';

-- Name: COLUMN live_copy.stepped_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.stepped_at IS 'When a range was copied last, to tell the rate by.';

-- Name: COLUMN live_copy.server; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.server IS 'Where the target is: a connection string of libpq, without a password.';

-- Name: COLUMN live_copy.token; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.token IS 'By what the target''s database knows this copy, in its table reeve_copy.copy.';

-- Name: COLUMN live_copy.is_placed; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.is_placed IS 'Whether the target''s database has recorded the copy; if it has no such record any more, it is another database, or was restored.';

-- Name: COLUMN live_copy.back; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.back IS 'The statements by which changes come back from another server after the cutover; NULL = there is no way back from there.';

-- Name: COLUMN live_copy.back_step; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.back_step IS 'The number, given there, of the last changes that came back: an older step would undo them.';

-- Name: COLUMN live_copy.round; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.round IS 'How many rollbacks from another server have begun.';

-- Name: COLUMN live_copy.awaited_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.awaited_until IS 'Until when other work of Reeve leaves its tables alone, because a command waits for their locks: extended at each attempt, so that the mark of a killed command expires. NULL = none waits.';

-- Name: COLUMN live_copy.leaves; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy.leaves IS 'The files (pg_class.relfilenode) of the partitions of its source and its target when all rows were last compared: where they are others, a partition has come, gone or been emptied since.';

-- Name: outbox; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    act text,
    sent_with bigint,
    salt uuid DEFAULT gen_random_uuid(),
    version integer DEFAULT 1 NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    result text,
    result_at timestamp with time zone,
    sendings smallint DEFAULT 1 NOT NULL,
    held text,
    CONSTRAINT outbox_cause CHECK ((num_nonnulls(action_id, case_id) = 1)),
    CONSTRAINT outbox_held_reason CHECK ((held = ANY (ARRAY['cap'::text, 'quiet'::text]))),
    CONSTRAINT outbox_result CHECK ((result = ANY (ARRAY['delivered'::text, 'bounced'::text, 'failed'::text]))),
    CONSTRAINT outbox_result_sent CHECK ((((result IS NULL) = (result_at IS NULL)) AND ((result IS NULL) OR (state = 'sent'::text)))),
    CONSTRAINT outbox_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'withdrawn'::text, 'failed'::text])))
);

ALTER TABLE reeve.outbox OWNER TO reeve_owner;

-- Name: TABLE outbox; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.outbox IS 'Notices owed: recipient (collection, key), text by template.';

-- Name: COLUMN outbox.about; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.about IS 'Collection:key of the row the notice is about.';

-- Name: COLUMN outbox.corrects; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.corrects IS 'The sent notice that this one undoes.';

-- Name: COLUMN outbox.attempts; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.attempts IS 'How often its delivery was tried.';

-- Name: COLUMN outbox.case_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.case_id IS 'The case whose outcome it tells to who reported it.';

-- Name: COLUMN outbox.act; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.act IS 'The act that owes it: an action, a batch or a case, such as A12, B7 or C5; of an undo the action that it undoes. What one act owes one person goes out together.';

-- Name: COLUMN outbox.sent_with; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.sent_with IS 'The notice whose message has the text of this one, too.';

-- Name: COLUMN outbox.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.salt IS 'Another one with each version; see reeve.notice_digest.';

-- Name: COLUMN outbox.version; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.version IS 'From 1, one more with each change; 0 = before this release, not sealed yet.';

-- Name: COLUMN outbox.xid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.xid IS 'The transaction of its latest change.';

-- Name: COLUMN outbox.result; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.result IS 'What the app''s sender told of it after it was sent; NULL: nothing yet.';

-- Name: COLUMN outbox.result_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.result_at IS 'When it told that.';

-- Name: COLUMN outbox.sendings; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.sendings IS 'From 1, one more each time that a moderator sends it again.';

-- Name: COLUMN outbox.held; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outbox.held IS 'Why due_at was put off: a cap of the recipient''s, or quiet hours; NULL: it was not.';

-- Name: outside; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.outside (
    outside_id bigint NOT NULL,
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    effect text NOT NULL,
    sends text NOT NULL,
    inverse text,
    is_inverse boolean DEFAULT false NOT NULL,
    fields jsonb,
    state text DEFAULT 'pending'::text NOT NULL,
    is_reached boolean DEFAULT false NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    due_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    sent_at timestamp with time zone,
    expires_at timestamp with time zone,
    ended_at timestamp with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    sendings smallint DEFAULT 1 NOT NULL,
    job_id bigint,
    lease integer,
    error text,
    is_erased boolean DEFAULT false NOT NULL,
    file bytea,
    CONSTRAINT outside_ended CHECK (((state = ANY (ARRAY['confirmed'::text, 'failed'::text, 'withdrawn'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT outside_sent CHECK (((state <> 'sent'::text) OR (num_nonnulls(sent_at, expires_at, job_id, lease) = 4))),
    CONSTRAINT outside_state CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'confirmed'::text, 'failed'::text, 'withdrawn'::text])))
);

ALTER TABLE reeve.outside OWNER TO reeve_owner;

-- Name: TABLE outside; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.outside IS 'Effects that actions have outside the database: what is sent for which subject, and what the receiver made of it. Those of one subject and effect are sent in the order of their ids.';

-- Name: COLUMN outside.action_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.action_id IS 'The action that has the effect; of an inverse the undo, or the end, of such an action.';

-- Name: COLUMN outside.sends; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.sends IS 'The name under which it is sent: the effect, or the inverse of it.';

-- Name: COLUMN outside.inverse; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.inverse IS 'What is sent to take it back, as the catalog said then. NULL: nothing takes it back.';

-- Name: COLUMN outside.fields; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.fields IS 'What is sent of the row, as it was when the action was performed. NULL: it could not be read, or an erasure has emptied it.';

-- Name: COLUMN outside.state; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.state IS 'sent: somebody is sending it, or died while they did. confirmed: the receiver has answered as the worker''s manifest asks.';

-- Name: COLUMN outside.is_reached; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.is_reached IS 'Whether an attempt may have had the effect: it was confirmed, or its result is not known.';

-- Name: COLUMN outside.asked_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.asked_at IS 'When the action was performed, or a moderator last had it sent again.';

-- Name: COLUMN outside.expires_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.expires_at IS 'When the last attempt is over at the latest, whatever became of who made it.';

-- Name: COLUMN outside.ended_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.ended_at IS 'When it was confirmed, failed or was withdrawn.';

-- Name: COLUMN outside.sendings; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.sendings IS 'From 1, one more each time that a moderator sends it again.';

-- Name: COLUMN outside.job_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.job_id IS 'The job that sends it or has sent it.';

-- Name: COLUMN outside.error; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.error IS 'What the receiver, or the worker, said of the last try.';

-- Name: COLUMN outside.is_erased; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.is_erased IS 'An erasure has come by: once nothing has to be sent, fields and error are emptied.';

-- Name: COLUMN outside.file; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.outside.file IS 'Of an effect on an object in a bucket, a digest of its name: those of one object are sent in the order of their ids, whichever rows name it. Once an erasure has emptied it, the effect''s own id. NULL: any other effect.';

-- Name: forgotten; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.forgotten (
    collection_id integer NOT NULL,
    key text NOT NULL,
    erasure bigint NOT NULL
);

ALTER TABLE reeve.forgotten OWNER TO reeve_owner;

-- Name: TABLE forgotten; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.forgotten IS 'Rows that an erasure has erased. A digest without its text counts only for these; each erasure seals its own.';

-- Name: COLUMN forgotten.erasure; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.forgotten.erasure IS 'The erasure''s action.';

-- Name: command; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    program text,
    address inet,
    content jsonb NOT NULL,
    salt uuid DEFAULT gen_random_uuid() NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id(),
    CONSTRAINT command_code CHECK (((outcome = 'refused'::text) = (code IS NOT NULL))),
    CONSTRAINT command_manifest_length CHECK ((octet_length(manifest) = 32)),
    CONSTRAINT command_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);

ALTER TABLE reeve.command OWNER TO reeve_owner;

-- Name: TABLE command; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.command IS 'Every command that committed, refused ones too; append-only.';

-- Name: COLUMN command.actor; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.actor IS 'session_user, or system:<job kind>.';

-- Name: COLUMN command.principal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.principal IS 'For deferred work: who caused it.';

-- Name: COLUMN command.manifest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.manifest IS 'Digest of what was done; reeve.audit_recheck compares it with what the tables say now.';

-- Name: COLUMN command.detail; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.detail IS 'Ids and enums that belong to it (approval, case, fields …); no text that somebody wrote.';

-- Name: COLUMN command.program; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.program IS 'application_name, as the client gave it.';

-- Name: COLUMN command.address; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.address IS 'The client''s; NULL = a local socket.';

-- Name: COLUMN command.content; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.content IS 'What the manifest is the digest of: the command''s own fields and, by name, the rows of the record as it left them (items). Ids, enums, logins and salted digests only.';

-- Name: COLUMN command.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.salt IS 'Of the digest of program and address in its content.';

-- Name: COLUMN command.xid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.command.xid IS 'The transaction that recorded it, by which reeve.act_outcome finds it; NULL of old commands.';

-- Name: member; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.member (
    role_name text NOT NULL,
    rank text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    role_oid oid,
    system_id bigint,
    CONSTRAINT member_rank CHECK ((rank = ANY (ARRAY['viewer'::text, 'moderator'::text, 'senior'::text, 'auditor'::text])))
);

ALTER TABLE reeve.member OWNER TO reeve_owner;

-- Name: TABLE member; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.member IS 'Rank of each admin in this database; the database role of the same rank is needed as well.';

-- Name: COLUMN member.role_oid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.member.role_oid IS 'The role that the rank was given to; NULL = there was none of that name, and the row gives no rank.';

-- Name: COLUMN member.system_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.member.system_id IS 'System identifier of the cluster that role_oid belongs to.';

-- Name: member_subject; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.member_subject (
    collection_id integer NOT NULL,
    key text NOT NULL,
    role_name text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.member_subject OWNER TO reeve_owner;

-- Name: TABLE member_subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.member_subject IS 'Which rows of the apps are people of the team: nobody acts on themselves, peers or above.';

-- Name: subject; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.subject (
    collection_id integer NOT NULL,
    key text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    hidden_by bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    hidden_until timestamp with time zone,
    base jsonb,
    CONSTRAINT subject_hidden CHECK (((hidden_by = '{}'::bigint[]) = (hidden_until IS NULL)))
);

ALTER TABLE reeve.subject OWNER TO reeve_owner;

-- Name: TABLE subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.subject IS 'Moderation state of one row: hidden while any action in hidden_by is in force.';

-- Name: COLUMN subject.version; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.subject.version IS 'How many effects have hidden it or shown it again; plans are refused where it has changed.';

-- Name: COLUMN subject.hidden_until; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.subject.hidden_until IS 'Maximum over the actions in hidden_by.';

-- Name: COLUMN subject.base; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.subject.base IS 'What each column that an action in hidden_by wrote held before the first of them, as an object; NULL where nothing hides the row.';

-- Name: search_generation; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    average real DEFAULT 0 NOT NULL,
    languages text[] DEFAULT '{}'::text[] NOT NULL,
    ranges text[] DEFAULT '{}'::text[] NOT NULL,
    shown bigint DEFAULT 0 NOT NULL,
    CONSTRAINT search_generation_state CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'retired'::text])))
);

ALTER TABLE reeve.search_generation OWNER TO reeve_owner;

-- Name: TABLE search_generation; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_generation IS 'Index tables in reeve_index, one a collection and build.';

-- Name: COLUMN search_generation.declared; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.declared IS 'The collection''s search declaration it was built for; another one calls for a new build.';

-- Name: COLUMN search_generation.documents; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.documents IS 'Documents that it holds.';

-- Name: COLUMN search_generation.built_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.built_at IS 'When it last became live.';

-- Name: COLUMN search_generation.state; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.state IS 'building, live (the pointer names it) or retired, which is the way back.';

-- Name: COLUMN search_generation.bounds; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.bounds IS 'Keys (arrays of text) that ranges 1, 2, … begin with; range 0 is what is before the first.';

-- Name: COLUMN search_generation.expected; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.expected IS 'Rows when it was begun.';

-- Name: COLUMN search_generation.average; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.average IS 'Length of a document on average when its index was built (reeve.search_length); 0 = not built.';

-- Name: COLUMN search_generation.languages; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.languages IS 'Text search configurations of its rows, where a column of theirs says the language.';

-- Name: COLUMN search_generation.ranges; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.ranges IS 'Filters that are one number or moment: the index on documents has an order of each.';

-- Name: COLUMN search_generation.shown; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_generation.shown IS 'Documents that everybody may see.';

-- Name: search_heard; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE UNLOGGED TABLE reeve.search_heard (
    day date DEFAULT ((clock_timestamp() AT TIME ZONE 'UTC'::text))::date NOT NULL,
    app text NOT NULL,
    query text,
    is_empty boolean NOT NULL,
    step integer NOT NULL,
    heard_at timestamp with time zone DEFAULT date_trunc('minute'::text, clock_timestamp()) NOT NULL,
    collection_id integer,
    who bigint,
    is_opened boolean DEFAULT false NOT NULL,
    is_counted boolean DEFAULT false NOT NULL,
    nth bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.search_heard OWNER TO reeve_owner;

-- Name: TABLE search_heard; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_heard IS 'Searches, and rows opened after them, until they are counted and six minutes old.';

-- Name: COLUMN search_heard.query; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.query IS 'NULL where it looks like an address, a number of somebody''s or a whole text.';

-- Name: COLUMN search_heard.step; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.step IS 'Of reeve.search_pace.';

-- Name: COLUMN search_heard.heard_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.heard_at IS 'To the minute, so that `doctor` can say for how long nobody counts them.';

-- Name: COLUMN search_heard.who; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.who IS 'Hash of who searches: a visitor of the app, or a session. NULL: not learned from.';

-- Name: COLUMN search_heard.is_counted; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.is_counted IS 'Kept to see what a later search rewords.';

-- Name: COLUMN search_heard.nth; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_heard.nth IS 'The order in which they came.';

-- Name: term; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.term (
    app text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    collection_id integer NOT NULL,
    limit_name text,
    limit_after interval,
    erase text DEFAULT 'keep'::text NOT NULL,
    is_live boolean DEFAULT true NOT NULL,
    scanned_at timestamp with time zone,
    scan_key text,
    is_consent boolean DEFAULT false NOT NULL,
    CONSTRAINT term_consent CHECK (((NOT is_consent) OR (limit_name IS NULL))),
    CONSTRAINT term_erase CHECK ((erase = ANY (ARRAY['keep'::text, 'anonymise'::text, 'delete'::text]))),
    CONSTRAINT term_limit CHECK (((limit_name IS NULL) = (limit_after IS NULL))),
    CONSTRAINT term_limit_after CHECK ((limit_after >= '00:00:00'::interval))
);

ALTER TABLE reeve.term OWNER TO reeve_owner;

-- Name: TABLE term; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.term IS 'Kinds of terms of an app, such as its terms of use or its privacy policy.';

-- Name: COLUMN term.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.collection_id IS 'Whose rows are the people who accept them.';

-- Name: COLUMN term.limit_name; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.limit_name IS 'The limit of the collection that applies to whoever has not accepted them; NULL = none.';

-- Name: COLUMN term.limit_after; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.limit_after IS 'How long after a version is in force the limit applies.';

-- Name: COLUMN term.erase; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.erase IS 'What an erasure of a person does to their acceptances: it keeps them, replaces the key by a random one, or deletes them.';

-- Name: COLUMN term.scanned_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.scanned_at IS 'When the last search for people to limit began.';

-- Name: COLUMN term.scan_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.scan_key IS 'The last key that this search has seen; NULL: it has seen all.';

-- Name: COLUMN term.is_consent; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term.is_consent IS 'Whether nobody owes it: people consent to it, and withdraw that.';

-- Name: term_version; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.term_version (
    term_id integer NOT NULL,
    app text NOT NULL,
    kind text NOT NULL,
    version text NOT NULL,
    effective_on date NOT NULL,
    announced_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT term_version_effective CHECK (isfinite(effective_on)),
    CONSTRAINT term_version_name CHECK ((version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'::text))
);

ALTER TABLE reeve.term_version OWNER TO reeve_owner;

-- Name: TABLE term_version; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.term_version IS 'Published versions of terms; none ever changes. In force is the one with the latest day that has come.';

-- Name: COLUMN term_version.effective_on; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term_version.effective_on IS 'In force from this day on, 00:00 UTC.';

-- Name: COLUMN term_version.announced_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term_version.announced_at IS 'When catalog apply loaded it.';

-- Name: acceptance; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.acceptance (
    term_id integer NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    locale text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    filed_by text NOT NULL
);

ALTER TABLE reeve.acceptance OWNER TO reeve_owner;

-- Name: TABLE acceptance; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.acceptance IS 'Who accepted which version of terms, in which language, and when; filed_by: the login that said so.';

-- Name: act; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.act (
    act_id uuid NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    xid xid8
);

ALTER TABLE reeve.act OWNER TO reeve_owner;

-- Name: TABLE act; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.act IS 'Acts of consoles: a row is written by the transaction of its act, so it is there if that was committed; rows older than 30 days are removed.';

-- Name: COLUMN act.act_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.act.act_id IS 'Chosen at random by the program that acts.';

-- Name: COLUMN act.xid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.act.xid IS 'The transaction of the act; NULL where somebody asked before it was committed, so that it never can be.';

-- Name: action_action_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.action ALTER COLUMN action_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.action_action_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: anchor; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.anchor (
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    destination text NOT NULL,
    anchored_by text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.anchor OWNER TO reeve_owner;

-- Name: TABLE anchor; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.anchor IS 'Heads that were written down outside the database, and where.';

-- Name: app; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE app; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.app IS 'Apps whose catalog was applied.';

-- Name: COLUMN app.manifest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app.manifest IS 'The catalog as it was applied, for the next difference.';

-- Name: app_code_pin; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.app_code_pin (
    app text NOT NULL,
    kind text NOT NULL,
    object text NOT NULL,
    digest bytea NOT NULL,
    alarms text[] NOT NULL,
    is_ours boolean NOT NULL,
    CONSTRAINT app_code_pin_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.app_code_pin OWNER TO reeve_owner;

-- Name: TABLE app_code_pin; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.app_code_pin IS 'Each piece of an app''s code that Reeve''s calls can reach, as of the last catalog apply.';

-- Name: COLUMN app_code_pin.object; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_code_pin.object IS 'Name with its schema, as pg_identify_object tells.';

-- Name: COLUMN app_code_pin.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_code_pin.digest IS 'SHA-256 of owner and definition.';

-- Name: COLUMN app_code_pin.alarms; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_code_pin.alarms IS 'What was alarming about it, in words.';

-- Name: COLUMN app_code_pin.is_ours; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_code_pin.is_ours IS 'Whether catalog apply made it.';

-- Name: app_grant; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.app_grant (
    app text NOT NULL,
    role_name text NOT NULL,
    object text NOT NULL
);

ALTER TABLE reeve.app_grant OWNER TO reeve_owner;

-- Name: TABLE app_grant; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.app_grant IS 'What the catalog of an app has given to roles that it lets call functions, and they did not have (reeve.catalog_callers).';

-- Name: COLUMN app_grant.object; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_grant.object IS 'SCHEMA or FUNCTION, and its name.';

-- Name: app_part; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.app_part (
    app text NOT NULL,
    path text[] NOT NULL,
    body jsonb NOT NULL
);

ALTER TABLE reeve.app_part OWNER TO reeve_owner;

-- Name: TABLE app_part; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.app_part IS 'The manifest of each app in parts that are read by key, where reading the whole would unpack it: written with it, by its trigger.';

-- Name: COLUMN app_part.path; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.app_part.path IS '{collections,NAME}; {actions,COLLECTION,VERB}, without the effects; else a member of the manifest.';

-- Name: approval_approval_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.approval ALTER COLUMN approval_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.approval_approval_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: approval_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

ALTER TABLE ONLY reeve.approval_rule REPLICA IDENTITY FULL;

ALTER TABLE reeve.approval_rule OWNER TO reeve_owner;

-- Name: TABLE approval_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.approval_rule IS 'An action needs a second person when all that one of these says holds; NULL says nothing.';

-- Name: COLUMN approval_rule.app; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.app IS 'NULL = apps whose catalog has no rules.';

-- Name: COLUMN approval_rule.ranks; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.ranks IS 'Of whoever acts.';

-- Name: COLUMN approval_rule.is_permanent; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.is_permanent IS 'It has no end.';

-- Name: COLUMN approval_rule.is_protected; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.is_protected IS 'A tag protects its subject.';

-- Name: COLUMN approval_rule.people; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.people IS 'More people than these are told.';

-- Name: COLUMN approval_rule.rows; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.rows IS 'More rows than these change.';

-- Name: COLUMN approval_rule.irreversible; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.irreversible IS 'More rows than these cannot be restored.';

-- Name: COLUMN approval_rule.quota; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.approval_rule.quota IS 'Whoever acts did more than these within the hour, not counting what a second person approved.';

-- Name: batch_batch_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.batch ALTER COLUMN batch_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.batch_batch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: batch_refusal; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.batch_refusal (
    batch_id bigint NOT NULL,
    place integer NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    message text NOT NULL
);

ALTER TABLE reeve.batch_refusal OWNER TO reeve_owner;

-- Name: TABLE batch_refusal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.batch_refusal IS 'Subjects of a batch that were left, or came back only in part, and why.';

-- Name: case_action; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.case_action (
    case_id bigint NOT NULL,
    action_id bigint NOT NULL
);

ALTER TABLE reeve.case_action OWNER TO reeve_owner;

-- Name: TABLE case_action; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.case_action IS 'What was done about a case.';

-- Name: case_case_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve."case" ALTER COLUMN case_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.case_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: case_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.case_reason (
    command_id bigint NOT NULL,
    case_id bigint NOT NULL,
    reason text,
    CONSTRAINT case_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);

ALTER TABLE reeve.case_reason OWNER TO reeve_owner;

-- Name: TABLE case_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.case_reason IS 'Which case a command was about, and its reason; free text, kept off the chain.';

-- Name: catalog_action; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE catalog_action; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.catalog_action IS 'The actions that an app''s catalog allows on what.';

-- Name: COLUMN catalog_action.kind; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.catalog_action.kind IS 'What the verb is: itself, or what the catalog likens it to.';

-- Name: catalog_view; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.catalog_view (
    app text NOT NULL,
    name text NOT NULL,
    collection_id integer,
    call_sql text NOT NULL,
    arguments text[] NOT NULL,
    columns text[] NOT NULL,
    help text NOT NULL
);

ALTER TABLE reeve.catalog_view OWNER TO reeve_owner;

-- Name: TABLE catalog_view; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.catalog_view IS 'Read-only verbs that an app''s catalog brings along.';

-- Name: COLUMN catalog_view.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.catalog_view.collection_id IS 'The collection of the subject that it is asked about; NULL = the whole app.';

-- Name: COLUMN catalog_view.call_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.catalog_view.call_sql IS 'SELECT giving one text[] a row; $1 arguments text[], $5 the most rows, $6 the subject''s key.';

-- Name: chain_head; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.chain_head (
    is_only boolean DEFAULT true NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    sealed_below xid8 DEFAULT '0'::xid8 NOT NULL,
    looked_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT chain_head_single CHECK (is_only)
);

ALTER TABLE reeve.chain_head OWNER TO reeve_owner;

-- Name: TABLE chain_head; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.chain_head IS 'The last entry; whoever adds links holds its row.';

-- Name: COLUMN chain_head.sealed_below; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.chain_head.sealed_below IS 'No command of a transaction below this one waited to be sealed.';

-- Name: COLUMN chain_head.looked_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.chain_head.looked_at IS 'When all that waited was last looked through, which is done once a minute.';

-- Name: chain_pending; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.chain_pending (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    command_id bigint NOT NULL
);

ALTER TABLE reeve.chain_pending OWNER TO reeve_owner;

-- Name: TABLE chain_pending; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.chain_pending IS 'Commands that have no link in the chain yet; reeve.record_seal removes them.';

-- Name: COLUMN chain_pending.xid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.chain_pending.xid IS 'The transaction that recorded the command.';

-- Name: change_change_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.change ALTER COLUMN change_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.change_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: change_fault; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.change_fault (
    reader text NOT NULL,
    collection_id integer NOT NULL,
    failed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    cause text NOT NULL
);

ALTER TABLE reeve.change_fault OWNER TO reeve_owner;

-- Name: TABLE change_fault; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.change_fault IS 'Collections whose rows a reader of the change log could not read when it last tried: it leaves them, goes on with the others, and tries again by itself.';

-- Name: COLUMN change_fault.reader; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change_fault.reader IS 'rank, identifiers, or flag and its name. Search has a job for each collection, which keeps its own error.';

-- Name: COLUMN change_fault.cause; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.change_fault.cause IS 'What the server said.';

-- Name: change_purge; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.change_purge (
    app text NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    change_id bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.change_purge OWNER TO reeve_owner;

-- Name: TABLE change_purge; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.change_purge IS 'How far the changes of each app are purged.';

-- Name: clause; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.clause (
    clause_id integer NOT NULL,
    app text NOT NULL,
    policy text NOT NULL,
    title text NOT NULL,
    clause text NOT NULL,
    digest bytea NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT clause_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.clause OWNER TO reeve_owner;

-- Name: TABLE clause; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.clause IS 'Each text that a policy has had; an action keeps the one that it cited.';

-- Name: COLUMN clause.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.clause.digest IS 'sha256 of the title, a line break and the clause.';

-- Name: clause_clause_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.clause ALTER COLUMN clause_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.clause_clause_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: collection_collection_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.collection ALTER COLUMN collection_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.collection_collection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: collection_column; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.collection_column (
    collection_id integer NOT NULL,
    number smallint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    table_id oid NOT NULL
);

ALTER TABLE reeve.collection_column OWNER TO reeve_owner;

-- Name: TABLE collection_column; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.collection_column IS 'The columns that the table of a collection had when the catalog was applied.';

-- Name: COLUMN collection_column.number; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection_column.number IS 'Its attnum, which a renamed column keeps.';

-- Name: COLUMN collection_column.table_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.collection_column.table_id IS 'The table''s number then. A restore gives it another one, and its columns other numbers.';

-- Name: command_command_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.command ALTER COLUMN command_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.command_command_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: consent; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.consent (
    consent_id bigint NOT NULL,
    term_id integer NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    locale text NOT NULL,
    given_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    filed_by text NOT NULL,
    withdrawn_at timestamp with time zone,
    withdrawn_by text,
    CONSTRAINT consent_order CHECK ((withdrawn_at >= given_at)),
    CONSTRAINT consent_withdrawn CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);

ALTER TABLE reeve.consent OWNER TO reeve_owner;

-- Name: TABLE consent; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.consent IS 'Who consented to which version of terms, in which language, from when until when; given again after it was withdrawn, it is another row. filed_by, withdrawn_by: the logins that said so.';

-- Name: consent_consent_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.consent ALTER COLUMN consent_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.consent_consent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: count_difference; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.count_difference (
    collection_id integer NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    stored bigint,
    counted bigint,
    found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.count_difference OWNER TO reeve_owner;

-- Name: TABLE count_difference; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.count_difference IS 'Rows whose stored counter was another than the rows that there are, when they were compared.';

-- Name: count_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.count_rule (
    collection_id integer NOT NULL,
    name text NOT NULL,
    count_sql text NOT NULL,
    stored text,
    compared_at timestamp with time zone,
    rows bigint,
    differing bigint
);

ALTER TABLE reeve.count_rule OWNER TO reeve_owner;

-- Name: TABLE count_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.count_rule IS 'Counts that the catalogs in force declare, compiled.';

-- Name: COLUMN count_rule.count_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.count_rule.count_sql IS 'Expression over row t and its key, o.k1, o.k2, …: the number.';

-- Name: COLUMN count_rule.stored; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.count_rule.stored IS 'The column of t that the app keeps the number in.';

-- Name: COLUMN count_rule.compared_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.count_rule.compared_at IS 'When all rows were last compared with it; rows and differing are of then.';

-- Name: cron_cron_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.cron ALTER COLUMN cron_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.cron_cron_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: cron_fire; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE cron_fire; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.cron_fire IS 'Each occurrence of a schedule: the job it became, or why none.';

-- Name: COLUMN cron_fire.occurrences; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron_fire.occurrences IS 'A run of skipped occurrences is one row: how many, from fire_at to last_at; NULL = over 1000, which nobody counted.';

-- Name: COLUMN cron_fire.last_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.cron_fire.last_at IS 'The last of a run; NULL = fire_at.';

-- Name: cron_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.cron_reason (
    command_id bigint NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    reason text,
    CONSTRAINT cron_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);

ALTER TABLE reeve.cron_reason OWNER TO reeve_owner;

-- Name: TABLE cron_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.cron_reason IS 'Which schedule a command ran, paused or resumed, and its reason; free text, kept off the chain.';

-- Name: download; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.download (
    download_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    begun_by text NOT NULL
);

ALTER TABLE reeve.download OWNER TO reeve_owner;

-- Name: TABLE download; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.download IS 'When an app''s login began to read what a person owns, for that person.';

-- Name: COLUMN download.begun_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.download.begun_by IS 'The login that began it.';

-- Name: download_download_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.download ALTER COLUMN download_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.download_download_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: effect_job; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.effect_job (
    job_id bigint NOT NULL,
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    job text NOT NULL,
    inverse jsonb,
    undone_by bigint,
    is_owed boolean DEFAULT false NOT NULL,
    inverse_id bigint,
    CONSTRAINT effect_job_owed CHECK (((NOT is_owed) OR (undone_by IS NOT NULL)))
);

ALTER TABLE reeve.effect_job OWNER TO reeve_owner;

-- Name: TABLE effect_job; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.effect_job IS 'Jobs that effects of actions enqueued, and what became of them when the action ended.';

-- Name: COLUMN effect_job.job; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect_job.job IS 'Kind of the job, and the name or task in its arguments: what the jobs of one row are told apart by.';

-- Name: COLUMN effect_job.inverse; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect_job.inverse IS 'Kind and args of the job that reverses it, as they were when it was enqueued. NULL: the catalog declares none.';

-- Name: COLUMN effect_job.undone_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect_job.undone_by IS 'The action that ended the action of the job.';

-- Name: COLUMN effect_job.is_owed; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect_job.is_owed IS 'It had begun and is not reversed yet, since another action in force enqueued the same job for the row.';

-- Name: COLUMN effect_job.inverse_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.effect_job.inverse_id IS 'The job that reverses it. NULL: none was needed.';

-- Name: emoji; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.emoji (
    word text NOT NULL COLLATE pg_catalog."C",
    emoji text NOT NULL COLLATE pg_catalog."C",
    config text NOT NULL
);

ALTER TABLE reeve.emoji OWNER TO reeve_owner;

-- Name: TABLE emoji; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.emoji IS 'What people call the things that emoji show; rows with an emoji are found by its names.';

-- Name: COLUMN emoji.word; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.emoji.word IS 'A word of queries (reeve.search_words); in Japanese, pairs of letters with a blank between.';

-- Name: COLUMN emoji.emoji; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.emoji.emoji IS 'The letter that documents have for it (search_fold).';

-- Name: COLUMN emoji.config; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.emoji.config IS 'The text search configuration of PostgreSQL, or japanese, which it does not have.';

-- Name: erasure; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.erasure (
    action_id bigint NOT NULL,
    horizon xid8 NOT NULL,
    is_again boolean DEFAULT false NOT NULL,
    targets jsonb DEFAULT '{}'::jsonb NOT NULL,
    done_at timestamp with time zone
);

ALTER TABLE reeve.erasure OWNER TO reeve_owner;

-- Name: TABLE erasure; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.erasure IS 'How far each erasure has come, and what it erased where.';

-- Name: COLUMN erasure.horizon; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.erasure.horizon IS 'Transactions below it may still have added rows when it began.';

-- Name: COLUMN erasure.is_again; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.erasure.is_again IS 'It looked for rows a second time, after all of those transactions had ended.';

-- Name: COLUMN erasure.targets; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.erasure.targets IS 'Rows by place.';

-- Name: erasure_row; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.erasure_row (
    action_id bigint NOT NULL,
    depth smallint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL
);

ALTER TABLE reeve.erasure_row OWNER TO reeve_owner;

-- Name: TABLE erasure_row; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.erasure_row IS 'Rows that an erasure has still to erase, the subject itself first.';

-- Name: evidence; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.evidence (
    evidence_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    captured_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT evidence_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.evidence OWNER TO reeve_owner;

-- Name: TABLE evidence; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.evidence IS 'What was there of a subject: one row for each state in which it was reported or acted on.';

-- Name: COLUMN evidence.captured_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence.captured_at IS 'When that state was first captured.';

-- Name: COLUMN evidence.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence.digest IS 'sha256 over its parts in order: role, collection, key, digest; reeve.evidence_digest.';

-- Name: evidence_bytes; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.evidence_bytes (
    bytes_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    personal text[] NOT NULL,
    digest bytea NOT NULL,
    hash bytea,
    salt bytea,
    content text,
    erased_at timestamp with time zone,
    CONSTRAINT evidence_bytes_digest_length CHECK ((octet_length(digest) = 32)),
    CONSTRAINT evidence_bytes_whole CHECK ((num_nonnulls(hash, salt, content) =
CASE
    WHEN (erased_at IS NULL) THEN 3
    ELSE 0
END))
);

ALTER TABLE reeve.evidence_bytes OWNER TO reeve_owner;

-- Name: TABLE evidence_bytes; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.evidence_bytes IS 'One version of one row of an app; an erasure empties hash, salt and content.';

-- Name: COLUMN evidence_bytes.personal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence_bytes.personal IS 'Its columns that were personal by the catalog.';

-- Name: COLUMN evidence_bytes.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence_bytes.digest IS 'sha256 of salt and content.';

-- Name: COLUMN evidence_bytes.hash; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence_bytes.hash IS 'sha256 of the content alone, to find an equal one.';

-- Name: COLUMN evidence_bytes.content; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence_bytes.content IS 'The columns that the catalog shows, as jsonb writes them: keys by length, then by bytes.';

-- Name: evidence_bytes_bytes_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.evidence_bytes ALTER COLUMN bytes_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.evidence_bytes_bytes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: evidence_evidence_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.evidence ALTER COLUMN evidence_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.evidence_evidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: evidence_part; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.evidence_part (
    evidence_id bigint NOT NULL,
    place integer NOT NULL,
    role text NOT NULL,
    bytes_id bigint NOT NULL,
    CONSTRAINT evidence_part_role CHECK ((role = ANY (ARRAY['subject'::text, 'parent'::text, 'message'::text])))
);

ALTER TABLE reeve.evidence_part OWNER TO reeve_owner;

-- Name: TABLE evidence_part; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.evidence_part IS 'The rows of a capture: the subject, what it belongs to, messages around it.';

-- Name: evidence_text; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.evidence_text (
    bytes_id bigint NOT NULL,
    field text NOT NULL,
    value text NOT NULL
);

ALTER TABLE reeve.evidence_text OWNER TO reeve_owner;

-- Name: TABLE evidence_text; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.evidence_text IS 'Encrypted texts of evidence under a later key than evidence_bytes has, whose digest stays what it was. Each is bound to that digest, so that no other text fits in its place.';

-- Name: COLUMN evidence_text.field; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.evidence_text.field IS 'Its name in the content of evidence_bytes.';

-- Name: feed; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.feed (
    feed_id integer NOT NULL,
    app text NOT NULL,
    keep interval NOT NULL,
    declared jsonb NOT NULL,
    epoch uuid DEFAULT gen_random_uuid() NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    change_id bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.feed OWNER TO reeve_owner;

-- Name: TABLE feed; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.feed IS 'Feeds of changes, one an app, and how far the log is purged for each.';

-- Name: COLUMN feed.declared; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.feed.declared IS 'What it is of; another value begins another epoch.';

-- Name: COLUMN feed.epoch; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.feed.epoch IS 'Part of each cursor: one of another epoch is refused.';

-- Name: feed_feed_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.feed ALTER COLUMN feed_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.feed_feed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: file_source; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.file_source (
    app text NOT NULL,
    place integer NOT NULL,
    path text NOT NULL,
    owner_id integer NOT NULL,
    collection text NOT NULL,
    bucket text NOT NULL,
    is_personal boolean NOT NULL,
    key text NOT NULL,
    source text NOT NULL,
    narrowed text NOT NULL,
    owner_key text NOT NULL,
    owner_keys text NOT NULL,
    owner_visible text NOT NULL
);

ALTER TABLE reeve.file_source OWNER TO reeve_owner;

-- Name: TABLE file_source; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.file_source IS 'Where rows of each app name objects of a bucket, as reeve.catalog_files returned it when the catalog was applied.';

-- Name: flag_flag_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.flag ALTER COLUMN flag_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.flag_flag_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: flag_group; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.flag_group (
    flag_id integer NOT NULL,
    name text NOT NULL,
    median numeric NOT NULL,
    rows bigint NOT NULL
);

ALTER TABLE reeve.flag_group OWNER TO reeve_owner;

-- Name: TABLE flag_group; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.flag_group IS 'What prices are compared with, computed again once a day: one look at every row of a collection.';

-- Name: flag_hit; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.flag_hit (
    flag_id integer NOT NULL,
    key text NOT NULL,
    mark bigint NOT NULL,
    upto timestamp with time zone,
    report_id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.flag_hit OWNER TO reeve_owner;

-- Name: TABLE flag_hit; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.flag_hit IS 'What each flag last reported about a subject: not again while that is open, nor the same after.';

-- Name: COLUMN flag_hit.mark; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_hit.mark IS 'Digest of what was found.';

-- Name: COLUMN flag_hit.upto; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_hit.upto IS 'Of a flood: the last row that was counted.';

-- Name: flag_state; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.flag_state (
    flag_id integer NOT NULL,
    spec jsonb NOT NULL,
    cursor text,
    scanned_at timestamp with time zone,
    learned_at timestamp with time zone,
    ran_at timestamp with time zone,
    hits bigint DEFAULT 0 NOT NULL,
    withheld bigint DEFAULT 0 NOT NULL,
    failed_at timestamp with time zone,
    on_since timestamp with time zone,
    on_by text
)
WITH (fillfactor='50');

ALTER TABLE reeve.flag_state OWNER TO reeve_owner;

-- Name: TABLE flag_state; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.flag_state IS 'How far each flag has looked through what was there before it, and what it found.';

-- Name: COLUMN flag_state.spec; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.spec IS 'What it looked through for; another one begins again.';

-- Name: COLUMN flag_state.cursor; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.cursor IS 'The last key of the first look through.';

-- Name: COLUMN flag_state.withheld; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.withheld IS 'Found, but more than the most of a day.';

-- Name: COLUMN flag_state.failed_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.failed_at IS 'When its last look failed; NULL once it has looked through those rows.';

-- Name: COLUMN flag_state.on_since; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.on_since IS 'Of a rule: when it was switched on; NULL = it is off. A rule that changes is off again.';

-- Name: COLUMN flag_state.on_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.flag_state.on_by IS 'Who switched the rule on; kept when a change of the catalog has switched it off again.';

-- Name: flag_term; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.flag_term (
    flag_id integer NOT NULL,
    form text NOT NULL COLLATE pg_catalog."C",
    entry text NOT NULL,
    place integer NOT NULL,
    word text NOT NULL,
    size integer NOT NULL
);

ALTER TABLE reeve.flag_term OWNER TO reeve_owner;

-- Name: TABLE flag_term; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.flag_term IS 'Words of lists: each entry''s words in order, and what they become without one of their letters.';

-- Name: glass_glass_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.glass ALTER COLUMN glass_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.glass_glass_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: home; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.home (
    is_only boolean DEFAULT true NOT NULL,
    system_id bigint NOT NULL,
    database_id oid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    is_copy boolean DEFAULT false NOT NULL,
    settled_by text NOT NULL,
    settled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT home_single CHECK (is_only)
);

ALTER TABLE reeve.home OWNER TO reeve_owner;

-- Name: TABLE home; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.home IS 'The cluster and database in which workers run; no row = none has run yet.';

-- Name: COLUMN home.started_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.home.started_at IS 'Start of the server when a worker last showed its host identity.';

-- Name: COLUMN home.is_copy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.home.is_copy IS 'Somebody said so: workers never run here again.';

-- Name: host; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.host (
    host_id uuid NOT NULL,
    epoch uuid NOT NULL,
    host text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE reeve.host OWNER TO reeve_owner;

-- Name: TABLE host; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.host IS 'The host identity files of workers and their last epochs; while there is one, workers without a file are not let in.';

-- Name: identifier; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.identifier (
    collection_id integer NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    hmac bytea NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    first_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    is_verified boolean DEFAULT false NOT NULL,
    CONSTRAINT identifier_hmac_length CHECK ((octet_length(hmac) = 32))
);

ALTER TABLE reeve.identifier OWNER TO reeve_owner;

-- Name: TABLE identifier; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.identifier IS 'HMAC-SHA256 of what identifies a row''s person, under a key that only workers have. Erased by reeve.identifier_forget, which erasure calls: a subject''s rows go, but stay while a ban of it is in force, so that it is not restored under the same ones.';

-- Name: COLUMN identifier.is_current; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.identifier.is_current IS 'FALSE: the row had it once.';

-- Name: COLUMN identifier.is_verified; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.identifier.is_verified IS 'The catalog calls it verified, or did so when the row had it last.';

-- Name: identifier_key; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.identifier_key (
    key_id text NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    replaced_at timestamp with time zone
);

ALTER TABLE reeve.identifier_key OWNER TO reeve_owner;

-- Name: TABLE identifier_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.identifier_key IS 'Which keys identifiers were computed with: a digest of each, by which nothing can be computed.';

-- Name: identifier_scan; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.identifier_scan (
    collection_id integer NOT NULL,
    declared jsonb NOT NULL,
    cursor text,
    done_at timestamp with time zone,
    failed_at timestamp with time zone
);

ALTER TABLE reeve.identifier_scan OWNER TO reeve_owner;

-- Name: TABLE identifier_scan; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.identifier_scan IS 'How far each collection''s rows have been read since its identifiers, or the key, were others.';

-- Name: COLUMN identifier_scan.failed_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.identifier_scan.failed_at IS 'When reading them last failed; NULL once they have been read.';

-- Name: import_import_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.import ALTER COLUMN import_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.import_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: import_kept; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.import_kept (
    import_id integer NOT NULL,
    record bigint NOT NULL
);

ALTER TABLE reeve.import_kept OWNER TO reeve_owner;

-- Name: TABLE import_kept; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.import_kept IS 'Records that were not written because of the row there.';

-- Name: import_key; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.import_key (
    app text NOT NULL,
    source text NOT NULL,
    digest uuid NOT NULL,
    content uuid,
    gone_in integer
);

ALTER TABLE reeve.import_key OWNER TO reeve_owner;

-- Name: TABLE import_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.import_key IS 'Keys of the records that a move has brought, by source: reeve.import_keep.';

-- Name: COLUMN import_key.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import_key.digest IS 'MD5 of the key''s columns as the text of a row.';

-- Name: COLUMN import_key.content; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import_key.content IS 'The first half of the SHA-256 of the record as it was staged, and of its mapping; NULL where a later import compares the record with its row anyway.';

-- Name: COLUMN import_key.gone_in; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.import_key.gone_in IS 'The import that found no record with this key any more; NULL while there is one.';

-- Name: import_transaction; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.import_transaction (
    app text NOT NULL,
    table_name text NOT NULL,
    id bigint NOT NULL
);

ALTER TABLE reeve.import_transaction OWNER TO reeve_owner;

-- Name: TABLE import_transaction; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.import_transaction IS 'Transactions in which imports wrote a table: what another wrote last, an import did not.';

-- Name: job_after; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_after (
    needed_id bigint NOT NULL,
    job_id bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_after OWNER TO reeve_owner;

-- Name: TABLE job_after; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_after IS 'Which job waits for which.';

-- Name: job_dead; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_dead; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_dead IS 'Dead letters: jobs out of attempts, jobs that killed three workers in a row.';

-- Name: COLUMN job_dead.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_dead.reason IS 'Out of attempts; three workers died over it; its handler said that retrying cannot help.';

-- Name: COLUMN job_dead.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_dead.key IS 'The unique_key that it gave up as it died, and takes again when it is retried.';

-- Name: job_default; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_default IS 'Days without a partition yet; drained when it is made.';

-- Name: job_delta; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_delta (
    queue_id integer NOT NULL,
    state text NOT NULL,
    n bigint NOT NULL,
    CONSTRAINT job_delta_state CHECK ((state = ANY (ARRAY['available'::text, 'scheduled'::text, 'retryable'::text, 'waiting'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'discarded'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000');

ALTER TABLE ONLY reeve.job_delta REPLICA IDENTITY FULL;

ALTER TABLE reeve.job_delta OWNER TO reeve_owner;

-- Name: TABLE job_delta; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_delta IS 'Changes of the number of jobs in a state.';

-- Name: job_end; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_end; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_end IS 'How each attempt ended, one row an attempt; append-only.';

-- Name: COLUMN job_end.day; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_end.day IS 'Day of the job, so that both are dropped together.';

-- Name: COLUMN job_end.worker_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_end.worker_id IS 'NULL = cancelled while it did not run.';

-- Name: COLUMN job_end.claimed_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_end.claimed_at IS 'NULL = cancelled while it did not run.';

-- Name: job_end_default; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_end_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_end_default IS 'Days without a partition yet; drained when it is made.';

-- Name: job_front; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_front (
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    seq bigint NOT NULL,
    ahead bigint NOT NULL,
    noted bigint NOT NULL,
    noted_xid xid8 NOT NULL,
    CONSTRAINT job_front_priority CHECK (((priority >= '-1'::integer) AND (priority <= 1)))
);

ALTER TABLE reeve.job_front OWNER TO reeve_owner;

-- Name: TABLE job_front; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_front IS 'The front of each queue by priority: the entries of job_ready before it are dead, and a claim would have to walk over them for as long as any snapshot keeps them.';

-- Name: COLUMN job_front.seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_front.seq IS 'No job is ready at or below this position, nor will one be.';

-- Name: COLUMN job_front.ahead; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_front.ahead IS 'No job was ready at or below this position when the queue was last looked through; a transaction that commits late may bring one.';

-- Name: COLUMN job_front.noted; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_front.noted IS 'The position that seq is to reach: it is safe once every transaction that was given a position up to it has ended.';

-- Name: COLUMN job_front.noted_xid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_front.noted_xid IS 'A transaction that began after those, by which it is seen that they have ended.';

-- Name: job_key; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_key (
    key text NOT NULL,
    job_id bigint NOT NULL,
    CONSTRAINT job_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_key OWNER TO reeve_owner;

-- Name: TABLE job_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_key IS 'Keys of live jobs: one live job a key; freed with its outcome.';

-- Name: job_kind_kind_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.job_kind ALTER COLUMN kind_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.job_kind_kind_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: job_log; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_log; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_log IS 'What handlers said while they ran.';

-- Name: COLUMN job_log.level; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_log.level IS 'How much it matters.';

-- Name: job_log_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

CREATE SEQUENCE reeve.job_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.job_log_id_seq OWNER TO reeve_owner;

-- Name: job_log_id_seq; Type: SEQUENCE OWNED BY; Schema: reeve; Owner: reeve_owner

ALTER SEQUENCE reeve.job_log_id_seq OWNED BY reeve.job_log.log_id;

-- Name: SEQUENCE job_log_id_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON SEQUENCE reeve.job_log_id_seq IS 'Order of log lines.';

-- Name: job_log_default; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_log_default; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_log_default IS 'Days without a partition yet; drained when it is made.';

-- Name: job_picked; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_picked (
    by_id bigint NOT NULL,
    job_id bigint NOT NULL
);

ALTER TABLE reeve.job_picked OWNER TO reeve_owner;

-- Name: TABLE job_picked; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_picked IS 'Jobs that a job of kind jobs.alter has still to alter.';

-- Name: COLUMN job_picked.by_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_picked.by_id IS 'The job of kind jobs.alter.';

-- Name: job_ready; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_ready; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_ready IS 'Jobs that may start now, in the order of seq.';

-- Name: COLUMN job_ready.seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_ready.seq IS 'Order of claims: the job''s number where it was ready at once, else a later one.';

-- Name: COLUMN job_ready.lease; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_ready.lease IS 'Number of claims so far; never falls.';

-- Name: COLUMN job_ready.attempt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_ready.attempt IS 'Attempts charged so far.';

-- Name: COLUMN job_ready.losses; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_ready.losses IS 'Workers that died over this job, one after another.';

-- Name: job_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_reason (
    command_id bigint NOT NULL,
    subject text NOT NULL,
    reason text,
    CONSTRAINT job_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
    CONSTRAINT job_reason_subject CHECK ((char_length(subject) <= 1000))
);

ALTER TABLE reeve.job_reason OWNER TO reeve_owner;

-- Name: TABLE job_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_reason IS 'Which job or queue a command was about, and its reason; free text, kept off the chain.';

-- Name: COLUMN job_reason.subject; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_reason.subject IS 'As it is shown: job 42, queue default.';

-- Name: job_run; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_run; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_run IS 'Attempts that are running, one row a job.';

-- Name: COLUMN job_run.lease; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_run.lease IS 'Fences the attempt: whoever writes an outcome must name it.';

-- Name: COLUMN job_run.deadline_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_run.deadline_at IS 'When the worker cancels it; 10 s later housekeeping ends it. NULL = never.';

-- Name: COLUMN job_run.cancel_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_run.cancel_at IS 'Somebody asked that it be cancelled.';

-- Name: job_timer; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE job_timer; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_timer IS 'Jobs that wait for a moment.';

-- Name: job_wait; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.job_wait (
    job_id bigint NOT NULL,
    day date NOT NULL,
    queue_id integer NOT NULL,
    priority smallint NOT NULL,
    due_at timestamp with time zone,
    missing integer NOT NULL,
    any_end boolean DEFAULT false NOT NULL,
    CONSTRAINT job_wait_missing CHECK ((missing >= 0)),
    CONSTRAINT job_wait_priority CHECK (((priority >= '-1'::integer) AND (priority <= 1)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.job_wait OWNER TO reeve_owner;

-- Name: TABLE job_wait; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.job_wait IS 'Jobs that wait for others to be completed.';

-- Name: COLUMN job_wait.missing; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_wait.missing IS 'How many of these are not.';

-- Name: COLUMN job_wait.any_end; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.job_wait.any_end IS 'It waits until the others have ended in any way, not until they are completed.';

-- Name: label; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.label (
    collection_id integer NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    salt uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE reeve.label OWNER TO reeve_owner;

-- Name: TABLE label; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.label IS 'Last known label of acted-on subjects; personal, erasable.';

-- Name: COLUMN label.salt; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.label.salt IS 'Of its digest in the record; erased with it.';

-- Name: live_copy_copy_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.live_copy ALTER COLUMN copy_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.live_copy_copy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: live_copy_emitter; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.live_copy_emitter (
    copy_id integer NOT NULL,
    name text NOT NULL,
    is_seeding boolean NOT NULL,
    seeded regclass,
    last_key text[],
    emitted bigint DEFAULT 0 NOT NULL,
    started_by text DEFAULT SESSION_USER NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    emitted_at timestamp with time zone,
    pid integer DEFAULT pg_backend_pid() NOT NULL,
    backend_start timestamp with time zone NOT NULL,
    CONSTRAINT live_copy_emitter_name CHECK ((name ~ '^[a-z][a-z0-9_-]{0,39}$'::text))
);

ALTER TABLE reeve.live_copy_emitter OWNER TO reeve_owner;

-- Name: TABLE live_copy_emitter; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.live_copy_emitter IS 'Streams of a live copy''s changes to a program or a file, each a reader of the change log.';

-- Name: COLUMN live_copy_emitter.is_seeding; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_emitter.is_seeding IS 'Whether all rows there are come first, which they do in the order of their keys.';

-- Name: COLUMN live_copy_emitter.seeded; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_emitter.seeded IS 'The table whose rows come; where another goes live meanwhile, they come again.';

-- Name: COLUMN live_copy_emitter.last_key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_emitter.last_key IS 'Key of the last of these rows that was dealt with, a text a column.';

-- Name: COLUMN live_copy_emitter.pid; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_emitter.pid IS 'The server process of the session that emits, or that emitted last.';

-- Name: COLUMN live_copy_emitter.backend_start; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_emitter.backend_start IS 'When that process began, which distinguishes it from a later one of the same pid.';

-- Name: live_copy_range; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.live_copy_range (
    copy_id integer NOT NULL,
    range_id bigint NOT NULL,
    low text[],
    high text[],
    size integer NOT NULL
);

ALTER TABLE reeve.live_copy_range OWNER TO reeve_owner;

-- Name: TABLE live_copy_range; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.live_copy_range IS 'Ranges of a live copy that are to be copied: who copies one locks its row, and deletes it with what it writes.';

-- Name: COLUMN live_copy_range.low; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_range.low IS 'The key before its first row; NULL = from the first.';

-- Name: COLUMN live_copy_range.high; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_range.high IS 'The key of its last row; NULL = to the last.';

-- Name: COLUMN live_copy_range.size; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.live_copy_range.size IS 'Its rows when it was made; a last one has fewer.';

-- Name: live_copy_range_range_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.live_copy_range ALTER COLUMN range_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.live_copy_range_range_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: live_copy_reject; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.live_copy_reject (
    copy_id integer NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    reason text NOT NULL,
    rejected_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.live_copy_reject OWNER TO reeve_owner;

-- Name: TABLE live_copy_reject; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.live_copy_reject IS 'Quarantine: rows that the table that follows refuses. They are tried again when they change.';

-- Name: live_copy_use; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.live_copy_use (
    copy_id integer NOT NULL,
    role_name text NOT NULL,
    application text NOT NULL,
    used_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY reeve.live_copy_use REPLICA IDENTITY FULL;

ALTER TABLE reeve.live_copy_use OWNER TO reeve_owner;

-- Name: TABLE live_copy_use; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.live_copy_use IS 'Who wrote through the old name of a table after a cutover; about one row an hour for each login and application.';

-- Name: mark; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.mark (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    until timestamp with time zone NOT NULL,
    is_protecting boolean DEFAULT false NOT NULL,
    CONSTRAINT mark_name CHECK (((kind = 'merge'::text) OR (name ~ '^[a-z][a-z0-9_-]{0,39}$'::text)))
);

ALTER TABLE reeve.mark OWNER TO reeve_owner;

-- Name: TABLE mark; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.mark IS 'Tags, limits, verifications and merges of subjects, each by its action: in force while until lies in the future.';

-- Name: COLUMN mark.name; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.mark.name IS 'The tag, the limit or the verb; of a merge, the key of the account that stays.';

-- Name: COLUMN mark.is_protecting; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.mark.is_protecting IS 'Who acts against the subject needs a second person.';

-- Name: member_subject_past; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.member_subject_past (
    past_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    role_name text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    removed_by text NOT NULL,
    removed_at timestamp with time zone NOT NULL
);

ALTER TABLE reeve.member_subject_past OWNER TO reeve_owner;

-- Name: TABLE member_subject_past; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.member_subject_past IS 'Links of member_subject that were changed or removed; see person_logins.';

-- Name: member_subject_past_past_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.member_subject_past ALTER COLUMN past_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.member_subject_past_past_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: migration; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.migration (
    version integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT migration_sha256 CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE reeve.migration OWNER TO reeve_owner;

-- Name: TABLE migration; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.migration IS 'Migrations applied to this database.';

-- Name: COLUMN migration.sha256; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.migration.sha256 IS 'Digest of the file; a released file never changes.';

-- Name: notice_cap; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.notice_cap (
    cap_id integer NOT NULL,
    app text NOT NULL,
    channel text,
    template text,
    is_per_recipient boolean NOT NULL,
    within interval NOT NULL,
    most integer NOT NULL,
    CONSTRAINT notice_cap_most CHECK (((most >= 1) AND (most <= 10000))),
    CONSTRAINT notice_cap_within CHECK ((within >= '00:00:01'::interval))
);

ALTER TABLE reeve.notice_cap OWNER TO reeve_owner;

-- Name: TABLE notice_cap; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.notice_cap IS 'How many messages of an app are sent within any stretch of time, as its catalog says.';

-- Name: COLUMN notice_cap.channel; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_cap.channel IS 'Only those of this channel; NULL: of any.';

-- Name: COLUMN notice_cap.template; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_cap.template IS 'Only those of this template; NULL: of any.';

-- Name: COLUMN notice_cap.is_per_recipient; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_cap.is_per_recipient IS 'Whether each person''s are counted, or those of all people together.';

-- Name: notice_cap_cap_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.notice_cap ALTER COLUMN cap_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.notice_cap_cap_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: notice_read; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.notice_read (
    outbox_id bigint NOT NULL,
    read_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE reeve.notice_read OWNER TO reeve_owner;

-- Name: TABLE notice_read; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.notice_read IS 'Messages that their recipient has read, as the app tells.';

-- Name: notice_setting; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.notice_setting (
    app text NOT NULL,
    zone text NOT NULL,
    quiet_from time without time zone,
    quiet_until time without time zone,
    CONSTRAINT notice_setting_quiet CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from <> quiet_until)))
);

ALTER TABLE reeve.notice_setting OWNER TO reeve_owner;

-- Name: TABLE notice_setting; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.notice_setting IS 'What an app''s catalog says of all its notices.';

-- Name: COLUMN notice_setting.zone; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_setting.zone IS 'The time zone of people whose own is unknown, or no zone that the server knows.';

-- Name: COLUMN notice_setting.quiet_from; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_setting.quiet_from IS 'From this time of the recipient''s day, until quiet_until, notices that are not urgent wait; NULL: none do.';

-- Name: notice_slot; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.notice_slot (
    cap_id integer NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL,
    slot integer NOT NULL,
    free_at timestamp with time zone NOT NULL,
    outbox_id bigint
)
WITH (fillfactor='50');

ALTER TABLE reeve.notice_slot OWNER TO reeve_owner;

-- Name: TABLE notice_slot; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.notice_slot IS 'Of each cap, and of each person where it is per recipient, as many slots as messages may be sent within its time. A message needs a slot that is free, and takes it for that time.';

-- Name: COLUMN notice_slot.collection_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_slot.collection_id IS 'The person''s collection; 0: of all people.';

-- Name: COLUMN notice_slot.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_slot.key IS 'The person''s key; empty: of all people.';

-- Name: COLUMN notice_slot.free_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_slot.free_at IS 'After this instant it is free.';

-- Name: COLUMN notice_slot.outbox_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_slot.outbox_id IS 'The message that took it last; NULL: none yet.';

-- Name: notice_template; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.notice_template (
    app text NOT NULL,
    name text NOT NULL,
    channel text,
    is_urgent boolean NOT NULL
);

ALTER TABLE reeve.notice_template OWNER TO reeve_owner;

-- Name: TABLE notice_template; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.notice_template IS 'Templates of notices that have a channel or are urgent, whatever their language.';

-- Name: COLUMN notice_template.channel; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_template.channel IS 'A word of the catalog by which the app''s sender knows how to send it; NULL: none.';

-- Name: COLUMN notice_template.is_urgent; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.notice_template.is_urgent IS 'Whether it is sent in quiet hours, too.';

-- Name: outbox_outbox_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.outbox ALTER COLUMN outbox_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.outbox_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: outbox_seal; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.outbox_seal (
    outbox_id bigint NOT NULL,
    version integer NOT NULL,
    command_id bigint NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT outbox_seal_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.outbox_seal OWNER TO reeve_owner;

-- Name: TABLE outbox_seal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.outbox_seal IS 'Versions of notices as the commands that made them sealed them; see reeve.notice_digest. The command''s content has the digest of its rows.';

-- Name: outside_binding; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.outside_binding (
    name text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);

ALTER TABLE reeve.outside_binding OWNER TO reeve_owner;

-- Name: TABLE outside_binding; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.outside_binding IS 'What workers'' manifests send somewhere: names of effects and of their inverses, alone or after an app and a slash, and when a worker has said so last.';

-- Name: outside_outside_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.outside ALTER COLUMN outside_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.outside_outside_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: policy; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    clause_id integer,
    terms text,
    CONSTRAINT policy_duration CHECK ((duration > '00:00:00'::interval)),
    CONSTRAINT policy_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
    CONSTRAINT policy_strike_weight CHECK ((strike_weight >= 0))
);

ALTER TABLE reeve.policy OWNER TO reeve_owner;

-- Name: TABLE policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.policy IS 'Clauses that an action can cite, and the grace each one gives.';

-- Name: COLUMN policy.severity; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.policy.severity IS 'How grave a breach is unless the action says.';

-- Name: COLUMN policy.strike_weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.policy.strike_weight IS 'What a breach counts against its author.';

-- Name: COLUMN policy.duration; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.policy.duration IS 'How long a suspension for it lasts unless the action says; NULL = it has to say.';

-- Name: COLUMN policy.clause_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.policy.clause_id IS 'Its text as it is now.';

-- Name: COLUMN policy.terms; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.policy.terms IS 'The kind of terms that it is a clause of; NULL = none.';

-- Name: quarantine; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE quarantine; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.quarantine IS 'Records that an import could not take, as they were.';

-- Name: COLUMN quarantine.record; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.quarantine.record IS 'Number of the record in its file, from 1.';

-- Name: COLUMN quarantine.code; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.quarantine.code IS 'SQLSTATE where the database refused it, else a word: encoding, syntax, length, type, field or key.';

-- Name: COLUMN quarantine.is_cut; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.quarantine.is_cut IS 'The original is longer than what is kept here.';

-- Name: queue; Type: TABLE; Schema: reeve; Owner: reeve_owner

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

-- Name: TABLE queue; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.queue IS 'Queues of jobs; a worker serves one.';

-- Name: COLUMN queue.paused_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.queue.paused_at IS 'Nothing is claimed while this is set.';

-- Name: COLUMN queue.max_running; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.queue.max_running IS 'Most live leases at a time, over all workers; NULL = no limit.';

-- Name: COLUMN queue.rate; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.queue.rate IS 'Starts a second in the long run; NULL = no limit.';

-- Name: COLUMN queue.burst; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.queue.burst IS 'Starts that may come at once after a rest.';

-- Name: queue_bucket; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.queue_bucket (
    queue_id integer NOT NULL,
    tokens double precision NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.queue_bucket OWNER TO reeve_owner;

-- Name: TABLE queue_bucket; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.queue_bucket IS 'Token buckets of queues with a limit; its row is also what claims of such a queue wait for.';

-- Name: queue_queue_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.queue ALTER COLUMN queue_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.queue_queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: rank_rule_rank_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.rank_rule ALTER COLUMN rank_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.rank_rule_rank_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: rank_score; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.rank_score (
    rank_id integer NOT NULL,
    key text NOT NULL,
    score double precision NOT NULL
)
WITH (fillfactor='80');

ALTER TABLE reeve.rank_score OWNER TO reeve_owner;

-- Name: TABLE rank_score; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.rank_score IS 'Scores as of the landmark of their rank.';

-- Name: rank_stale; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.rank_stale (
    stale_id bigint NOT NULL,
    rank_id integer NOT NULL,
    key text
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');

ALTER TABLE reeve.rank_stale OWNER TO reeve_owner;

-- Name: TABLE rank_stale; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.rank_stale IS 'Ranked rows whose points have changed since their score was reckoned, once for each change.';

-- Name: COLUMN rank_stale.key; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.rank_stale.key IS 'NULL = all rows.';

-- Name: rank_stale_stale_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.rank_stale ALTER COLUMN stale_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.rank_stale_stale_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: reader_statement; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.reader_statement (
    app text NOT NULL,
    name text NOT NULL,
    statement text NOT NULL,
    is_kept boolean NOT NULL
);

ALTER TABLE reeve.reader_statement OWNER TO reeve_owner;

-- Name: TABLE reader_statement; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.reader_statement IS 'What every report and act reads of each app as its reader, as of when the catalog was applied: the branches of its second reading function (reeve.reader_branches).';

-- Name: COLUMN reader_statement.is_kept; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reader_statement.is_kept IS 'Whether a session keeps its plan: not where it reads a partitioned table or a view.';

-- Name: reeve_written; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.reeve_written (
);

ALTER TABLE reeve.reeve_written OWNER TO reeve_owner;

-- Name: TABLE reeve_written; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.reeve_written IS 'Keeps the name by which triggers read the rows that a statement wrote: where a trigger has no such rows, the name is this table''s, and not that of a temporary one. Has no columns, so that whatever reads a row of it fails.';

-- Name: refusal; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.refusal (
    code text NOT NULL,
    sentence text NOT NULL,
    exit_status integer NOT NULL,
    remedy text NOT NULL,
    CONSTRAINT refusal_code CHECK ((code ~ '^([a-z]+|RV[0-9]{3})$'::text)),
    CONSTRAINT refusal_exit_status CHECK ((exit_status = ANY (ARRAY[1, 2, 4, 5])))
);

ALTER TABLE reeve.refusal OWNER TO reeve_owner;

-- Name: TABLE refusal; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.refusal IS 'Why a command is not done: the codes that writer functions return, in lower case, and the SQLSTATEs of class RV that functions raise.';

-- Name: COLUMN refusal.sentence; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.refusal.sentence IS 'What the code means, a full sentence.';

-- Name: COLUMN refusal.exit_status; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.refusal.exit_status IS 'Exit status of the program: 1 failed, 2 wrong usage, 4 not permitted, 5 not found.';

-- Name: COLUMN refusal.remedy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.refusal.remedy IS 'What to do about it, a full sentence.';

-- Name: reply; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.reply (
    reply_id integer NOT NULL,
    app text NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    policy text NOT NULL,
    texts jsonb NOT NULL,
    is_live boolean DEFAULT true NOT NULL,
    CONSTRAINT reply_name CHECK ((name ~ '^[a-z][a-z0-9_-]{0,59}$'::text))
);

ALTER TABLE reeve.reply OWNER TO reeve_owner;

-- Name: TABLE reply; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.reply IS 'Saved public reasons of an app: a changed text is a new version, and an action keeps which one it gave.';

-- Name: COLUMN reply.policy; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reply.policy IS 'The policy that an action has to cite to give it.';

-- Name: COLUMN reply.texts; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reply.texts IS 'Text by locale, with the placeholders of notices: {label}, {until|time}, {policy}, {limit}.';

-- Name: COLUMN reply.is_live; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.reply.is_live IS 'Its latest version, if the catalog still has it.';

-- Name: reply_reply_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.reply ALTER COLUMN reply_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.reply_reply_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: report; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.report (
    report_id bigint NOT NULL,
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
    evidence_id bigint,
    threshold integer,
    withdrawn_by bigint,
    proposes text,
    CONSTRAINT report_reporter CHECK (((reporter_id IS NULL) = (reporter_key IS NULL))),
    CONSTRAINT report_source CHECK (((rule IS NULL) OR (reporter_id IS NULL))),
    CONSTRAINT report_words_length CHECK (((char_length(words) >= 1) AND (char_length(words) <= 2000)))
);

ALTER TABLE reeve.report OWNER TO reeve_owner;

-- Name: TABLE report; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.report IS 'What somebody, or a rule, reported; personal, erasable. Not a verb''s report: that is reeve.catalog_view.';

-- Name: COLUMN report.reporter_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.reporter_id IS 'The collection of who reported it; NULL = a rule, or somebody unknown.';

-- Name: COLUMN report.filed_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.filed_by IS 'The login that filed it.';

-- Name: COLUMN report.source; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.source IS 'Who reported it, to be compared; empty = unknown.';

-- Name: COLUMN report.case_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.case_id IS 'NULL until somebody looks at the queue.';

-- Name: COLUMN report.weight; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.weight IS 'How reliable the reporter was by then, 0 to 1; 0 for what they said again about one case.';

-- Name: COLUMN report.is_muted; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.is_muted IS 'The reporter was muted, so the weight is not counted.';

-- Name: COLUMN report.evidence_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.evidence_id IS 'The subject as it was reported.';

-- Name: COLUMN report.threshold; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.threshold IS 'How many strikes it takes for what it proposes; NULL = it is not about strikes.';

-- Name: COLUMN report.withdrawn_by; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.withdrawn_by IS 'The action because of which it is in no case, or counts in it no more: the undo after which the strikes did not come to the threshold, or one in force that does what it proposes.';

-- Name: COLUMN report.proposes; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report.proposes IS 'The verb that a rule proposes, and for how long, such as suspend for 7d; NULL = nothing.';

-- Name: report_front; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.report_front (
    is_only boolean DEFAULT true NOT NULL,
    report_id bigint NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    CONSTRAINT report_front_single CHECK (is_only)
);

ALTER TABLE reeve.report_front OWNER TO reeve_owner;

-- Name: TABLE report_front; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.report_front IS 'Where an intake begins to look for reports that wait.';

-- Name: COLUMN report_front.report_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report_front.report_id IS 'None waited up to this one, but of transactions that had not committed yet.';

-- Name: COLUMN report_front.looked_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.report_front.looked_at IS 'When all reports were last looked through, which is done once a minute.';

-- Name: report_report_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.report ALTER COLUMN report_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.report_report_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: request_text; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.request_text (
    case_id bigint NOT NULL,
    words text NOT NULL,
    CONSTRAINT request_text_length CHECK (((char_length(words) >= 1) AND (char_length(words) <= 2000)))
);

ALTER TABLE reeve.request_text OWNER TO reeve_owner;

-- Name: TABLE request_text; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.request_text IS 'What people wrote with their requests; personal, erasable.';

-- Name: reveal_reason; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.reveal_reason (
    command_id bigint NOT NULL,
    salt bytea NOT NULL,
    reason text,
    CONSTRAINT reveal_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);

ALTER TABLE reeve.reveal_reason OWNER TO reeve_owner;

-- Name: TABLE reveal_reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.reveal_reason IS 'Why; free text, kept off the chain. Erased by deleting the row, the salt with it.';

-- Name: rule_rule_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.rule ALTER COLUMN rule_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.rule_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: search_constant; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_constant (
    name text NOT NULL,
    value double precision NOT NULL,
    unit text NOT NULL,
    reason text NOT NULL,
    measured text NOT NULL
);

ALTER TABLE reeve.search_constant OWNER TO reeve_owner;

-- Name: TABLE search_constant; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_constant IS 'Numbers that search ranks by. After a change of one that documents depend on (weights, length_share, tiers), indexes are built again.';

-- Name: COLUMN search_constant.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_constant.reason IS 'What it decides.';

-- Name: COLUMN search_constant.measured; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_constant.measured IS 'The measurement that chose it.';

-- Name: search_document_shape; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_document_shape (
    digest bigint NOT NULL,
    popularity real NOT NULL,
    norm real NOT NULL,
    range integer NOT NULL,
    key text NOT NULL,
    tsv tsvector NOT NULL,
    fields jsonb
);

ALTER TABLE ONLY reeve.search_document_shape REPLICA IDENTITY FULL;

ALTER TABLE reeve.search_document_shape OWNER TO reeve_owner;

-- Name: TABLE search_document_shape; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_document_shape IS 'Columns of the documents of a generation, which has a table of its own; always empty. Further columns n1, n2, … are its ranges (search_generation.ranges).';

-- Name: COLUMN search_document_shape.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_document_shape.digest IS 'Of what it was made from.';

-- Name: COLUMN search_document_shape.norm; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_document_shape.norm IS 'What its score is multiplied by for its length (reeve.search_norm).';

-- Name: COLUMN search_document_shape.range; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_document_shape.range IS 'Of the key: search_generation.bounds.';

-- Name: COLUMN search_document_shape.tsv; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_document_shape.tsv IS 'Words with positions and weights, posting tiers, values of filters, the title and whether everybody may see the row (reeve.search_document).';

-- Name: COLUMN search_document_shape.fields; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_document_shape.fields IS 'Values of filters in the order of reeve.search_lexed, of an array in one, as they are written; then the language, if rows have one.';

-- Name: search_due; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_due (
    source_id integer NOT NULL,
    key text NOT NULL,
    due_at timestamp with time zone NOT NULL
);

ALTER TABLE reeve.search_due OWNER TO reeve_owner;

-- Name: TABLE search_due; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_due IS 'Rows that are searched, or by whose texts others are, and that are hidden until a moment: then they and what belongs to them are read again.';

-- Name: COLUMN search_due.source_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_due.source_id IS 'The collection of the row.';

-- Name: COLUMN search_due.due_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_due.due_at IS 'Of its own column or of Reeve''s, the later one, as it was when it was last read.';

-- Name: search_generation_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

CREATE SEQUENCE reeve.search_generation_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER TABLE reeve.search_generation_seq OWNER TO reeve_owner;

-- Name: SEQUENCE search_generation_seq; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON SEQUENCE reeve.search_generation_seq IS 'Numbers of generations, part of their table''s name.';

-- Name: search_heard_nth_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.search_heard ALTER COLUMN nth ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.search_heard_nth_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: search_join; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_join (
    join_id integer NOT NULL,
    collection_id integer NOT NULL,
    path text NOT NULL,
    source_id integer NOT NULL,
    columns text[] NOT NULL,
    children_sql text NOT NULL,
    is_live boolean DEFAULT true NOT NULL
);

ALTER TABLE reeve.search_join OWNER TO reeve_owner;

-- Name: TABLE search_join; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_join IS 'Parents whose texts are in the documents of a searched collection.';

-- Name: COLUMN search_join.path; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_join.path IS 'Parents of the catalog that lead there, with dots: store, store.owner.';

-- Name: COLUMN search_join.source_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_join.source_id IS 'The collection at its end.';

-- Name: COLUMN search_join.columns; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_join.columns IS 'Columns there whose change changes documents.';

-- Name: COLUMN search_join.children_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_join.children_sql IS 'Keys of the collection''s rows that belong to the keys $1.';

-- Name: search_join_join_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.search_join ALTER COLUMN join_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.search_join_join_id_seq
    START WITH 1000000000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: search_pace; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE UNLOGGED TABLE reeve.search_pace (
    day date NOT NULL,
    app text NOT NULL,
    step integer NOT NULL,
    asked bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE reeve.search_pace OWNER TO reeve_owner;

-- Name: TABLE search_pace; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_pace IS 'How long searches took, by day.';

-- Name: COLUMN search_pace.step; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_pace.step IS 'At most 1.2 to the power of step milliseconds.';

-- Name: search_pointer; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_pointer (
    collection_id integer NOT NULL,
    generation_id integer NOT NULL
);

ALTER TABLE reeve.search_pointer OWNER TO reeve_owner;

-- Name: TABLE search_pointer; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_pointer IS 'Which generation answers for a collection.';

-- Name: search_question; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE UNLOGGED TABLE reeve.search_question (
    day date NOT NULL,
    app text NOT NULL,
    hash bigint NOT NULL,
    query text,
    asked bigint NOT NULL,
    empty bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE reeve.search_question OWNER TO reeve_owner;

-- Name: TABLE search_question; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_question IS 'Queries by day: how often asked, how often without a result.';

-- Name: COLUMN search_question.hash; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_question.hash IS '0 = all that are not told apart.';

-- Name: COLUMN search_question.query; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_question.query IS 'Its words, from the third time on.';

-- Name: search_reworded; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE UNLOGGED TABLE reeve.search_reworded (
    collection_id integer NOT NULL,
    hash bigint NOT NULL,
    words text,
    value text,
    times bigint NOT NULL,
    day date NOT NULL
);

ALTER TABLE reeve.search_reworded OWNER TO reeve_owner;

-- Name: TABLE search_reworded; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_reworded IS 'Words that people replaced by others before they opened a row, of the last 30 days.';

-- Name: COLUMN search_reworded.words; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_reworded.words IS 'Those that they replaced, from the third on.';

-- Name: COLUMN search_reworded.value; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_reworded.value IS 'By what, from the third on.';

-- Name: COLUMN search_reworded.day; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_reworded.day IS 'The last one.';

-- Name: search_rule; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_rule (
    rule_id bigint NOT NULL,
    collection_id integer NOT NULL,
    kind text NOT NULL,
    words text NOT NULL,
    value text DEFAULT ''::text NOT NULL,
    added_by text DEFAULT SESSION_USER NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT search_rule_kind CHECK ((kind = ANY (ARRAY['synonym'::text, 'distinct'::text, 'stop'::text, 'pin'::text, 'hide'::text]))),
    CONSTRAINT search_rule_value CHECK (
CASE kind
    WHEN 'stop'::text THEN (value = ''::text)
    ELSE ((char_length(value) >= 1) AND (char_length(value) <= 500))
END),
    CONSTRAINT search_rule_words CHECK (((char_length(words) >= 0) AND (char_length(words) <= 200)))
);

ALTER TABLE reeve.search_rule OWNER TO reeve_owner;

-- Name: TABLE search_rule; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_rule IS 'What people decided about search: words that mean the same or do not, words to pass over, and rows that come first or not at all.';

-- Name: COLUMN search_rule.words; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_rule.words IS 'As reeve.search_fold leaves them: the words looked for (synonym), the word passed over (stop) or the whole query (pin, hide; empty = every query).';

-- Name: COLUMN search_rule.value; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_rule.value IS 'For a synonym the words that are looked for too, for distinct words those that mean something else, for a pin or hide the row''s key.';

-- Name: search_rule_rule_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.search_rule ALTER COLUMN rule_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.search_rule_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: search_secret; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_secret (
    is_only boolean DEFAULT true NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT search_secret_only CHECK (is_only)
);

ALTER TABLE reeve.search_secret OWNER TO reeve_owner;

-- Name: TABLE search_secret; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_secret IS 'Seals the cursors of pages (reeve.search_cursor); one row.';

-- Name: search_task; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_task (
    generation_id integer NOT NULL,
    task integer NOT NULL,
    kind text NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT search_task_kind CHECK ((kind = ANY (ARRAY['sample'::text, 'cuts'::text, 'load'::text, 'text'::text, 'words'::text, 'key'::text, 'popularity'::text])))
);

ALTER TABLE reeve.search_task OWNER TO reeve_owner;

-- Name: TABLE search_task; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_task IS 'Pieces of a build: a sample of ranges of keys, the cuts of posting tiers by it, the ranges to load, then indexes and the dictionary.';

-- Name: COLUMN search_task.task; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_task.task IS 'For loads, the number of the range; for samples that number and the number of ranges.';

-- Name: search_waiting; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_waiting (
    waiting_id bigint NOT NULL,
    collection_id integer NOT NULL,
    keys text[] NOT NULL,
    join_id integer,
    is_behind boolean DEFAULT false NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.search_waiting OWNER TO reeve_owner;

-- Name: TABLE search_waiting; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_waiting IS 'Rows whose changes have left the change log and are not in their live index yet.';

-- Name: COLUMN search_waiting.keys; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_waiting.keys IS 'At most 1000 or so; NULL among them = the whole table was truncated.';

-- Name: COLUMN search_waiting.join_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_waiting.join_id IS 'The keys are those of parents that changed; NULL: of rows of the collection.';

-- Name: COLUMN search_waiting.is_behind; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_waiting.is_behind IS 'Not the rows themselves changed but what they belong to: others come first.';

-- Name: search_waiting_waiting_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.search_waiting ALTER COLUMN waiting_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.search_waiting_waiting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: search_word_shape; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.search_word_shape (
    word text NOT NULL COLLATE pg_catalog."C",
    df bigint NOT NULL,
    shown bigint NOT NULL,
    stems text[],
    cuts double precision[]
);

ALTER TABLE ONLY reeve.search_word_shape REPLICA IDENTITY FULL;

ALTER TABLE reeve.search_word_shape OWNER TO reeve_owner;

-- Name: TABLE search_word_shape; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.search_word_shape IS 'Columns of the dictionary of a generation, which has a table of its own; always empty.';

-- Name: COLUMN search_word_shape.df; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_word_shape.df IS 'How many documents have the word.';

-- Name: COLUMN search_word_shape.shown; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_word_shape.shown IS 'How many of these everybody may see: not hidden by the app or by Reeve, and listed (where).';

-- Name: COLUMN search_word_shape.cuts; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.search_word_shape.cuts IS 'Impacts (reeve.search_impact) from which a document belongs to its posting tiers, the first one first. NULL: it has none.';

-- Name: selection_selection_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.selection ALTER COLUMN selection_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.selection_selection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: strike; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.strike (
    action_id bigint NOT NULL,
    collection_id integer NOT NULL,
    key text NOT NULL
);

ALTER TABLE reeve.strike OWNER TO reeve_owner;

-- Name: TABLE strike; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.strike IS 'Against whom an action counts: its subject, or the person whom the subject belongs to.';

-- Name: task; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.task (
    app text NOT NULL,
    name text NOT NULL,
    call_sql text NOT NULL,
    arguments text[] NOT NULL,
    help text NOT NULL
);

ALTER TABLE reeve.task OWNER TO reeve_owner;

-- Name: TABLE task; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.task IS 'Work that an app''s catalog lets jobs of the kind sql do.';

-- Name: COLUMN task.call_sql; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.task.call_sql IS 'SELECT giving one row, done and remaining; $1 how many rows at most, $2 arguments text[].';

-- Name: template; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.template (
    app text NOT NULL,
    name text NOT NULL,
    locale text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL
);

ALTER TABLE reeve.template OWNER TO reeve_owner;

-- Name: TABLE template; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.template IS 'Texts of notices; {name} and {name|time} stand for arguments, the latter in the reader''s zone.';

-- Name: term_limit; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.term_limit (
    term_id integer NOT NULL,
    key text NOT NULL,
    action_id bigint,
    ended_at timestamp with time zone
);

ALTER TABLE reeve.term_limit OWNER TO reeve_owner;

-- Name: TABLE term_limit; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.term_limit IS 'Who was limited for not accepting which version: nobody is limited twice for one, so that an undo by the team holds.';

-- Name: COLUMN term_limit.action_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term_limit.action_id IS 'The limit; NULL: code of the app refused it.';

-- Name: COLUMN term_limit.ended_at; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term_limit.ended_at IS 'When the limit ended, because they accepted or it was undone.';

-- Name: term_reminder; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.term_reminder (
    term_id integer NOT NULL,
    key text NOT NULL,
    action_id bigint NOT NULL
);

ALTER TABLE reeve.term_reminder OWNER TO reeve_owner;

-- Name: TABLE term_reminder; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.term_reminder IS 'Who was reminded of which version: nobody is reminded of one twice.';

-- Name: term_text; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.term_text (
    term_id integer NOT NULL,
    locale text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT term_text_digest_length CHECK ((octet_length(digest) = 32))
);

ALTER TABLE reeve.term_text OWNER TO reeve_owner;

-- Name: TABLE term_text; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.term_text IS 'The text of a version of terms in each of its languages.';

-- Name: COLUMN term_text.digest; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.term_text.digest IS 'sha256 of the title, a line break and the body.';

-- Name: term_version_term_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.term_version ALTER COLUMN term_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.term_version_term_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: turn; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.turn (
    name text NOT NULL
);

ALTER TABLE reeve.turn OWNER TO reeve_owner;

-- Name: TABLE turn; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.turn IS 'What one transaction at a time may do, by name; see turn_take. A row means nothing until it is locked.';

-- Name: unrestored; Type: TABLE; Schema: reeve; Owner: reeve_owner

CREATE TABLE reeve.unrestored (
    collection_id integer NOT NULL,
    key text NOT NULL,
    action_id bigint NOT NULL,
    code text NOT NULL,
    reason text NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    tries integer DEFAULT 1 NOT NULL,
    due_at timestamp with time zone NOT NULL
);

ALTER TABLE reeve.unrestored OWNER TO reeve_owner;

-- Name: TABLE unrestored; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.unrestored IS 'Rows that an undo or the end of an action could not restore, because the app refused it; each is tried again.';

-- Name: COLUMN unrestored.action_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.unrestored.action_id IS 'The action whose effect is still there.';

-- Name: COLUMN unrestored.code; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.unrestored.code IS 'The SQLSTATE of the last refusal.';

-- Name: COLUMN unrestored.reason; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.unrestored.reason IS 'The last refusal, with the constraint and its values, except personal ones.';

-- Name: worker; Type: TABLE; Schema: reeve; Owner: reeve_owner

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
    host_id uuid,
    CONSTRAINT worker_end CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
    CONSTRAINT worker_ended_by CHECK ((ended_by = ANY (ARRAY['stop'::text, 'sweep'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE reeve.worker OWNER TO reeve_owner;

-- Name: TABLE worker; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON TABLE reeve.worker IS 'Worker processes; one that is silent for 12 s is dead.';

-- Name: COLUMN worker.nonce; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.worker.nonce IS 'Told to the process that registered, to nobody else.';

-- Name: COLUMN worker.is_clear; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.worker.is_clear IS 'Ended, and nothing it held is left.';

-- Name: COLUMN worker.kinds; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.worker.kinds IS 'Kinds of jobs that it knows; NULL = it did not say.';

-- Name: COLUMN worker.host_id; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON COLUMN reeve.worker.host_id IS 'Of its host identity file; NULL = it has none.';

-- Name: worker_worker_id_seq; Type: SEQUENCE; Schema: reeve; Owner: reeve_owner

ALTER TABLE reeve.worker ALTER COLUMN worker_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reeve.worker_worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: job_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job ATTACH PARTITION reeve.job_default DEFAULT;

-- Name: job_end_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_end ATTACH PARTITION reeve.job_end_default DEFAULT;

-- Name: job_log_default; Type: TABLE ATTACH; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_log ATTACH PARTITION reeve.job_log_default DEFAULT;

-- Name: job_log log_id; Type: DEFAULT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_log ALTER COLUMN log_id SET DEFAULT nextval('reeve.job_log_id_seq'::regclass);

-- Name: acceptance acceptance_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.acceptance
    ADD CONSTRAINT acceptance_pkey PRIMARY KEY (collection_id, key, term_id);

-- Name: act act_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.act
    ADD CONSTRAINT act_pkey PRIMARY KEY (act_id);

-- Name: action_kind action_kind_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action_kind
    ADD CONSTRAINT action_kind_pkey PRIMARY KEY (name);

-- Name: action action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_pkey PRIMARY KEY (action_id);

-- Name: anchor anchor_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.anchor
    ADD CONSTRAINT anchor_pkey PRIMARY KEY (seq, destination);

-- Name: app_code_pin app_code_pin_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app_code_pin
    ADD CONSTRAINT app_code_pin_pkey PRIMARY KEY (app, kind, object);

-- Name: app_grant app_grant_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app_grant
    ADD CONSTRAINT app_grant_pkey PRIMARY KEY (app, role_name, object);

-- Name: app_part app_part_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app_part
    ADD CONSTRAINT app_part_pkey PRIMARY KEY (app, path);

-- Name: app app_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app
    ADD CONSTRAINT app_pkey PRIMARY KEY (app);

-- Name: appeal appeal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_pkey PRIMARY KEY (action_id);

-- Name: approval approval_action_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_action_key UNIQUE (action_id);

-- Name: approval approval_batch_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_batch_key UNIQUE (batch_id);

-- Name: approval approval_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (approval_id);

-- Name: approval_rule approval_rule_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval_rule
    ADD CONSTRAINT approval_rule_key UNIQUE NULLS NOT DISTINCT (app, name);

-- Name: batch batch_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (batch_id);

-- Name: batch_refusal batch_refusal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch_refusal
    ADD CONSTRAINT batch_refusal_pkey PRIMARY KEY (batch_id, place);

-- Name: case_action case_action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_pkey PRIMARY KEY (case_id, action_id);

-- Name: case case_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_pkey PRIMARY KEY (case_id);

-- Name: case_reason case_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_pkey PRIMARY KEY (command_id);

-- Name: catalog_action catalog_action_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_pkey PRIMARY KEY (app, verb, collection_id);

-- Name: catalog_view catalog_view_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_view
    ADD CONSTRAINT catalog_view_pkey PRIMARY KEY (app, name);

-- Name: cell_order cell_order_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cell_order
    ADD CONSTRAINT cell_order_pkey PRIMARY KEY (xact_id);

-- Name: chain chain_command_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_command_key UNIQUE (command_id);

-- Name: chain_head chain_head_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain_head
    ADD CONSTRAINT chain_head_pkey PRIMARY KEY (seq);

-- Name: chain_pending chain_pending_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain_pending
    ADD CONSTRAINT chain_pending_pkey PRIMARY KEY (xid, command_id);

-- Name: chain chain_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_pkey PRIMARY KEY (seq);

-- Name: change_fault change_fault_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_fault
    ADD CONSTRAINT change_fault_pkey PRIMARY KEY (reader, collection_id);

-- Name: change_purge change_purge_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_purge
    ADD CONSTRAINT change_purge_pkey PRIMARY KEY (app);

-- Name: change_reader change_reader_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_reader
    ADD CONSTRAINT change_reader_pkey PRIMARY KEY (name, app);

-- Name: clause clause_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.clause
    ADD CONSTRAINT clause_pkey PRIMARY KEY (clause_id);

-- Name: clause clause_text_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.clause
    ADD CONSTRAINT clause_text_key UNIQUE (app, policy, digest);

-- Name: collection collection_app_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_app_name_key UNIQUE (app, name);

-- Name: collection_column collection_column_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.collection_column
    ADD CONSTRAINT collection_column_pkey PRIMARY KEY (collection_id, number);

-- Name: collection collection_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (collection_id);

-- Name: command command_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.command
    ADD CONSTRAINT command_pkey PRIMARY KEY (command_id);

-- Name: consent consent_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.consent
    ADD CONSTRAINT consent_pkey PRIMARY KEY (consent_id);

-- Name: count_difference count_difference_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.count_difference
    ADD CONSTRAINT count_difference_pkey PRIMARY KEY (collection_id, name, key);

-- Name: count_rule count_rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.count_rule
    ADD CONSTRAINT count_rule_pkey PRIMARY KEY (collection_id, name);

-- Name: cron cron_app_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_app_name_key UNIQUE (app, name);

-- Name: cron_fire cron_fire_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron_fire
    ADD CONSTRAINT cron_fire_pkey PRIMARY KEY (cron_id, fire_at);

-- Name: cron cron_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_pkey PRIMARY KEY (cron_id);

-- Name: cron_reason cron_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron_reason
    ADD CONSTRAINT cron_reason_pkey PRIMARY KEY (command_id);

-- Name: download download_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.download
    ADD CONSTRAINT download_pkey PRIMARY KEY (download_id);

-- Name: effect_job effect_job_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect_job
    ADD CONSTRAINT effect_job_pkey PRIMARY KEY (job_id);

-- Name: effect effect_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect
    ADD CONSTRAINT effect_pkey PRIMARY KEY (action_id, collection_id, key);

-- Name: emoji emoji_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.emoji
    ADD CONSTRAINT emoji_pkey PRIMARY KEY (word, emoji, config);

-- Name: erasure erasure_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (action_id);

-- Name: erasure_row erasure_row_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.erasure_row
    ADD CONSTRAINT erasure_row_pkey PRIMARY KEY (action_id, depth, collection_id, key);

-- Name: evidence_bytes evidence_bytes_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_bytes
    ADD CONSTRAINT evidence_bytes_pkey PRIMARY KEY (bytes_id);

-- Name: evidence_part evidence_part_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_part
    ADD CONSTRAINT evidence_part_pkey PRIMARY KEY (evidence_id, place);

-- Name: evidence evidence_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (evidence_id);

-- Name: evidence_text evidence_text_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_text
    ADD CONSTRAINT evidence_text_pkey PRIMARY KEY (bytes_id, field);

-- Name: feed feed_app_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.feed
    ADD CONSTRAINT feed_app_key UNIQUE (app);

-- Name: feed feed_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.feed
    ADD CONSTRAINT feed_pkey PRIMARY KEY (feed_id);

-- Name: feed_rule feed_rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.feed_rule
    ADD CONSTRAINT feed_rule_pkey PRIMARY KEY (collection_id);

-- Name: file_source file_source_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.file_source
    ADD CONSTRAINT file_source_pkey PRIMARY KEY (app, place);

-- Name: flag_group flag_group_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_group
    ADD CONSTRAINT flag_group_pkey PRIMARY KEY (flag_id, name);

-- Name: flag_hit flag_hit_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_hit
    ADD CONSTRAINT flag_hit_pkey PRIMARY KEY (flag_id, key);

-- Name: flag flag_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag
    ADD CONSTRAINT flag_name_key UNIQUE (app, name);

-- Name: flag flag_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag
    ADD CONSTRAINT flag_pkey PRIMARY KEY (flag_id);

-- Name: flag_state flag_state_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_state
    ADD CONSTRAINT flag_state_pkey PRIMARY KEY (flag_id);

-- Name: flag_term flag_term_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_term
    ADD CONSTRAINT flag_term_pkey PRIMARY KEY (flag_id, form, entry, place);

-- Name: forgotten forgotten_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.forgotten
    ADD CONSTRAINT forgotten_pkey PRIMARY KEY (collection_id, key, erasure);

-- Name: glass glass_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.glass
    ADD CONSTRAINT glass_pkey PRIMARY KEY (glass_id);

-- Name: home home_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.home
    ADD CONSTRAINT home_pkey PRIMARY KEY (is_only);

-- Name: host host_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.host
    ADD CONSTRAINT host_pkey PRIMARY KEY (host_id);

-- Name: identifier_key identifier_key_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.identifier_key
    ADD CONSTRAINT identifier_key_pkey PRIMARY KEY (key_id);

-- Name: identifier identifier_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.identifier
    ADD CONSTRAINT identifier_pkey PRIMARY KEY (collection_id, key, kind, hmac);

-- Name: identifier_scan identifier_scan_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.identifier_scan
    ADD CONSTRAINT identifier_scan_pkey PRIMARY KEY (collection_id);

-- Name: import_kept import_kept_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import_kept
    ADD CONSTRAINT import_kept_pkey PRIMARY KEY (import_id, record);

-- Name: import_key import_key_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import_key
    ADD CONSTRAINT import_key_pkey PRIMARY KEY (digest, app, source);

-- Name: import import_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (import_id);

-- Name: import_transaction import_transaction_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import_transaction
    ADD CONSTRAINT import_transaction_pkey PRIMARY KEY (app, table_name, id);

-- Name: job_after job_after_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_after
    ADD CONSTRAINT job_after_pkey PRIMARY KEY (needed_id, job_id);

-- Name: job_dead job_dead_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_dead
    ADD CONSTRAINT job_dead_pkey PRIMARY KEY (job_id);

-- Name: job job_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (job_id, day);

-- Name: job_default job_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_default
    ADD CONSTRAINT job_default_pkey PRIMARY KEY (job_id, day);

-- Name: job_end job_end_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_end
    ADD CONSTRAINT job_end_pkey PRIMARY KEY (job_id, lease, day);

-- Name: job_end_default job_end_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_end_default
    ADD CONSTRAINT job_end_default_pkey PRIMARY KEY (job_id, lease, day);

-- Name: job_front job_front_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_front
    ADD CONSTRAINT job_front_pkey PRIMARY KEY (queue_id, priority);

-- Name: job_key job_key_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_key
    ADD CONSTRAINT job_key_pkey PRIMARY KEY (key);

-- Name: job_kind job_kind_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_name_key UNIQUE (name);

-- Name: job_kind job_kind_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_pkey PRIMARY KEY (kind_id);

-- Name: job_log job_log_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_log
    ADD CONSTRAINT job_log_pkey PRIMARY KEY (job_id, log_id, day);

-- Name: job_log_default job_log_default_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_log_default
    ADD CONSTRAINT job_log_default_pkey PRIMARY KEY (job_id, log_id, day);

-- Name: job_picked job_picked_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_picked
    ADD CONSTRAINT job_picked_pkey PRIMARY KEY (by_id, job_id);

-- Name: job_progress job_progress_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_progress
    ADD CONSTRAINT job_progress_pkey PRIMARY KEY (job_id);

-- Name: job_ready job_ready_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_ready
    ADD CONSTRAINT job_ready_pkey PRIMARY KEY (queue_id, priority, seq);

-- Name: job_reason job_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_reason
    ADD CONSTRAINT job_reason_pkey PRIMARY KEY (command_id);

-- Name: job_run job_run_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_run
    ADD CONSTRAINT job_run_pkey PRIMARY KEY (job_id);

-- Name: job_timer job_timer_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_timer
    ADD CONSTRAINT job_timer_pkey PRIMARY KEY (due_at, job_id);

-- Name: job_wait job_wait_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_wait
    ADD CONSTRAINT job_wait_pkey PRIMARY KEY (job_id);

-- Name: label label_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.label
    ADD CONSTRAINT label_pkey PRIMARY KEY (collection_id, key);

-- Name: live_copy_emitter live_copy_emitter_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_emitter
    ADD CONSTRAINT live_copy_emitter_pkey PRIMARY KEY (copy_id, name);

-- Name: live_copy live_copy_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy
    ADD CONSTRAINT live_copy_pkey PRIMARY KEY (copy_id);

-- Name: live_copy_range live_copy_range_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_range
    ADD CONSTRAINT live_copy_range_pkey PRIMARY KEY (copy_id, range_id);

-- Name: live_copy_reject live_copy_reject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_reject
    ADD CONSTRAINT live_copy_reject_pkey PRIMARY KEY (copy_id, key);

-- Name: mark mark_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.mark
    ADD CONSTRAINT mark_pkey PRIMARY KEY (action_id);

-- Name: member member_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (role_name);

-- Name: member_subject_past member_subject_past_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.member_subject_past
    ADD CONSTRAINT member_subject_past_pkey PRIMARY KEY (past_id);

-- Name: member_subject member_subject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.member_subject
    ADD CONSTRAINT member_subject_pkey PRIMARY KEY (collection_id, key, role_name);

-- Name: migration migration_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.migration
    ADD CONSTRAINT migration_name_key UNIQUE (name);

-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);

-- Name: notice_cap notice_cap_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_cap
    ADD CONSTRAINT notice_cap_key UNIQUE NULLS NOT DISTINCT (app, channel, template, is_per_recipient, within);

-- Name: notice_cap notice_cap_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_cap
    ADD CONSTRAINT notice_cap_pkey PRIMARY KEY (cap_id);

-- Name: notice_read notice_read_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_read
    ADD CONSTRAINT notice_read_pkey PRIMARY KEY (outbox_id);

-- Name: notice_setting notice_setting_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_setting
    ADD CONSTRAINT notice_setting_pkey PRIMARY KEY (app);

-- Name: notice_slot notice_slot_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_slot
    ADD CONSTRAINT notice_slot_pkey PRIMARY KEY (cap_id, collection_id, key, slot);

-- Name: notice_template notice_template_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_template
    ADD CONSTRAINT notice_template_pkey PRIMARY KEY (app, name);

-- Name: outbox outbox_once; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_once UNIQUE (action_id, collection_id, key, template, about);

-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (outbox_id);

-- Name: outbox_seal outbox_seal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox_seal
    ADD CONSTRAINT outbox_seal_pkey PRIMARY KEY (outbox_id, version);

-- Name: outside_binding outside_binding_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outside_binding
    ADD CONSTRAINT outside_binding_pkey PRIMARY KEY (name);

-- Name: outside outside_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outside
    ADD CONSTRAINT outside_pkey PRIMARY KEY (outside_id);

-- Name: policy policy_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.policy
    ADD CONSTRAINT policy_pkey PRIMARY KEY (app, name);

-- Name: quarantine quarantine_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (import_id, record);

-- Name: queue_bucket queue_bucket_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.queue_bucket
    ADD CONSTRAINT queue_bucket_pkey PRIMARY KEY (queue_id);

-- Name: queue queue_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.queue
    ADD CONSTRAINT queue_name_key UNIQUE (name);

-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (queue_id);

-- Name: rank_rule rank_rule_collection_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_rule
    ADD CONSTRAINT rank_rule_collection_key UNIQUE (collection_id);

-- Name: rank_rule rank_rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_rule
    ADD CONSTRAINT rank_rule_pkey PRIMARY KEY (rank_id);

-- Name: rank_score rank_score_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_score
    ADD CONSTRAINT rank_score_pkey PRIMARY KEY (rank_id, key);

-- Name: rank_stale rank_stale_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_stale
    ADD CONSTRAINT rank_stale_pkey PRIMARY KEY (rank_id, stale_id);

-- Name: reader_statement reader_statement_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reader_statement
    ADD CONSTRAINT reader_statement_pkey PRIMARY KEY (app, name);

-- Name: refusal refusal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.refusal
    ADD CONSTRAINT refusal_pkey PRIMARY KEY (code);

-- Name: reply reply_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reply
    ADD CONSTRAINT reply_pkey PRIMARY KEY (reply_id);

-- Name: reply reply_version_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reply
    ADD CONSTRAINT reply_version_key UNIQUE (app, name, version);

-- Name: report_front report_front_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report_front
    ADD CONSTRAINT report_front_pkey PRIMARY KEY (is_only);

-- Name: report report_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (report_id);

-- Name: request_text request_text_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.request_text
    ADD CONSTRAINT request_text_pkey PRIMARY KEY (case_id);

-- Name: reveal reveal_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal
    ADD CONSTRAINT reveal_pkey PRIMARY KEY (command_id);

-- Name: reveal_reason reveal_reason_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal_reason
    ADD CONSTRAINT reveal_reason_pkey PRIMARY KEY (command_id);

-- Name: rule rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_pkey PRIMARY KEY (rule_id);

-- Name: search_constant search_constant_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_constant
    ADD CONSTRAINT search_constant_pkey PRIMARY KEY (name);

-- Name: search_due search_due_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_due
    ADD CONSTRAINT search_due_pkey PRIMARY KEY (source_id, key);

-- Name: search_generation search_generation_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_pkey PRIMARY KEY (generation_id);

-- Name: search_generation search_generation_table_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_table_key UNIQUE (table_name);

-- Name: search_join search_join_path_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_join
    ADD CONSTRAINT search_join_path_key UNIQUE (collection_id, path);

-- Name: search_join search_join_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_join
    ADD CONSTRAINT search_join_pkey PRIMARY KEY (join_id);

-- Name: search_pace search_pace_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_pace
    ADD CONSTRAINT search_pace_pkey PRIMARY KEY (day, app, step);

-- Name: search_pointer search_pointer_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_pkey PRIMARY KEY (collection_id);

-- Name: search_question search_question_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_question
    ADD CONSTRAINT search_question_pkey PRIMARY KEY (day, app, hash);

-- Name: search_reworded search_reworded_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_reworded
    ADD CONSTRAINT search_reworded_pkey PRIMARY KEY (collection_id, hash);

-- Name: search_rule search_rule_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_rule
    ADD CONSTRAINT search_rule_key UNIQUE (collection_id, kind, words, value);

-- Name: search_rule search_rule_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_rule
    ADD CONSTRAINT search_rule_pkey PRIMARY KEY (rule_id);

-- Name: search_secret search_secret_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_secret
    ADD CONSTRAINT search_secret_pkey PRIMARY KEY (is_only);

-- Name: search_task search_task_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_task
    ADD CONSTRAINT search_task_pkey PRIMARY KEY (generation_id, task);

-- Name: search_waiting search_waiting_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_waiting
    ADD CONSTRAINT search_waiting_pkey PRIMARY KEY (collection_id, waiting_id);

-- Name: selection selection_owner_name; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.selection
    ADD CONSTRAINT selection_owner_name UNIQUE (owner, name);

-- Name: selection selection_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.selection
    ADD CONSTRAINT selection_pkey PRIMARY KEY (selection_id);

-- Name: strike strike_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_pkey PRIMARY KEY (action_id);

-- Name: subject subject_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.subject
    ADD CONSTRAINT subject_pkey PRIMARY KEY (collection_id, key);

-- Name: task task_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (app, name);

-- Name: template template_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.template
    ADD CONSTRAINT template_pkey PRIMARY KEY (app, name, locale);

-- Name: term_limit term_limit_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_limit
    ADD CONSTRAINT term_limit_pkey PRIMARY KEY (term_id, key);

-- Name: term term_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term
    ADD CONSTRAINT term_pkey PRIMARY KEY (app, kind);

-- Name: term_reminder term_reminder_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_reminder
    ADD CONSTRAINT term_reminder_pkey PRIMARY KEY (term_id, key);

-- Name: term_text term_text_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_text
    ADD CONSTRAINT term_text_pkey PRIMARY KEY (term_id, locale);

-- Name: term_version term_version_day_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_version
    ADD CONSTRAINT term_version_day_key UNIQUE (app, kind, effective_on);

-- Name: term_version term_version_name_key; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_version
    ADD CONSTRAINT term_version_name_key UNIQUE (app, kind, version);

-- Name: term_version term_version_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_version
    ADD CONSTRAINT term_version_pkey PRIMARY KEY (term_id);

-- Name: turn turn_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (name);

-- Name: unrestored unrestored_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.unrestored
    ADD CONSTRAINT unrestored_pkey PRIMARY KEY (collection_id, key, action_id);

-- Name: worker worker_pkey; Type: CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (worker_id);

-- Name: acceptance_version; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX acceptance_version ON reeve.acceptance USING btree (term_id, key);

-- Name: act_actor; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX act_actor ON reeve.act USING btree (actor, at);

-- Name: action_batch; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_batch ON reeve.action USING btree (batch_id, action_id) WHERE (batch_id IS NOT NULL);

-- Name: action_due; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_due ON reeve.action USING btree (until) WHERE ((until < 'infinity'::timestamp with time zone) AND (reversed_by IS NULL));

-- Name: action_erase; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_erase ON reeve.action USING btree (erase_at) WHERE ((erase_at IS NOT NULL) AND (reversed_by IS NULL) AND (erased_by IS NULL));

-- Name: action_forgotten; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_forgotten ON reeve.action USING btree (action_id) WHERE (digest IS NOT NULL);

-- Name: action_leaving; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_leaving ON reeve.action USING btree (collection_id, verb, action_id) WHERE ((reversed_by IS NULL) AND (leaves IS NOT FALSE));

-- Name: action_note_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_note_marks ON reeve.action USING gin (reeve.written_marks((action_id >> 15), collection_id, reason, public_reason)) WITH (gin_pending_list_limit='256') WHERE ((verb = 'note'::text) AND (key IS NOT NULL) AND (num_nonnulls(reason, public_reason) > 0));
ALTER INDEX reeve.action_note_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: action_performed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_performed ON reeve.action USING brin (performed_at);

-- Name: action_quota; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_quota ON reeve.action USING btree (COALESCE(principal, actor), performed_at) WHERE (((policy IS NOT NULL) OR (name IS NOT NULL)) AND (approval_id IS NULL));

-- Name: action_reason_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_reason_marks ON reeve.action USING gin (reeve.written_marks((action_id >> 15), collection_id, reason, public_reason)) WITH (gin_pending_list_limit='256') WHERE ((verb <> 'note'::text) AND (key IS NOT NULL) AND (num_nonnulls(reason, public_reason) > 0));
ALTER INDEX reeve.action_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: action_reverses_once; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX action_reverses_once ON reeve.action USING btree (reverses) WHERE (reverses IS NOT NULL);

-- Name: action_standing; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_standing ON reeve.action USING btree (collection_id, verb, until) WHERE (reversed_by IS NULL);

-- Name: action_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX action_subject ON reeve.action USING btree (collection_id, key, action_id);

-- Name: appeal_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX appeal_marks ON reeve.appeal USING gin (reeve.written_marks((action_id >> 16), NULL::integer, words, reason)) WITH (gin_pending_list_limit='256') WHERE (num_nonnulls(words, reason) > 0);
ALTER INDEX reeve.appeal_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: appeal_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX appeal_open ON reeve.appeal USING btree (opened_at) WHERE (decided_at IS NULL);

-- Name: approval_case; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_case ON reeve.approval USING btree (case_id) WHERE (case_id IS NOT NULL);

-- Name: approval_forgotten; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_forgotten ON reeve.approval USING btree (approval_id) WHERE (digest IS NOT NULL);

-- Name: approval_glass; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_glass ON reeve.approval USING btree (key, decided_at DESC, approval_id DESC) WHERE ((verb = ANY (ARRAY['glass.name'::text, 'glass.drop'::text])) AND (state = 'executed'::text));

-- Name: INDEX approval_glass; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON INDEX reeve.approval_glass IS 'Who may take which rank in an emergency.';

-- Name: approval_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_open ON reeve.approval USING btree (lapses_at) WHERE (state = 'proposed'::text);

-- Name: approval_selection; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_selection ON reeve.approval USING btree (selection_id) WHERE (selection_id IS NOT NULL);

-- Name: approval_version; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX approval_version ON reeve.approval USING btree (key, decided_at DESC, approval_id DESC) WHERE ((verb = 'versions.set'::text) AND (state = 'executed'::text));

-- Name: INDEX approval_version; Type: COMMENT; Schema: reeve; Owner: reeve_owner

COMMENT ON INDEX reeve.approval_version IS 'Which version is the oldest allowed.';

-- Name: batch_reverses; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX batch_reverses ON reeve.batch USING btree (reverses) WHERE (reverses IS NOT NULL);

-- Name: batch_selection; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX batch_selection ON reeve.batch USING btree (selection_id) WHERE (selection_id IS NOT NULL);

-- Name: case_action_action; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_action_action ON reeve.case_action USING btree (action_id);

-- Name: case_claimed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_claimed ON reeve."case" USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);

-- Name: case_closed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_closed ON reeve."case" USING btree (closed_at) WHERE (closed_at IS NOT NULL);

-- Name: case_duplicates; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_duplicates ON reeve."case" USING btree (duplicate_of) WHERE (duplicate_of IS NOT NULL);

-- Name: case_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX case_open ON reeve."case" USING btree (collection_id, key, policy, request) NULLS NOT DISTINCT WHERE (closed_at IS NULL);

-- Name: case_opened; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_opened ON reeve."case" USING btree (opened_at);

-- Name: case_queue; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_queue ON reeve."case" USING btree (due_at, case_id) WHERE (closed_at IS NULL);

-- Name: case_reason_case; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_reason_case ON reeve.case_reason USING btree (case_id, command_id);

-- Name: case_reason_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_reason_marks ON reeve.case_reason USING gin (reeve.written_marks((command_id >> 16), NULL::integer, reason)) WITH (gin_pending_list_limit='256') WHERE (reason IS NOT NULL);
ALTER INDEX reeve.case_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: case_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX case_subject ON reeve."case" USING btree (collection_id, key, case_id);

-- Name: change_order; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX change_order ON reeve.change USING btree (collection_id, xid, change_id);

-- Name: change_reader_app; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX change_reader_app ON reeve.change_reader USING btree (app);

-- Name: command_action; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_action ON reeve.command USING btree (action_id, command_id) WHERE (action_id IS NOT NULL);

-- Name: command_actor; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_actor ON reeve.command USING btree (actor, command_id);

-- Name: command_at; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_at ON reeve.command USING btree (at);

-- Name: command_claim; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_claim ON reeve.command USING btree (at) WHERE (kind = 'case.claim'::text);

-- Name: command_principal; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_principal ON reeve.command USING btree (principal, command_id) WHERE (principal IS NOT NULL);

-- Name: command_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_subject ON reeve.command USING btree (collection_id, key, command_id);

-- Name: command_team; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_team ON reeve.command USING btree (command_id) WHERE (kind = ANY (ARRAY['member.bootstrap'::text, 'member.rebind'::text, 'member.link'::text, 'member.unlink'::text, 'team.add'::text, 'team.remove'::text]));

-- Name: command_xid; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX command_xid ON reeve.command USING btree (xid) WHERE (xid IS NOT NULL);

-- Name: consent_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX consent_open ON reeve.consent USING btree (collection_id, key, term_id) WHERE (withdrawn_at IS NULL);

-- Name: consent_person; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX consent_person ON reeve.consent USING btree (collection_id, key, consent_id);

-- Name: download_person; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX download_person ON reeve.download USING btree (collection_id, key, begun_at);

-- Name: effect_forgotten; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX effect_forgotten ON reeve.effect USING btree (action_id) WHERE (digest IS NOT NULL);

-- Name: effect_job_action; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX effect_job_action ON reeve.effect_job USING btree (action_id);

-- Name: effect_job_row; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX effect_job_row ON reeve.effect_job USING btree (collection_id, key);

-- Name: effect_target; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX effect_target ON reeve.effect USING btree (collection_id, key, action_id);

-- Name: emoji_emoji; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX emoji_emoji ON reeve.emoji USING btree (emoji);

-- Name: erasure_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX erasure_open ON reeve.erasure USING btree (action_id) WHERE (done_at IS NULL);

-- Name: evidence_bytes_forgotten; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX evidence_bytes_forgotten ON reeve.evidence_bytes USING btree (bytes_id) WHERE (erased_at IS NOT NULL);

-- Name: evidence_bytes_row; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX evidence_bytes_row ON reeve.evidence_bytes USING btree (collection_id, key, hash);

-- Name: evidence_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX evidence_subject ON reeve.evidence USING btree (collection_id, key, digest);

-- Name: file_source_owner; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX file_source_owner ON reeve.file_source USING btree (owner_id);

-- Name: flag_hit_at; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX flag_hit_at ON reeve.flag_hit USING btree (flag_id, at);

-- Name: forgotten_erasure; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX forgotten_erasure ON reeve.forgotten USING btree (erasure, collection_id, key);

-- Name: glass_login; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX glass_login ON reeve.glass USING btree (role_name, begun_at);

-- Name: glass_unreviewed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX glass_unreviewed ON reeve.glass USING btree (role_name) WHERE (reviewed_at IS NULL);

-- Name: identifier_hmac; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX identifier_hmac ON reeve.identifier USING btree (hmac, kind);

-- Name: identifier_key_one; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX identifier_key_one ON reeve.identifier_key USING btree (((replaced_at IS NULL))) WHERE (replaced_at IS NULL);

-- Name: import_key_gone; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX import_key_gone ON reeve.import_key USING btree (app, source) WHERE (gone_in IS NOT NULL);

-- Name: import_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX import_open ON reeve.import USING btree (app, source) WHERE (finished_at IS NULL);

-- Name: job_after_job; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_after_job ON reeve.job_after USING btree (job_id);

-- Name: job_dead_at; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_dead_at ON reeve.job_dead USING btree (died_at);

-- Name: job_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_subject ON ONLY reeve.job USING btree (collection_id, subject_key, job_id) WHERE (subject_key IS NOT NULL);

-- Name: job_default_collection_id_subject_key_job_id_idx; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_default_collection_id_subject_key_job_id_idx ON reeve.job_default USING btree (collection_id, subject_key, job_id) WHERE (subject_key IS NOT NULL);

-- Name: job_key_job; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX job_key_job ON reeve.job_key USING btree (job_id);

-- Name: job_run_cancel; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_run_cancel ON reeve.job_run USING btree (worker_id) WHERE (cancel_at IS NOT NULL);

-- Name: job_run_deadline; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_run_deadline ON reeve.job_run USING btree (deadline_at) WHERE (deadline_at IS NOT NULL);

-- Name: job_timer_job; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX job_timer_job ON reeve.job_timer USING btree (job_id);

-- Name: live_copy_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX live_copy_open ON reeve.live_copy USING btree (app, name) WHERE (ended_at IS NULL);

-- Name: live_copy_use_last; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX live_copy_use_last ON reeve.live_copy_use USING btree (copy_id, role_name, application, used_at);

-- Name: mark_name; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX mark_name ON reeve.mark USING btree (kind, name);

-- Name: mark_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX mark_subject ON reeve.mark USING btree (collection_id, key, kind, name, until);

-- Name: member_subject_past_removed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX member_subject_past_removed ON reeve.member_subject_past USING btree (removed_at);

-- Name: outbox_act; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_act ON reeve.outbox USING btree (act, collection_id, key, outbox_id) WHERE (state = 'queued'::text);

-- Name: outbox_arrived; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_arrived ON reeve.outbox USING btree (collection_id, key, outbox_id) WHERE ((state = 'sent'::text) AND (sent_with IS NULL));

-- Name: outbox_case; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_case ON reeve.outbox USING btree (case_id) WHERE (case_id IS NOT NULL);

-- Name: outbox_due; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_due ON reeve.outbox USING btree (due_at) WHERE (state = 'queued'::text);

-- Name: outbox_lane; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_lane ON reeve.outbox USING btree (collection_id, template, due_at, outbox_id) WHERE (state = 'queued'::text);

-- Name: outbox_person; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_person ON reeve.outbox USING btree (collection_id, key, outbox_id);

-- Name: outbox_seal_command; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_seal_command ON reeve.outbox_seal USING btree (command_id);

-- Name: outbox_sent_with; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_sent_with ON reeve.outbox USING btree (sent_with) WHERE (sent_with IS NOT NULL);

-- Name: outbox_undelivered; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_undelivered ON reeve.outbox USING btree (outbox_id) WHERE ((state = 'failed'::text) OR (result = ANY (ARRAY['bounced'::text, 'failed'::text])));

-- Name: outbox_waiting; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_waiting ON reeve.outbox USING btree (collection_id, key, outbox_id) WHERE (state = 'queued'::text);

-- Name: outbox_xid; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outbox_xid ON reeve.outbox USING btree (xid);

-- Name: outside_due; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outside_due ON reeve.outside USING btree (due_at) WHERE (state = ANY (ARRAY['pending'::text, 'sent'::text]));

-- Name: outside_failed; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outside_failed ON reeve.outside USING btree (outside_id) WHERE (state = 'failed'::text);

-- Name: outside_file; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outside_file ON reeve.outside USING btree (file, outside_id) WHERE (file IS NOT NULL);

-- Name: outside_file_action; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outside_file_action ON reeve.outside USING btree (action_id) WHERE (file IS NOT NULL);

-- Name: outside_once; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX outside_once ON reeve.outside USING btree (action_id, effect, is_inverse) WHERE (file IS NULL);

-- Name: outside_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX outside_subject ON reeve.outside USING btree (collection_id, key, effect, outside_id);

-- Name: rank_score_order; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX rank_score_order ON reeve.rank_score USING btree (rank_id, score DESC, key);

-- Name: reply_live; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX reply_live ON reeve.reply USING btree (app, name) WHERE is_live;

-- Name: report_case; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_case ON reeve.report USING btree (case_id, source) WHERE (case_id IS NOT NULL);

-- Name: report_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_marks ON reeve.report USING gin (reeve.written_marks((report_id >> 15), collection_id, words)) WITH (gin_pending_list_limit='256') WHERE (words IS NOT NULL);
ALTER INDEX reeve.report_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: report_source; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_source ON reeve.report USING btree (source, report_id) WHERE (source <> ''::text);

-- Name: report_strikes; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_strikes ON reeve.report USING btree (collection_id, key) WHERE ((threshold IS NOT NULL) AND (withdrawn_by IS NULL));

-- Name: report_waiting; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_waiting ON reeve.report USING btree (report_id) WHERE ((case_id IS NULL) AND (withdrawn_by IS NULL));

-- Name: report_withdrawn; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX report_withdrawn ON reeve.report USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL);

-- Name: reveal_asked; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX reveal_asked ON reeve.reveal USING btree (asked_at);

-- Name: reveal_asker; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX reveal_asker ON reeve.reveal USING btree (asked_by, asked_at);

-- Name: reveal_reason_marks; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX reveal_reason_marks ON reeve.reveal_reason USING gin (reeve.written_marks((command_id >> 16), NULL::integer, reason)) WITH (gin_pending_list_limit='256') WHERE (reason IS NOT NULL);
ALTER INDEX reeve.reveal_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

-- Name: reveal_subject; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX reveal_subject ON reeve.reveal USING btree (collection_id, key, command_id);

-- Name: rule_meaning_key; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX rule_meaning_key ON reeve.rule USING btree (app, verb, collection_id, name, kind, hash_array_extended(columns, (0)::bigint), affected_id, relation, sets_until) NULLS NOT DISTINCT;

-- Name: search_due_order; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX search_due_order ON reeve.search_due USING btree (due_at);

-- Name: search_generation_building; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE UNIQUE INDEX search_generation_building ON reeve.search_generation USING btree (collection_id) WHERE (state = 'building'::text);

-- Name: search_join_source; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX search_join_source ON reeve.search_join USING btree (source_id);

-- Name: strike_person; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX strike_person ON reeve.strike USING btree (collection_id, key, action_id);

-- Name: subject_hidden; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX subject_hidden ON reeve.subject USING btree (collection_id, hidden_until) WHERE (hidden_until IS NOT NULL);

-- Name: term_limit_open; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX term_limit_open ON reeve.term_limit USING btree (term_id, key) WHERE (ended_at IS NULL);

-- Name: unrestored_action; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX unrestored_action ON reeve.unrestored USING btree (action_id);

-- Name: unrestored_due; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX unrestored_due ON reeve.unrestored USING btree (due_at);

-- Name: worker_live; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX worker_live ON reeve.worker USING btree (queue_id, worker_id) WHERE (ended_at IS NULL);

-- Name: worker_unclear; Type: INDEX; Schema: reeve; Owner: reeve_owner

CREATE INDEX worker_unclear ON reeve.worker USING btree (worker_id) WHERE (NOT is_clear);

-- Name: job_default_collection_id_subject_key_job_id_idx; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner

ALTER INDEX reeve.job_subject ATTACH PARTITION reeve.job_default_collection_id_subject_key_job_id_idx;

-- Name: job_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner

ALTER INDEX reeve.job_pkey ATTACH PARTITION reeve.job_default_pkey;

-- Name: job_end_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner

ALTER INDEX reeve.job_end_pkey ATTACH PARTITION reeve.job_end_default_pkey;

-- Name: job_log_default_pkey; Type: INDEX ATTACH; Schema: reeve; Owner: reeve_owner

ALTER INDEX reeve.job_log_pkey ATTACH PARTITION reeve.job_log_default_pkey;

-- Name: action action_mute; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER action_mute AFTER INSERT OR UPDATE OF reversed_by ON reeve.action FOR EACH ROW WHEN ((new.verb = 'mute'::text)) EXECUTE FUNCTION reeve.reporter_change();

-- Name: action action_recall; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER action_recall AFTER INSERT ON reeve.action REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION reeve.identifier_recall();

-- Name: action action_strike; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER action_strike AFTER INSERT ON reeve.action REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION reeve.strike_change();

-- Name: app app_part; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER app_part AFTER INSERT OR UPDATE OF manifest ON reeve.app FOR EACH ROW EXECUTE FUNCTION reeve.app_part_write();

-- Name: approval approval_person; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER approval_person BEFORE INSERT OR UPDATE ON reeve.approval FOR EACH ROW EXECUTE FUNCTION reeve.approval_person();

-- Name: member member_bind; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER member_bind BEFORE INSERT ON reeve.member FOR EACH ROW EXECUTE FUNCTION reeve.member_bind();

-- Name: member_subject member_subject_keep; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER member_subject_keep AFTER DELETE OR UPDATE ON reeve.member_subject FOR EACH ROW EXECUTE FUNCTION reeve.member_subject_keep();

-- Name: outbox outbox_change; Type: TRIGGER; Schema: reeve; Owner: reeve_owner

CREATE TRIGGER outbox_change BEFORE UPDATE ON reeve.outbox FOR EACH ROW EXECUTE FUNCTION reeve.outbox_change();

-- Name: acceptance acceptance_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.acceptance
    ADD CONSTRAINT acceptance_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: acceptance acceptance_text_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.acceptance
    ADD CONSTRAINT acceptance_text_fkey FOREIGN KEY (term_id, locale) REFERENCES reeve.term_text(term_id, locale);

-- Name: acceptance acceptance_version_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.acceptance
    ADD CONSTRAINT acceptance_version_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: action action_approval_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_approval_fkey FOREIGN KEY (approval_id) REFERENCES reeve.approval(approval_id);

-- Name: action action_batch_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_batch_fkey FOREIGN KEY (batch_id) REFERENCES reeve.batch(batch_id);

-- Name: action action_clause_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_clause_fkey FOREIGN KEY (clause_id) REFERENCES reeve.clause(clause_id);

-- Name: action action_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: action action_erased_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_erased_by_fkey FOREIGN KEY (erased_by) REFERENCES reeve.action(action_id);

-- Name: action action_evidence_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_evidence_fkey FOREIGN KEY (evidence_id) REFERENCES reeve.evidence(evidence_id);

-- Name: action action_reply_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_reply_fkey FOREIGN KEY (reply_id) REFERENCES reeve.reply(reply_id);

-- Name: action action_reversed_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES reeve.action(action_id);

-- Name: action action_reverses_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_reverses_fkey FOREIGN KEY (reverses) REFERENCES reeve.action(action_id);

-- Name: action action_term_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.action
    ADD CONSTRAINT action_term_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: app_code_pin app_code_pin_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app_code_pin
    ADD CONSTRAINT app_code_pin_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: app_part app_part_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.app_part
    ADD CONSTRAINT app_part_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app) ON DELETE CASCADE;

-- Name: appeal appeal_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: appeal appeal_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.appeal
    ADD CONSTRAINT appeal_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: approval approval_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: approval approval_batch_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_batch_fkey FOREIGN KEY (batch_id) REFERENCES reeve.batch(batch_id);

-- Name: approval approval_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: approval approval_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: approval_rule approval_rule_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval_rule
    ADD CONSTRAINT approval_rule_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: approval approval_selection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.approval
    ADD CONSTRAINT approval_selection_fkey FOREIGN KEY (selection_id) REFERENCES reeve.selection(selection_id);

-- Name: batch batch_approval_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch
    ADD CONSTRAINT batch_approval_fkey FOREIGN KEY (approval_id) REFERENCES reeve.approval(approval_id);

-- Name: batch batch_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch
    ADD CONSTRAINT batch_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: batch_refusal batch_refusal_batch_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch_refusal
    ADD CONSTRAINT batch_refusal_batch_fkey FOREIGN KEY (batch_id) REFERENCES reeve.batch(batch_id);

-- Name: batch batch_reverses_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch
    ADD CONSTRAINT batch_reverses_fkey FOREIGN KEY (reverses) REFERENCES reeve.batch(batch_id);

-- Name: batch batch_selection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.batch
    ADD CONSTRAINT batch_selection_fkey FOREIGN KEY (selection_id) REFERENCES reeve.selection(selection_id);

-- Name: case_action case_action_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: case_action case_action_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_action
    ADD CONSTRAINT case_action_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: case case_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: case case_duplicate_of_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve."case"
    ADD CONSTRAINT case_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES reeve."case"(case_id);

-- Name: case_reason case_reason_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: case_reason case_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.case_reason
    ADD CONSTRAINT case_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: catalog_action catalog_action_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: catalog_action catalog_action_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: catalog_action catalog_action_kind_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_action
    ADD CONSTRAINT catalog_action_kind_fkey FOREIGN KEY (kind) REFERENCES reeve.action_kind(name);

-- Name: catalog_view catalog_view_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_view
    ADD CONSTRAINT catalog_view_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: catalog_view catalog_view_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.catalog_view
    ADD CONSTRAINT catalog_view_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: chain chain_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain
    ADD CONSTRAINT chain_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: chain_pending chain_pending_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.chain_pending
    ADD CONSTRAINT chain_pending_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: change_fault change_fault_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_fault
    ADD CONSTRAINT change_fault_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: change_purge change_purge_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_purge
    ADD CONSTRAINT change_purge_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: change_reader change_reader_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.change_reader
    ADD CONSTRAINT change_reader_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: clause clause_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.clause
    ADD CONSTRAINT clause_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: collection collection_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.collection
    ADD CONSTRAINT collection_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: collection_column collection_column_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.collection_column
    ADD CONSTRAINT collection_column_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: command command_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.command
    ADD CONSTRAINT command_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: consent consent_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.consent
    ADD CONSTRAINT consent_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: consent consent_text_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.consent
    ADD CONSTRAINT consent_text_fkey FOREIGN KEY (term_id, locale) REFERENCES reeve.term_text(term_id, locale);

-- Name: consent consent_version_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.consent
    ADD CONSTRAINT consent_version_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: count_difference count_difference_rule_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.count_difference
    ADD CONSTRAINT count_difference_rule_fkey FOREIGN KEY (collection_id, name) REFERENCES reeve.count_rule(collection_id, name) ON DELETE CASCADE;

-- Name: count_rule count_rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.count_rule
    ADD CONSTRAINT count_rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: cron_fire cron_fire_cron_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron_fire
    ADD CONSTRAINT cron_fire_cron_fkey FOREIGN KEY (cron_id) REFERENCES reeve.cron(cron_id);

-- Name: cron cron_kind_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_kind_fkey FOREIGN KEY (kind_id) REFERENCES reeve.job_kind(kind_id);

-- Name: cron cron_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron
    ADD CONSTRAINT cron_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

-- Name: cron_reason cron_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.cron_reason
    ADD CONSTRAINT cron_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: download download_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.download
    ADD CONSTRAINT download_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: effect effect_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect
    ADD CONSTRAINT effect_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: effect_job effect_job_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect_job
    ADD CONSTRAINT effect_job_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: effect_job effect_job_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect_job
    ADD CONSTRAINT effect_job_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: effect_job effect_job_undone_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.effect_job
    ADD CONSTRAINT effect_job_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES reeve.action(action_id);

-- Name: erasure erasure_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.erasure
    ADD CONSTRAINT erasure_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: erasure_row erasure_row_erasure_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.erasure_row
    ADD CONSTRAINT erasure_row_erasure_fkey FOREIGN KEY (action_id) REFERENCES reeve.erasure(action_id);

-- Name: evidence_bytes evidence_bytes_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_bytes
    ADD CONSTRAINT evidence_bytes_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: evidence evidence_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence
    ADD CONSTRAINT evidence_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: evidence_part evidence_part_bytes_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_part
    ADD CONSTRAINT evidence_part_bytes_fkey FOREIGN KEY (bytes_id) REFERENCES reeve.evidence_bytes(bytes_id);

-- Name: evidence_part evidence_part_evidence_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_part
    ADD CONSTRAINT evidence_part_evidence_fkey FOREIGN KEY (evidence_id) REFERENCES reeve.evidence(evidence_id);

-- Name: evidence_text evidence_text_bytes_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.evidence_text
    ADD CONSTRAINT evidence_text_bytes_fkey FOREIGN KEY (bytes_id) REFERENCES reeve.evidence_bytes(bytes_id);

-- Name: feed feed_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.feed
    ADD CONSTRAINT feed_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: feed_rule feed_rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.feed_rule
    ADD CONSTRAINT feed_rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: file_source file_source_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.file_source
    ADD CONSTRAINT file_source_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app) ON DELETE CASCADE;

-- Name: file_source file_source_owner_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.file_source
    ADD CONSTRAINT file_source_owner_fkey FOREIGN KEY (owner_id) REFERENCES reeve.collection(collection_id) ON DELETE CASCADE;

-- Name: flag flag_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag
    ADD CONSTRAINT flag_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: flag flag_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag
    ADD CONSTRAINT flag_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: flag_group flag_group_flag_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_group
    ADD CONSTRAINT flag_group_flag_fkey FOREIGN KEY (flag_id) REFERENCES reeve.flag(flag_id);

-- Name: flag_hit flag_hit_flag_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_hit
    ADD CONSTRAINT flag_hit_flag_fkey FOREIGN KEY (flag_id) REFERENCES reeve.flag(flag_id);

-- Name: flag_state flag_state_flag_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_state
    ADD CONSTRAINT flag_state_flag_fkey FOREIGN KEY (flag_id) REFERENCES reeve.flag(flag_id);

-- Name: flag flag_subject_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag
    ADD CONSTRAINT flag_subject_fkey FOREIGN KEY (subject_id) REFERENCES reeve.collection(collection_id);

-- Name: flag_term flag_term_flag_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.flag_term
    ADD CONSTRAINT flag_term_flag_fkey FOREIGN KEY (flag_id) REFERENCES reeve.flag(flag_id);

-- Name: forgotten forgotten_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.forgotten
    ADD CONSTRAINT forgotten_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: identifier identifier_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.identifier
    ADD CONSTRAINT identifier_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: identifier_scan identifier_scan_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.identifier_scan
    ADD CONSTRAINT identifier_scan_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: import import_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import
    ADD CONSTRAINT import_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: import_kept import_kept_import_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import_kept
    ADD CONSTRAINT import_kept_import_fkey FOREIGN KEY (import_id) REFERENCES reeve.import(import_id);

-- Name: import_transaction import_transaction_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.import_transaction
    ADD CONSTRAINT import_transaction_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: job_front job_front_queue_id_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_front
    ADD CONSTRAINT job_front_queue_id_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id) ON DELETE CASCADE;

-- Name: job_kind job_kind_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_kind
    ADD CONSTRAINT job_kind_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

-- Name: job_reason job_reason_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.job_reason
    ADD CONSTRAINT job_reason_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: label label_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.label
    ADD CONSTRAINT label_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: live_copy live_copy_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy
    ADD CONSTRAINT live_copy_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: live_copy_emitter live_copy_emitter_copy_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_emitter
    ADD CONSTRAINT live_copy_emitter_copy_fkey FOREIGN KEY (copy_id) REFERENCES reeve.live_copy(copy_id);

-- Name: live_copy_range live_copy_range_copy_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_range
    ADD CONSTRAINT live_copy_range_copy_fkey FOREIGN KEY (copy_id) REFERENCES reeve.live_copy(copy_id);

-- Name: live_copy_reject live_copy_reject_copy_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_reject
    ADD CONSTRAINT live_copy_reject_copy_fkey FOREIGN KEY (copy_id) REFERENCES reeve.live_copy(copy_id);

-- Name: live_copy_use live_copy_use_copy_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.live_copy_use
    ADD CONSTRAINT live_copy_use_copy_fkey FOREIGN KEY (copy_id) REFERENCES reeve.live_copy(copy_id);

-- Name: mark mark_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.mark
    ADD CONSTRAINT mark_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: member_subject member_subject_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.member_subject
    ADD CONSTRAINT member_subject_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: member_subject_past member_subject_past_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.member_subject_past
    ADD CONSTRAINT member_subject_past_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: notice_cap notice_cap_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_cap
    ADD CONSTRAINT notice_cap_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: notice_read notice_read_outbox_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_read
    ADD CONSTRAINT notice_read_outbox_fkey FOREIGN KEY (outbox_id) REFERENCES reeve.outbox(outbox_id);

-- Name: notice_setting notice_setting_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_setting
    ADD CONSTRAINT notice_setting_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: notice_slot notice_slot_cap_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_slot
    ADD CONSTRAINT notice_slot_cap_fkey FOREIGN KEY (cap_id) REFERENCES reeve.notice_cap(cap_id) ON DELETE CASCADE;

-- Name: notice_template notice_template_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.notice_template
    ADD CONSTRAINT notice_template_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: outbox outbox_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: outbox outbox_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: outbox outbox_corrects_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_corrects_fkey FOREIGN KEY (corrects) REFERENCES reeve.outbox(outbox_id);

-- Name: outbox outbox_sent_with_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outbox
    ADD CONSTRAINT outbox_sent_with_fkey FOREIGN KEY (sent_with) REFERENCES reeve.outbox(outbox_id);

-- Name: outside outside_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outside
    ADD CONSTRAINT outside_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: outside outside_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.outside
    ADD CONSTRAINT outside_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: policy policy_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.policy
    ADD CONSTRAINT policy_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: policy policy_clause_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.policy
    ADD CONSTRAINT policy_clause_fkey FOREIGN KEY (clause_id) REFERENCES reeve.clause(clause_id);

-- Name: quarantine quarantine_import_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.quarantine
    ADD CONSTRAINT quarantine_import_fkey FOREIGN KEY (import_id) REFERENCES reeve.import(import_id);

-- Name: queue_bucket queue_bucket_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.queue_bucket
    ADD CONSTRAINT queue_bucket_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id) ON DELETE CASCADE;

-- Name: rank_rule rank_rule_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_rule
    ADD CONSTRAINT rank_rule_by_fkey FOREIGN KEY (by_id) REFERENCES reeve.collection(collection_id);

-- Name: rank_rule rank_rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_rule
    ADD CONSTRAINT rank_rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: rank_rule rank_rule_source_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_rule
    ADD CONSTRAINT rank_rule_source_fkey FOREIGN KEY (source_id) REFERENCES reeve.collection(collection_id);

-- Name: rank_score rank_score_rank_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_score
    ADD CONSTRAINT rank_score_rank_fkey FOREIGN KEY (rank_id) REFERENCES reeve.rank_rule(rank_id) ON DELETE CASCADE;

-- Name: rank_stale rank_stale_rank_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rank_stale
    ADD CONSTRAINT rank_stale_rank_fkey FOREIGN KEY (rank_id) REFERENCES reeve.rank_rule(rank_id) ON DELETE CASCADE;

-- Name: reader_statement reader_statement_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reader_statement
    ADD CONSTRAINT reader_statement_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app) ON DELETE CASCADE;

-- Name: reply reply_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reply
    ADD CONSTRAINT reply_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: report report_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: report report_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: report report_evidence_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_evidence_fkey FOREIGN KEY (evidence_id) REFERENCES reeve.evidence(evidence_id);

-- Name: report report_reporter_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_reporter_fkey FOREIGN KEY (reporter_id) REFERENCES reeve.collection(collection_id);

-- Name: report report_withdrawn_by_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.report
    ADD CONSTRAINT report_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES reeve.action(action_id);

-- Name: request_text request_text_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.request_text
    ADD CONSTRAINT request_text_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: reveal reveal_case_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal
    ADD CONSTRAINT reveal_case_fkey FOREIGN KEY (case_id) REFERENCES reeve."case"(case_id);

-- Name: reveal reveal_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal
    ADD CONSTRAINT reveal_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: reveal reveal_command_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal
    ADD CONSTRAINT reveal_command_fkey FOREIGN KEY (command_id) REFERENCES reeve.command(command_id);

-- Name: reveal reveal_evidence_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal
    ADD CONSTRAINT reveal_evidence_fkey FOREIGN KEY (evidence_id) REFERENCES reeve.evidence(evidence_id);

-- Name: reveal_reason reveal_reason_reveal_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.reveal_reason
    ADD CONSTRAINT reveal_reason_reveal_fkey FOREIGN KEY (command_id) REFERENCES reeve.reveal(command_id);

-- Name: rule rule_affected_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_affected_fkey FOREIGN KEY (affected_id) REFERENCES reeve.collection(collection_id);

-- Name: rule rule_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: rule rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.rule
    ADD CONSTRAINT rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_due search_due_source_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_due
    ADD CONSTRAINT search_due_source_fkey FOREIGN KEY (source_id) REFERENCES reeve.collection(collection_id);

-- Name: search_generation search_generation_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_generation
    ADD CONSTRAINT search_generation_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_join search_join_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_join
    ADD CONSTRAINT search_join_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_join search_join_source_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_join
    ADD CONSTRAINT search_join_source_fkey FOREIGN KEY (source_id) REFERENCES reeve.collection(collection_id);

-- Name: search_pointer search_pointer_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_pointer search_pointer_generation_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_pointer
    ADD CONSTRAINT search_pointer_generation_fkey FOREIGN KEY (generation_id) REFERENCES reeve.search_generation(generation_id);

-- Name: search_rule search_rule_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_rule
    ADD CONSTRAINT search_rule_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_task search_task_generation_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_task
    ADD CONSTRAINT search_task_generation_fkey FOREIGN KEY (generation_id) REFERENCES reeve.search_generation(generation_id);

-- Name: search_waiting search_waiting_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_waiting
    ADD CONSTRAINT search_waiting_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: search_waiting search_waiting_join_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.search_waiting
    ADD CONSTRAINT search_waiting_join_fkey FOREIGN KEY (join_id) REFERENCES reeve.search_join(join_id);

-- Name: selection selection_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.selection
    ADD CONSTRAINT selection_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: strike strike_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: strike strike_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.strike
    ADD CONSTRAINT strike_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: subject subject_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.subject
    ADD CONSTRAINT subject_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: task task_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.task
    ADD CONSTRAINT task_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: template template_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.template
    ADD CONSTRAINT template_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: term term_app_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term
    ADD CONSTRAINT term_app_fkey FOREIGN KEY (app) REFERENCES reeve.app(app);

-- Name: term term_collection_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term
    ADD CONSTRAINT term_collection_fkey FOREIGN KEY (collection_id) REFERENCES reeve.collection(collection_id);

-- Name: term_limit term_limit_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_limit
    ADD CONSTRAINT term_limit_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: term_limit term_limit_version_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_limit
    ADD CONSTRAINT term_limit_version_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: term_reminder term_reminder_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_reminder
    ADD CONSTRAINT term_reminder_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: term_reminder term_reminder_version_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_reminder
    ADD CONSTRAINT term_reminder_version_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: term_text term_text_version_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_text
    ADD CONSTRAINT term_text_version_fkey FOREIGN KEY (term_id) REFERENCES reeve.term_version(term_id);

-- Name: term_version term_version_term_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.term_version
    ADD CONSTRAINT term_version_term_fkey FOREIGN KEY (app, kind) REFERENCES reeve.term(app, kind);

-- Name: unrestored unrestored_action_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.unrestored
    ADD CONSTRAINT unrestored_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action(action_id);

-- Name: worker worker_queue_fkey; Type: FK CONSTRAINT; Schema: reeve; Owner: reeve_owner

ALTER TABLE ONLY reeve.worker
    ADD CONSTRAINT worker_queue_fkey FOREIGN KEY (queue_id) REFERENCES reeve.queue(queue_id);

-- Name: SCHEMA reeve; Type: ACL; Schema: -; Owner: reeve_owner

GRANT USAGE ON SCHEMA reeve TO reeve_viewer;
GRANT USAGE ON SCHEMA reeve TO reeve_auditor;
GRANT USAGE ON SCHEMA reeve TO reeve_access;
GRANT USAGE ON SCHEMA reeve TO reeve_worker;
GRANT USAGE ON SCHEMA reeve TO reeve_migrator;
GRANT USAGE ON SCHEMA reeve TO reeve_app;

-- Name: COLUMN chain_head.seq; Type: ACL; Schema: reeve; Owner: reeve_owner

GRANT SELECT(seq) ON TABLE reeve.chain_head TO reeve_viewer;

-- Name: COLUMN chain_head.hash; Type: ACL; Schema: reeve; Owner: reeve_owner

GRANT SELECT(hash) ON TABLE reeve.chain_head TO reeve_viewer;

-- PostgreSQL database dump complete

