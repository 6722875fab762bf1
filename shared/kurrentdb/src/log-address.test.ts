import { expect, test } from 'vitest'
import { addressWithout, impatient, nodesOf } from './log-address.ts'

test.for([
  ['esdb://a:1,b:2,c:3?tls=false', 'b:2', 'esdb://a:1,c:3?tls=false'],
  ['esdb://admin:p%40ss@a:1,b:2/?tlsCAFile=/ca.crt', 'a:1', 'esdb+discover://admin:p%40ss@b:2/?tlsCAFile=/ca.crt'],
  ['esdb://a:1,b:2', 'c:3', 'esdb://a:1,b:2'],
  ['esdb://a:1', 'a:1', 'esdb://a:1'],
  ['esdb+discover://cluster:1?x=a@b', 'a:1', 'esdb+discover://cluster:1?x=a@b'],
])('%s without %s is %s', ([address, node, expected]) => {
  expect(addressWithout(address!, node!)).toBe(expected)
})

test('a node without a port in the address has the standard port', () => {
  expect(nodesOf('esdb://a,b:2')).toEqual(['a:2113', 'b:2'])
  expect(addressWithout('esdb://a,b:2', 'a:2113')).toBe('esdb+discover://b:2')
})

test.for([
  ['esdb://a:1', 'esdb://a:1?gossipTimeout=1'],
  ['esdb://a:1?tls=false', 'esdb://a:1?tls=false&gossipTimeout=1'],
  ['esdb://a:1?gossipTimeout=9', 'esdb://a:1?gossipTimeout=9'],
])('%s is asked as %s', ([address, expected]) => {
  expect(impatient(address!)).toBe(expected)
})
