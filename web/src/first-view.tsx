import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { type Answers, answerFirst } from './lib/first-answers.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/**
 * Pages that begin the same for everybody and work without the client. Of the others only the frame is drawn: a form that
 * was filled in before the client takes over would lose what is in it, or be sent by the browser itself.
 */
const PUBLIC = /^\/(?:(?:collections|product)\/[^/]+|checkout)?\/*$/i

/**
 * A page's first view as HTML, for the time until the browser runs the client, which then draws it anew: nobody is
 * signed in here, and nothing is asked for beyond the answers at hand. Throws what a component throws.
 */
export async function drawFirstView(address: string, answers: Answers): Promise<string> {
  const { pathname } = new URL(address, 'http://shop.invalid')
  if (PUBLIC.test(pathname)) await loadPage(pathname)
  answerFirst(answers)
  const html = renderToStaticMarkup(
    <StaticRouter location={address}>
      <Providers client={createQueryClient()}>
        <Router />
      </Providers>
    </StaticRouter>,
  )
  return withoutStyles(withoutHead(html))
}

/** What React would put into the head comes first; the gateway has written its own. */
const withoutHead = (html: string) => html.slice(html.indexOf('<div'))

/** The content security policy lets no HTML bring styles; they come with the client. */
const withoutStyles = (html: string) => html.replace(/ style="[^"]*"/g, '')
