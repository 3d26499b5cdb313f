-- What a canned reply answers, and what is proposed as the outcome where a complaint is completed with it.
alter table canned_replies
  add column types bigint[] not null default '{}',
  add column solution text,
  add column origin text;
