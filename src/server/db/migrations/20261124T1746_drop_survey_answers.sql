-- What was answered stands in the responses alone; results are counted from these.
drop table survey_answers;
