export type BuiltClient = Readonly<{
  /** `index.html` in four parts. The page's head, first view and first answers go between the parts. */
  html: readonly [start: string, middle: string, rest: string, end: string]
  /** The built files that a source file needs and that `index.html` does not name. */
  codeOf: (source: string) => readonly string[]
}>

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports?: readonly string[] }>>>

/** `read` returns a file of the built folder by its path. */
export async function readBuiltClient(read: (file: string) => Promise<string>): Promise<BuiltClient> {
  const html = await read('index.html')
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest
  const [start = '', middle = '', rest = '', end = ''] = html.split(/<!--(?:page-head|first-view|first-answers)-->/)

  function filesOf(source: string, seen = new Set<string>()): readonly string[] {
    const entry = manifest[source]
    if (!entry || seen.has(source)) return []
    seen.add(source)
    return [entry.file, ...(entry.imports ?? []).flatMap((other) => filesOf(other, seen))]
  }

  return {
    html: [start, middle, rest, end],
    codeOf: (source) =>
      filesOf(source)
        .map((file) => `/${file}`)
        .filter((address) => !html.includes(address)),
  }
}
