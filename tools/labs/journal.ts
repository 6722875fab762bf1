import { closeSync, createReadStream, fdatasync, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** `intent`: a command, recorded before it is sent for the first time. `ack`: the final answer to a command. */
export type Entry =
  | Readonly<{ intent: string; by: string; act: Act; method: string; path: string; body: unknown }>
  | Readonly<{ ack: string; status: number; answer: Answered }>

export type Act =
  | 'register'
  | 'add'
  | 'change quantity'
  | 'start checkout'
  | 'begin payment'
  | 'pay'
  | 'finalize'
  | 'count stock'
  | 'change status'

/** The part of an answer that is compared with the log. */
export type Answered = Readonly<{ id?: string; providerOrderId?: string; status?: string; code?: string }>

/** An entry is on the disk before its caller continues. */
export function openJournal(file: string) {
  const handle = openSync(file, 'a', 0o600)
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  let syncing = false

  function sync() {
    syncing = true
    const served = waiting
    waiting = []
    fdatasync(handle, (error) => {
      for (const { resolve, reject } of served) error ? reject(error) : resolve()
      syncing = false
      if (waiting.length > 0) sync()
    })
  }

  return {
    note(entry: Entry): Promise<void> {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!syncing) sync()
      })
    },
    close: () => closeSync(handle),
  }
}
export type Journal = ReturnType<typeof openJournal>

export async function* readJournal(file: string): AsyncGenerator<Entry> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Entry
}
