import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { ProjectionName, ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { compareDocuments } from './verify-models/compare-documents.ts'

/** The log line for the operator lists at most this many documents. */
const MOST_LISTED = 20

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

/** `moved`: another process has written the former documents during the comparison, so the differences mean nothing. */
export type Judgement = 'may go live' | 'moved' | 'refused'

/**
 * A stage's documents may go live if they equal the former documents, the collection declares the changes, or the operator has accepted the
 * changes. Logs the differences.
 */
export async function judge(
  collection: Collection<Document>,
  { former, stage, readStore, accepted }: Parts,
): Promise<Judgement> {
  const { count, differences, documents } = await compareDocuments(
    (id, limit) => readStore.documentsAfter(former.name, id, limit),
    (id, limit) => stage.documentsAfter(id, limit),
    MOST_LISTED,
  )
  if (count === 0) return 'may go live'
  const facts = { readModel: collection.name, former: former.name, documents, differing: count, differences }
  const { changes } = collection
  const declared = changes?.number === partsOf(collection.name)[1] ? changes.says : undefined
  const expected = declared ?? (accepted.includes(collection.name) ? 'accepted by the operator' : undefined)
  if (expected !== undefined) {
    logFact('info', 'A rebuilt read model differs from the former one, as expected', { ...facts, expected })
    return 'may go live'
  }
  if ((await readStore.checkpoint(former.name))?.position !== former.position) return 'moved'
  logFact('error', 'A rebuilt read model differs from the former one and does not go live', {
    ...facts,
    toAccept: `start with ACCEPT_READ_MODELS=${[...accepted, collection.name].join(',')}`,
  })
  return 'refused'
}
