-- A mail names no phone number.
alter table complaints alter column phone drop not null;
-- What a person decided about a mail that was held: 0 for a complaint of its own, else the complaint it belongs to.
alter table received_mails add column wish bigint;
