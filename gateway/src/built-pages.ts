import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenPages, PageAt } from '@shop/web/drawn-pages'

/** A new build is noticed after at most this time. */
export const LOOKED_AT_EVERY_MS = 500

/** The built pages, loaded again after every build. Returns undefined until there is a build. */
export function openBuiltPages(folder: string, origin: string): () => Promise<PageAt | undefined> {
  const module = join(folder, '.server', 'open-pages.js')
  let known: { builtMs: number; pages: Promise<PageAt> } | undefined
  let lookedMs = Number.NEGATIVE_INFINITY

  async function open(builtMs: number): Promise<PageAt> {
    // Node caches a module by its address, so the address contains the time of the build.
    const { openPages } = (await import(`${pathToFileURL(module)}?${builtMs}`)) as { openPages: OpenPages }
    return openPages({ read: (file) => readFile(join(folder, file), 'utf8'), origin })
  }

  return async () => {
    // Reading the disk at every request would compete with hashing passwords and rendering pictures.
    if (known && performance.now() - lookedMs < LOOKED_AT_EVERY_MS) return known.pages
    lookedMs = performance.now()
    // The build writes this file after the server's module.
    const built = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (!built || !existsSync(module)) return undefined
    if (known?.builtMs !== built.mtimeMs) known = { builtMs: built.mtimeMs, pages: open(built.mtimeMs) }
    return known.pages
  }
}
