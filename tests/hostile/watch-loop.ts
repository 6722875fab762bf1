import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Every process of a shop under attack loads this file first. On SIGUSR2 the process writes to `<LOOP_DELAYS>/<pid>.json` by how many
 * milliseconds the event loop was delayed since the last signal. Then it starts measuring again.
 */
const histogram = monitorEventLoopDelay({ resolution: 10 })
histogram.enable()
const folder = process.env.LOOP_DELAYS

process.on('SIGUSR2', () => {
  if (!folder) return
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  const delays = { p99: ms(histogram.percentile(99)), max: ms(histogram.max) }
  histogram.reset()
  const file = `${folder}/${process.pid}.json`
  writeFileSync(`${file}.part`, JSON.stringify(delays))
  renameSync(`${file}.part`, file)
})
