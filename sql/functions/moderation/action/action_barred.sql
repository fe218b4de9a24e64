CREATE OR REPLACE FUNCTION reeve.action_barred(
  who text, c reeve.collection, k reeve.action_kind, verb text, key text,
  into_key text DEFAULT NULL, OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  needed text := coalesce(k.rank, 'moderator');
  own text := reeve.member_rank_of(who);
  ranks CONSTANT text[] := '{viewer,moderator,auditor,senior}';
  logins text[];
  owner_id int;
  owner_key text;
  -- Accounts that were merged are one person's.
  accounts text[];
  owners text[];
BEGIN
  IF NOT reeve.rank_suffices(own, needed) THEN
    code := 'rank';
    message := format('%s needs the rank %s and a login of your own; %s has %s', verb, needed, who,
      coalesce(own, 'no such rank'));
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM reeve.member_subject) THEN
    RETURN;
  END IF;
  SELECT p.person_id, p.person_key INTO owner_id, owner_key
  FROM reeve.strike_persons(c.collection_id, ARRAY[key]) p;
  accounts := ARRAY(SELECT a.account FROM reeve.account_keys(c.collection_id,
    array_remove(ARRAY[action_barred.key, into_key], NULL)) a);
  owners := ARRAY(SELECT a.account FROM reeve.account_keys(owner_id, ARRAY[owner_key]) a);
  logins := reeve.person_logins(who);
  -- Whom of the team the subject is, or belongs to: one person may have several logins.
  WITH person AS (
    SELECT m.role_name, reeve.member_rank_of(m.role_name) AS rank,
      CASE WHEN m.collection_id = c.collection_id AND m.key = ANY (accounts) THEN 'is'
        ELSE 'belongs to' END AS relation,
      CASE WHEN m.collection_id = c.collection_id AND m.key = into_key THEN into_key
        ELSE action_barred.key END AS subject
    FROM reeve.member_subject m
    WHERE m.collection_id = c.collection_id AND m.key = ANY (accounts)
      OR m.collection_id = owner_id AND m.key = ANY (owners))
  SELECT b.code, b.message INTO code, message
  FROM (
    SELECT 1, 'self', format('%s:%s %s %s: nobody acts on themselves', c.name, p.subject,
      p.relation, who)
    FROM person p WHERE p.role_name = ANY (logins) AND k.name <> 'note'
    UNION ALL
    SELECT 2, 'peer', format('%s:%s %s %s, %s: nobody acts on peers or superiors', c.name,
      p.subject, p.relation, p.role_name, p.rank)
    FROM person p
    WHERE p.role_name <> ALL (logins) AND (k.needs_policy OR k.is_final OR k.name = 'merge')
      AND array_position(ranks, p.rank) >= array_position(ranks, own)
    ) b(place, code, message)
  ORDER BY b.place LIMIT 1;
END
$$;

COMMENT ON FUNCTION reeve.action_barred(
  text, reeve.collection, reeve.action_kind, text, text, text) IS
  'Why a login may not perform a verb on a subject, whatever its arguments (rank; the subject is, '
  'or belongs to, that person, or a peer or superior; so does what it is merged into, into_key); '
  'NULL if it may.';
