-- They are written when they are sent, and may repeat what a customer said.
update mails set subject = '', body_text = '', body_html = null where reader is not null;
