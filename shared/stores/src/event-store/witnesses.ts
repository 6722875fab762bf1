import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { KeyCount } from '../sealing/count-keys.ts'
import type { Head, Witness } from './chain.ts'

/** STORAGE FORMAT. The manifest records where a copy of the log ends. Keep the manifest in a place that the log's host cannot write to. */
const BACKUP_FORMAT = 'selvedge-backup@1'

export const HEAD_MESSAGE = 'The head of the log'

const HeadLine = z.object({
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
    /** The ids of all people who were erased before this backup. When an older backup is restored, these people are erased again. */
    erased: readonly string[]
  }>,
) => `${JSON.stringify({ format: BACKUP_FORMAT, ...of, ...head, sqlite: process.versions.sqlite })}\n`

/** Reads the manifest of a backup or an export, or lines for the operator. Lines without a head are skipped. Throws if there is no head. */
export async function readWitnesses(file: string): Promise<readonly Witness[]> {
  const witnesses: Witness[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const head = headIn(line)
    if (!head) continue
    const { log, events, hash, time, created } = head
    const when = time ?? created
    witnesses.push({ log, events, hash, from: `${file}, line ${number}${when ? `, ${when}` : ''}` })
  }
  if (witnesses.length === 0)
    throw new Error(`${file} has no head of a log: no manifest, and no line "${HEAD_MESSAGE}"`)
  return witnesses
}

export const headsIn = (text: string): readonly Head[] =>
  text.split('\n').flatMap((line) => {
    const head = headIn(line)
    return head ? [head] : []
  })

/** The JSON starts at the first brace, because a log collector may have put a prefix before the JSON. */
const headIn = (line: string) =>
  line.includes('"hash"') ? HeadLine.safeParse(parsed(line.slice(line.indexOf('{')))).data : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
