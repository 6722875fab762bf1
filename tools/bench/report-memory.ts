import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * A shop loads this file with `node --import`. On SIGUSR2 the file collects garbage and writes a line. `kept`: the bytes that are left in
 * the heap and outside of it. `young`: the bytes that the heap reserves for new objects.
 */
v8.setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

if (process.argv.some((word) => word.endsWith('/main.ts')))
  process.on('SIGUSR2', () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size
    process.stdout.write(`memory ${JSON.stringify({ kept: heapUsed + external, young })}\n`)
  })
