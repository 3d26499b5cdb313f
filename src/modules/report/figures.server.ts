import { type Figures, type FiguresWish, figuresBy as figuresOf } from '#server/counters/figures.ts'
import type { Db } from '#server/db/db.ts'
import { complaints } from '../complaints/complaints.ts'

/** The figures of complaints; their one definition is the engine's, what they are made of stands in the definition of complaints. */
export const figuresBy = (db: Db, wish: FiguresWish): Promise<Figures[]> => figuresOf(db, complaints, wish)
