import type { BrowserContext, Page, Request } from 'playwright-core'

/** Streams of live changes and of events stay open as long as the page is open. */
const STREAMS = ['/api/live', '/api/analysis/tail']
const isStream = (request: Request) => STREAMS.includes(new URL(request.url()).pathname)

const unanswered = new WeakMap<BrowserContext, Set<Request>>()

/** Records the requests that pages of a context make after this call, each until it has ended. */
export function watchRequests(context: BrowserContext) {
  const open = new Set<Request>()
  unanswered.set(context, open)
  context.on('request', (request) => {
    // The requests of the previous document have ended with it.
    if (request.resourceType() === 'document') open.clear()
    if (!isStream(request)) open.add(request)
  })
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
}

/** The addresses of answers that a page is waiting for, without streams. */
export function unansweredOf(page: Page): readonly string[] {
  const open = unanswered.get(page.context())
  if (!open) throw new Error('watchRequests() was not called when the context of this page was made')
  return Array.from(open, (request) => request.url())
}
