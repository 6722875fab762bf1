import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isOurs } from './events.ts'

test('followers see every stream that the language names', async () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@shop/language/events/event')))
  const files = readdirSync(folder).filter((file) => /-events\.ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  const streams = modules.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).flatMap(([name, of]) =>
      /Stream$/.test(name) && typeof of === 'function' ? [String(of(name === 'claimStream' ? 'email' : 'x', 'x'))] : [],
    ),
  )
  expect(streams.length).toBeGreaterThan(7)
  expect(streams.filter((stream) => !isOurs(stream))).toEqual([])
})
