import type { AgentDefinition } from '@parley/definition'
import { buildPagePolicy, escapeHtml, renderPage } from '../../../../platform/pages/shell.ts'

/** The pages that whoever follows an outreach link sees: plain HTML, no script, and nothing in them but this. */

/** What is shown of the agent. */
export type PageBranding = { name: string; logoUrl?: string; privacyUrl?: string; termsUrl?: string }

export function brandingOf({ agent, identity }: AgentDefinition): PageBranding {
  const { smallLogoUrl: logoUrl, privacyPolicyUrl: privacyUrl, termsOfServiceUrl: termsUrl } = identity
  return { name: agent.name, logoUrl, privacyUrl, termsUrl }
}

/** A page as it is sent, with the policy that lets it show itself. */
export type RenderedPage = { html: string; policy: string }

/** What was written is kept, and what is wrong with it stands beside it. */
export type NumberEntry = { written?: string; fault?: string }

/** It does not break in the middle. */
const example = '+1 202 555 0143'.replaceAll(' ', '\u00a0')

export const numberFault = `Begin the number with + and its country code, for example ${example}.`

export function renderEntryPage(look: PageBranding, { written = '', fault }: NumberEntry = {}): RenderedPage {
  const name = escapeHtml(look.name)
  const invalid = fault === undefined ? '' : ' aria-invalid="true" autofocus'
  const described = fault === undefined ? 'hint' : 'fault hint'
  return renderBrandedPage(look, fault === undefined ? '' : 'Error: ', `Get a message from ${look.name}`, [
    fault === undefined ? '' : renderErrorSummary(fault),
    `<p>Enter your mobile number, and you will get a message from ${name} on it. You can simply write back.</p>`,
    '<form method="post">',
    '<label for="number">Mobile number</label>',
    `<p class="quiet" id="hint">With its country code, for example ${example}</p>`,
    fault === undefined ? '' : `<p class="fault" id="fault"><b>Error:</b> ${escapeHtml(fault)}</p>`,
    `<input id="number" name="number" type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required`,
    ` value="${escapeHtml(written)}" aria-describedby="${described}"${invalid}>`,
    '<button type="submit">Send me a message</button>',
    '</form>',
    `<p class="quiet">By pressing the button you say that this is your own number, and you agree to get messages from ${name} on it. `,
    'Message and data rates may apply. Reply STOP at any time, and no more messages come.</p>',
    renderTerms(look),
  ])
}

/** The same for every number, whatever is known of it. */
export function renderSentPage(look: PageBranding): RenderedPage {
  const name = escapeHtml(look.name)
  return renderBrandedPage(look, '', 'Look at your phone', [
    `<p>If this number can receive it, a message from ${name} is on its way. It may take a minute.</p>`,
    '<p class="quiet">You can close this page. Reply STOP to the message at any time, and no more messages come.</p>',
  ])
}

/** The same for every link that cannot be used, whether there ever was one or not. */
export const gonePage = renderPlainPage('This link is no longer available', [
  '<p>Ask whoever gave it to you for a new one.</p>',
])

export const tooManyPage = renderPlainPage('Too many tries', [
  '<p>More numbers were entered in a short time than we take. Wait a minute, then try again.</p>',
])

export const foreignPage = renderPlainPage('This did not come from our page', [
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

/** A function, since the pages above are made while this file is read. */
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
