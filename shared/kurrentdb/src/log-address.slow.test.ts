import { expect, test } from 'vitest'
import { addressWithout, impatient, nodesOf } from './log-address.ts'

test.for([
  ['esdb://a:1,b:2,c:3?tls=false', 'b:2', 'esdb://a:1,c:3?tls=false'],
  ['esdb://admin:p%40ss@a:1,b:2/?tlsCAFile=/ca.crt', 'a:1', 'esdb+discover://admin:p%40ss@b:2/?tlsCAFile=/ca.crt'],
  ['esdb://a:1,b:2', 'c:3', 'esdb://a:1,b:2'],
  ['esdb://a:1', 'a:1', 'esdb://a:1'],
  ['esdb+discover://cluster:1?x=a@b', 'a:1', 'esdb+discover://cluster:1?x=a@b'],
])('the address %s without the node %s is %s', ([address, node, expected]) => {
  expect(addressWithout(address!, node!)).toBe(expected)
})

test('a node that has no port in the address has the standard port', () => {
  expect(nodesOf('esdb://a,b:2')).toEqual(['a:2113', 'b:2'])
  expect(addressWithout('esdb://a,b:2', 'a:2113')).toBe('esdb+discover://b:2')
})

test.for([
  ['esdb://a:1', 'esdb://a:1?gossipTimeout=1'],
  ['esdb://a:1?tls=false', 'esdb://a:1?tls=false&gossipTimeout=1'],
  ['esdb://a:1?gossipTimeout=9', 'esdb://a:1?gossipTimeout=9'],
])('the address %s becomes %s with a short timeout', ([address, expected]) => {
  expect(impatient(address!)).toBe(expected)
})
