/** How many merges in a row are followed: each is an act of a hand. */
export const DEEPEST = 100

/** The ids of a complaint and of everything merged into it, through any number of merges: SQL over that of its id. */
export const withMerged = (id: string): string =>
  `(with recursive family as (
      select ${id}::bigint as id, 0 as depth
      union all select c.id, f.depth + 1 from complaints c join family f on c.merged_into_id = f.id where f.depth < ${DEEPEST}
    ) select id from family)`
