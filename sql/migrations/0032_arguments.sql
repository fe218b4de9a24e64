-- What functions and jobs are told in jsonb, by name. Swift's structs are made from these types.

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

COMMENT ON TYPE reeve.action_args IS
  'Arguments of an action, as reeve.action_terms reads them. for: an interval. public: the public '
  'reason, or a saved reply, @NAME. name: a tag, a limit, or the key of the account that stays.';

CREATE TYPE reeve.case_args AS (why text, outcome text, "of" bigint, "to" text);

COMMENT ON TYPE reeve.case_args IS
  'Arguments of a change of a case, as reeve.case_perform reads them. of: the case that a '
  'duplicate repeats. to: the colleague who gets it.';

CREATE TYPE reeve.reveal_args AS (
  why text, "case" bigint, fields text[], value text, begins boolean, evidence bigint);

COMMENT ON TYPE reeve.reveal_args IS
  'Arguments of a reveal, as reeve.reveal_ask reads them. value: what a field is searched for, or '
  'its beginning. evidence: which evidence.';

CREATE TYPE reeve.alter_args AS (verb text, filter jsonb, why text);

COMMENT ON TYPE reeve.alter_args IS
  'Arguments of a job of the kind jobs.alter: cancel or retry, of which jobs, why.';

CREATE TYPE reeve.copy_args AS (copy int, part int, parallel int);

COMMENT ON TYPE reeve.copy_args IS
  'Arguments of a job of the kind migrate.copy or migrate.verify. part: from 2, of a job that only '
  'helps to copy; NULL for the first. parallel: how many connections a job copies over.';
