import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AgentDefinition } from '@parley/definition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../../platform/http/network.ts'
import { type BucketName, buckets, consumeToken, rateLimitedProblem } from '../../../../platform/http/rate-limit.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { buildPagePolicy, escapeHtml, renderPage } from '../../../../platform/pages/shell.ts'
import { addresses } from '../../../people/index.ts'
import type { LinkPageDeps } from '../deps.ts'
import { type Link, linkBlockedBy } from '../link.ts'
import { findLinkByCode } from '../queries.ts'
import { redeemLink } from '../redeem.ts'

/** The public pages of an outreach link: plain HTML without scripts or external resources. */

type PageBranding = { name: string; logoUrl?: string; privacyUrl?: string; termsUrl?: string }

function brandingOf({ agent, identity }: AgentDefinition): PageBranding {
  const { smallLogoUrl: logoUrl, privacyPolicyUrl: privacyUrl, termsOfServiceUrl: termsUrl } = identity
  return { name: agent.name, logoUrl, privacyUrl, termsUrl }
}

/** A page with the content security policy that its inline style needs. */
type RenderedPage = { html: string; policy: string }

/** Keeps the entered text and shows the error next to it. */
type NumberEntry = { written?: string; fault?: string }

/** Non-breaking spaces keep the number on one line. */
const example = '+1 202 555 0143'.replaceAll(' ', '\u00a0')

const numberFault = `Begin the number with + and its country code, for example ${example}.`

function renderEntryPage(look: PageBranding, { written = '', fault }: NumberEntry = {}): RenderedPage {
  const name = escapeHtml(look.name)
  const invalid = fault === undefined ? '' : ' aria-invalid="true" autofocus'
  const described = fault === undefined ? 'hint' : 'fault hint'
  return renderBrandedPage(look, fault === undefined ? '' : 'Error: ', `Get a message from ${look.name}`, [
    fault === undefined ? '' : renderErrorSummary(fault),
    `<p>Enter your mobile number to receive a message from ${name}. You can simply reply to it.</p>`,
    '<form method="post">',
    '<label for="number">Mobile number</label>',
    `<p class="quiet" id="hint">With its country code, for example ${example}</p>`,
    fault === undefined ? '' : `<p class="fault" id="fault"><b>Error:</b> ${escapeHtml(fault)}</p>`,
    `<input id="number" name="number" type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required`,
    ` value="${escapeHtml(written)}" aria-describedby="${described}"${invalid}>`,
    '<button type="submit">Send me a message</button>',
    '</form>',
    `<p class="quiet">By pressing the button you confirm that this is your own number, and you agree to receive messages from ${name} on it. `,
    'Message and data rates may apply. Reply STOP at any time to stop them.</p>',
    renderTerms(look),
  ])
}

/** The same for every number, whether known or not. */
function renderSentPage(look: PageBranding): RenderedPage {
  const name = escapeHtml(look.name)
  return renderBrandedPage(look, '', 'Check your phone', [
    `<p>If this number can receive it, a message from ${name} is on its way. It may take a minute.</p>`,
    '<p class="quiet">You can close this page. Reply STOP to the message at any time to stop messages.</p>',
  ])
}

/** The same for every unusable link, whether it ever existed or not. */
const gonePage = renderPlainPage('This link is no longer available', [
  '<p>Ask the person who gave it to you for a new one.</p>',
])

const tooManyPage = renderPlainPage('Too many attempts', [
  '<p>Too many numbers were entered in a short time. Wait a minute, then try again.</p>',
])

const foreignPage = renderPlainPage('This did not come from our page', [
  '<p>Open the link itself and enter the number there.</p>',
])

function renderPlainPage(heading: string, body: string[]): RenderedPage {
  return renderBrandedPage(undefined, '', heading, body)
}

function renderBrandedPage(
  look: PageBranding | undefined,
  prefix: string,
  heading: string,
  body: readonly string[],
): RenderedPage {
  const logo = originOf(look?.logoUrl)
  const brand = look ? `<p class="brand">${logo ? renderLogo(look) : ''}<span>${escapeHtml(look.name)}</span></p>` : ''
  const html = renderPage(prefix + heading, `${brand}<h1>${escapeHtml(heading)}</h1>${body.join('')}`, pageStyle())
  return { html, policy: buildPagePolicy({ style: pageStyle(), images: logo ? [logo] : [], hasForm: true }) }
}

const renderLogo = ({ logoUrl = '' }: PageBranding) =>
  `<img src="${escapeHtml(logoUrl)}" alt="" width="48" height="48">`

const renderErrorSummary = (fault: string) =>
  `<div class="summary" role="alert"><p><b>There is a problem</b></p><p><a href="#number">${escapeHtml(fault)}</a></p></div>`

function renderTerms({ privacyUrl, termsUrl }: PageBranding): string {
  const link = (url: string | undefined, words: string) =>
    originOf(url) ? [`<a href="${escapeHtml(url as string)}" rel="noopener">${words}</a>`] : []
  const links = [...link(privacyUrl, 'Privacy policy'), ...link(termsUrl, 'Terms of service')]
  return links.length > 0 ? `<p>${links.join(' · ')}</p>` : ''
}

function originOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** A function declaration, because it is hoisted: pages above are built while the module loads. */
function pageStyle(): string {
  return `
:root { --fault: #b3261e } @media (prefers-color-scheme: dark) { :root { --fault: #ff9d94 } }
main { max-width: 30rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem }
.brand { display: flex; align-items: center; gap: .75rem; font-weight: 600; margin: 0 0 1.5rem }
.brand img { border-radius: 10px; object-fit: cover; flex: none }
label { display: block; font-weight: 600 } #hint { margin: 0 0 .4rem }
input, button { box-sizing: border-box; width: 100%; min-height: 48px; font: inherit; border-radius: 8px; padding: .6rem .8rem }
input { background: var(--ground); color: var(--ink); border: 2px solid var(--quiet); font-size: 1.15rem }
input[aria-invalid] { border-color: var(--fault) }
button { margin: 1rem 0 .5rem; border: 0; background: var(--link); color: var(--ground); font-weight: 600; cursor: pointer }
input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.fault { color: var(--fault); margin: 0 0 .4rem }
.summary { border: 2px solid var(--fault); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.5rem }
.summary p { margin: 0 } .summary a { color: var(--fault) }`
}

type LinkParams = { Params: { code: string } }
type PageResponse = { status: number; page: RenderedPage; headers?: Record<string, string> }
type LinkPage = { agent: AgentKey; link: Link; look: PageBranding; isOpen: boolean }

const bodyLimit = 2048
const maxCodeLength = 100
const defaultAnswerAfterMilliseconds = 300

const notFound: PageResponse = { status: 404, page: gonePage }

/**
 * Serves the public pages of outreach links at `/o/<code>` on the management port: a form that works without scripts.
 */
export function serveLinks(app: FastifyInstance, deps: LinkPageDeps): void {
  app.get<LinkParams>('/o/:code', async (request, reply) => send(reply, await handleView(request, deps)))
  app.post<LinkParams>('/o/:code', { bodyLimit }, async (request, reply) =>
    send(reply, await handleEntry(request, deps)),
  )
}

async function handleView(request: FastifyRequest<LinkParams>, deps: LinkPageDeps): Promise<PageResponse> {
  const refused = await checkRateLimit('linkView', networkOf(request.ip), deps)
  if (refused) return refused
  const found = await findPage(request.params.code, deps)
  return found?.isOpen ? { status: 200, page: renderEntryPage(found.look) } : notFound
}

async function handleEntry(request: FastifyRequest<LinkParams>, deps: LinkPageDeps): Promise<PageResponse> {
  const { host, origin, 'sec-fetch-site': site } = request.headers as Record<string, string | undefined>
  if (isCrossSite({ host, origin, site }, deps.publicUrl)) return { status: 403, page: foreignPage }
  const tooMany = await checkRateLimit('linkAddress', networkOf(request.ip), deps)
  if (tooMany) return tooMany
  const found = await findPage(request.params.code, deps)
  const crowded = found && (await checkRateLimit('linkEntry', found.link.code, deps))
  if (crowded) return crowded
  if (!found) return notFound
  const written = readNumberField(request.body)
  // A number has the same form on every channel of a link.
  const { address } = addresses.read('rcs', written.replace(/^00(?=[\d\s])/, '+'), found.agent.defaultCountry)
  if (address !== undefined) return handleRedeem(found, address, deps)
  return found.isOpen ? { status: 422, page: renderEntryPage(found.look, { written, fault: numberFault }) } : notFound
}

/** A number entered repeatedly gets the same response as any other, so the page does not reveal who else entered it. */
async function handleRedeem(
  { agent, link, look }: LinkPage,
  address: string,
  deps: LinkPageDeps,
): Promise<PageResponse> {
  const { answerAfterMilliseconds = defaultAnswerAfterMilliseconds } = deps
  const evenly = setTimeout(answerAfterMilliseconds)
  const key = `${agent.key} ${hash('sha256', `${agent.key} ${address}`)}`
  const isHeldBack = (await checkRateLimit('linkNumber', key, deps)) !== undefined
  const isTaken = await redeemLink(agent, { linkId: link.id, address, isHeldBack }, deps)
  await evenly
  return isTaken ? { status: 200, page: renderSentPage(look) } : notFound
}

async function findPage(
  code: string,
  { db, world, channels, definitions }: LinkPageDeps,
): Promise<LinkPage | undefined> {
  const found = code.length <= maxCodeLength && !code.includes('\u0000') ? await findLinkByCode(db, code) : undefined
  if (!found) return undefined
  const { agent, link } = found
  const isOpen = linkBlockedBy(link, await channels.listBindings(agent), world.now()) === undefined
  return { agent, link, isOpen, look: brandingOf(await definitions.read(db, agent)) }
}

async function checkRateLimit(
  name: BucketName,
  key: string,
  { db, world }: LinkPageDeps,
): Promise<PageResponse | undefined> {
  const bucket = buckets[name]
  const level = await consumeToken(db, `${name}:${key}`, bucket, world.now())
  return level.allowed
    ? undefined
    : { status: 429, page: tooManyPage, headers: rateLimitedProblem(level, bucket).headers }
}

/** Allows a same-origin referrer; without it, the page's own form would arrive without an origin. */
function send(reply: FastifyReply, { status, page, headers = {} }: PageResponse): FastifyReply {
  return reply
    .code(status)
    .headers({
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    .send(page.html)
}

type FormOrigin = { site?: string; origin?: string; host?: string }

/**
 * Detects a form submitted from another site, which would make its visitors enter numbers. There is no session to
 * misuse, so a client that sends none of these headers, as no browser does, is allowed.
 */
function isCrossSite({ site, origin, host }: FormOrigin, publicUrl: string): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  const from = URL.parse(origin)
  return from === null || (from.host !== host && from.origin !== URL.parse(publicUrl)?.origin)
}

/** Reads the form field, truncated to its maximum length. */
function readNumberField(body: unknown): string {
  if (!Buffer.isBuffer(body)) return ''
  const written = new URLSearchParams(body.toString('utf8')).get('number') ?? ''
  return written.trim().slice(0, 40)
}
