-- The engine always says both; what a test or a restore brings may not.
alter table gift_card_event_logs alter column bill_key drop not null, alter column store_code drop not null;
