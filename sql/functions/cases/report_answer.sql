CREATE OR REPLACE FUNCTION reeve.report_answer(
  collection_id int, key text, policy text, proposes text, threshold int)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  proposed text := split_part(proposes, ' for ', 1);
  span interval := nullif(split_part(proposes, ' for ', 2), '')::interval;
  app_name text;
  higher text[];
  kind reeve.action_kind;
  needed timestamptz;
  answer bigint;
  kept text;
BEGIN
  IF proposes IS NULL THEN
    RETURN NULL;
  END IF;
  kept := reeve.account_kept(collection_id, key);
  SELECT c.app INTO app_name FROM reeve.collection c
  WHERE c.collection_id = report_answer.collection_id;
  SELECT k.* INTO kind
  FROM reeve.catalog_action d JOIN reeve.action_kind k ON k.name = d.kind
  WHERE d.app = app_name AND d.verb = proposed AND d.collection_id = report_answer.collection_id;
  IF threshold IS NOT NULL THEN
    higher := ARRAY(
      SELECT l.body ->> 'propose' FROM reeve.app m
      CROSS JOIN LATERAL jsonb_array_elements(m.manifest #> '{strikes,thresholds}') l(body)
      WHERE m.app = app_name AND (l.body ->> 'at')::int > threshold);
  END IF;
  IF span IS NULL AND kind.ends IN ('must', 'never') THEN
    span := CASE kind.ends WHEN 'must' THEN (
      SELECT p.duration FROM reeve.policy p
      WHERE p.app = app_name AND p.name = report_answer.policy) END;
    span := coalesce(span, '0');
  END IF;
  -- An action that was performed for what is proposed began a little earlier than now.
  needed := coalesce(
    clock_timestamp() + span - least(greatest(span / 24, '1 minute'), '1 hour'), 'infinity');
  IF kind.ends = 'never' THEN
    needed := clock_timestamp() - interval '1 hour';
  END IF;
  SELECT a.action_id INTO answer
  FROM reeve.action a
  LEFT JOIN reeve.catalog_action d
    ON d.app = app_name AND d.verb = a.verb AND d.collection_id = a.collection_id
  LEFT JOIN reeve.action_kind k ON k.name = d.kind
  WHERE a.collection_id = report_answer.collection_id AND a.key IN (report_answer.key, kept)
    AND a.reverses IS NULL AND a.reversed_by IS NULL
    AND coalesce(a.until > clock_timestamp(), TRUE)
    AND coalesce(a.until, a.performed_at) >= needed
    AND (a.verb = proposed OR a.verb = ANY (higher)
      OR kind.is_measure AND NOT kind.has_window AND (k.bars OR k.has_window OR k.is_final))
  ORDER BY coalesce(a.until, a.performed_at) DESC, a.action_id LIMIT 1
  -- An undo of it waits, and then sees the report; one that is being committed is waited for.
  FOR SHARE OF a;
  RETURN answer;
END
$$;

COMMENT ON FUNCTION reeve.report_answer(int, text, text, text, int) IS
  'The action in force on a subject, or the account into which it was merged, that already does '
  'what a rule proposes, NULL if there is none or nothing is proposed. That is the proposed verb, '
  'one that a higher threshold of the strikes proposes, or, for a restriction, whatever bars the '
  'subject, deletes or erases it. It has to last until the proposed term would end, counted from '
  'now, less a twenty-fourth of the term, at least a minute and at most an hour; an action that '
  'does not last, such as a warning, answers for an hour. threshold: of strikes, else NULL. Locks '
  'the action FOR SHARE.';
