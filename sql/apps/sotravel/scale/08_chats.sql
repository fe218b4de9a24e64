INSERT INTO sotravel.chats (id, kind, trip_id, event_id, created_at) OVERRIDING SYSTEM VALUE
SELECT e.id, 'event', e.trip_id, e.id, e.created_at FROM sotravel.events e ORDER BY e.id;

INSERT INTO sotravel.chats (id, kind, trip_id, title, created_at) OVERRIDING SYSTEM VALUE
SELECT o.events + t.id, 'group', t.id, 'Everybody in ' || t.place, t.created_at
FROM sample o CROSS JOIN sotravel.trips t ORDER BY t.id;
