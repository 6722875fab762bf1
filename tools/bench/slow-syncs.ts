import fs from 'node:fs'

/* `node --import ./tools/bench/slow-syncs.ts …` makes each sync of the shop's journals take SYNC_MS longer. */
const { fdatasync } = fs
const delayed = (file: number, done: fs.NoParamCallback) =>
  fdatasync(file, (error) => void setTimeout(done, Number(process.env.SYNC_MS), error))
fs.fdatasync = Object.assign(delayed, { __promisify__: fdatasync.__promisify__ })
