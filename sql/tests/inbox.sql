-- Included by an app's test: runs the job that gives notices to the app, or takes them back.
SELECT count(*) AS claimed FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 100) \gset

SELECT set_eq($$SELECT a.state FROM reeve.job j JOIN reeve.job_run r USING (job_id)
    CROSS JOIN LATERAL reeve.job_advance(j.job_id, r.lease, 100) a
    JOIN reeve.job_kind k USING (kind_id)
    WHERE k.name = 'notify.inbox'$$, $$VALUES ('completed')$$, 'a job tells the app');
