import type { Channel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Catalog, LogEvent } from '../catalogs/index.ts'
import type { AdapterTools } from './adapter.ts'
import type { Channels } from './channels.ts'

export type BindingTransitionDeps = {
  announce: Announce
  writeLog?(
    agent: Pick<AgentKey, 'key'>,
    entry: { level: 'info' | 'warn'; event: LogEvent; channel: Channel; data: object },
  ): void
}

/** For templates, which are read from the provider. */
export type TemplateRouteDeps = Pick<AdapterTools, 'fetch' | 'call' | 'apis'> & { channels: Channels; world: World }

export type ChannelRouteDeps = BindingTransitionDeps & {
  templates: TemplateRouteDeps
  definitions: Definitions
  catalog: Catalog
  keyring: Keyring
  /** Prefix of the callback URLs. */
  gatewayPublicUrl: string
  /** Lets other domains react to a deleted binding in the same transaction. */
  onReleased?(tx: Db, agent: AgentKey, binding: { id: string; channel: Channel }): Promise<void>
}

export type BindingWorkDeps = BindingTransitionDeps &
  Pick<AdapterTools, 'fetch' | 'call' | 'apis'> & { db: Db; world: World; catalog: Catalog; channels: Channels }
