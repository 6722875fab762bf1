import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Collection } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStoreContract } from '../contract/read-store-contract.ts'
import { replaceDocuments } from '../contract/shelf.ts'
import type { ReadStore } from '../read-store.ts'
import { stepOf } from '../step-of.ts'
import { openSqliteCheckpoints } from './checkpoints.ts'
import { openSqliteReadStore } from './sqlite-read-store.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'selvedge-read-store-'))
const inFile = (file: string, sql: string) => {
  using db = new DatabaseSync(file)
  db.exec(sql)
}
const tableOf = (file: string, collection: string) => {
  using db = new DatabaseSync(file)
  return String(db.prepare('SELECT name FROM live WHERE collection = ?').get(collection)?.name)
}

readStoreContract('SQLite', async () => {
  const folder = newFolder()
  return {
    open: () => openSqliteReadStore(join(folder, 'read-models.db')),
    beside: () => openSqliteCheckpoints(join(folder, 'read-models.db')),
    lose: async (name) =>
      inFile(join(folder, 'read-models.db'), `DROP TABLE "${tableOf(join(folder, 'read-models.db'), name)}"`),
    remove: async () => rmSync(folder, { recursive: true }),
  }
})

type Person = { _id: string; name: string; words: readonly string[] }
const people: Collection<Person> = { name: 'people@1', searchedBy: ['name'], lists: ['words'] }
const person = (id: string): Person => ({ _id: id, name: `Name of ${id}`, words: [`word-${id}`, 'person'] })
const step = (from: string, to: string, ...documents: Person[]) =>
  stepOf(
    people.name,
    from,
    to,
    documents.map((document) => ({ id: document._id, document })),
  )

describe('read models in an SQLite file', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = newFolder()
    file = join(folder, 'read-models.db')
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })
  const filled = async () => {
    const store = openSqliteReadStore(file)
    await store.commit(step(START, '1', ...Array.from({ length: 200 }, (_, n) => person(`p${n}`))))
    return store
  }
  const opensEmpty = async () => {
    const store = openSqliteReadStore(file)
    expect(await store.checkpoint(people.name)).toBeUndefined()
    await store.commit(step(START, '1', person('new')))
    expect(await store.find(people)).toMatchObject({ documents: [person('new')] })
    await store.close()
  }

  test('a file of the former version is migrated, and its projections then share a position', async () => {
    const former = await filled()
    await former.commit(stepOf('others@1', START, '1'))
    await former.close()
    inFile(
      file,
      `DROP TABLE checkpoints; PRAGMA user_version = 1;
      CREATE TABLE checkpoints (projection TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;
      INSERT INTO checkpoints VALUES ('people@1', '1'), ('others@1', '1'), ('halted@1', '0');
      INSERT INTO failures VALUES ('halted@1', '{"halted":{"error":"no such thing"}}')`,
    )
    const store = openSqliteReadStore(file)
    expect(await store.checkpoint('halted@1')).toEqual({ position: '0', halted: { error: 'no such thing' } })
    await store.commit({ ...step('1', '2', person('p7')), projections: [people.name, 'others@1'] })
    expect(Object.fromEntries(await store.checkpoints())).toMatchObject({
      'people@1': { position: '2' },
      'others@1': { position: '2' },
      'halted@1': { position: '0' },
    })
    expect((await store.find(people)).documents).toHaveLength(200)
    await store.close()
  })

  test('a deleted file is created again', async () => {
    await (await filled()).close()
    rmSync(file)
    await opensEmpty()
  })

  test('a file that is not a database is replaced', async () => {
    writeFileSync(file, 'a letter to nobody '.repeat(500))
    await opensEmpty()
  })

  test('a file that is truncated or overwritten in its middle is replaced', async () => {
    await (await filled()).close()
    const sound = readFileSync(file)
    writeFileSync(file, sound.subarray(0, sound.length / 2))
    await opensEmpty()
    const damaged = Buffer.from(sound)
    damaged.fill(0xff, sound.length / 2, sound.length / 2 + 20_000)
    writeFileSync(file, damaged)
    await opensEmpty()
  })

  test('a file with an older layout is replaced', async () => {
    await (await filled()).close()
    inFile(file, 'PRAGMA user_version = 0')
    await opensEmpty()
  })

  test('a sound database of another kind is refused and left unchanged', () => {
    inFile(file, "CREATE TABLE events (data TEXT); INSERT INTO events VALUES ('the only copy')")
    const before = readFileSync(file)
    expect(() => openSqliteReadStore(file)).toThrow(`${file} is a database of another application`)
    expect(readFileSync(file)).toEqual(before)
  })

  describe('a damaged document', () => {
    beforeEach(async () => {
      vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const store = openSqliteReadStore(file)
      // Creates the table's search fields.
      await store.find(people)
      await store.commit(step(START, '1', person('p6'), person('p7')))
      await store.close()
      damage()
    })
    const damage = () => {
      const bytes = readFileSync(file)
      bytes.write('#', bytes.indexOf('"Name of p7"'))
      writeFileSync(file, bytes)
    }
    afterEach(() => void vi.restoreAllMocks())

    test.each<[string, (store: ReadStore) => Promise<unknown>]>([
      ['by its id', (store) => store.get(people, 'p7')],
      ['with others', (store) => store.getMany(people, ['p6', 'p7'])],
      ['in a list', (store) => store.find(people)],
    ])(
      'is refused %s, logged in one line without its content, and its projection has to be rebuilt',
      async (_, read) => {
        const store = openSqliteReadStore(file)
        const steps: unknown[] = []
        store.onCommit((done) => steps.push(done))
        for (let times = 0; times < 2; times++) await expect(read(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        await expect.poll(() => store.checkpoint(people.name)).toEqual({ position: '1', damaged: true })
        expect(steps).toEqual([stepOf(people.name, '1', '1', [], { damaged: true })])
        expect(process.stderr.write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"people@1"'))
        expect(process.stderr.write).not.toHaveBeenCalledWith(expect.stringContaining('Name'))
        expect(await store.get(people, 'p6')).toEqual(person('p6'))
        await expect(store.commit(step('1', '2', person('p8')))).rejects.toThrow('after its rebuild')
        await store.close()
      },
    )

    test('is also refused when the collection gets other search fields', async () => {
      rmSync(file)
      await (await filled()).close()
      damage()
      const store = openSqliteReadStore(file)
      await expect(store.get(people, 'p6')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await replaceDocuments(store, people, [person('p7')], '1')
      expect(await store.get(people, 'p7')).toEqual(person('p7'))
      await store.close()
    })

    test('is sound once it is rebuilt', async () => {
      const store = openSqliteReadStore(file)
      await expect(store.get(people, 'p7')).rejects.toThrow()
      await replaceDocuments(store, people, [person('p7')], '1')
      expect(await store.checkpoint(people.name)).toEqual({ position: '1' })
      expect(await store.get(people, 'p7')).toEqual(person('p7'))
      await store.commit(step('1', '2', person('p8')))
      await store.close()
    })
  })

  describe.each([
    ['its table', 'DROP TABLE "people@1#2"'],
    ['the table of a list', 'DROP TABLE "people@1#2.words"'],
    ['an index', 'DROP INDEX "people@1#2.name"'],
    ['its entry in the list of tables', 'DELETE FROM live'],
    ['the list of tables', 'DROP TABLE live'],
    ['its shape in the list of tables', "UPDATE live SET shape = '#'"],
  ])('a collection that has lost %s', (_, sql) => {
    beforeEach(async () => {
      vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const store = openSqliteReadStore(file)
      await store.find(people)
      await store.commit(step(START, '1', person('p6')))
      await store.close()
      inFile(file, sql)
    })
    afterEach(() => void vi.restoreAllMocks())
    const ask = (store: ReadStore) => store.find(people, { anyOf: { name: ['Name of p6'], words: ['person'] } })

    test('is refused instead of being served empty, and has to be rebuilt', async () => {
      const store = openSqliteReadStore(file)
      await expect(ask(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await expect.poll(() => store.checkpoint(people.name)).toEqual({ position: '1', damaged: true })
      await expect(store.commit(step('1', '2', person('p7')))).rejects.toThrow('is damaged')
      await replaceDocuments(store, people, [person('p8')], '1')
      expect((await ask(store)).documents).toEqual([])
      expect((await store.find(people)).documents).toEqual([person('p8')])
      expect(await store.checkpoint(people.name)).toEqual({ position: '1' })
      expect(process.stderr.write).toHaveBeenCalledOnce()
      await store.close()
    })
  })

  test('a collection whose table is gone is not filled by later steps', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await (await filled()).close()
    inFile(file, 'DROP TABLE live')
    const store = openSqliteReadStore(file)
    await expect(store.commit(step('1', '2', person('p7')))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect.poll(() => store.checkpoint(people.name)).toEqual({ position: '1', damaged: true })
    await store.close()
    vi.restoreAllMocks()
  })

  test('a stage that has lost its table is started again', async () => {
    const store = await filled()
    await (await store.stage(people)).write([{ id: 'p7', document: person('p7') }], '4')
    inFile(file, 'DROP TABLE "people@1#2"')
    const stage = await store.stage(people)
    expect(stage.position()).toBe(START)
    await stage.write([{ id: 'p8', document: person('p8') }], '4')
    await stage.goLive()
    expect((await store.find(people)).documents).toEqual([person('p8')])
    await store.close()
  })

  test('a stage with damaged documents is started again', async () => {
    const bare = { ...people, searchedBy: [], lists: [] }
    const store = openSqliteReadStore(file)
    const damaged = await store.stage(bare)
    await damaged.write([{ id: 'p7', document: person('p7') }], '4')
    inFile(file, `UPDATE "people@1#1" SET document = '#'`)
    await expect(damaged.read({ ids: ['p7'] })).rejects.toThrow('cannot be parsed')
    expect((await store.stage(bare)).position()).toBe(START)
    await store.close()
  })

  test('tables left by an interrupted rebuild are removed after reopening', async () => {
    const store = await filled()
    function* endless() {
      for (let n = 0; ; n++) yield person(`e${n}`)
    }
    const cut = expect(replaceDocuments(store, people, endless(), '9')).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await store.close()
    await cut
    const reopened = openSqliteReadStore(file)
    expect((await reopened.find(people)).documents).toHaveLength(200)
    await replaceDocuments(reopened, people, [person('next')], '9')
    await reopened.close()
    const db = new DatabaseSync(file)
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'people%'").all()
    expect(tables).toHaveLength(2)
    db.close()
  })

  test('removed data is gone from all files within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const store = await filled()
    const onDisk = (word: string) => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(word))
    expect(onDisk('word-p77')).toBe(true)
    await store.commit(stepOf(people.name, '1', '2', [{ id: 'p77', document: undefined }]))
    await store.commit(step('2', '3', { ...person('p78'), name: '', words: [] }))
    vi.advanceTimersByTime(60_000)
    expect([77, 78, 79].map((n) => onDisk(`Name of p${n}`) || onDisk(`word-p${n}`))).toEqual([false, false, true])
    await store.close()
  })

  test('the entries of a list follow every change of their document', async () => {
    const store: ReadStore = await filled()
    const named = async (word: string) => (await store.find(people, { anyOf: { words: [word] } })).documents.length
    await store.commit(step('1', '2', { ...person('p1'), words: ['other', 'person', 'other'] }))
    expect([await named('word-p1'), await named('other'), await named('person')]).toEqual([0, 1, 200])
    await store.commit(stepOf(people.name, '2', '3', [{ id: 'p1', document: undefined }]))
    expect([await named('other'), await named('person')]).toEqual([0, 199])
    await store.close()
  })
})
