import { dirname, join } from 'node:path/posix'

export type Source = Readonly<{ path: string; text: string }>

export type Workspace = Readonly<{ name: string; folder: string; exports?: Readonly<Record<string, string>> }>

/** `to`: a path from the root, or the specifier itself if it leads out of this repository. */
export type Import = Readonly<{ from: string; to: string; specifier: string; onlyTypes: boolean }>

/** Works only for formatted code: import and export statements begin a line. `import()` can be anywhere. */
const IMPORT =
  /^(?:import|export)\s(?:(?<type>type\s)?[\w$*{},\s]*?\bfrom\s)?'(?<specifier>[^']+)'|\bimport\('(?<called>[^']+)'\)/gm

export function importsOf({ path, text }: Source, workspaces: readonly Workspace[]): readonly Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const specifier = groups.specifier ?? groups.called ?? ''
    return {
      from: path,
      to: resolved(specifier, path, workspaces),
      specifier,
      onlyTypes: groups.type !== undefined,
    }
  })
}

function resolved(specifier: string, from: string, workspaces: readonly Workspace[]): string {
  if (/^\.\.?\//.test(specifier)) return join(dirname(from), specifier)
  const workspace = workspaces.find(({ name }) => specifier.startsWith(`${name}/`))
  if (!workspace) return specifier
  const subpath = `.${specifier.slice(workspace.name.length)}`
  const target = exported(subpath, workspace.exports ?? {})
  return target ? join(workspace.folder, target) : specifier
}

/** Resolves a path as Node does: the exact name, or the pattern with the longest matching prefix (nodejs.org/api/packages.html). */
function exported(subpath: string, exports: Readonly<Record<string, string>>): string | undefined {
  if (exports[subpath]) return exports[subpath]
  const pattern = Object.keys(exports)
    .filter((key) => key.endsWith('*') && subpath.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length)[0]
  return pattern && exports[pattern]?.replace('*', subpath.slice(pattern.length - 1))
}

/** Returns each cycle as `a → b → a`. `unitOf` returns undefined for a path of no unit. */
export function cyclesBetween(
  imports: readonly Import[],
  unitOf: (path: string) => string | undefined,
): readonly string[] {
  const neighbours = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [unitOf(from), unitOf(to)]
    if (!a || !b || a === b) continue
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b))
  }
  const cycles = new Map<string, string>()
  for (const unit of neighbours.keys()) {
    const way = wayBack(unit, neighbours)
    const members = way?.toSorted().join()
    if (way && members && !cycles.has(members)) cycles.set(members, [...way, unit].join(' → '))
  }
  return [...cycles.values()]
}

/** Returns the shortest way from a unit back to itself, without the unit at the end. */
function wayBack(start: string, neighbours: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways)
    for (const next of neighbours.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return undefined
}

/** Undefined for paths and Node's modules. */
export const packageOf = (specifier: string): string | undefined =>
  /^(\.|node:)/.test(specifier) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
