import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { KeyCount } from '../sealing/count-keys.ts'
import type { Head, Witness } from './chain.ts'

/** STORAGE FORMAT. The manifest beside a copy of the log: where the copy ends, for a place that the log's host cannot write to. */
export const BACKUP_FORMAT = 'selvedge-backup@1'

/** The message of the operator's line that carries the head of the log. */
export const HEAD_TOLD = 'The head of the log'

const Told = z.object({
  log: z.string(),
  events: z.int().min(0),
  hash: z.string(),
  time: z.string().optional(),
  created: z.string().optional(),
})

export const manifestOf = (
  head: Head,
  of: Readonly<{
    file: string
    created: string
    bytes: number
    keys: KeyCount | undefined
    /** Everybody who was erased by then: a restore of an older backup erases them again. Their ids say nothing of them. */
    erased: readonly string[]
  }>,
) => `${JSON.stringify({ format: BACKUP_FORMAT, ...of, ...head, sqlite: process.versions.sqlite })}\n`

/**
 * The witnessed heads in a file: a backup's or an export's manifest, or the operator's log, a JSON object a line. Lines of
 * another kind are passed over; throws when there is none of this kind.
 */
export async function readWitnesses(file: string): Promise<readonly Witness[]> {
  const witnesses: Witness[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const told = headIn(line)
    if (!told) continue
    const { log, events, hash, time, created } = told
    const when = time ?? created
    witnesses.push({ log, events, hash, from: `${file}, line ${number}${when ? `, ${when}` : ''}` })
  }
  if (witnesses.length === 0) throw new Error(`${file} has no head of a log: no manifest, and no line "${HEAD_TOLD}"`)
  return witnesses
}

/** The heads in the lines of a text. */
export const headsIn = (text: string): readonly Head[] =>
  text.split('\n').flatMap((line) => {
    const told = headIn(line)
    return told ? [told] : []
  })

/** The shop's lines may have a prefix of whatever collects them. */
const headIn = (line: string) =>
  line.includes('"hash"') ? Told.safeParse(parsed(line.slice(line.indexOf('{')))).data : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
