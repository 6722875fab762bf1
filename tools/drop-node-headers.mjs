import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * After an install: the package `node` brings, besides Node, 67 MB of C headers for compiling addons. Nothing here is
 * compiled. Plain JavaScript, as the Node that starts npm may be too old for types.
 */
const parts = join(import.meta.dirname, '..', 'node_modules', 'node', 'node_modules')
try {
  for (const part of readdirSync(parts)) rmSync(join(parts, part, 'include'), { recursive: true, force: true })
} catch (error) {
  // Where npm has laid the packages out otherwise, the headers stay.
  if (error.code !== 'ENOENT') throw error
}
