import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import type { ClusterInfo, EndPoint } from '@eventstore/db-client/generated/gossip_pb.js'
import messages from '@eventstore/db-client/generated/gossip_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js'

/** Starts a server that reports the members of a cluster, and which member is the leader. */
export async function startGossip(names: readonly string[], leader: EndPoint.AsObject): Promise<number> {
  const { LEADER, FOLLOWER } = messages.MemberInfo.VNodeState
  const members = names.map((name) => {
    const { address, port } = name === leader.address ? leader : { address: name, port: 2113 }
    const endPoint = new messages.EndPoint().setAddress(address).setPort(port)
    return new messages.MemberInfo()
      .setState(name === leader.address ? LEADER : FOLLOWER)
      .setIsAlive(true)
      .setHttpEndPoint(endPoint)
  })
  const read: handleUnaryCall<Empty, ClusterInfo> = (_call, answer) =>
    answer(null, new messages.ClusterInfo().setMembersList(members))
  const server = new Server()
  server.addService(GossipService, { read })
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  )
}
