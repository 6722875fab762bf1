import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Runs after an install. Removes the Node that the package `node` has unpacked, because the shop uses only the hard link in the package's
 * folder `bin`. The script is JavaScript, because the Node that starts npm can be too old for types.
 */
const home = join(import.meta.dirname, '..', 'node_modules', 'node')
if (['node', 'node.exe'].some((program) => existsSync(join(home, 'bin', program))))
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
