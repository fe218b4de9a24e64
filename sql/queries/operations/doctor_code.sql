-- What became of the apps' code since their catalogs were applied, one row a finding: area, is_red,
-- finding, what to do. Reads catalogs only. $1 int: how many changes of an app to list.
WITH app AS MATERIALIZED (
  SELECT a.app, a.manifest, EXISTS (
      SELECT FROM reeve.app_code_pin p WHERE p.app = a.app) AS is_pinned,
    format('Read `reeve catalog show --code --app %1$s`; `reeve catalog apply --app %1$s` accepts '
      'it.', a.app) AS remedy
  FROM reeve.app a
  WHERE a.manifest -> 'collections' <> '{}'
),
change AS MATERIALIZED (
  SELECT a.app, a.remedy, c.is_red,
    format('%s: %s %s %s%s', a.app, c.kind, c.object, CASE c.change WHEN 'add' THEN 'appeared'
      WHEN 'drop' THEN 'is gone' ELSE 'changed' END, coalesce(': ' || nullif(c.note, ''), ''))
      AS finding,
    row_number() OVER (PARTITION BY a.app ORDER BY c.is_red DESC, c.kind, c.object) AS place,
    count(*) OVER (PARTITION BY a.app) AS total
  FROM app a
  CROSS JOIN LATERAL reeve.app_code_changes(a.manifest) c
  WHERE a.is_pinned AND (NOT c.is_ours OR c.change = 'change')
),
finding(area, is_red, finding, remedy) AS (
  SELECT 'code', FALSE, format('%s: its code was never pinned', a.app), a.remedy
  FROM app a
  WHERE NOT a.is_pinned
  UNION ALL
  SELECT 'code', c.is_red, c.finding, c.remedy
  FROM change c
  WHERE c.place <= $1
  UNION ALL
  SELECT 'code', bool_or(c.is_red), format('%s: %s more objects of its code changed', c.app,
    count(*)), min(c.remedy)
  FROM change c
  WHERE c.place > $1
  GROUP BY c.app
  UNION ALL
  SELECT 'code', FALSE, format('%s: %s may be deferred to COMMIT', c.app, d.name),
    'Make it NOT DEFERRABLE: actions that would leave it for COMMIT are refused.'
  FROM (
    SELECT c.app, reeve.app_code_deferred(array_agg(c.relation::oid)) AS names
    FROM reeve.collection c
    JOIN pg_class r ON r.oid = c.relation
    WHERE c.is_live
    GROUP BY c.app) c
  CROSS JOIN LATERAL unnest(c.names) d(name)
)
SELECT f.area, f.is_red, f.finding, f.remedy
FROM finding f
ORDER BY f.is_red DESC, f.finding
