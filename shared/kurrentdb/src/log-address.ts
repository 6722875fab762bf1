/**
 * The client waits this many seconds for one node when it looks for the leader. During the client's default wait of five seconds, the shop
 * would replace the connection (`silentMs`).
 */
const GOSSIP_TIMEOUT_S = 1

const PARTS = /^(?<scheme>esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)(?<nodes>[^/?]+)(?<rest>.*)$/

export const nodesOf = (address: string) =>
  (PARTS.exec(address)?.groups?.nodes?.split(',') ?? []).map((node) => (node.includes(':') ? node : `${node}:2113`))

/** Sets a short timeout for finding the leader, unless the address sets one. */
export function impatient(address: string): string {
  if (/gossipTimeout=/i.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`
}

/**
 * The address without `node`, so that a new client asks the other nodes for the leader. With one node left, a client asks this node only if
 * the scheme is `esdb+discover`. An address with only one node, or without `node`, is returned unchanged.
 */
export function addressWithout(address: string, node: string): string {
  const nodes = nodesOf(address)
  const others = nodes.filter((one) => one !== node)
  if (others.length === 0 || others.length === nodes.length) return address
  const { scheme, rest } = PARTS.exec(address)!.groups!
  const asking = others.length === 1 ? scheme!.replace(/^esdb:/, 'esdb+discover:') : scheme
  return `${asking}${others.join()}${rest}`
}
