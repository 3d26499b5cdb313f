alter table vat_info add column close_reason text;
-- One chain of states: an issued invoice is what the request was for, so nothing is left to do.
update vat_info v set status = 'completed',
  completed_at = coalesce(a.at, v.issued_on::timestamptz, v.updated_at),
  completed_by = coalesce(a.actor, v.updated_by)
from vat_info i left join lateral (
  select a.at, a.actor from activity a
  where a.module = 'vat-info' and a.record_id = i.id and a.action = 'issue-invoice' order by a.id desc limit 1
) a on true
where v.id = i.id and i.state in ('issued', 'adjusted', 'replaced') and i.completed_at is null;
-- What was completed without an invoice was closed so, whatever the reason was; what went to the provider waits there.
update vat_info set state = 'closed' where state = 'requested' and completed_at is not null;
update vat_info set state = 'sent' where state = 'requested' and batch is not null;
