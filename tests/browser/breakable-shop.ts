import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { isNotKept } from '../support/kept-pages.ts'

const ANSWER_MS = 200

/**
 * Makes the calls of a page fail and recover: requests that match a pattern get another answer. Pages come without their first view and
 * without answers in their HTML, so the client requests each answer. After a failure the client tries again, after shorter pauses than
 * usual.
 */
export async function breakable(page: Page) {
  await page.addInitScript(SHORT_PAUSES)
  isNotKept(page)
  let broken: { at: RegExp; answer: (route: Route) => Promise<unknown> } | undefined
  await page.route('**/*', async (route) => {
    const address = route.request().url()
    if (broken?.at.test(address)) return broken.answer(route)
    return route.request().resourceType() === 'document' ? withoutFirstView(route) : route.continue()
  })
  return {
    fail: (at: RegExp, status = 500, json: unknown = {}) => {
      // The answer comes with a delay, so that the page shows that it is waiting.
      broken = { at, answer: (route) => sleep(ANSWER_MS).then(() => route.fulfill({ status, json })) }
    },
    go: (at = /./) => {
      broken = { at, answer: (route) => route.abort('connectionrefused') }
    },
    /** Requests that match get no answer until the returned function is called. */
    stall: (at: RegExp) => {
      const { promise: healed, resolve } = Promise.withResolvers<void>()
      broken = { at, answer: (route) => healed.then(() => route.continue()) }
      return resolve
    },
    heal: () => {
      broken = undefined
    },
  }
}

const SHORT_PAUSES = `{
  const { setTimeout: later } = globalThis
  globalThis.setTimeout = (act, ms, ...rest) => later(act, ms === 1000 || ms === 2000 ? 50 : ms, ...rest)
}`

async function withoutFirstView(route: Route) {
  const response = await route.fetch()
  const html = await response.text()
  const body = html
    .replace(/(<div id="root">).*(<\/div>)(?=\s*<(?:script|noscript))/s, '$1$2')
    .replace(/<script type="application\/json" id="first-answers">.*?<\/script>/s, '')
  await route.fulfill({ response, body })
}
