CREATE OR REPLACE FUNCTION reeve.glass_barred(
  who text, verb text, login text, rank text, OUT code text, OUT message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.code, b.message
  FROM (SELECT reeve.glass_named(login), reeve.member_rank_own(login)) p(named, present)
  CROSS JOIN LATERAL (VALUES
    (1, 'rank', format('naming who may break the glass needs the rank senior and a login of one''s '
      'own; %s has %s', who, coalesce(reeve.member_rank_own(who), 'no rank here')),
      NOT reeve.rank_suffices(reeve.member_rank_own(who), 'senior')),
    (2, 'self', format('%s is %s: nobody names themselves', login, who),
      login = ANY (reeve.person_logins(who))),
    (3, 'argument', 'the rank of an emergency is moderator or senior', verb = 'glass.name'
      AND coalesce(rank NOT IN ('moderator', 'senior'), TRUE)),
    (4, 'notfound', format('%s has no rank here: `team add` it first, as a viewer at least', login),
      verb = 'glass.name' AND p.present IS NULL),
    (5, 'state', format('%s is %s, and needs no emergency for that', login, p.present),
      verb = 'glass.name' AND reeve.rank_suffices(p.present, rank)),
    (6, 'state', format('%s is named already', login), verb = 'glass.name' AND p.named = rank),
    (7, 'notfound', format('%s may take no rank in an emergency', login),
      verb = 'glass.drop' AND p.named IS NULL)
    ) b(place, code, message, is_so)
  WHERE b.is_so
  ORDER BY b.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.glass_barred(text, text, text, text) IS
  'Why somebody may not decide that a login may take that rank in an emergency (glass.name), or '
  'may no longer (glass.drop); NULL if they may. A rank that was taken in an emergency is not '
  'enough, so that nobody names others by it.';
