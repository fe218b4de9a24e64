CREATE OR REPLACE FUNCTION reeve.search_rule_remove(rule_id bigint) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  login text := session_user;
  r reeve.search_rule;
  code text;
  message text;
BEGIN
  IF NOT reeve.member_acts('senior') THEN
    code := 'rank';
    message := 'rules of search need the rank senior and a login of your own';
  ELSE
    DELETE FROM reeve.search_rule o WHERE o.rule_id = search_rule_remove.rule_id RETURNING * INTO r;
    IF NOT FOUND THEN
      code := 'notfound';
      message := format('there is no rule %s', search_rule_remove.rule_id);
    END IF;
  END IF;
  PERFORM reeve.command_record('search.rule.remove', login, NULL, r.collection_id,
    CASE WHEN r.kind IN ('pin', 'hide') THEN r.value END, code,
    detail => jsonb_build_object('rule', search_rule_remove.rule_id, 'kind', r.kind));
  RETURN reeve.outcome_of(code, coalesce(message, format('rule %s', r.rule_id)),
    coalesce(to_jsonb(r), '{}'));
END
$$;

COMMENT ON FUNCTION reeve.search_rule_remove(bigint) IS
  'Removes a rule of search (reeve.search_rules). Needs senior.';

GRANT EXECUTE ON FUNCTION reeve.search_rule_remove(bigint) TO reeve_viewer;
