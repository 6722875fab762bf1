/** How long to query one node for the others, in seconds. The client's default of five is longer than a silent log is waited for. */
const GOSSIP_TIMEOUT_S = 1

const PARTS = /^(?<scheme>esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)(?<nodes>[^/?]+)(?<rest>.*)$/

/** The nodes in an address, as `host:port`. */
export const nodesOf = (address: string) =>
  (PARTS.exec(address)?.groups?.nodes?.split(',') ?? []).map((node) => (node.includes(':') ? node : `${node}:2113`))

/** The address with a short timeout for querying a node for the leader, unless it has its own. */
export function impatient(address: string): string {
  if (/gossipTimeout=/i.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`
}

/**
 * The address without one of its nodes, for a new client that queries the others for the leader. A client with a single node queries
 * nobody, so a single remaining node is written as a name to discover. An address with only one node, or without this node, is unchanged.
 */
export function addressWithout(address: string, node: string): string {
  const nodes = nodesOf(address)
  const others = nodes.filter((one) => one !== node)
  if (others.length === 0 || others.length === nodes.length) return address
  const { scheme, rest } = PARTS.exec(address)!.groups!
  const asking = others.length === 1 ? scheme!.replace(/^esdb:/, 'esdb+discover:') : scheme
  return `${asking}${others.join()}${rest}`
}
