-- What people write to the team, and the team itself, is found by its words. The indexes are of the
-- rows themselves, and no text is kept twice: what is erased is not found any more.

-- Part of the indexes below: to change it, make another one and indexes by it.
CREATE FUNCTION reeve.written_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Scripts without blanks are found by their letters, each a word.
RETURN CASE WHEN octet_length(input) = char_length(input)
  THEN translate(lower(input), '-./@_&+:%~#?=<>', repeat(' ', 15))
  ELSE regexp_replace(regexp_replace(reeve.text_fold(input), '[^[:alnum:]]+', ' ', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])', ' \1 ',
    'g') END;

COMMENT ON FUNCTION reeve.written_fold(text) IS
  'Text as reeve.written_vector holds it: lower case without accents, words apart.';

CREATE FUNCTION reeve.written_vector(first text, second text DEFAULT NULL) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple',
  reeve.written_fold(coalesce(first, '') || coalesce(' ' || second, '')));

COMMENT ON FUNCTION reeve.written_vector(text, text) IS
  'Words of what somebody wrote, in one column or two, by which it is found.';

CREATE INDEX report_words ON reeve.report USING gin (reeve.written_vector(words))
WHERE words IS NOT NULL;

CREATE INDEX action_words ON reeve.action USING gin (reeve.written_vector(reason, public_reason))
WHERE num_nonnulls(reason, public_reason) > 0;

CREATE INDEX case_reason_words ON reeve.case_reason USING gin (reeve.written_vector(reason))
WHERE reason IS NOT NULL;

CREATE INDEX appeal_words ON reeve.appeal USING gin (reeve.written_vector(words, reason))
WHERE num_nonnulls(words, reason) > 0;

CREATE INDEX reveal_reason_words ON reeve.reveal_reason USING gin (reeve.written_vector(reason))
WHERE reason IS NOT NULL;
