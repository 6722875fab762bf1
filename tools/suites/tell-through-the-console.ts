const write = process.stderr.write.bind(process.stderr)

/**
 * What the shop tells its operator goes to the console, line by line, where vitest keeps it for the test that made it
 * happen. Everything else that is written to standard error stays there.
 */
process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (typeof chunk !== 'string' || !chunk.startsWith('{"time":')) return write(chunk, ...rest)
  console.info(chunk.trimEnd())
  return true
}) as typeof process.stderr.write
