import type { FastifyInstance, FastifyReply } from 'fastify'
import { defaultPagePolicy, renderPage } from '../../../platform/pages/shell.ts'
import { type Bundle, buildBundle, createHostedPageCsp, renderHostedPage } from '../widget/widget-files.ts'

import { findChat, type WebchatContext } from './context.ts'

/** Serves the script that pages embed, and a hosted page for operators without their own. */
export function servePages(app: FastifyInstance, context: WebchatContext): void {
  let made: Bundle | undefined
  app.get('/webchat.js', async (request, reply) => {
    made ??= buildBundle()
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding',
      etag: made.etag,
    })
    if (request.headers['if-none-match'] === made.etag) return reply.code(304).send()
    const gzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    return gzip ? reply.header('content-encoding', 'gzip').send(made.gzipped) : reply.send(made.code)
  })
  app.get<{ Params: { bindingId: string } }>('/chat/:bindingId', async (request, reply) => {
    const chat = await findChat(context, request.params.bindingId)
    if (!chat) return sendUnknownChat(reply)
    const { name } = await context.readTheme(chat.agent)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': createHostedPageCsp(chat.binding.allowedOrigins),
        'cache-control': 'no-cache',
      })
      .send(renderHostedPage(name, chat.binding.id))
  })
}

function sendUnknownChat(reply: FastifyReply): FastifyReply {
  const body = '<h1>This chat does not exist</h1><p>Check the address, or ask the business for a new link.</p>'
  return reply
    .code(404)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': defaultPagePolicy })
    .send(renderPage('Chat not found', body))
}
