import type { HostileAttack } from '../hostile-attack.ts'
import { trickle } from '../hostile-sockets.ts'

const UPLOADS = 60

export const slowUploads: HostileAttack = {
  name: 'slow uploads',
  does: `sends ${UPLOADS} pictures, a byte a second`,
  prepare: async (target) => () => {
    const head =
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n'
    const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="x.png"\r\n\r\n'
    for (let n = 0; n < UPLOADS; n++) trickle(target, head + part, 'x')
  },
}
