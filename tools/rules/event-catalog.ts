import { globSync, readFileSync } from 'node:fs'
import { type Column, copiedData, tableOf } from '@shop/analysis/tables/all-tables'
import { allEvents } from '@shop/language/all-events'
import type { EventType } from '@shop/language/analysis/answers'
import { projections } from '@shop/projections/all'
import { processes } from '@shop/projections/processes/all'

const WRITES = 'command-service/src/'

export function eventCatalog(): readonly EventType[] {
  const writers = writersIn(sources())
  return allEvents.map(({ type, says, version }) => ({
    type,
    says,
    version,
    fields: fieldsOf(type),
    writtenBy: writers.filter(([, types]) => types.has(type)).map(([file]) => file),
    readBy: [...projections.map(({ into, on }) => ({ name: into.name, on })), ...processes]
      .filter(({ on }) => type in on)
      .map(({ name }) => name.split('@')[0] ?? name),
  }))
}

function fieldsOf(type: string): EventType['fields'] {
  const { dropped = [] } = tableOf(type) ?? {}
  const shown = (copiedData(type)?.own ?? []).map(({ name, type, treatment }: Column) => ({ name, type, treatment }))
  return [...shown, ...dropped.map((name) => ({ name, type: '', treatment: 'personal' as const }))]
}

type File = readonly [path: string, text: string]
type Writer = readonly [file: string, types: ReadonlySet<string>]

const sources = (): readonly File[] =>
  globSync(`${WRITES}**/*.ts`, { exclude: ['**/*.test.ts', '**/test-support/**'] })
    .toSorted()
    .map((path) => [path, readFileSync(path, 'utf8')])

/** A file writes an event if it imports the event's declaration and uses it. A file that only reads an event uses the name in quotes. */
export const writersIn = (files: readonly File[]): readonly Writer[] =>
  files.map(([path, text]) => {
    const imported = [...text.matchAll(/^import \{([^}]*)\} from '@shop\/language\/[a-z]+\/(?:[a-z-]+-)?events'$/gm)]
    const names = imported.flatMap(([, list = '']) => list.match(/(?<!type )\b[A-Z]\w*/g) ?? [])
    const rest = text.replace(/^import [^']*'[^']+'$/gm, '')
    const used = names.filter((name) => new RegExp(`(?<!['\\w])${name}\\b(?!['.])`).test(rest))
    return [path.slice(WRITES.length).replace(/\.ts$/, ''), new Set(used)]
  })
