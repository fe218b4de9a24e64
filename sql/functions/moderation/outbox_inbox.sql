-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.outbox_inbox(outbox_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  n record;
BEGIN
  FOR n IN
    SELECT c.app, i.routine, array_agg(o.key ORDER BY o.outbox_id) AS keys,
      array_agg(jsonb_build_object('outbox_id', o.outbox_id, 'template', o.template,
        'about', o.about, 'link', reeve.catalog_link(
          a.manifest #>> ARRAY['collections', split_part(o.about, ':', 1), 'link'],
          substring(o.about FROM ':(.*)$')),
        'locale', x.locale, 'subject', x.subject, 'body', x.body) ORDER BY o.outbox_id) AS notices
    FROM reeve.outbox o
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.app a ON a.app = c.app
    JOIN reeve.catalog_inboxes(a.manifest) i ON i.collection = c.name AND i.routine IS NOT NULL
    CROSS JOIN LATERAL reeve.outbox_text(c.app, o) x
    WHERE o.outbox_id = ANY (outbox_ids) AND x.error IS NULL
    GROUP BY c.app, i.routine
  LOOP
    BEGIN
      PERFORM reeve.cell_enter(n.app, format(
        'SELECT to_jsonb(count(*)) FROM unnest($1, $7) u(key, notice) '
        'CROSS JOIN LATERAL %s(u.key, u.notice, $2) f', n.routine::oid::regproc),
        n.keys, n.notices, at => clock_timestamp());
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      RAISE WARNING 'notices are missing in %: %', n.app, SQLERRM
        USING HINT = 'They were sent all the same; look at the function of recipient.inbox.';
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.outbox_inbox(bigint[]) IS
  'Gives notices that are on their way to the function of their app that keeps them for its users '
  '(recipient.inbox). An error of it is a warning: it holds up no notice.';
