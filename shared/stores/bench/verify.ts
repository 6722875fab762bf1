import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from '../../../tools/bench/judge.ts'
import { numberOptions } from '../../../tools/bench/options.ts'
import { measureVerifying } from '../test-support/measure-verifying.ts'

/** Compares how fast a log is verified with how fast its bytes are read and hashed. */
const { events: EVENTS } = numberOptions('npm run bench -- verify', { events: 100_000 })
const ROUNDS = 7
const LEAST_RATIO = 0.5

const folder = mkdtempSync(join(import.meta.dirname, '.log-'))
try {
  const { verifyMs, readMs, fileMs, startMs, ratio } = await measureVerifying(join(folder, 'events.db'), EVENTS, ROUNDS)
  const perS = (ms: number) => Math.round((EVENTS / ms) * 1000)
  console.table({
    'read and hash every event': { ms: Math.round(readMs), 'events a second': perS(readMs) },
    'read and hash the file': { ms: Math.round(fileMs), 'events a second': perS(fileMs) },
    'verify the log': { ms: Math.round(verifyMs), 'events a second': perS(verifyMs) },
    'check the last 10,000 at a start': { ms: Math.round(startMs), 'events a second': '' },
  })
  judge('the speed, divided by the speed of reading and hashing', ratio, { least: LEAST_RATIO })
} finally {
  rmSync(folder, { recursive: true })
}
