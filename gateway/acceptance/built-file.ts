import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../web/dist/.vite/manifest.json', import.meta.url)

/** The file that a module of the client is built into, below the shop's address. Its own name says nothing of what is in it. */
export function builtFile(module: `src/${string}`): string {
  const built = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>
  const file = built[module]?.file
  if (!file) throw new Error(`${module} has no file of its own in the built client`)
  return file
}
