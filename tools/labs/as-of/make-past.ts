import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEMO_HISTORY = join(import.meta.dirname, '..', '..', '..', 'embedded', 'src', 'demo-history', 'main.ts')
const DAYS = 120
/** Fewer than a visit leaves, with what follows from it. */
const EVENTS_A_VISIT = 8

/** A shop with a made-up past of so many events or some more, by its own commands. Returns its folder. */
export async function makePast(events: number, seed: number, say: (line: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-past-'))
  const visits = Math.ceil(events / DAYS / EVENTS_A_VISIT)
  const options = { days: DAYS, visits, seed }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  say(`npm run demo:history -- ${words.join(' ')}`)
  const child = spawn(process.execPath, [DEMO_HISTORY, ...words], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The past could not be made')
  return folder
}
