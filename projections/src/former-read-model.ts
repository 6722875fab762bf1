import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { ProjectionName, ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { type Comparison, compareDocuments } from './verify-models/compare-documents.ts'

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

/** The documents of `stage` are to replace the former ones. */
export type Swap = Readonly<{
  collection: Collection<Document>
  former: Former
  stage: Pick<Stage, 'documentsAfter'>
  readStore: Pick<ReadStore, 'documentsAfter' | 'checkpoint'>
  accepted: readonly string[]
}>

/**
 * - `open`: the documents must be compared when the stage shows the log up to `at`. `moved`: they have been compared, but meanwhile another
 *   process has written the former documents up to `at`. A document counts only if no event between the positions changes it.
 * - `again`: the former read model is gone, or too many documents differ while it moves.
 */
export type Judgement = Readonly<{ is: 'may go live' | 'refused' | 'again' }> | Open
export type Open = Readonly<{ is: 'open'; at: Position; moved?: Comparison }>

/**
 * A stage's documents may go live if they equal the former documents, the collection declares the changes, or the operator has accepted the
 * changes. Logs the differences.
 */
export async function judge(swap: Swap, { moved }: Open): Promise<Judgement> {
  const { collection, former, stage, readStore, accepted } = swap
  const names = { readModel: collection.name, former: former.name }
  if (moved?.differing.size === 0) {
    const facts = { ...names, documents: moved.documents, notCompared: moved.count }
    logFact('info', 'Documents that changed during the comparison were not compared', facts)
    return { is: 'may go live' }
  }
  if (moved) return refuse(swap, { ...moved, count: moved.differing.size })
  const found = await compareDocuments(
    (id, limit) => readStore.documentsAfter(former.name, id, limit),
    (id, limit) => stage.documentsAfter(id, limit),
    MOST_KEPT,
  )
  if (found.count === 0) return { is: 'may go live' }
  const { changes } = collection
  const declared = changes?.number === partsOf(collection.name)[1] ? changes.says : undefined
  const expected = declared ?? (accepted.includes(collection.name) ? 'accepted by the operator' : undefined)
  if (expected !== undefined) {
    const facts = { ...names, ...factsOf(found), expected }
    logFact('info', 'A rebuilt read model differs from the former one, as expected', facts)
    return { is: 'may go live' }
  }
  const to = (await readStore.checkpoint(former.name))?.position
  if (to === former.position) return refuse(swap, found)
  return to === undefined || found.count > found.differing.size ? { is: 'again' } : { is: 'open', at: to, moved: found }
}

const factsOf = ({ documents, count, differing }: Comparison) => ({
  documents,
  differing: count,
  differences: [...differing.values()].slice(0, MOST_LISTED),
})

function refuse({ collection: { name }, former, accepted }: Swap, found: Comparison): Judgement {
  logFact('error', 'A rebuilt read model differs from the former one and does not go live', {
    ...{ readModel: name, former: former.name, ...factsOf(found) },
    toAccept: `start with ACCEPT_READ_MODELS=${[...accepted, name].join(',')}`,
  })
  return { is: 'refused' }
}
