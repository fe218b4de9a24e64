CREATE OR REPLACE FUNCTION reeve.action_barred(
  who text, c reeve.collection, k reeve.action_kind, verb text, key text,
  OUT code text, OUT message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.code, b.message
  FROM (SELECT reeve.member_rank_of(who), coalesce(k.rank, 'moderator')) m(rank, needed)
  LEFT JOIN LATERAL (
    SELECT x.name, x.action_id FROM reeve.mark x
    WHERE x.collection_id = c.collection_id AND x.key = action_barred.key AND x.is_protecting
      AND x.until > statement_timestamp() AND k.needs_policy
    ORDER BY x.action_id LIMIT 1) p ON TRUE
  CROSS JOIN LATERAL (VALUES
    (1, 'rank', format('%s needs the rank %s and a login of your own; %s', verb, m.needed,
      coalesce('yours is ' || reeve.member_rank(), 'you have none')),
      NOT reeve.rank_suffices(m.rank, m.needed)),
    (2, 'protected', format('%s:%s is protected by the tag %s (A%s); a %s of it needs a senior',
      c.name, key, p.name, p.action_id, verb),
      p.action_id IS NOT NULL AND m.rank <> 'senior')) b(place, code, message, is_so)
  WHERE b.is_so
  ORDER BY b.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.action_barred(
  text, reeve.collection, reeve.action_kind, text, text) IS
  'Why a login may not do a verb to a subject, whatever its arguments; NULL when it may.';
