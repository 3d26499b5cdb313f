-- Why an item is to be done again stands in its note.
alter table task_checklist_items drop column redo_reason;
