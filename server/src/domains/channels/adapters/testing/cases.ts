import assert from 'node:assert/strict'
import { fc } from '@parley/test-kit'
import {
  type Adapter,
  type AdapterBinding,
  DispatchFailedError,
  type OutboundBubble,
  type ProviderCall,
} from '../../adapter.ts'

export function createTestBinding({ provider, channel }: Adapter, auth: Record<string, string>): AdapterBinding {
  const callbackUrl = 'https://gw.example.com/hooks/b_1'
  return { agentKey: 7, bindingKey: 1, id: 'b_1', channel, provider, auth, callbackUrl }
}

export function createTestOutgoing(native: unknown, overrides: Partial<OutboundBubble> = {}): OutboundBubble {
  const rendered = { text: '', chips: [] }
  return {
    messageId: 'msg_1',
    bubble: 0,
    channelMessageId: 'msg_1',
    to: '+12025550123',
    native,
    ...rendered,
    ...overrides,
  }
}

export function createTestCall(body: string | Buffer, overrides: Partial<ProviderCall> = {}): ProviderCall {
  const url = 'https://gw.example.com/hooks/b_1'
  return { method: 'POST', url, query: {}, headers: {}, body: Buffer.from(body), ...overrides }
}

export async function expectDispatchFailedError(attempt: Promise<unknown>): Promise<DispatchFailedError> {
  const failure = await attempt.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailedError, `${failure}`)
  return failure
}

/** Asserts that no input makes an adapter throw, and that everything it parses can be stored. */
export function assertReadsAnything(
  adapter: Adapter,
  binding: AdapterBinding,
  bodies: fc.Arbitrary<string | Buffer>,
): void {
  const anything = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json(),
    bodies,
  )
  fc.assert(
    fc.property(anything, (body) => {
      const { inbounds } = adapter.parse(createTestCall(body), binding)
      const serialized = JSON.stringify(inbounds)
      assert.ok(
        serialized.isWellFormed() && !serialized.includes('\\u0000') && !/\\ud[89a-f]/.test(serialized),
        serialized,
      )
    }),
    { numRuns: 150 },
  )
}
