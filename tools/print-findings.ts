import type { Searched } from './erasure-places.ts'

/** Returns true if everything was searched and nothing was found. */
export function printFindings(values: number, { findings, files, servers, opened, unnamed }: Searched) {
  for (const { place, value, how } of findings) process.stdout.write(`FOUND value ${value} ${how} in ${place}\n`)
  process.stdout.write(
    `${findings.length} found. Searched for ${values} values in ${files} files, on ${servers} servers and in ${opened} decrypted events\n`,
  )
  if (unnamed.length > 0) process.stdout.write(`NOT SEARCHED, because it is not set: ${unnamed.join(', ')}\n`)
  return findings.length + unnamed.length === 0
}
