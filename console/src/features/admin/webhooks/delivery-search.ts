import { deliveryStatuses } from '@parley/definition/vocabulary'

const webhookTabs = ['events', 'verify'] as const

/** The open tab, the filters of the deliveries, and the open delivery, as URL search params. */
export type DeliverySearch = {
  tab?: (typeof webhookTabs)[number]
  status?: (typeof deliveryStatuses)[number]
  type?: string
  delivery?: string
}

export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const values = {
    tab: webhookTabs.find((one) => one === search.tab),
    status: deliveryStatuses.find((one) => one === search.status),
    type: text(search.type),
    delivery: text(search.delivery),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
