import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The first step of `npm run check`: installs the linter the first time, and when its version changed. The linter is a separate package
 * because it weighs 96 MB, and running the shop does not need it.
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
