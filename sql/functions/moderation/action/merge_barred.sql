CREATE OR REPLACE FUNCTION reeve.merge_barred(
  c reeve.collection, key text, into_key text, despite_ban boolean,
  OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  account constant text := c.name || ':' || merge_barred.key;
  stays constant text := c.name || ':' || into_key;
  merged record;
  own record;
  others record;
  held text;
BEGIN
  IF merge_barred.key = into_key THEN
    code := 'argument';
    message := format('%s cannot be merged into itself', account);
    RETURN;
  ELSIF NOT EXISTS (
    SELECT FROM reeve.app_find(c.collection_id, '', ARRAY[into_key], 1)) THEN
    code := 'notfound';
    message := format('there is no %s', stays);
    RETURN;
  END IF;
  SELECT m.key, m.name, m.action_id INTO merged FROM reeve.mark m
  WHERE m.collection_id = c.collection_id AND m.key IN (merge_barred.key, into_key)
    AND m.kind = 'merge' AND m.until > statement_timestamp()
  ORDER BY m.key = into_key LIMIT 1;
  IF FOUND THEN
    code := 'state';
    message := format('%s:%s was merged into %1$s:%3$s by A%4$s', c.name, merged.key, merged.name,
      merged.action_id);
    RETURN;
  END IF;
  held := reeve.hold_refusal(c.app, ARRAY[c.collection_id, c.collection_id],
    ARRAY[merge_barred.key, into_key]);
  IF held IS NOT NULL THEN
    code := 'held';
    message := held;
    RETURN;
  END IF;
  message := reeve.merge_gone(c, ARRAY[merge_barred.key, into_key]);
  IF message IS NOT NULL THEN
    code := 'state';
    RETURN;
  END IF;
  SELECT b.* INTO own FROM reeve.account_bars(c.collection_id, ARRAY[merge_barred.key]) b;
  SELECT b.* INTO others FROM reeve.account_bars(c.collection_id, ARRAY[into_key]) b;
  IF (own.action_id IS NOT NULL OR others.action_id IS NOT NULL)
    AND despite_ban IS NOT TRUE
  THEN
    code := 'state';
    message := format('%s is barred by A%s: confirm that they are merged despite the ban',
      CASE WHEN own.action_id IS NOT NULL THEN account ELSE stays END,
      coalesce(own.action_id, others.action_id));
  ELSIF own.action_id IS NOT NULL AND coalesce(others.until < own.until, TRUE) THEN
    -- Whoever is banned must not come back as the account that stays.
    code := 'state';
    message := format('A%s bars %s %s, which would not cover %s: bar that one as long first',
      own.action_id, account, CASE WHEN own.until = 'infinity' THEN 'without end'
        ELSE 'until ' || reeve.moment_text(own.until) END, stays);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.merge_barred(reeve.collection, text, text, boolean) IS
  'Why an account may not be merged into another one now (code, message); NULL if it may: they '
  'are one, or one of them is gone, merged away, under legal hold, deleted, or barred, unless '
  'despite_ban and the account that stays is barred as long.';
