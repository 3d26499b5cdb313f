import { Node } from '@tiptap/react'
import type { PictureName, TextPictures } from './rich-text-props.ts'

const nameOf = ({ file, inline }: Record<string, unknown>): PictureName =>
  file ? { 'data-file': String(file) } : { 'data-inline': String(inline) }

/** A picture in a text, named by what it is: a stored file, or `data-inline`, a path of a part of a mail. Its address lives as long as the page. */
export const Picture = Node.create<Pick<TextPictures, 'addressOf'>>({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions: () => ({ addressOf: async () => null }),
  addAttributes: () => ({
    file: { parseHTML: (element: HTMLElement) => element.getAttribute('data-file') },
    inline: { parseHTML: (element: HTMLElement) => element.getAttribute('data-inline') },
    alt: { parseHTML: (element: HTMLElement) => element.getAttribute('alt') },
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }, { tag: 'img[data-inline]' }],
  renderHTML: ({ node }) => ['img', { ...nameOf(node.attrs), alt: String(node.attrs.alt ?? '') }],
  addNodeView() {
    const { addressOf } = this.options
    return ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs.alt ?? '')
      void addressOf(nameOf(node.attrs)).then((address) => {
        if (address) dom.src = address
      })
      return { dom }
    }
  },
})
