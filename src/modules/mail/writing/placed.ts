/** Where a picture of the text is now: its attribute as it was written, and the one by which the newest draft has it. */
export type Placed = Readonly<Record<string, string>>

const NAMED = /data-(?:inline|file)="[^"]*"/g

const namesIn = (html: string): string[] => html.match(NAMED) ?? []

/** The text as it goes to the server. It is itself left alone: what is under the hands of a writer must not change. */
export const withPlaces = (html: string, placed: Placed): string => html.replace(NAMED, (name) => placed[name] ?? name)

/**
 * A draft that is saved is a new mail, and the pictures in it are parts of that; the mail before is gone, and an upload is forgotten some day.
 * @param written the text with its pictures as they were written
 * @param saved the same text as the new draft has it, picture by picture
 */
export function placesAfter(written: string, saved: string, before: Placed): Placed {
  const [names, now] = [namesIn(written), namesIn(saved)]
  if (names.length !== now.length) return before
  return { ...before, ...Object.fromEntries(names.map((name, at) => [name, now[at] ?? name])) }
}
