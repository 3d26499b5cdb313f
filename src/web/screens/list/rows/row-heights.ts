/** px, as in list.module.css. */
export const ROW_HEIGHT = 44
export const ROW_HEIGHT_COMPACT = 32
export const HEAD_HEIGHT = 36
export const CARD_HEIGHT = 96
/** Of a card beside its record, as in split.module.css. */
export const SPLIT_HEIGHT = 76
