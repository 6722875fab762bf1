import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@shop/server/config'
import { openCheckpoints } from '@shop/server/open-adapters'
import { runTool } from '@shop/server/run-tool'

/** The projection's process looks for requests every second. */
const WAIT_MS = 5_000
const LOOK_EVERY_MS = 100

type Checkpoints = Awaited<ReturnType<typeof openCheckpoints>>
type Failure = Readonly<{
  event: { id: string; type: string; position: string; stream: string }
  error: string
  at: string
}>

/** Lists the failures of read models, or resumes a halted projection. The shop need not be running. */
await runTool('npm run shop -- resume-projection [<name>] [--retry|--skip]', async (argument, has) => {
  const checkpoints = await openCheckpoints(readConfig(undefined, 'none').stores.readModels)
  try {
    const name = argument('name')
    if (!name) return await list(checkpoints)
    if (!(await checkpoints.resume(name, has('--skip') ? 'skip' : 'retry')))
      throw new Error(`${name} has not halted. Without a name, all projections are listed`)
    await reportOutcome(checkpoints, name)
  } finally {
    await checkpoints.close()
  }
})

async function list(checkpoints: Checkpoints) {
  const all = await checkpoints.all()
  for (const [name, { position, halted, leftOut }] of [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    say(
      `${name} ${halted ? `has halted since ${halted.at}` : 'follows the log'}, position ${position || 'at the start'}`,
    )
    if (halted) say(`  before ${lineOf(halted)}`)
    if (leftOut) say(`  ${leftOut.count} events left out, the newest:`)
    for (const failure of leftOut?.newest ?? []) say(`  ${failure.at} ${lineOf(failure)}`)
  }
}

async function reportOutcome(checkpoints: Checkpoints, name: string) {
  const giveUpMs = performance.now() + WAIT_MS
  for (;;) {
    const halted = (await checkpoints.all()).get(name)?.halted
    if (!halted) return say(`${name} has resumed`)
    if (!halted.resume) throw new Error(`${name} has halted again, before ${lineOf(halted)}`)
    if (performance.now() >= giveUpMs)
      return say(`${name} resumes when the shop starts, because no process works on it now`)
    await sleep(LOOK_EVERY_MS)
  }
}

function lineOf({ event: { type, id, stream, position }, error }: Failure) {
  return `${type} ${id} in ${stream} at position ${position}: ${error}`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
