import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/database.ts'
import { defaultPagePolicy, escapeHtml, renderPage } from '../../../platform/pages/shell.ts'
import { createAgentFinder, type Definitions } from '../../agents/index.ts'

type ContactMailParams = { Params: { org: string; agent: string } }
type Deps = { db: Db; definitions: Pick<Definitions, 'read'> }

/**
 * Serves `/mail/<org>/<agent>` on the gateway, which redirects to the agent's own email address and no other. Needed
 * because chips on RCS and most messengers open only web pages.
 */
export function serveContactMail(app: FastifyInstance, { db, definitions }: Deps): void {
  const find = createAgentFinder(db)
  app.get<ContactMailParams>('/mail/:org/:agent', async ({ params }, reply) => {
    const agent = await find({ id: params.org }, params.agent)
    const known = agent && (await definitions.read(db, agent))
    const address = known?.identity.contactEmail
    return reply
      .code(address === undefined ? 404 : 200)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': defaultPagePolicy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        ...(address !== undefined && { refresh: `0; url=${createMailtoUrl(address)}` }),
      })
      .send(address === undefined ? notFoundPage : renderMailPage(known?.agent.name ?? '', address))
  })
}

/** An address may contain characters with a special meaning in a URL. */
const createMailtoUrl = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

function renderMailPage(name: string, address: string): string {
  const link = `<a href="${escapeHtml(createMailtoUrl(address))}">${escapeHtml(address)}</a>`
  return renderPage(`Write to ${name}`, `<h1>Write to ${escapeHtml(name)}</h1><p>Send an email to ${link}.</p>`)
}

const notFoundPage = renderPage(
  'No email address',
  '<h1>No email address</h1><p>This link no longer has an email address.</p>',
)
