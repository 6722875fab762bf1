import { flatPng } from '@shop/command-service/test-support/hostile-pictures'
import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { pictureRequest } from '../raw-requests.ts'

const ADDRESSES = 30

export const tallPictures: HostileAttack = {
  name: 'tall pictures',
  does: `sends pictures of one column and 23 million rows from ${ADDRESSES} addresses`,
  async prepare(target) {
    const tall = pictureRequest(flatPng(1, 23_000_000))
    return () => {
      for (let n = 0; n < ADDRESSES; n++)
        askForEver({ ...target, address: `127.0.66.${n + 1}` }, () => tall, { atOnce: 1 })
    }
  },
}
