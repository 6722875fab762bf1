import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'

export type Member = Readonly<{ id: string; port: number; state: 'leader' | 'follower' | 'unknown'; isAlive: boolean }>

/** The numbers of the states in gossip.proto. */
const STATES = { unknown: 2, follower: 6, leader: 8 } as const

/** A real server, too, answers gossip while it refuses all other calls. */
export const gossipRead =
  (members: () => readonly Member[]): handleUnaryCall<Empty, ClusterInfo> =>
  (_call, answer) =>
    answer(null, new gossip.ClusterInfo().setMembersList(members().map(memberInfo)))

const memberInfo = ({ id, port, state, isAlive }: Member) =>
  new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(id))
    .setTimeStamp(String(Date.now()))
    .setState(STATES[state])
    .setIsAlive(isAlive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port))
