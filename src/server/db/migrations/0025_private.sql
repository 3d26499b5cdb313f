create index goods_refund_member_card_hash on goods_refund (split_part(member_card, '.', 3));
