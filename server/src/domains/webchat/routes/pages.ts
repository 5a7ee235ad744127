import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../platform/http/problem.ts'
import { type Bundle, bundleOf } from '../widget/bundle.ts'
import { hostedPage, hostedPolicy } from '../widget/hosted-page.ts'
import { type Doors, findChat } from './chat.ts'

/** The script that pages embed, and a page of our own for those who have none. */
export function servePages(app: FastifyInstance, doors: Doors): void {
  let made: Bundle | undefined
  app.get('/webchat.js', async (request, reply) => {
    made ??= bundleOf()
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
    const chat = await findChat(doors, request.params.bindingId)
    if (!chat) throw notFound()
    const { name } = await doors.lookOf(chat.agent)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': hostedPolicy,
        'cache-control': 'no-cache',
      })
      .send(hostedPage(name, chat.binding.id))
  })
}
