/** A chapter of the page's first part; see `guides/README.md`. */
export interface Guide {
  id: string
  title: string
  text: string
}

const FILES = import.meta.glob<string>('./guides/[0-9]*.md', { query: '?raw', import: 'default', eager: true })

export const GUIDES: readonly Guide[] = Object.entries(FILES)
  .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
  .map(([file, text]) => ({
    id: file.replace(/^.*\/\d+-|\.md$/g, ''),
    title: /^# (.+)$/m.exec(text)?.[1] ?? '',
    text: text.replace(/^# .+\n/, '').replaceAll('{{host}}', window.location.origin),
  }))
