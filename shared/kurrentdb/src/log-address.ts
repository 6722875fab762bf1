/** How long one node is asked for the others, in seconds: the client's five are longer than a silent log is waited for. */
const GOSSIP_TIMEOUT_S = 1

const PARTS = /^(?<scheme>esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)(?<nodes>[^/?]+)(?<rest>.*)$/

/** The nodes that an address names, as `host:port`. */
export const nodesOf = (address: string) =>
  (PARTS.exec(address)?.groups?.nodes?.split(',') ?? []).map((node) => (node.includes(':') ? node : `${node}:2113`))

/** The address with which the client does not ask one node for long who leads, unless it says how long itself. */
export function impatient(address: string): string {
  if (/gossipTimeout=/i.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`
}

/**
 * The address without one of its nodes, by which a new client asks the others who leads. A client of one node asks nobody, so one
 * node that is left is written as a name to discover. An address of one node, and one by another name, stay as they are.
 */
export function addressWithout(address: string, node: string): string {
  const nodes = nodesOf(address)
  const others = nodes.filter((one) => one !== node)
  if (others.length === 0 || others.length === nodes.length) return address
  const { scheme, rest } = PARTS.exec(address)!.groups!
  const asking = others.length === 1 ? scheme!.replace(/^esdb:/, 'esdb+discover:') : scheme
  return `${asking}${others.join()}${rest}`
}
