import { BSON, MongoClient } from 'mongodb'

const SERVERS_OWN = ['admin', 'config', 'local']

/** Every document as text, for the search for erased persons. Reads every database that the user in the address may list. */
export async function* mongoContents(url: string): AsyncGenerator<Readonly<{ place: string; bytes: Uint8Array }>> {
  const client = new MongoClient(url, { appName: 'selvedge search', serverSelectionTimeoutMS: 5_000 })
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true, authorizedDatabases: true })
    for (const { name } of databases.filter(({ name }) => !SERVERS_OWN.includes(name))) {
      const db = client.db(name)
      for (const collection of await db.listCollections({}, { nameOnly: true }).toArray())
        for await (const document of db.collection(collection.name).find())
          yield { place: `MongoDB, ${name}.${collection.name}`, bytes: Buffer.from(BSON.EJSON.stringify(document)) }
    }
  } finally {
    await client.close()
  }
}
