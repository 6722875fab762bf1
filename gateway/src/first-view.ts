import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defect, logFact } from '@shop/logger/logger'
import { LRUCache } from 'lru-cache'

/**
 * The HTML that the page at this address begins with, drawn from its first answers (JSON, by their addresses), or
 * nothing: then the reader waits for the client to draw it.
 */
export type FirstView = (address: string, answers: string) => Promise<string>

type Drawer = Readonly<{ drawFirstView: (address: string, answers: unknown) => Promise<string> }>

const MOST_KEPT_CHARACTERS = 32_000_000
/** Of each second; whoever asks for ever new addresses gets pages that their own browser draws. */
const DRAWING_MS_A_SECOND = 300

/** Draws with the client's own pages, as they were built at `builtMs`, and keeps what it has drawn. */
export async function openFirstView(folder: string, builtMs: number): Promise<FirstView> {
  const file = join(folder, '.first-view', 'first-view.js')
  if (!existsSync(file)) return async () => ''
  // The number makes it another module when it was built anew.
  const { drawFirstView } = (await import(`${pathToFileURL(file)}?${builtMs}`)) as Drawer
  const kept = new LRUCache<string, string>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  let busyUntilMs = 0

  async function draw(address: string, answers: string) {
    const startMs = performance.now()
    if (busyUntilMs > startMs + 1000) return ''
    const html = await drawFirstView(address, JSON.parse(answers)).catch(toNothing)
    busyUntilMs = Math.max(busyUntilMs, startMs) + ((performance.now() - startMs) * 1000) / DRAWING_MS_A_SECOND
    return html
  }

  return async (address, answers) => {
    const key = `${address} ${answers}`
    const known = kept.get(key)
    if (known) return known
    const html = await draw(address, answers)
    if (html) kept.set(key, html)
    return html
  }
}

function toNothing(error: unknown) {
  logFact('warn', 'A first view could not be drawn, and is left to the client', defect(error))
  return ''
}
