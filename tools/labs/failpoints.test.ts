import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-failpoints-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a process that commits three times to a log, and prints each commit. */
function commitThrice(environment: Record<string, string>) {
  const script = `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync(${JSON.stringify(join(folder, 'events.db'))})
    db.exec('CREATE TABLE IF NOT EXISTS t (n)')
    for (const n of [1, 2, 3]) {
      db.exec('BEGIN'); db.exec('INSERT INTO t VALUES (' + n + ')'); db.exec('COMMIT')
      process.stdout.write(n + ' ')
    }`
  const words = ['--import', './tools/labs/failpoints.ts', '--input-type=module', '-e', script, '/main.ts']
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: { ...process.env, NODE_ENV: 'test', ...environment },
    encoding: 'utf8',
  })
  return { signal, status, stdout, stderr }
}

test('a process dies when it passes a failpoint the n-th time, before or after the commit', () => {
  expect(commitThrice({ FAILPOINT: 'append.before:kill:2' })).toMatchObject({ signal: 'SIGKILL', stdout: '1 ' })
  expect(commitThrice({ FAILPOINT: 'append.after-commit:throw:3' })).toMatchObject({
    status: 1,
    stdout: '1 2 ',
    stderr: expect.stringContaining('A failpoint'),
  })
  expect(commitThrice({ FAILPOINT: 'project.before:kill' })).toMatchObject({ status: 0, stdout: '1 2 3 ' })
  expect(commitThrice({})).toMatchObject({ status: 0, stdout: '1 2 3 ' })
})

test('a failpoint outside tests, or with an unknown name, is an error', () => {
  const inProduction = commitThrice({ FAILPOINT: 'append.before:kill', NODE_ENV: 'production' })
  expect(inProduction).toMatchObject({ status: 1, stderr: expect.stringContaining('only for tests') })
  expect(commitThrice({ FAILPOINT: 'append.somewhere:kill' }).stderr).toContain('<name>:<kill|throw>')
})
