// The health check of the first MongoDB server, run by mongosh: it makes the replica set the first time, of the servers in
// MEMBERS, and is well with any primary. Transactions and change streams need a replica set, if only of one.
const { readFileSync } = require('node:fs')

db.getSiblingDB('admin').auth('root', readFileSync('/run/secrets/mongodb-root-password', 'utf8').trim())
try {
  rs.status()
} catch {
  const members = process.env.MEMBERS.split(',').map((name, _id) => ({ _id, host: `${name}:27017` }))
  rs.initiate({ _id: 'rs0', members })
}
quit(db.hello().primary ? 0 : 1)
