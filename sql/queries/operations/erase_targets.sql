-- Where an erasure goes: every place of Reeve's own, then what the applied catalogs say.
SELECT 'reeve.' || p.relation, array_to_string(p.columns, ', '), p.note
FROM reeve.erase_targets() WITH ORDINALITY p(relation, columns, note, find, change, place)
UNION ALL
SELECT (a.manifest ->> 'schema') || '.' || e.relation, e.columns, format('with %s/%s', a.app, c.key)
FROM reeve.app a
CROSS JOIN LATERAL jsonb_each(a.manifest -> 'collections') c
CROSS JOIN LATERAL (
  SELECT c.value ->> 'table', (
    SELECT string_agg(s, ', ' ORDER BY s) FROM jsonb_object_keys(c.value #> '{erase,set}') s)
  WHERE c.value #> '{erase,set}' IS NOT NULL
  UNION ALL
  SELECT t ->> 'table', coalesce((
    SELECT string_agg(s, ', ' ORDER BY s) FROM jsonb_object_keys(t -> 'set') s), 'whole rows')
  FROM jsonb_array_elements(c.value #> '{erase,tables}') t) e(relation, columns)
