/** What the code on a label says: the address of the delivery, with the package's number. */
export const labelCode = (origin: string, id: number, at: number): string =>
  `${origin}/goods-delivery/view/${id}?package=${at}`

/** The delivery that a label's code leads to, whatever address the house had when it was printed; null of any other code. */
export function readLabel(code: string): { id: number; package: number | null } | null {
  const [, id, at] = /^https?:\/\/[^/]+\/goods-delivery\/view\/(\d{1,15})(?:\?package=(\d{1,3}))?$/.exec(code) ?? []
  return id ? { id: Number(id), package: at ? Number(at) : null } : null
}
