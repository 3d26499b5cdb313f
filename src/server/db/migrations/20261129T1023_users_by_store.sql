-- Who of a store is told of what happens there is asked of every act on a complaint.
create index users_store on users (store);
