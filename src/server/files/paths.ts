/** What of a stored file decides where its bytes lie. */
export interface Located {
  id: string
  area: 'temp' | 'upload'
  folder: string
}

export const pathOf = ({ id, area, folder }: Located): string =>
  area === 'temp' ? `temp/${id.slice(0, 2)}/${id}` : `upload/${folder}/${id.slice(0, 2)}/${id}`

export const thumbnailPathOf = (file: Located): string => `${pathOf(file)}.thumbnail`

export const isThumbnail = (path: string): boolean => path.endsWith('.thumbnail')

/** The other place of a claimed file: it moves there on its own time, and a reader may come while it does. */
export const otherPlaceOf = (file: Located): Located => ({ ...file, area: file.area === 'temp' ? 'upload' : 'temp' })

/** The id in a path of ours. */
export const idIn = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.thumbnail$/, '')
