-- The list of new entries is filed once a second beside the requests; only a second of more than this is filed by who writes it.
alter index complaints_words_search set (gin_pending_list_limit = 8192);
