import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../providers.tsx'
import { Router } from '../router.tsx'

/**
 * A page's first view as HTML. The client hydrates this HTML, so server and client must begin with the same state: no user, nothing stored,
 * and the page's first answers. The page's code must be loaded before this call. Throws the errors of the components.
 */
export function drawFirstView(address: string): string {
  const html = renderToString(
    <StaticRouter location={address}>
      <Providers client={createQueryClient()}>
        <Router />
      </Providers>
    </StaticRouter>,
  )
  return withoutHead(html)
}

/** Cuts off the head's elements, which React puts before the view. `head-html.ts` writes the head. */
const withoutHead = (html: string) => html.slice(html.indexOf('<div'))
