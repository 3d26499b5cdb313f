import { Node } from '@tiptap/react'

/** A person's name in a text, kept as one piece with who it is. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    id: { parseHTML: (element: HTMLElement) => element.getAttribute('data-mention') },
    name: { parseHTML: (element: HTMLElement) => element.textContent?.replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-mention': String(node.attrs.id), class: 'mention' },
    `@${node.attrs.name}`,
  ],
  renderText: ({ node }) => `@${node.attrs.name}`,
})
