import { expect, test } from 'vitest'
import { createUploadPlaces } from './upload-places.ts'

/** Begins an upload of each client, which ends when it is let. */
function beginning() {
  const inPlace = createUploadPlaces()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const upload = (client: string, name = client) =>
    inPlace(client, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  return { upload, begun, end: (name: string) => ends.get(name)?.() }
}
const clients = (count: number) => Array.from({ length: count }, (_, n) => `client ${n}`)

test('whoever comes when a dozen are in progress waits for the first place, in the order of coming', async () => {
  const { upload, begun, end } = beginning()
  const uploads = clients(14).map((client) => upload(client))
  await Promise.resolve()
  expect(begun).toEqual(clients(12))
  end('client 3')
  await expect(uploads[3]).resolves.toBe('client 3')
  end('client 7')
  await expect(uploads[7]).resolves.toBe('client 7')
  expect(begun).toEqual(clients(14))
})

test('an upload that fails leaves its place', async () => {
  const inPlace = createUploadPlaces()
  const failing = async () => {
    throw new Error('no picture')
  }
  for (const client of clients(50)) await expect(inPlace(client, failing)).rejects.toThrow('no picture')
  expect(await inPlace('ada', async () => 'stored')).toBe('stored')
})

test('sixty wait, and no more', async () => {
  const { upload } = beginning()
  for (const client of clients(72)) void upload(client)
  await expect(upload('ada')).rejects.toMatchObject({ code: 'OVERLOADED' })
})

test('one client has six at most, and leaves the others theirs', async () => {
  const { upload, begun, end } = beginning()
  const own = [0, 1, 2, 3, 4, 5].map((n) => upload('eve', `eve ${n}`))
  await expect(upload('eve')).rejects.toMatchObject({ code: 'OVERLOADED' })
  void upload('ada')
  await Promise.resolve()
  expect(begun).toContain('ada')
  end('eve 0')
  await own[0]
  void upload('eve', 'eve again')
  await Promise.resolve()
  expect(begun).toContain('eve again')
})
