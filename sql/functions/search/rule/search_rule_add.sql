CREATE OR REPLACE FUNCTION reeve.search_rule_add(
  app text, collection text, kind text, words text, value text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  login text := session_user;
  c reeve.collection := reeve.collection_resolve(app, collection);
  -- In the form of a query's words.
  folded text := array_to_string(reeve.search_words(search_rule_add.words), ' ');
  given text := btrim(coalesce(search_rule_add.value, ''));
  kind text := search_rule_add.kind;
  rule bigint;
  code text;
  message text;
BEGIN
  IF kind IN ('synonym', 'distinct') THEN
    given := array_to_string(reeve.search_words(given), ' ');
  END IF;
  IF NOT reeve.member_acts('senior') THEN
    code := 'rank';
    message := 'rules of search need the rank senior and a login of your own';
  ELSIF coalesce(kind NOT IN ('synonym', 'distinct', 'stop', 'pin', 'hide'), TRUE) THEN
    code := 'argument';
    message := 'the kind of a rule is synonym, distinct, stop, pin or hide';
  ELSIF c.search IS NULL THEN
    code := 'argument';
    message := format('%s is not searched', c.name);
  ELSIF char_length(folded) > 200 OR char_length(given) > 500 THEN
    code := 'argument';
    message := 'a rule has at most 200 characters of query';
  ELSIF folded = '' AND kind <> 'hide' OR kind IN ('synonym', 'distinct') AND given = '' THEN
    code := 'argument';
    message := 'these signs are no words: a query of them finds nothing';
  ELSIF kind = 'stop' AND folded ~ ' ' THEN
    code := 'argument';
    message := 'a stop word is one word';
  ELSIF kind IN ('pin', 'hide') THEN
    given := reeve.subject_key(c, given);
    IF NOT EXISTS (SELECT FROM reeve.app_page(c.collection_id, ARRAY[given])) THEN
      code := 'notfound';
      message := format('there is no %s:%s', c.name, given);
    END IF;
  END IF;
  IF code IS NULL THEN
    INSERT INTO reeve.search_rule AS r(collection_id, kind, words, value, added_by)
    VALUES (c.collection_id, kind, folded, CASE kind WHEN 'stop' THEN '' ELSE given END, login)
    ON CONFLICT ON CONSTRAINT search_rule_key DO NOTHING RETURNING r.rule_id INTO rule;
    IF rule IS NULL THEN
      code := 'state';
      message := 'there is such a rule already';
    END IF;
  END IF;
  PERFORM reeve.command_record('search.rule', login, NULL, c.collection_id,
    CASE WHEN kind IN ('pin', 'hide') THEN nullif(given, '') END, code,
    detail => jsonb_strip_nulls(jsonb_build_object('rule', rule, 'kind', left(kind, 20))));
  RETURN reeve.outcome_of(code, coalesce(message, format('rule %s', rule)),
    jsonb_build_object('rule_id', rule, 'words', folded, 'value', given));
END
$$;

COMMENT ON FUNCTION reeve.search_rule_add(text, text, text, text, text) IS
  'Adds a rule to a searched collection at once: synonym (words also find value), distinct (words '
  'and value are never proposed as synonyms), stop (a word is ignored), pin and hide (a row, whose '
  'key is value, comes first for the query words, or not at all; hide without words: for no '
  'query). Needs senior.';

GRANT EXECUTE ON FUNCTION reeve.search_rule_add(text, text, text, text, text) TO reeve_viewer;
