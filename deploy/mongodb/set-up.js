// The health check of the first MongoDB server. mongosh runs this script, which also creates what is missing: the replica set, its root
// user, a user for each of the shop's databases, and the members that MEMBERS names. Each step first checks what exists, so a start can be
// interrupted at any step. The server is healthy when nothing is missing and the set has a primary.
const { readFileSync } = require('node:fs')

const readSecret = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const hosts = process.env.MEMBERS.split(',').map((name) => `${name}:27017`)
const password = readSecret('mongodb-root-password')

const own = db.getSiblingDB('admin')
// As long as a server has no users, a client on the same machine can create the replica set and the first user.
function signIn() {
  try {
    own.auth('root', password)
    return true
  } catch {
    return false
  }
}
const isRoot = signIn()

// The set begins with this server alone. If another member became the primary before the root user exists, no one could create this user.
if (db.hello().isreplicaset) {
  own.runCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: hosts[0] }] } })
  quit(1)
}
const { primary, isWritablePrimary } = db.hello()
if (!primary) quit(1)
if (isWritablePrimary && !isRoot) {
  own.createUser({ user: 'root', pwd: password, roles: ['root'] })
  signIn()
}

// Only the primary accepts changes, and another server can be the primary.
const admin = isWritablePrimary ? own : connect(`mongodb://root:${password}@${primary}/admin`)
for (const { user, password: pwd, database } of JSON.parse(readSecret('mongodb-users')))
  if (!admin.getUser(user)) admin.createUser({ user, pwd, roles: [{ role: 'readWrite', db: database }] })

for (const host of hosts) {
  const { config } = admin.runCommand({ replSetGetConfig: 1 })
  if (config.members.some((member) => member.host === host)) continue
  const _id = Math.max(...config.members.map((member) => member._id)) + 1
  const members = [...config.members, { _id, host }]
  // This command fails until most members have the previous change. The next health check tries again.
  admin.runCommand({ replSetReconfig: { ...config, version: config.version + 1, members } })
  print(`${host} is now a member of the replica set`)
}
