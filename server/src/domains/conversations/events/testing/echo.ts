import type { Responder } from '../../deps.ts'
import type { GatewayEvent } from '../../event.ts'

/** Echoes what it understood: for an agent that has no responder yet. */
export const echoResponder: Responder = {
  handles: (type) => type === 'message' || type === 'result',
  async respond(_agent, { event }, reply) {
    const text = buildEcho(event.event)
    if (text !== undefined) await reply({ spec: 'amf/1', parts: [{ type: 'text', text }] })
  },
}

function buildEcho(event: GatewayEvent): string | undefined {
  if (event.type === 'result') return `You chose: ${event.result.labels.join(', ')}`
  if (event.type !== 'message') return undefined
  const { text, media, place } = event.message
  if (text) return `You wrote: ${text}`
  if (media) return 'You sent a file.'
  return place ? 'You sent a place.' : undefined
}
