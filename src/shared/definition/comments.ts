import { files, refs, richText } from '../fields.ts'
import type { Definition } from '../resource.ts'

/** What a comment holds, beside the record it is about: the fields of a resource that `comments` of a definition names. */
export const COMMENT_FIELDS = {
  body: richText('Comment', { required: true, max: 10_000 }),
  mentions: refs('Mentioned', 'users', { max: 30 }),
  attachments: files('Pictures and videos'),
}

/** The field of a comment that says which record it is about. */
export function recordFieldOf(comments: Definition, { name }: Definition): string {
  const found = Object.keys(comments.fields).find((field) => comments.fields[field]?.to === name)
  if (!found) throw new Error(`${comments.name} has no field that points at ${name}`)
  return found
}
