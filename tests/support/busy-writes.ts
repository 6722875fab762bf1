import type { APIResponse, Page, Route } from 'playwright-core'
import { keyed, whileBusy } from './tried.ts'

/** Sends a page's call to the shop. While the answer is 503, sends it again with the same idempotency key, as clients do. */
export async function sendPatiently(call: Route): Promise<APIResponse> {
  const headers = { ...keyed().headers, ...(await call.request().allHeaders()) }
  return whileBusy(
    () => call.fetch({ headers }),
    (response) => response.status(),
  )
}

/** The page repeats each write that a busy shop answers with 503. Pages then have no cache. */
export const repeatBusyWrites = (page: Page) =>
  page.route('**/api/**', async (call) =>
    call.request().method() === 'GET' ? call.fallback() : call.fulfill({ response: await sendPatiently(call) }),
  )
