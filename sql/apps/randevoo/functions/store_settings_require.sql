CREATE OR REPLACE FUNCTION randevoo.store_settings_require(
  slot_duration interval, capacity integer, booking_range_days integer,
  answer_deadline interval DEFAULT NULL) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM randevoo.require((slot_duration BETWEEN interval '5 minutes' AND interval '12 hours'
      AND extract(month FROM slot_duration) = 0 AND extract(day FROM slot_duration) = 0
      AND extract(second FROM slot_duration) = 0) IS NOT FALSE,
      'slot_duration is 5 minutes to 12 hours, in whole minutes'),
    randevoo.require((capacity BETWEEN 1 AND 100000) IS NOT FALSE, 'capacity is 1 to 100000'),
    randevoo.require((booking_range_days BETWEEN 1 AND 366) IS NOT FALSE,
      'booking_range_days is 1 to 366'),
    randevoo.require((answer_deadline BETWEEN interval '1 hour' AND interval '60 days')
      IS NOT FALSE, 'answer_deadline is 1 hour to 60 days');
END
$body$;

COMMENT ON FUNCTION randevoo.store_settings_require IS
'Raises RN012 unless a store may have these settings; a NULL passes.';
