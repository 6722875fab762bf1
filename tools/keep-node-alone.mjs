import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Runs after an install. The package `node` has unpacked Node, with 67 MB of C headers. Its folder `bin` has a hard link to Node's program.
 * Only this link is used, so this script removes the unpacked Node. Otherwise a copy of node_modules would contain the program twice. This
 * file is JavaScript without types, because the Node that starts npm can be too old for types.
 */
const home = join(import.meta.dirname, '..', 'node_modules', 'node')
if (['node', 'node.exe'].some((program) => existsSync(join(home, 'bin', program))))
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
