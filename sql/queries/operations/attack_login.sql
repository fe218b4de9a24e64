-- A script that creates a login for attacks: in a transaction that is rolled back, so nobody can
-- ever log in. $1 text: its name; $2 text: the rank that it gets, NULL for none; $3 text[]: roles
-- that it becomes a member of.
SELECT concat_ws('; ',
  format('CREATE ROLE %I LOGIN', $1::text),
  (SELECT string_agg(format('GRANT %I TO %I', r, $1), '; ') FROM unnest($3::text[]) r),
  CASE WHEN $2::text IS NOT NULL THEN concat_ws('; ',
    format('GRANT %I TO %I', 'reeve_' || $2, $1),
    format('INSERT INTO reeve.member(role_name, rank, added_by) VALUES (%L, %L, %L)', $1, $2,
      'doctor --attack')) END)
