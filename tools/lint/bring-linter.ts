import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `npm run check` begins with it: installs the linter the first time, and when its version has changed. It is a package of its own,
 * since it weighs 96 MB, and who only runs the shop has no use for it.
 */
const LINTER = join('node_modules', '@biomejs', 'biome', 'package.json')
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
const isThere = () =>
  existsSync(join(import.meta.dirname, LINTER)) &&
  read(LINTER).version === read('package.json').dependencies['@biomejs/biome']

if (!isThere()) {
  console.info('Installing the linter into tools/lint …')
  execSync('npm ci --no-audit --no-fund', { cwd: import.meta.dirname, stdio: 'inherit' })
}
