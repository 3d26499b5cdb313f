-- What somebody was writing below a record of any module, kept for them on every device.
alter table comment_drafts rename column complaint to record_id;
alter table comment_drafts add column module text not null default 'complaints';
alter table comment_drafts alter column module drop default;
alter table comment_drafts drop constraint comment_drafts_pkey;
alter table comment_drafts add primary key (user_id, module, record_id);
