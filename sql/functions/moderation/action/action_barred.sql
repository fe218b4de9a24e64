CREATE OR REPLACE FUNCTION reeve.action_barred(
  who text, c reeve.collection, k reeve.action_kind, verb text, key text,
  into_key text DEFAULT NULL, OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  needed text := coalesce(k.rank, 'moderator');
  own text := reeve.member_rank_of(who);
  ranks CONSTANT text[] := '{viewer,moderator,auditor,senior}';
  logins text[];
  p record;
BEGIN
  IF NOT reeve.rank_suffices(own, needed) THEN
    code := 'rank';
    message := format('%s needs the rank %s and a login of your own; %s has %s', verb, needed, who,
      coalesce(own, 'no such rank'));
    RETURN;
  END IF;
  FOR p IN
    SELECT t.*, reeve.member_rank_of(t.role_name) AS rank
    FROM reeve.subject_team(c.collection_id, array_remove(ARRAY[key, into_key], NULL)) t
  LOOP
    -- One person may have several logins.
    logins := coalesce(logins, reeve.person_logins(who));
    IF p.role_name = ANY (logins) THEN
      CONTINUE WHEN k.name = 'note';
      code := 'self';
      message := format('%s:%s %s %s: nobody acts on themselves', c.name, p.key, p.relation,
        who);
      RETURN;
    ELSIF code IS NULL AND (k.needs_policy OR k.is_final OR k.name = 'merge')
      AND array_position(ranks, p.rank) >= array_position(ranks, own)
    THEN
      code := 'peer';
      message := format('%s:%s %s %s, %s: nobody acts on peers or superiors', c.name, p.key,
        p.relation, p.role_name, p.rank);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.action_barred(
  text, reeve.collection, reeve.action_kind, text, text, text) IS
  'Why a login may not perform a verb on a subject, whatever its arguments (rank; the subject is, '
  'or belongs to, that person, or a peer or superior; so does what it is merged into, into_key); '
  'NULL if it may.';
