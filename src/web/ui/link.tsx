import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { go } from '../app/location.ts'

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A path of this application with its query, e.g. `/complaints?status=new`, or any other address. */
  to: string
  /** Replaces the address instead of adding to the history. */
  replace?: boolean
}

/** A link: inside the application without a reload. A new tab, a download and other addresses work as in any page. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || !isInside(to) || rest.target || rest.download !== undefined)
      return
    event.preventDefault()
    go(to, { replace })
  }
  return <a href={to} onClick={follow} {...rest} />
}

const isInside = (to: string) => to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/api/')
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
