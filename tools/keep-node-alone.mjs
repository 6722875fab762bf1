import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Runs after an install. The package `node` has unpacked Node, with 67 MB of C headers. The shop uses only a hard link to the program, in
 * the package's folder `bin`. So this script removes the unpacked Node. The script is JavaScript, because the Node that starts npm can be
 * too old for types.
 */
const home = join(import.meta.dirname, '..', 'node_modules', 'node')
if (['node', 'node.exe'].some((program) => existsSync(join(home, 'bin', program))))
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
