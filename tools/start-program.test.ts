import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const start = (...words: string[]) => spawnSync(process.execPath, ['tools/shop.ts', ...words], { encoding: 'utf8' })

test.each([[[]], [['help']]])('%j lists the commands', (words) => {
  expect(start(...words)).toMatchObject({ status: 0, stdout: expect.stringContaining('\n  back-up '), stderr: '' })
})

test('an unknown command fails, and the commands are listed', () => {
  expect(start('backup')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('\n  back-up ') })
})
