-- What a flag has seen of a flood is given to its statement: code of any app could call the
-- function that told it.

UPDATE reeve.flag f
SET select_sql = replace(f.select_sql, 'reeve.flag_seen($5::int, a.key)',
  '($7[1] ->> a.key)::timestamptz');
