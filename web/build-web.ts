import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compressAssets, originalOf } from './compress-assets.ts'

/**
 * Builds the pages if they are missing or older than their sources, and returns their folder. An installation without the sources uses its
 * installed pages. Throws if the bundler is necessary but not installed.
 */
export async function ensureWebBuilt({ say }: { say: (line: string) => void }): Promise<string> {
  if (!existsSync(join(root, 'src')) && existsSync(join(dist, 'index.html'))) return dist
  if (await isBuiltFrom(stampOf(sources))) return dist
  if (!canBuild())
    throw new Error('The pages are missing or older than their sources. Run npm ci, and then npm run build')

  say('Building the pages…')
  const startedMs = performance.now()
  // In the shop's process, the bundler would keep much memory. With a test's NODE_ENV, the bundler would build React's development version.
  await promisify(execFile)(process.execPath, [import.meta.filename], { env: { NODE_ENV: 'production' } })
  say(`Pages built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  return dist
}

async function build() {
  const vite = await import('vite')
  const stamp = stampOf(sources)
  // A running server loads its module again when index.html changes, so build that module first.
  await buildForServer(vite)
  // Another process may be serving this folder, so remove old files only after the new files are in place.
  const built = await vite.build({ root, logLevel: 'warn', build: { emptyOutDir: false } })
  await removeOldAssets(
    new Set(
      [built]
        .flat()
        .flatMap((part) => ('output' in part ? part.output : []))
        .map(({ fileName }) => fileName),
    ),
  )
  await compressAssets(join(dist, 'assets'))
  await writeFile(stampFile, stamp)
}

function canBuild(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

/** Builds the pages as one module, with which a server draws them (src/server/drawn-pages.ts). */
async function buildForServer(vite: typeof import('vite')) {
  await vite.build({
    root,
    logLevel: 'warn',
    // The module must not look up packages or read the environment at run time.
    ssr: { noExternal: true },
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: 'src/server/open-pages.ts',
      outDir: join('dist', '.server'),
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
}

const root = import.meta.dirname
const dist = join(root, 'dist')
const stampFile = join(dist, '.built-from')
const sources = [
  join(root, 'src'),
  join(root, 'public'),
  join(root, 'index.html'),
  join(root, 'vite.config.ts'),
  join(root, 'compress-assets.ts'),
  join(root, 'package.json'),
  join(root, '..', 'shared', 'language', 'src'),
]

const isBuiltFrom = async (stamp: string): Promise<boolean> =>
  existsSync(join(dist, 'index.html')) && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp

async function removeOldAssets(current: ReadonlySet<string>): Promise<void> {
  const assets = await readdir(join(dist, 'assets'))
  const old = assets.filter((asset) => !current.has(`assets/${originalOf(asset)}`))
  await Promise.all(old.map((asset) => rm(join(dist, 'assets', asset), { force: true })))
}

/** Reads the files one after the other. At a start this is five times as fast as promises for some hundred files. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesUnder).sort()) {
    const content = readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

if (import.meta.main) await build()
