import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../providers.tsx'
import { Router } from '../router.tsx'

/**
 * A page's first view as HTML, which the client takes over when it is there (`hydrateRoot` in main.tsx), so both begin
 * with the same: nobody is signed in, nothing is kept, and nothing is asked for beyond the first answers. The page
 * itself has to be loaded. Throws what a component throws.
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

/** What React would put into the head comes first; `head-html.ts` has written its own. */
const withoutHead = (html: string) => html.slice(html.indexOf('<div'))
