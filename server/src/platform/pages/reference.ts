import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'

/** Serves the OpenAPI document and the page that shows it, without external resources. */
export function serveReference(app: FastifyInstance, describe: () => Record<string, unknown>): void {
  // Built on first use: converting every schema to JSON Schema takes a good part of a second.
  let json: string | undefined
  let made: Promise<Reference> | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(describe())
    return reply.headers({ 'access-control-allow-origin': '*' }).type('application/json; charset=utf-8').send(json)
  })
  app.get('/docs/api', async (_request, reply) => {
    made ??= buildReference()
    const { html, policy } = await made
    return reply.headers({ 'content-security-policy': policy }).type('text/html; charset=utf-8').send(html)
  })
  app.get('/docs/api/scalar.js', async (_request, reply) => {
    made ??= buildReference()
    return reply
      .header('cache-control', 'max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send((await made).script)
  })
}

type Reference = { html: string; script: string; policy: string }

/** Built on first use: the page's script is 4 MB, and loading it at every start would cost a good part of a second. */
async function buildReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const maker = fastify()
  await maker.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/openapi.json',
      cdn: '/docs/api/scalar.js',
      pageTitle: 'Parley API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      defaultOpenAllTags: true,
      authentication: { preferredSecurityScheme: 'token' },
      customCss: '.darklight-reference a { display: none }',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const { body: html } = await maker.inject('/reference/')
  const { body: script } = await maker.inject('/reference/js/scalar.js')
  await maker.close()
  return { html, script, policy: buildReferencePolicy(html) }
}

function buildReferencePolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) =>
    hashOf(text as string),
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
