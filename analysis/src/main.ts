import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '@shop/server/config'
import { writableFolder } from '@shop/server/data-folder'
import { createCallers } from '@shop/server/http/callers'
import { serveRoom } from '@shop/server/http/serve-room'
import { createTokens } from '@shop/server/http/tokens'
import { watchAccounts } from '@shop/server/http/watch-accounts'
import { storesIn } from '@shop/server/open-stores'
import { acceptedIn, type OwnLog, requireOwnLog } from '@shop/server/own-log/own-log'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { keptTokenSecret } from '@shop/server/token-secret'
import { createShopReader } from '@shop/stores/event-store/shop-log'
import { InUse } from '@shop/stores/writer-lock'
import { createAccountChanges } from './account-changes.ts'
import { createActivityAsOf } from './as-of/activity-as-of.ts'
import { asOfRoutes } from './as-of/as-of-routes.ts'
import { createBooksAsOf } from './as-of/books-as-of.ts'
import { createModelsAsOf } from './as-of/models-as-of.ts'
import { createThingsAsOf } from './as-of/things.ts'
import { bugReportRoutes, createBugReports } from './bug-report/bug-reports.ts'
import { createLogCheck } from './copy/log-check.ts'
import { openCopy } from './copy/open-copy.ts'
import { createAnalysis } from './create-analysis.ts'
import { copyRoutes } from './events/copy-routes.ts'
import { createEvidence } from './evidence/list-evidence.ts'
import { createExplain } from './explain/explain.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { createKeptAnswers } from './exports/kept-answers.ts'
import { openTakenExports } from './exports/taken-exports.ts'
import { createPseudonyms, PSEUDONYM_KEY } from './pseudonyms/pseudonyms.ts'
import { createReading } from './questions/over-copy.ts'
import { type QuestionOptions, runQuestion } from './questions/run-question.ts'
import { runReducer } from './reducers/run-reducer.ts'
import { runRoutes } from './runs/run-routes.ts'
import { createRuns } from './runs/runs.ts'
import { createMailIds } from './streams/mail-ids.ts'
import { createOrderLives } from './streams/order-life.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { createStreams } from './streams/streams.ts'
import { createTail } from './tail/tail.ts'
import { tailRoutes } from './tail/tail-routes.ts'
import { createTimeline } from './timeline/timeline.ts'

// Analysts must not slow down shoppers. Threads inherit this low priority, so set it before any thread starts.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The room is always a separate process, so that only analysts get the low priority. */
await runUntilAsked(async () => {
  const config = readConfig(undefined, 'none')
  // If this is a child process, its parent runs all other rooms and has already opened the stores.
  const isChildProcess = process.send !== undefined
  if (!isChildProcess) readRoomConfig({ stores: ['events', 'keys'], tokenSecret: true })
  const room = await serveRoom(config, async (opening) => {
    const folder = join(writableFolder(config.dataFolder), 'analysis')
    // The parent has checked that the stores belong together.
    const own = isChildProcess
      ? undefined
      : await requireOwnLog(config.stores, ['keys'], acceptedIn(process.argv, config.firstStart))
    const store = await storesIn(opening, config.stores).eventReader()
    const key = await pseudonymKey(config, own)
    const pseudonym = createPseudonyms(key)
    const accounts = createAccountChanges()
    const tail = createTail()
    const listeners = { onRead: accounts.read, onCopied: tail.add }
    const copy = opening.adopt(await openOnce({ folder, store, key, ...listeners }), (open) => open.close())
    const following = new AbortController()
    const models = createModelsAsOf(copy, folder)
    const logCheck = await createLogCheck({ copy, store, folder })
    const running = [copy, models, logCheck].map((one) => one.run(following.signal).catch(endProcess))
    opening.defer(async () => {
      following.abort()
      await Promise.all(running)
    })
    // Roles and sessions are not encrypted, so this reader needs no keys.
    const log = createShopReader(store, { keysOf: async () => new Map() })
    const { verify } = createTokens(config.tokenSecret ?? keptTokenSecret(config.dataFolder))
    const callerBy = createCallers(log, accounts.onChange)
    const people = { callerBy, onAccountChange: watchAccounts(accounts.onChange) }
    const overCopy = createReading(copy)
    const answers = createKeptAnswers(folder, (question, options: Omit<QuestionOptions, 'trail'>) =>
      overCopy(() => runQuestion(folder, question, { ...options, trail: config.trailFolder })),
    )
    const taken = opening.use(openTakenExports(join(folder, 'taken-exports')))
    const runs = createRuns({
      ask: (asked, options) =>
        'reducer' in asked ? overCopy(() => runReducer(folder, asked, options)) : answers.ask(asked, options),
    })
    opening.defer(() => runs.close())
    const asOf = {
      books: createBooksAsOf(copy, models.dashboard),
      activity: createActivityAsOf(copy, models),
      things: createThingsAsOf(copy, models),
      explain: createExplain(copy, models),
      evidence: createEvidence(copy, models),
      timeline: createTimeline(copy, models.prices),
    }
    const lifeOf = createOrderLives(copy, createMailIds(store, pseudonym))
    const routes = [
      copyRoutes(copy, logCheck),
      tailRoutes(tail, copy, people),
      streamRoutes({ streams: createStreams(copy), lifeOf, pseudonym }),
      bugReportRoutes(createBugReports(copy)),
      asOfRoutes(asOf),
      runRoutes(runs, people),
      exportRoutes({ copy, log, answers, taken, folder }),
    ]
    return { middleware: createAnalysis({ routes, verify, callerBy }), checks: async () => ({ needed: {} }) }
  })
  process.send?.({ url: room.url })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  return room
})

/** Throws `InUse` as a configuration error, because two rooms in one folder are the operator's mistake. */
async function openOnce(options: Parameters<typeof openCopy>[0]) {
  try {
    return await openCopy(options)
  } catch (cause) {
    throw cause instanceof InUse ? new ConfigError(`DATA_DIR: ${cause.message}`, { cause }) : cause
  }
}

async function pseudonymKey({ stores }: Config, own: OwnLog | undefined): Promise<Buffer> {
  await using opening = new AsyncDisposableStack()
  const keys = await storesIn(opening, stores).keys()
  if (own) await own.belong(await storesIn(opening, stores).events(), keys)
  return await keys.keyFor(PSEUDONYM_KEY)
}

/** After a restart the room continues from its last commit, or fails with the same error. */
function endProcess(error: unknown): never {
  process.stderr.write(`The copy of the log for analysts has stopped: ${(error as Error).stack ?? error}\n`)
  process.exit(1)
}
