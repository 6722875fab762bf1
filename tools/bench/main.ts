import { type Programs, startProgram } from '../start-program.ts'

/** TABLE: the benches. Without a name, the bench of the whole shop runs. */
export const benches: Programs = {
  shop: ['tools/bench/shop/main.ts', 'the shop over HTTP, compared with the smallest programs that do the same'],
  walks: ['tools/bench/walks.ts', "the shop's files and functions that run for a request"],
  purchase: ['tools/bench/purchase.ts', 'the processor time of a purchase over servers'],
  'slow-disk': ['tools/bench/slow-disk.ts', 'lists beside writers on a slow disk'],
  log: ['shared/stores/bench/log.ts', 'group commit on this disk'],
  verify: ['shared/stores/bench/verify.ts', 'how fast the log is verified'],
  tampering: ['shared/stores/bench/tampering.ts', 'how many of 1,000 changes of the log are noticed'],
  commands: ['command-service/bench/commands.ts', 'a command on short and on long streams'],
  start: ['tools/bench/shop-starts.ts', 'a start with a long log'],
  rebuild: ['projections/bench/rebuild.ts', 'building read models from a long log'],
  'read-store': ['shared/mongodb/bench/read-store.ts', 'commits and a rebuild on MongoDB'],
  analysis: ['tools/bench/analysis.ts', 'answers as of an event, and the copy of the log'],
  questions: ['tools/bench/questions.ts', "analysts' questions over a long log"],
  exports: ['tools/bench/exports.ts', 'exports of many events'],
  tails: ['tools/bench/tails.ts', 'a hundred analysts who follow the events'],
  memory: ['tools/bench/kept-memory.ts', 'the memory that requests leave in the shop'],
  trail: ['tools/bench/trail.ts', 'the trail of visits'],
}

if (import.meta.main) {
  const [, , name] = process.argv
  if (name !== '--help' && (name === undefined || name.startsWith('--'))) process.argv.splice(2, 0, 'shop')
  await startProgram('bench', benches)
}
