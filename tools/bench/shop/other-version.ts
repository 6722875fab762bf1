import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Version } from './open-shop.ts'

const KEPT = join(homedir(), '.cache', 'selvedge-bench')

/** `named` is a folder with a checkout and its packages, or a commit. */
export function otherVersion(named: string): Version {
  if (existsSync(join(named, 'package.json'))) return { name: named, checkout: resolve(named) }
  const commit = execFileSync('git', ['rev-parse', '--verify', `${named}^{commit}`], { encoding: 'utf8' }).trim()
  const checkout = join(KEPT, commit)
  if (!existsSync(checkout)) {
    const half = `${checkout}.half`
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { recursive: true })
    const shell = (command: string) => execFileSync('/bin/sh', ['-c', command], { stdio: ['ignore', 2, 2] })
    shell(`git archive ${commit} | tar -x -C '${half}' && cd '${half}' && npm ci`)
    renameSync(half, checkout)
  }
  return { name: commit.slice(0, 8), checkout }
}
