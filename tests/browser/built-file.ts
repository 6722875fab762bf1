import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../web/dist/.vite/manifest.json', import.meta.url)

/**
 * The file of the built client that contains a module, as a path below the shop's address. It is read from the build's manifest, because
 * the names of these files do not show what they contain.
 */
export function builtFile(module: `src/${string}`): string {
  const built = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>
  const file = built[module]?.file
  if (!file) throw new Error(`${module} has no file of its own in the built client`)
  return file
}
