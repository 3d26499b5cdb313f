/** A story is a title and a content with gaps: {product}, {price}, {day}… are filled in, {one|other} is chosen from. */
export interface Story {
  title: string
  content: string
  /** Which goods it can be about. */
  goods?: 'perishable' | 'cooked' | 'greens' | 'weighed' | 'packed' | 'durable' | 'boxed' | 'any'
  /** Who handles it; without one, the department of the goods does. */
  department?: string
  picture?: Picture
  tag?: string
  /** No exchange and no money: words are what it needs. */
  only?: 'apology'
  /** What came out, when it was looked into. */
  origin: string
}
export type Picture = 'shelf' | 'receipt' | 'product' | 'parking' | 'counter' | 'parcel' | 'floor' | 'label'
