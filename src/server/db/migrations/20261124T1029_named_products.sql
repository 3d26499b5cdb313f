create index products_named on products (fold(identity_key(name))) where deleted_at is null;
