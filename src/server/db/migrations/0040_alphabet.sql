-- The order in which people read words: Vietnamese letters and tones, and numbers in words by their value (docs/decisions/long-lists.md).
create collation vietnamese (provider = icu, locale = 'vi-u-kn-true');
