import type { FastifyInstance } from 'fastify'
import { defaultPagePolicy, escapeHtml, renderPage } from './shell.ts'

export type HomeLink = { href: string; label: string; description: string }

export function serveHome(
  app: FastifyInstance,
  path: string,
  home: { title: string; lead: string; links: HomeLink[] },
): void {
  const items = home.links.map(
    ({ href, label, description }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a>: ${escapeHtml(description)}</li>`,
  )
  const html = renderPage(
    home.title,
    `<h1>${escapeHtml(home.title)}</h1><p>${escapeHtml(home.lead)}</p><ul>${items.join('')}</ul>`,
  )
  app.get(path, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': defaultPagePolicy })
      .send(html),
  )
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b6e6e" d="M4 5h24v17H15l-7 6v-6H4z"/></svg>`

/** Browsers request it whether or not a page links to it. */
export function serveIcon(app: FastifyInstance): void {
  app.get('/favicon.ico', async (_request, reply) =>
    reply.header('cache-control', 'max-age=86400').type('image/svg+xml').send(icon),
  )
}
