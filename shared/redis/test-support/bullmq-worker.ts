import { openBullMqJobQueue } from '../src/bullmq-job-queue.ts'

/** A separate process, which the test kills. It prints the id of the job that it takes, and never finishes the job. */
const [url = '', lockMs = ''] = process.argv.slice(2)
const queue = await openBullMqJobQueue(url, { lockMs: Number(lockMs) })
await queue.work(({ id }) => {
  process.stdout.write(`${id}\n`)
  return new Promise(() => {})
}, new AbortController().signal)
