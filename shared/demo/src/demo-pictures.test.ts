import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoPictures, originals } from './demo-pictures.ts'

const FILE = 'harbor-stripe-tee-white-front'
let folder: string
let find: ReturnType<typeof createDemoPictures>
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'selvedge-pictures-')), 'kept')
  find = createDemoPictures(folder)
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

test('the widest picture is served as stored', async () => {
  expect(await find(`${FILE}-1200.webp`)).toBe(join(originals, `${FILE}-1200.webp`))
})

test.each([240, 480, 800])('a picture of %i pixels is made once and then kept', async (width) => {
  const name = `${FILE}-${width}.webp`
  const paths = await Promise.all([find(name), find(name)])
  expect(paths).toEqual([join(folder, name), join(folder, name)])
  expect(readdirSync(folder)).toEqual([name])
  const made = readFileSync(join(folder, name))
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width, height: width * 1.25 })
  expect(made.length).toBeLessThan(statSync(join(originals, `${FILE}-1200.webp`)).size)

  writeFileSync(join(folder, name), 'kept')
  await find(name)
  await createDemoPictures(folder)(name)
  expect(readFileSync(join(folder, name), 'utf8')).toBe('kept')
})

test('a picture that the demo does not have is not found', async () => {
  for (const name of ['gone-480.webp', `${FILE}-481.webp`, `${FILE}.webp`, '-240.webp'])
    expect([name, await find(name)]).toEqual([name, undefined])
})

test('if the folder cannot be written, the widest picture is served instead', async () => {
  writeFileSync(folder, 'a file where the folder belongs')
  expect(await find(`${FILE}-240.webp`)).toBe(join(originals, `${FILE}-1200.webp`))
})
