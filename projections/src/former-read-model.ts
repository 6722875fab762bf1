import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { ProjectionName, ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { compareDocuments } from './verify-models/compare-documents.ts'

/** The log line for the operator lists at most this many documents. */
const MOST_LISTED = 20
const MOST_KEPT = 10_000

/** `position`: up to where the read model shows the log. */
export type Former = Readonly<{ name: ProjectionName; position: Position }>

/** The read model of the same name with the next lower number. Undefined if it is missing or damaged, or belongs to another log. */
export async function formerOf(
  name: ProjectionName,
  readStore: Pick<ReadStore, 'checkpoints'>,
  log: Pick<EventReader, 'has'>,
): Promise<Former | undefined> {
  const [own, number] = partsOf(name)
  const stored = [...(await readStore.checkpoints())].map(([former, checkpoint]) => ({ former, checkpoint }))
  const [newest] = stored
    .filter(({ former }) => partsOf(former)[0] === own && partsOf(former)[1] < number)
    .toSorted((one, other) => partsOf(other.former)[1] - partsOf(one.former)[1])
  if (!newest || newest.checkpoint.damaged || !(await log.has(newest.checkpoint.position))) return undefined
  return { name: newest.former as ProjectionName, position: newest.checkpoint.position }
}

/** Whether another release builds this read model under the name `other`. */
export const isOtherNumberOf = (name: string, other: string) => other !== name && partsOf(other)[0] === partsOf(name)[0]

const partsOf = (name: string): readonly [name: string, number: number] => {
  const [own = '', number] = name.split('@')
  return [own, Number(number)]
}

type Parts = Readonly<{
  former: Former
  /** Shows the log up to the former read model's position. */
  stage: Pick<Stage, 'documentsAfter'>
  readStore: Pick<ReadStore, 'documentsAfter' | 'checkpoint'>
  accepted: readonly string[]
}>

/**
 * Another process has written the former documents during the comparison, up to `to`. A difference counts only if no event up to `to`
 * changes the document.
 */
export type Moved = Readonly<{ to: Position; documents: number; differing: ReadonlyMap<string, string> }>

/** `again`: the former read model is gone, or too many documents differ while it moves. */
export type Judgement = 'may go live' | 'refused' | 'again' | Moved

/**
 * A stage's documents may go live if they equal the former documents, the collection declares the changes, or the operator has accepted the
 * changes. Logs the differences.
 */
export async function judge(collection: Collection<Document>, parts: Parts): Promise<Judgement> {
  const { former, stage, readStore, accepted } = parts
  const differing = new Map<string, string>()
  const { count, documents } = await compareDocuments(
    (id, limit) => readStore.documentsAfter(former.name, id, limit),
    (id, limit) => stage.documentsAfter(id, limit),
    (id, difference) => differing.size < MOST_KEPT && differing.set(id, difference),
  )
  if (count === 0) return 'may go live'
  const { changes } = collection
  const declared = changes?.number === partsOf(collection.name)[1] ? changes.says : undefined
  const expected = declared ?? (accepted.includes(collection.name) ? 'accepted by the operator' : undefined)
  const facts = { documents, differing: count, differences: firstOf(differing) }
  if (expected !== undefined) {
    const names = { readModel: collection.name, former: former.name }
    logFact('info', 'A rebuilt read model differs from the former one, as expected', { ...names, ...facts, expected })
    return 'may go live'
  }
  const to = (await readStore.checkpoint(former.name))?.position
  if (to === former.position) return refuse(collection, parts, facts)
  return to === undefined || count > differing.size ? 'again' : { to, documents, differing }
}

/** `changed`: the ids of the documents that events up to `to` change. */
export function judgeUnchanged(
  collection: Collection<Document>,
  parts: Pick<Parts, 'former' | 'accepted'>,
  { documents, differing: all }: Moved,
  changed: ReadonlySet<string>,
): Judgement {
  const differing = new Map([...all].filter(([id]) => !changed.has(id)))
  if (differing.size > 0)
    return refuse(collection, parts, { documents, differing: differing.size, differences: firstOf(differing) })
  const facts = { readModel: collection.name, former: parts.former.name, documents, notCompared: all.size }
  logFact('info', 'Documents that changed during the comparison were not compared', facts)
  return 'may go live'
}

const firstOf = (differing: ReadonlyMap<string, string>) => [...differing.values()].slice(0, MOST_LISTED)

function refuse(
  { name }: Collection<Document>,
  { former, accepted }: Pick<Parts, 'former' | 'accepted'>,
  facts: object,
) {
  logFact('error', 'A rebuilt read model differs from the former one and does not go live', {
    ...{ readModel: name, former: former.name, ...facts },
    toAccept: `start with ACCEPT_READ_MODELS=${[...accepted, name].join(',')}`,
  })
  return 'refused' as const
}
