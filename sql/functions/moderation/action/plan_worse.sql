CREATE OR REPLACE FUNCTION reeve.plan_worse(expected jsonb, actual jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT string_agg(d.difference, '; ')
  FROM (
    SELECT format('%s: %s rows, planned %s',
      n ->> 'name', n ->> 'rows', coalesce(o ->> 'rows', '0')) AS difference
    FROM jsonb_array_elements(actual -> 'effects') n
    LEFT JOIN jsonb_array_elements(expected -> 'effects') o ON o ->> 'rule' = n ->> 'rule'
    -- More to erase is no worse: the aim is that nothing stays.
    WHERE (n ->> 'rows')::int > 0 AND coalesce((o ->> 'rows')::int, 0) = 0
      AND n ->> 'kind' <> 'erase'
    UNION ALL
    SELECT format('%s people would be notified, planned '
    '%s', actual ->> 'people', expected ->> 'people')
    WHERE (actual ->> 'people')::int > ceil((expected ->> 'people')::int * 1.1)
    UNION ALL
    SELECT format('%s rows could not be restored, planned none', actual ->> 'irreversible')
    WHERE (actual ->> 'irreversible')::int > 0 AND (expected ->> 'irreversible')::int = 0
    UNION ALL
    SELECT 'it has become severe'
    WHERE actual ->> 'danger' = 'severe' AND expected ->> 'danger' <> 'severe') d
$$;

COMMENT ON FUNCTION reeve.plan_worse(jsonb, jsonb) IS
  'How an execution is worse than its plan: an effect that had no rows, over 10 % more people, '
  'rows that cannot be restored where there were none, a crossed limit. NULL if it is not, or '
  'there was no plan.';
