import { readWebchatPayload } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { World } from '../../platform/world.ts'
import { type Adapter, DispatchFailedError } from '../channels/index.ts'
import { readFormerPayload, type StoredEntry } from './entry-view.ts'
import type { PublishChatSignal } from './notifier.ts'
import { storeChatEntry } from './queries/entries.ts'

/**
 * Web chat as a provider: a message counts as dispatched once it is stored in the visitor's chat, whether or not a
 * browser is connected.
 */
export function createWebchatAdapter({
  db,
  world,
  publish,
}: {
  db: Db
  world: World
  publish: PublishChatSignal
}): Adapter {
  return {
    provider: 'webchat',
    channel: 'webchat',
    ignoresRepeats: true,
    acceptsClientIds: true,
    batchPerSecond: 500,
    verify: () => 'web chat has no provider that sends webhooks',
    parse: () => ({ inbounds: [] }),
    async send({ channelMessageId, to, native }, { agentKey }) {
      const view = readWebchatPayload(native) ?? readFormerPayload(native)
      if (!view) throw new DispatchFailedError('rejected', 'web chat cannot show this payload')
      const payload: StoredEntry = { view }
      const stored = await storeChatEntry(
        db,
        { key: agentKey },
        { visitor: to, id: channelMessageId, direction: 'out', payload, state: 'sent', now: world.now() },
      )
      if (!stored) throw new DispatchFailedError('invalidRecipient', 'the visitor is no longer known')
      publish({ agentKey, visitor: stored.visitor }, 'entries')
      return { channelMessageId }
    },
    async signal({ signal, to }, { agentKey }) {
      publish({ agentKey, visitor: to }, signal)
    },
  }
}
