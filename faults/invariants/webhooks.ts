import { type Invariant, readIds } from './invariant.ts'

/** An event must be addressed to a webhook exactly if it was published while the webhook existed. */
const eventsWithoutDelivery = `
  select o.id || ' (' || o.type || ') is addressed to nobody' as id from outbox o
    join webhooks w on w.org_id = o.org_id and o.type = any (w.events) and o.created_at > w.created_at
   where not exists (select from webhook_deliveries d where d.webhook_id = w.id and d.event_id = o.id)`

export const webhookInvariants: Invariant[] = [
  {
    name: 'I12',
    statement: 'each subscribed event is delivered once, and no delivery lacks an event',
    check: async (evidence) => [
      ...(await readIds(evidence, eventsWithoutDelivery)),
      ...(await readIds(
        evidence,
        `select event_id || ' is no event' as id from webhook_deliveries d
          where not exists (select from outbox o where o.id = d.event_id)`,
      )),
    ],
  },
  {
    name: 'I12',
    statement: 'an event is marked delivered exactly when the endpoint accepted it',
    async check({ query, webhookEvents }) {
      const rows = await query<{ id: string; status: string }>('select event_id as id, status from webhook_deliveries')
      const acceptedIds = new Set(webhookEvents.filter((call) => call.accepted).map(({ id }) => id))
      const recordedIds = new Set(rows.map(({ id }) => id))
      return [
        ...rows.flatMap(({ id, status }) =>
          status === 'delivered' && !acceptedIds.has(id) ? [`${id} is marked delivered but never arrived`] : [],
        ),
        ...[...acceptedIds].filter((id) => !recordedIds.has(id)).map((id) => `${id} arrived but is not recorded`),
      ]
    },
  },
  {
    name: 'I12',
    statement: 'each request is signed, and a retry has the same content',
    check({ webhookEvents }) {
      const digests = Map.groupBy(webhookEvents, ({ id }) => id)
      return [
        ...webhookEvents.filter(({ signed }) => !signed).map(({ id }) => `${id} was not signed correctly`),
        ...[...digests]
          .filter(([, calls]) => new Set(calls.map(({ digest }) => digest)).size > 1)
          .map(([id]) => `${id} was delivered with two different contents`),
      ]
    },
  },
]
