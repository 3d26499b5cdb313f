alter table member_register add column card_later boolean not null default false;
-- Whoever sends a public form is nobody here: a registration that somebody of the staff made was typed at the desk.
update member_register set form = 'desk' where form = 'classic' and created_by is not null;
