CREATE OR REPLACE FUNCTION reeve.appeal_notify(act reeve.action, l reeve.appeal, verdict text)
RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
  SELECT act.action_id, l.collection_id, h.key, c.name || ':' || act.key, 'appeal-' || verdict,
    h.locale, h.zone, jsonb_build_object('action', 'A' || act.action_id, 'at', act.performed_at,
      'until', act.until, 'policy', p.title, 'label', coalesce(
        (SELECT b.label FROM reeve.label b
          WHERE b.collection_id = act.collection_id AND b.key = act.key), act.key)),
    clock_timestamp() + interval '60 seconds', 'A' || act.action_id
  FROM reeve.collection c
  CROSS JOIN LATERAL reeve.app_recipients(l.collection_id, ARRAY[l.key]) h
  LEFT JOIN reeve.policy p ON p.app = c.app AND p.name = act.policy
  WHERE c.collection_id = act.collection_id AND EXISTS (
    SELECT FROM reeve.template t WHERE t.app = c.app AND t.name = 'appeal-' || verdict);
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  PERFORM reeve.outbox_follow(ARRAY[act.action_id]);
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.appeal_notify(reeve.action, reeve.appeal, text) IS
  'Queues the notice of the decision to the appellant: the template appeal-upheld, '
  'appeal-overturned or appeal-partly, if the app has it. It never says who decided.';
