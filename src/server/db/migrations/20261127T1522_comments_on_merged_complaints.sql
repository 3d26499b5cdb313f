alter table complaint_comments add column merged_from bigint;
create index complaint_comments_merged_from on complaint_comments (merged_from) where merged_from is not null;
