import { expect, test } from 'vitest'
import { spawnRoom } from '../support/room-process.ts'

const TOKEN_SECRET = 'a secret of thirty-two bytes or more'
const servers = {
  EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false',
  KEY_STORE_URL: 'mongodb://127.0.0.1:1/keys',
  READ_STORE_URL: 'mongodb://127.0.0.1:1/read-models',
  JOB_QUEUE_URL: 'redis://127.0.0.1:1',
}

test.each([
  ['gateway', {}, 'COMMAND_URL: set it to the addresses of this room, separated by commas'],
  [
    'command-service',
    {},
    'EVENT_STORE_URL, KEY_STORE_URL, JOB_QUEUE_URL: enter the address of a server. With sqlite:, ',
  ],
  [
    'query-service',
    { EVENT_STORE_URL: servers.EVENT_STORE_URL },
    'KEY_STORE_URL, READ_STORE_URL: enter the address of a server.',
  ],
  ['projections', { ...servers, JOB_QUEUE_URL: 'sqlite:' }, 'JOB_QUEUE_URL: enter the address of a server.'],
  ['command-service', servers, 'TOKEN_SECRET: set the same secret, with 32 bytes or more, for all processes'],
  ['command-service', { ...servers, TOKEN_SECRET }, 'Set PAYPAL_BASE_URL to the address of the paypal-simulator'],
  [
    'command-service',
    { ...servers, TOKEN_SECRET, PAYPAL_CLIENT_ID: 'id' },
    'PAYPAL_CLIENT_SECRET: set it, because PAYPAL_CLIENT_ID is set',
  ],
  ['gateway', { PAYPAL_CLIENT_ID: 'id' }, 'COMMAND_URL: set it to the addresses of this room'],
  ['gateway', { NODE_ENV: 'production' }, 'PAYPAL_CLIENT_ID: production needs it'],
  [
    'query-service',
    { NODE_ENV: 'production', PAYPAL_CLIENT_ID: 'id' },
    'EVENT_STORE_URL, KEY_STORE_URL, READ_STORE_URL',
  ],
  ['projections', { NODE_ENV: 'production' }, 'EVENT_STORE_URL, KEY_STORE_URL, READ_STORE_URL, JOB_QUEUE_URL'],
  ['paypal-simulator', { NODE_ENV: 'production' }, 'TOKEN_SECRET: set the same secret'],
  ['paypal-simulator', {}, 'TOKEN_SECRET: set the same secret, with 32 bytes or more, for all processes'],
])('a process that lacks a setting names it in one line: %s', async (room, environment, line) => {
  const output = await spawnRoom(`${room}/src/main.ts`, 0, environment).failed()
  expect(output).toContain(line)
  expect(output.trim().split('\n')).toHaveLength(1)
})
