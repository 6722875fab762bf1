import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isOurs } from './events.ts'

test('followers see every stream that the language names', async () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@shop/language/all-events')))
  const files = globSync('*/{,*-}events.ts', { cwd: folder })
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  const streams = modules.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).flatMap(([name, of]) =>
      /Stream$/.test(name) && typeof of === 'function' ? [String(of(name === 'claimStream' ? 'email' : 'x', 'x'))] : [],
    ),
  )
  expect(streams.length).toBeGreaterThan(20)
  expect(streams.filter((stream) => !isOurs(stream))).toEqual([])
})
