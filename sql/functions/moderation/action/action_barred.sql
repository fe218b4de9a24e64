CREATE OR REPLACE FUNCTION reeve.action_barred(
  who text, c reeve.collection, k reeve.action_kind, verb text, key text,
  into_key text DEFAULT NULL, OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  owner_id int;
  owner_key text;
  -- Accounts that were merged are one person's.
  accounts text[];
  owners text[];
BEGIN
  IF EXISTS (SELECT FROM reeve.member_subject) THEN
    SELECT p.person_id, p.person_key INTO owner_id, owner_key
    FROM reeve.strike_persons(c.collection_id, ARRAY[key]) p;
    accounts := ARRAY(SELECT a.account FROM reeve.account_keys(c.collection_id,
      array_remove(ARRAY[action_barred.key, into_key], NULL)) a);
    owners := ARRAY(SELECT a.account FROM reeve.account_keys(owner_id, ARRAY[owner_key]) a);
  END IF;
  WITH acting AS (
    SELECT reeve.person_logins(who) AS logins, reeve.member_rank_of(who) AS rank,
      coalesce(k.rank, 'moderator') AS needed,
      '{viewer,moderator,auditor,senior}'::text[] AS ranks),
  -- Whom of the team the subject is, or belongs to: one person may have several logins.
  person AS (
    SELECT m.role_name, reeve.member_rank_of(m.role_name) AS rank,
      CASE WHEN m.collection_id = c.collection_id AND m.key = ANY (accounts) THEN 'is'
        ELSE 'belongs to' END AS relation,
      CASE WHEN m.collection_id = c.collection_id AND m.key = into_key THEN into_key
        ELSE action_barred.key END AS subject
    FROM reeve.member_subject m
    WHERE m.collection_id = c.collection_id AND m.key = ANY (accounts)
      OR m.collection_id = owner_id AND m.key = ANY (owners))
  SELECT b.code, b.message INTO code, message
  FROM acting a
  CROSS JOIN LATERAL (
    SELECT 1, 'rank', format('%s needs the rank %s and a login of your own; %s has %s', verb,
      a.needed, who, coalesce(a.rank, 'no such rank'))
    WHERE NOT reeve.rank_suffices(a.rank, a.needed)
    UNION ALL
    SELECT 2, 'self', format('%s:%s %s %s: nobody acts on themselves', c.name, p.subject,
      p.relation, who)
    FROM person p WHERE p.role_name = ANY (a.logins) AND k.name <> 'note'
    UNION ALL
    SELECT 3, 'peer', format('%s:%s %s %s, %s: nobody acts on peers or superiors', c.name,
      p.subject, p.relation, p.role_name, p.rank)
    FROM person p
    WHERE p.role_name <> ALL (a.logins) AND (k.needs_policy OR k.is_final OR k.name = 'merge')
      AND array_position(a.ranks, p.rank) >= array_position(a.ranks, a.rank)
    ) b(place, code, message)
  ORDER BY b.place LIMIT 1;
END
$$;

COMMENT ON FUNCTION reeve.action_barred(
  text, reeve.collection, reeve.action_kind, text, text, text) IS
  'Why a login may not perform a verb on a subject, whatever its arguments (rank; the subject is, '
  'or belongs to, that person, or a peer or superior; so does what it is merged into, into_key); '
  'NULL if it may.';
