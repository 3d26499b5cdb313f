-- What a promotion is of without a product is told by its barcode before its name.
drop index product_promotions_product;
create index product_promotions_product on product_promotions ((coalesce('#' || product::text, '|' || barcode, fold(product_name))), ends_on) where deleted_at is null and active;
