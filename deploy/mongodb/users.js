// Run by mongosh when the first MongoDB server begins on an empty disk: a user for each of the shop's databases.
const { readFileSync } = require('node:fs')

for (const { user, password, database } of JSON.parse(readFileSync('/run/secrets/mongodb-users', 'utf8')))
  db.getSiblingDB('admin').createUser({ user, pwd: password, roles: [{ role: 'readWrite', db: database }] })
