CREATE OR REPLACE FUNCTION reeve.appeal_barred(action_id bigint, who text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  l reeve.appeal;
  a reeve.action;
  c reeve.collection;
  able text[];
  others text[];
  own text[];
BEGIN
  SELECT p.* INTO l FROM reeve.appeal p WHERE p.action_id = appeal_barred.action_id;
  SELECT x.* INTO a FROM reeve.action x WHERE x.action_id = appeal_barred.action_id;
  IF reeve.subject_own(a.collection_id, ARRAY[a.key], who)
    OR reeve.subject_own(l.collection_id, ARRAY[l.key], who) THEN
    RETURN format('A%s is about you, or what is yours: nobody decides about themselves',
      appeal_barred.action_id);
  END IF;
  own := reeve.person_logins(who, least(l.opened_at, a.performed_at));
  IF NOT own && l.actors THEN
    RETURN NULL;
  END IF;
  SELECT o.* INTO c FROM reeve.collection o WHERE o.collection_id = a.collection_id;
  able := reeve.approval_eligible(c, reeve.action_declared(c, a.verb,
    jsonb_build_object('protect', a.is_protecting)), 'undo', a.key);
  -- Somebody who could link colleagues to themselves would be the only one left: links that they
  -- made themselves do not count.
  others := ARRAY(
    SELECT u FROM unnest(able) u
    WHERE u <> ALL (l.actors) AND NOT EXISTS (
      SELECT FROM unnest(l.actors) d WHERE reeve.person_is_alone(ARRAY[u], d, a.performed_at)));
  IF others = '{}' AND coalesce(a.principal, a.actor) = ANY (own) THEN
    -- Between the two who did it, whoever did not propose it decides.
    others := ARRAY(
      SELECT u FROM unnest(able) u
      WHERE NOT reeve.person_is_alone(ARRAY[u], coalesce(a.principal, a.actor), a.performed_at));
  END IF;
  RETURN CASE WHEN others <> '{}' THEN format('A%s is yours too: %s must decide',
      appeal_barred.action_id, array_to_string(others, ' or '))
    WHEN (reeve.glass_open(who)).glass_id IS NOT NULL THEN format('A%s is yours too, and whoever '
      'took a rank in an emergency is never alone enough', appeal_barred.action_id) END;
END
$$;

COMMENT ON FUNCTION reeve.appeal_barred(bigint, text) IS
  'Why a login may not decide the appeal against an action: the action is on its person, or they '
  'appeal; or it took part in the action, and somebody who did not could decide. If everybody '
  'did, whoever did not propose the action may decide; if nobody else is left, the proposer may, '
  'but by no rank taken in an emergency.';
