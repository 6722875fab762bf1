import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyDestroyed, type KeyStore } from '../key-store.ts'

/** Where keys live: a file, a server. May hold others' keys; opened again after its store was closed. */
export type Place = Readonly<{ open: () => KeyStore | Promise<KeyStore>; remove: () => Promise<void> }>

/** What every key store must do. Each adapter's test file calls this with places of its own. */
export function keyStoreContract(name: string, newPlace: () => Promise<Place>) {
  describe(`${name} as a key store`, () => {
    let place: Place
    let keys: KeyStore
    let ada: string
    let bob: string
    beforeAll(async () => {
      place = await newPlace()
      keys = await place.open()
    })
    beforeEach(() => {
      ada = `ada-${crypto.randomUUID()}`
      bob = `bob-${crypto.randomUUID()}`
    })
    afterAll(async () => {
      await keys.close()
      await place.remove()
    })
    const reopen = async () => {
      await keys.close()
      keys = await place.open()
    }

    test('a person has one key of 32 bytes, and nobody else has the same', async () => {
      const key = await keys.keyFor(ada)
      expect(key).toHaveLength(32)
      expect(await keys.keyFor(ada)).toEqual(key)
      expect(await keys.keyFor(bob)).not.toEqual(key)
    })

    test('a key asked for by many at once is made once', async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => keys.keyFor(ada)))
      expect(new Set(made.map((key) => key.toString('hex'))).size).toBe(1)
    })

    test('a key is there after the store was closed and opened again', async () => {
      const key = await keys.keyFor(ada)
      await reopen()
      expect(await keys.keyFor(ada)).toEqual(key)
    })

    test('only keys that exist are told', async () => {
      const key = await keys.keyFor(ada)
      expect(await keys.keysOf([ada, bob, ada])).toEqual(new Map([[ada, key]]))
      expect(await keys.keysOf([])).toEqual(new Map())
      expect(await keys.keysOf([bob])).toEqual(new Map())
    })

    test('a destroyed key is gone for good, also after reopening', async () => {
      await keys.keyFor(ada)
      const other = await keys.keyFor(bob)
      await keys.destroy(ada)
      await keys.destroy(ada)
      await reopen()
      expect(await keys.keysOf([ada, bob])).toEqual(new Map([[bob, other]]))
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
    })

    test('whoever listens is told of each destroyed key', async () => {
      let told = 0
      keys.onDestroyed(() => (told += 1))
      for (const person of [ada, bob]) {
        await keys.keyFor(person)
        const before = told
        await keys.destroy(person)
        await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(before)
      }
    })

    test('a person destroyed before having a key gets none later', async () => {
      await keys.destroy(ada)
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
    })
  })
}
