-- What a chain calls its own words is found in the three languages that they are written in.
alter table departments alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
alter table failure_reasons alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
alter table ticket_types alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
alter table tags alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
alter table solutions alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '') || ' ' || coalesce(wording, '')));
alter table canned_replies alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '') || ' ' || coalesce(body, '')));
alter table holidays alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
alter table escalation_rungs alter column search_text set expression as (fold(' ' || coalesce(name, '') || ' ' || coalesce(name_en, '') || ' ' || coalesce(name_ko, '')));
