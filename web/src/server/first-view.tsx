import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../providers.tsx'
import { Router } from '../router.tsx'

/**
 * A page's first view as HTML. The client takes it over (`hydrateRoot` in main.tsx), so both render the same state:
 * nobody is signed in, nothing is stored in the browser, and only the first answers are known. The page must be loaded
 * before. Throws what a component throws.
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

/** Removes the elements for the head, which React puts first: `head-html.ts` writes the head. */
const withoutHead = (html: string) => html.slice(html.indexOf('<div'))
