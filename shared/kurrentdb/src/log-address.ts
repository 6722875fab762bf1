/**
 * How long the client waits for one node when it looks for the leader, in seconds. The client's default is five seconds, which is longer
 * than `silentMs`. With this default, the connection would be replaced while the client still waits for one node.
 */
const GOSSIP_TIMEOUT_S = 1

const PARTS = /^(?<scheme>esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)(?<nodes>[^/?]+)(?<rest>.*)$/

/** The nodes in an address, as `host:port`. */
export const nodesOf = (address: string) =>
  (PARTS.exec(address)?.groups?.nodes?.split(',') ?? []).map((node) => (node.includes(':') ? node : `${node}:2113`))

/** The address with a short timeout for finding the leader. If the address already has such a timeout, it is returned unchanged. */
export function impatient(address: string): string {
  if (/gossipTimeout=/i.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`
}

/**
 * The address without one of its nodes, for a new client that queries the other nodes for the leader. If one node remains, the address gets
 * the scheme `esdb+discover`, because a client queries a single node only with this scheme. If the address has only one node, or does not
 * contain `node`, the address is returned unchanged.
 */
export function addressWithout(address: string, node: string): string {
  const nodes = nodesOf(address)
  const others = nodes.filter((one) => one !== node)
  if (others.length === 0 || others.length === nodes.length) return address
  const { scheme, rest } = PARTS.exec(address)!.groups!
  const asking = others.length === 1 ? scheme!.replace(/^esdb:/, 'esdb+discover:') : scheme
  return `${asking}${others.join()}${rest}`
}
