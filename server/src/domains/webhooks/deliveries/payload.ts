/** `data` is JSON already, as the outbox has it. */
export type DeliveryPayload = { id: string; type: string; at: Date; orgId: string; data: string }

/** The same bytes at every try: a signature is over them, and somebody may compare. */
export function serializePayload({ id, type, at, orgId, data }: DeliveryPayload): string {
  const head = JSON.stringify({ id, type, timestamp: at.toISOString(), orgId })
  return `${head.slice(0, -1)},"data":${data}}`
}
