CREATE OR REPLACE FUNCTION reeve.merge_stuck(a reeve.action) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(a.collection_id);
  later record;
  held text;
BEGIN
  SELECT m.name, m.action_id INTO later FROM reeve.mark m
  WHERE m.collection_id = a.collection_id AND m.key = a.name AND m.kind = 'merge'
    AND m.until > statement_timestamp();
  IF FOUND THEN
    RETURN jsonb_build_object('code', 'state', 'message', format(
      '%s:%s was merged into %1$s:%3$s since: undo A%4$s first', c.name, a.name, later.name,
      later.action_id));
  END IF;
  held := reeve.merge_gone(c, ARRAY[a.key, a.name]);
  IF held IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'state', 'message', held);
  END IF;
  held := reeve.hold_refusal(c.app, ARRAY[a.collection_id, a.collection_id], ARRAY[a.key, a.name]);
  IF held IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'held', 'message', held);
  END IF;
  -- A ban of the account that stays covers this one, which must not come back by an undo.
  SELECT b.action_id INTO later
  FROM reeve.account_bars(a.collection_id, ARRAY[a.name]) b
  LEFT JOIN reeve.account_bars(a.collection_id, ARRAY[a.key]) o ON TRUE
  WHERE coalesce(o.until < b.until, TRUE);
  IF FOUND THEN
    RETURN jsonb_build_object('code', 'state', 'message', format(
      'A%s bars %s:%s, and with it %2$s:%4$s: undo that first, or bar %2$s:%4$s as long',
      later.action_id, c.name, a.name, a.key));
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.merge_stuck(reeve.action) IS
  'Why a merge cannot be undone now: the account that stays was merged into another one since, '
  'one of the two is deleted, erased or under legal hold, or a ban covers both and would no '
  'longer. NULL if it can.';
