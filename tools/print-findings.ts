import type { Searched } from './erasure-places.ts'

/** Returns true if nothing was found. */
export function printFindings(values: number, { findings, files, servers, opened }: Searched) {
  for (const { place, value, how } of findings) process.stdout.write(`FOUND value ${value} ${how} in ${place}\n`)
  process.stdout.write(
    `${findings.length} found. Searched for ${values} values in ${files} files, on ${servers} servers and in ${opened} decrypted events\n`,
  )
  return findings.length === 0
}
