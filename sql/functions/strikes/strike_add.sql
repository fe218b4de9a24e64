CREATE OR REPLACE FUNCTION reeve.strike_add(act reeve.action) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  person record;
  total int;
  added int;
  due jsonb;
BEGIN
  SELECT * INTO person FROM reeve.strike_person(act.collection_id, act.key);
  IF person.key IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO reeve.strike(action_id, collection_id, key)
  VALUES (act.action_id, person.collection_id, person.key);
  SELECT sum(w.weight), sum(w.weight) FILTER (WHERE w.action_id = act.action_id)
  INTO total, added
  FROM reeve.strike_weigh(person.collection_id, person.key, act.performed_at) w WHERE w.counts;
  SELECT t.body INTO due
  FROM reeve.collection c
  JOIN reeve.app m ON m.app = c.app
  CROSS JOIN LATERAL jsonb_array_elements(m.manifest #> '{strikes,thresholds}') t(body)
  WHERE c.collection_id = act.collection_id AND (t.body ->> 'at')::int <= total
    AND (t.body ->> 'at')::int > total - added
  ORDER BY (t.body ->> 'at')::int DESC LIMIT 1;
  IF FOUND THEN
    PERFORM reeve.complaint_put(person.collection_id, person.key, act.policy,
      format('%s strikes, with A%s: %s is proposed', total, act.action_id,
        concat_ws(' for ', due ->> 'propose', due ->> 'for')), NULL, NULL, 'strikes');
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.strike_add(reeve.action) IS
  'Has an action count against who answers for its subject; where that reaches a threshold of the '
  'catalog, reports the person with what is proposed. Never does it.';
