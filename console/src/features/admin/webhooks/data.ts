import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'

export type WebhookDelivery = Schema<'WebhookDelivery'>
export type EventName = Schema<'EventName'>

/** The event catalog, with a sample of each event. */
export function useWebhookEvents() {
  const org = useOrg()
  return useQuery({
    queryKey: org.key('catalogs', 'webhook-events'),
    queryFn: async ({ signal }) => {
      const answer = await createOrgClient(org.id).get('/catalogs/{kind}', { path: { kind: 'webhook-events' }, signal })
      return answer.data as EventName[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useWebhook(webhookId: string) {
  const org = useOrg()
  return useQuery({
    queryKey: org.key('webhooks', webhookId, 'one'),
    queryFn: ({ signal }) => org.api.get('/webhooks/{webhookId}', { path: { webhookId }, signal }),
    refetchInterval: 10_000,
  })
}

/** Groups events by the part of the name before the dot. */
export function groupByNoun(events: readonly EventName[]): [noun: string, events: EventName[]][] {
  return [...Map.groupBy(events, ({ id }) => id.split('.')[0] ?? '')]
}

export type Webhook = Schema<'Webhook'>
