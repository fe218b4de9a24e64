CREATE OR REPLACE FUNCTION reeve.statement_words(app text, locale text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '{
    "removed": "We have removed {label}.",
    "closed": "We have closed the account {label}.",
    "hidden": "We have hidden {label} permanently.",
    "hidden_until": "We have hidden {label} until {until|time}.",
    "limited": "We have limited {label} permanently ({limit}).",
    "limited_until": "We have limited {label} until {until|time} ({limit}).",
    "blocked": "We have blocked {label} permanently.",
    "blocked_until": "We have blocked {label} until {until|time}.",
    "warned": "This is a warning about {label}; nothing is restricted.",
    "law": "The ground is the law, by our policy “{policy}”: {clause}",
    "terms": "The ground is our policy “{policy}”: {clause}",
    "facts": "The facts: {facts}",
    "reported": "Somebody reported it to us.",
    "found_automatically": "Automated means found it.",
    "found": "We found it ourselves.",
    "decided": "A person took the decision.",
    "decided_automatically": "The decision was taken automatically.",
    "appeal": "You can appeal against this decision ({action}) until {appeal_until|time}.",
    "redress":
      "You can also turn to a certified body for out-of-court dispute settlement, and to a court."
  }'::jsonb || coalesce((
    SELECT jsonb_object_agg(substr(t.name, 11), t.body)
    FROM reeve.template t
    -- The reader's language, else the language without its region, else English.
    WHERE t.app = statement_words.app AND t.name LIKE 'statement.%' AND t.locale = (
      SELECT x.locale FROM reeve.template x
      WHERE x.app = statement_words.app AND x.name = 'statement.redress'
        AND x.locale IN (statement_words.locale, split_part(statement_words.locale, '-', 1), 'en')
      ORDER BY x.locale = statement_words.locale DESC, x.locale <> 'en' DESC LIMIT 1)), '{}')
$$;

COMMENT ON FUNCTION reeve.statement_words(text, text) IS
  'The sentences of statements of reasons in a language, as the app''s catalog has them, else in '
  'English.';
