import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FirstView, openFirstView } from './first-view.ts'

/** The built client, as far as its HTML has to know it. */
export type PageShell = Readonly<{
  /** Around the page's own head, its first view, and its first answers. */
  html: readonly [start: string, middle: string, rest: string, end: string]
  firstView: FirstView
  /** The addresses of the files a source file is loaded with, beyond those that the HTML names. */
  codeOf: (source: string) => readonly string[]
  /** The address of each built file by the number in its source's name, which the pattern has as `{width}`. */
  widthsOf: (pattern: string) => readonly (readonly [address: string, width: string])[]
}>

type Manifest = Readonly<
  Record<string, Readonly<{ file: string; imports?: readonly string[]; css?: readonly string[] }>>
>

/** Reads the built client anew whenever it was built anew; undefined while it is not built. */
export function openPageShell(folder: string): () => Promise<PageShell | undefined> {
  let known: { builtMs: number; shell: PageShell } | undefined
  return async () => {
    const built = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (!built) return undefined
    if (known?.builtMs !== built.mtimeMs)
      known = { builtMs: built.mtimeMs, shell: await readShell(folder, built.mtimeMs) }
    return known.shell
  }
}

async function readShell(folder: string, builtMs: number): Promise<PageShell> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const [start = '', middle = '', rest = '', end = ''] = html.split(/<!--(?:page-head|first-view|first-answers)-->/)

  function filesOf(source: string, seen = new Set<string>()): readonly string[] {
    const entry = manifest[source]
    if (!entry || seen.has(source)) return []
    seen.add(source)
    return [entry.file, ...(entry.imports ?? []).flatMap((other) => filesOf(other, seen))]
  }

  return {
    html: [start, middle, rest, end],
    firstView: await openFirstView(folder, builtMs),
    codeOf: (source) =>
      filesOf(source)
        .map((file) => `/${file}`)
        .filter((address) => !html.includes(address)),
    widthsOf(pattern) {
      const [before = '', after = ''] = pattern.split('{width}')
      return Object.entries(manifest)
        .filter(([source]) => source.startsWith(before) && source.endsWith(after))
        .map(([source, { file }]) => [`/${file}`, source.slice(before.length, -after.length)] as const)
    },
  }
}
