-- Some milliseconds for a long text: the planner is to ask everything else first.
alter function text_marks(text) cost 20000;
