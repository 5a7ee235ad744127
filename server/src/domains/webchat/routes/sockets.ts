import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes } from '@parley/webchat-protocol'
import type { FastifyInstance } from 'fastify'
import { checkOrigin, findChat, type WebchatContext } from './context.ts'
import { ChatSession } from './session.ts'
import { acceptUpgrade, rejectUpgrade } from './websocket.ts'

const pattern = /^\/webchat\/([\w-]+)\/socket(?:\?|$)/

/** Serves WebSocket connections of browsers. Upgrade requests to any other path are answered as plain HTTP. */
export function serveSockets(app: FastifyInstance, context: WebchatContext): void {
  const sessions = new Set<ChatSession>()
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // No other handler listens to this connection anymore.
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    open(context, { request, socket, head }, sessions).catch((error) => {
      context.log.warn({ err: error }, 'web chat: a socket was not opened')
      rejectUpgrade(socket, '503 Service Unavailable')
    })
  }
  app.server.on('upgrade', upgrade)
  // An option of http.createServer, set here because the server is created before web chat is registered.
  Object.assign(app.server, { shouldUpgradeCallback: isForChat })
  app.addHook('preClose', async () => {
    for (const session of sessions) session.close(closeCodes.away)
  })
}

const isForChat = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && pattern.test(url)

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer }

async function open(
  context: WebchatContext,
  { request, socket, head }: Upgrade,
  sessions: Set<ChatSession>,
): Promise<void> {
  const chat = await findChat(context, pattern.exec(request.url ?? '')?.[1] ?? '')
  if (socket.destroyed) return
  if (!chat) return rejectUpgrade(socket, '404 Not Found')
  if (!checkOrigin(chat, request).isAllowed) return rejectUpgrade(socket, '403 Forbidden')
  if (context.closing.aborted) return rejectUpgrade(socket, '503 Service Unavailable')
  acceptUpgrade({ request, socket, head }, (accepted) => {
    const session: ChatSession = new ChatSession(context, chat, { accepted, onEnd: () => sessions.delete(session) })
    sessions.add(session)
  })
}
