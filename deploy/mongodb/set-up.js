// The health check of the first MongoDB server. mongosh runs it. It also creates what is missing: the replica set, its root user, a user
// for each of the shop's databases, and the members that MEMBERS names. Transactions and change streams need a replica set, even with a
// single server. Each step first checks what exists, so a start can be interrupted at any step. The server is healthy when nothing is
// missing and the set has a primary. The primary can be another server.
const { readFileSync } = require('node:fs')

const readSecret = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const admin = db.getSiblingDB('admin')
const hosts = process.env.MEMBERS.split(',').map((name) => `${name}:27017`)
const password = readSecret('mongodb-root-password')

// As long as a server has no users, a client on the same machine can create the replica set and the first user.
function signIn() {
  try {
    admin.auth('root', password)
    return true
  } catch {
    return false
  }
}
const isRoot = signIn()

if (db.hello().isreplicaset) {
  const members = hosts.map((host, _id) => ({ _id, host }))
  admin.runCommand({ replSetInitiate: { _id: 'rs0', members } })
  quit(1)
}
const { primary, isWritablePrimary } = db.hello()
if (!primary) quit(1)

if (isWritablePrimary) {
  if (!isRoot) {
    admin.createUser({ user: 'root', pwd: password, roles: ['root'] })
    signIn()
  }
  for (const { user, password: pwd, database } of JSON.parse(readSecret('mongodb-users')))
    if (!admin.getUser(user)) admin.createUser({ user, pwd, roles: [{ role: 'readWrite', db: database }] })
}

const { config } = admin.runCommand({ replSetGetConfig: 1 })
const [missing] = hosts.filter((host) => !config.members.some((member) => member.host === host))
if (!missing) quit(0)
if (isWritablePrimary) {
  const _id = Math.max(...config.members.map((member) => member._id)) + 1
  const members = [...config.members, { _id, host: missing }]
  admin.runCommand({ replSetReconfig: { ...config, version: config.version + 1, members } })
}
print(`${missing} is not a member of the replica set yet`)
quit(1)
