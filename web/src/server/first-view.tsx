import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../providers.tsx'
import { loadPage, Router } from '../router.tsx'

/**
 * Of pages that are their reader's own, or a form, only the frame is drawn: what was filled in before the client takes
 * over would be lost, or sent by the browser itself.
 */
const ONLY_FRAMED = /^\/(?:login|register|profile|order-confirmation|my-orders|order\/[^/]+)\/*$/i
const ADMIN = /^\/admin(?:\/|$)/i

/** Resolves when `drawFirstView` can draw the page at this address. */
export async function loadFirstView(pathname: string): Promise<void> {
  if (!ADMIN.test(pathname) && !ONLY_FRAMED.test(pathname)) await loadPage(pathname)
}

/**
 * A page's first view as HTML, for the time until the browser runs the client, which then draws it anew: nobody is
 * signed in here, and nothing is asked for beyond the first answers. Throws what a component throws.
 */
export function drawFirstView(address: string): string {
  const { pathname } = new URL(address, 'http://shop.invalid')
  if (ADMIN.test(pathname)) return ''
  const html = renderToStaticMarkup(
    <StaticRouter location={address}>
      <Providers client={createQueryClient()}>
        <Router />
      </Providers>
    </StaticRouter>,
  )
  return withoutStyles(withoutHead(html))
}

/** What React would put into the head comes first; `head-html.ts` has written its own. */
const withoutHead = (html: string) => html.slice(html.indexOf('<div'))

/** The content security policy lets no HTML bring styles; they come with the client. */
const withoutStyles = (html: string) => html.replace(/ style="[^"]*"/g, '')
