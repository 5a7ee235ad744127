import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closings } from '@parley/webchat-protocol'
import type { FastifyInstance } from 'fastify'
import { type Doors, findChat } from './chat.ts'
import { Session } from './session.ts'
import { decline, shakeHands } from './websocket/handshake.ts'

/** Browsers that hold a line open. Nothing else at the gateway speaks WebSocket, so that other upgrades are declined. */
export function serveSockets(app: FastifyInstance, doors: Doors): void {
  const sessions = new Set<Session>()
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Nobody else listens to this connection any more.
    const gone = () => socket.destroy()
    socket.on('error', gone)
    open(doors, { request, socket, head }, sessions).catch((error) => {
      doors.log.warn({ err: error }, 'web chat: a socket was not opened')
      decline(socket, '503 Service Unavailable')
    })
  }
  app.server.on('upgrade', upgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade)
    for (const session of sessions) session.close(closings.away)
  })
}

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer }

async function open(doors: Doors, { request, socket, head }: Upgrade, sessions: Set<Session>): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const bindingId = /^\/webchat\/([\w-]+)\/socket$/.exec(path)?.[1]
  const chat = bindingId && (await findChat(doors, bindingId))
  if (!chat) return decline(socket, '404 Not Found')
  if (doors.closing.aborted) return decline(socket, '503 Service Unavailable')
  if (!shakeHands(request, socket)) return
  const session: Session = new Session(doors, chat, { socket, head, onEnd: () => sessions.delete(session) })
  sessions.add(session)
}
