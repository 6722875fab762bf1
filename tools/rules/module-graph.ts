import { dirname, join } from 'node:path/posix'

/** One source file: its path from the root, and its text. */
export type Source = Readonly<{ path: string; text: string }>

/** A folder with a package.json of its own, and what others may import of it. */
export type Workspace = Readonly<{ name: string; folder: string; exports?: Readonly<Record<string, string>> }>

/** One import: `to` is a path from the root, or, of what is not ours, the specifier as it stands. */
export type Import = Readonly<{ from: string; to: string; specifier: string; onlyTypes: boolean }>

/** Formatted code has each import and export statement at the beginning of a line; import() may stand anywhere. */
const IMPORT =
  /^(?:import|export)\s(?:(?<type>type\s)?[\w$*{},\s]*?\bfrom\s)?'(?<specifier>[^']+)'|\bimport\('(?<called>[^']+)'\)/gm

/** Every import of a file, and where it leads. */
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

/** As Node does it: the exact name, else the pattern with the longest beginning that fits (nodejs.org/api/packages.html). */
function exported(subpath: string, exports: Readonly<Record<string, string>>): string | undefined {
  if (exports[subpath]) return exports[subpath]
  const pattern = Object.keys(exports)
    .filter((key) => key.endsWith('*') && subpath.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length)[0]
  return pattern && exports[pattern]?.replace('*', subpath.slice(pattern.length - 1))
}

/** Two units that may import each other until somebody parts them. */
export type KnownCircle = readonly [string, string]

/**
 * Circles between units, each as its way round: `a → b → a`. `unitOf` says to which unit a path belongs; a path of none
 * is left out.
 */
export function circlesBetween(
  imports: readonly Import[],
  unitOf: (path: string) => string | undefined,
  known: readonly KnownCircle[] = [],
): readonly string[] {
  const neighbours = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [unitOf(from), unitOf(to)]
    if (!a || !b || a === b || known.some((pair) => pair.includes(a) && pair.includes(b))) continue
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b))
  }
  const circles = new Map<string, string>()
  for (const unit of neighbours.keys()) {
    const way = wayBack(unit, neighbours)
    const members = way?.toSorted().join()
    if (way && members && !circles.has(members)) circles.set(members, [...way, unit].join(' → '))
  }
  return [...circles.values()]
}

/** The shortest way from a unit back to itself, without its end. */
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

/** The package's name of a specifier that is not ours or is another workspace's: `zod`, `@koa/router`. Nothing for a path or a part of Node. */
export const packageOf = (specifier: string): string | undefined =>
  /^(\.|node:)/.test(specifier) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
