import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loadsDocument } from '../lib/own-document.ts'

/** `to` is a whole path of the shop, with its query. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/** A link to a page of the shop. A plain click shows it without a reload, if it needs no document of its own; every other click is the browser's. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    const isPlain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
    if (event.defaultPrevented || !isPlain || loadsDocument(pathname, to)) return
    event.preventDefault()
    // The page that is shown already is not put into the history once more.
    navigate(to, { replace: to === pathname + search })
  }

  return <a {...props} href={to} onClick={go} />
}
