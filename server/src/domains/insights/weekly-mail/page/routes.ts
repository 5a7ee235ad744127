import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../../../platform/db/database.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { buckets, consumeToken } from '../../../../platform/http/rate-limit.ts'
import { buildPagePolicy, renderPage } from '../../../../platform/pages/shell.ts'
import type { World } from '../../../../platform/world.ts'
import { unsubscribe } from '../queries.ts'

type PageDeps = { db: Db; world: World }
type TokenParams = { Params: { token: string } }

const bodyLimit = 2048

/**
 * The unsubscribe link of a weekly mail, at `/weekly-mail/<token>`. Opening it only asks: mail programs open links on
 * their own. A POST unsubscribes, also that of a mail program (RFC 8058). The answer does not tell whether the token was
 * known.
 */
export function serveUnsubscribePage(app: FastifyInstance, { db, world }: PageDeps): void {
  app.get<TokenParams>('/weekly-mail/:token', async (request, reply) =>
    (await isTooMany(request.ip)) ? sendPage(reply, 429, tooMany) : sendPage(reply, 200, question),
  )
  app.post<TokenParams>('/weekly-mail/:token', { bodyLimit }, async (request, reply) => {
    if (await isTooMany(request.ip)) return sendPage(reply, 429, tooMany)
    const { token } = request.params
    if (/^uns_[0-9A-Za-z]{1,64}$/.test(token)) await unsubscribe(db, token, world.now())
    return sendPage(reply, 200, done)
  })

  async function isTooMany(ip: string): Promise<boolean> {
    const { allowed } = await consumeToken(db, `linkView:${networkOf(ip)}`, buckets.linkView, world.now())
    return !allowed
  }
}

const style = 'button { min-height: 44px; font: inherit; padding: .5rem 1.2rem; cursor: pointer }'
const policy = buildPagePolicy({ style, hasForm: true })

const question = renderPage(
  'Unsubscribe',
  '<h1>Unsubscribe</h1><p>You will no longer get the weekly mail with questions to answer for this agent.</p><form method="post"><button type="submit">Unsubscribe</button></form>',
  style,
)
const done = renderPage(
  'Unsubscribed',
  '<h1>Unsubscribed</h1><p>You get no more weekly mails about this agent. To get them again, turn on the weekly mail on its page Improve.</p>',
  style,
)
const tooMany = renderPage(
  'Too many requests',
  '<h1>Too many requests</h1><p>Wait a minute, then try again.</p>',
  style,
)

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(html)
}
