import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenPages, PageAt } from '@shop/web/drawn-pages'

/** How soon a build is noticed. */
export const LOOKED_AT_EVERY_MS = 500

/** The built pages, reloaded after every build; undefined until they are built. */
export function openBuiltPages(folder: string, origin: string): () => Promise<PageAt | undefined> {
  const module = join(folder, '.server', 'open-pages.js')
  let known: { builtMs: number; pages: Promise<PageAt> } | undefined
  let lookedMs = Number.NEGATIVE_INFINITY

  async function open(builtMs: number): Promise<PageAt> {
    // The number makes it a new module after a build.
    const { openPages } = (await import(`${pathToFileURL(module)}?${builtMs}`)) as { openPages: OpenPages }
    return openPages({ read: (file) => readFile(join(folder, file), 'utf8'), origin })
  }

  return async () => {
    // Not at every request: files are checked by the threads that also hash passwords and render pictures.
    if (known && performance.now() - lookedMs < LOOKED_AT_EVERY_MS) return known.pages
    lookedMs = performance.now()
    // This file is built last, so everything else exists.
    const built = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (!built || !existsSync(module)) return undefined
    if (known?.builtMs !== built.mtimeMs) known = { builtMs: built.mtimeMs, pages: open(built.mtimeMs) }
    return known.pages
  }
}
