-- A mail to our own people is written by the writer of this name at the moment it is sent.
alter table mails rename column letter to writer;
