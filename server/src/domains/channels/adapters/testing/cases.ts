import assert from 'node:assert/strict'
import { fc } from '@parley/test-kit'
import { type Adapter, type Bound, DispatchFailed, type Outgoing, type ProviderCall } from '../../adapter.ts'

/** A binding with these credentials. */
export function bindingOf({ provider, channel }: Adapter, auth: Record<string, string>): Bound {
  const callbackUrl = 'https://gw.example.com/hooks/b_1'
  return { agentKey: 7, bindingKey: 1, id: 'b_1', channel, provider, auth, callbackUrl }
}

export function outgoingOf(native: unknown, more: Partial<Outgoing> = {}): Outgoing {
  const shown = { text: '', chips: [] }
  return { messageId: 'msg_1', bubble: 0, channelMessageId: 'msg_1', to: '+12025550123', native, ...shown, ...more }
}

export function callOf(body: string | Buffer, more: Partial<ProviderCall> = {}): ProviderCall {
  const url = 'https://gw.example.com/hooks/b_1'
  return { method: 'POST', url, query: {}, headers: {}, body: Buffer.from(body), ...more }
}

export async function dispatchFailureOf(attempt: Promise<unknown>): Promise<DispatchFailed> {
  const failure = await attempt.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailed, `${failure}`)
  return failure
}

/** Nothing that can be written makes an adapter throw, and all that it reads can be kept. */
export function assertReadsAnything(adapter: Adapter, binding: Bound, bodies: fc.Arbitrary<string | Buffer>): void {
  const anything = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json(),
    bodies,
  )
  fc.assert(
    fc.property(anything, (body) => {
      const { inbounds } = adapter.parse(callOf(body), binding)
      const kept = JSON.stringify(inbounds)
      assert.ok(kept.isWellFormed() && !kept.includes('\\u0000') && !/\\ud[89a-f]/.test(kept), kept)
    }),
    { numRuns: 150 },
  )
}
