import { z } from 'zod'
import { notFound } from '../../../../platform/http/problem.ts'
import { gatewayRoute, ResponseContent, type Route, RouteResponse } from '../../../../platform/http/route.ts'
import type { RelayedAnswer } from './deps.ts'
import type { Relay } from './relay.ts'

const tag = 'Webhook'

const Listener = z.strictObject({
  name: z.string().trim().min(1).max(100).describe("The listener's name, shown to the one it replaces."),
})

/** A webhook response may have 1 MB; the reader cuts off the rest. */
const maxBytes = 1_000_001
const maxBase64Length = 4 * Math.ceil(maxBytes / 3)

const RelayedBody = z
  .strictObject({
    status: z.int().min(200).max(599).optional(),
    headers: z
      .strictObject({
        'content-type': z
          .string()
          .max(200)
          .regex(/^[\x20-\x7e]*$/, 'must be plain text')
          .optional(),
      })
      .optional(),
    body: z.base64('must be base64').max(maxBase64Length).optional().describe('The response bytes, in base64.'),
    failed: z.string().min(1).max(200).optional().describe('Why there is no response, briefly.'),
  })
  .refine(({ status, failed }) => (status === undefined) !== (failed === undefined), {
    error: 'must have either status or failed',
    path: ['status'],
  })
  .meta({
    id: 'RelayedAnswer',
    examples: [{ status: 200, headers: { 'content-type': 'application/json' }, body: 'eyJtZXNzYWdlcyI6W119' }],
  })

/** For developers without a public address: a listener receives events as a webhook would. */
export function relayRoutes(relay: Pick<Relay, 'listen' | 'answer'>): Route[] {
  return [
    gatewayRoute({
      method: 'GET',
      path: '/listen',
      tag,
      summary: 'Receive events in place of the webhook',
      description:
        'Server-sent events, until you disconnect: first `listening`; then `call` with `callId`, `headers` and ' +
        '`body` for each request that the webhook would get, even if there is no webhook; `ended` with a `reason` when ' +
        'another listener takes over, since an agent has one listener, or when the access token changes. ' +
        '`parley listen` does all of this.',
      query: Listener,
      responseTypes: ['text/event-stream'],
      handle: async ({ agent, query }) =>
        // Tells proxies not to buffer.
        new RouteResponse(
          200,
          new ResponseContent(relay.listen(agent, query.name), 'text/event-stream; charset=utf-8'),
          {
            'x-accel-buffering': 'no',
          },
        ),
    }),
    gatewayRoute({
      method: 'POST',
      path: '/listen/calls/:callId',
      verb: 'answer',
      tag,
      summary: 'Answer a call sent to a listener',
      description: "It counts like a webhook's response. 404 once the call's 30 seconds are over.",
      body: RelayedBody,
      bodyLimit: maxBase64Length + 2_000,
      transaction: false,
      problems: ['resource.not_found'],
      async handle({ agent, params, body }) {
        if (!(await relay.answer(agent, params.callId, toRelayedAnswer(body)))) throw notFound()
      },
    }),
  ]
}

function toRelayedAnswer({ status, headers, body, failed }: z.output<typeof RelayedBody>): RelayedAnswer {
  if (status === undefined) return { failed: failed ?? '' }
  return { status, contentType: headers?.['content-type'], body: Buffer.from(body ?? '', 'base64') }
}
