import type { ToolAdapter } from '../adapter.ts'
import { httpWebhookAdapter } from './http-webhook/index.ts'
import { slackWebhookAdapter } from './slack-webhook/index.ts'

const adapters: readonly ToolAdapter[] = [httpWebhookAdapter, slackWebhookAdapter]

const adaptersById = new Map(adapters.map((adapter) => [adapter.toolId, adapter]))

export function findToolAdapter(toolId: string): ToolAdapter | undefined {
  return adaptersById.get(toolId)
}
