import type { Page } from 'playwright-core'

type Lost = Readonly<{ method: string; path: RegExp; times?: number }>

/**
 * The shop carries out calls of this method to this path, but the page gets no answer, `times` times or until the returned function is
 * called.
 */
export async function loseAnswers(page: Page, { method, path, times = Number.POSITIVE_INFINITY }: Lost) {
  let left = times
  await page.route(path, async (route) => {
    if (route.request().method() !== method || left-- <= 0) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => page.unroute(path)
}
