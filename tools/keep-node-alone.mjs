import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Runs after an install. The package `node` has unpacked Node with 67 MB of C headers, and has linked Node's program to `bin`. Only the
 * link is used. So the rest is removed, and a copy of node_modules does not hold the program twice. This is plain JavaScript, because the
 * Node that starts npm may be too old for types.
 */
const home = join(import.meta.dirname, '..', 'node_modules', 'node')
if (['node', 'node.exe'].some((program) => existsSync(join(home, 'bin', program))))
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
