-- Of what a preview showed that an import would replace.
alter table imports add column fingerprint text;
