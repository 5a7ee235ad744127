import type { Config } from './config.ts'
import { webhookEventOperations } from './domains/catalogs/index.ts'
import { gatewayEventOperations } from './gateway-event-operations.ts'
import type { ApiDescription } from './platform/http/openapi.ts'
import { version } from './platform/version.ts'

type Urls = Pick<Config, 'publicUrl' | 'gatewayPublicUrl'>

export function describeManagementApi({ publicUrl }: Urls): ApiDescription {
  return {
    title: 'Parley management API',
    version,
    description:
      'Orgs and their members, agents and all of their configuration, catalogs, knowledge. Guides are at `/docs`.',
    serverUrl: `${publicUrl}/v1`,
    webhooks: webhookEventOperations,
  }
}

export function describeGatewayApi({ gatewayPublicUrl }: Urls): ApiDescription {
  return {
    title: 'Parley messaging gateway',
    version,
    description: 'Messages to people on every channel, events from them, and where those events go.',
    serverUrl: `${gatewayPublicUrl}/v4`,
    webhooks: gatewayEventOperations,
  }
}
