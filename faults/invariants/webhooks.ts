import { type Invariant, readIds } from './invariant.ts'

/** An event must be addressed to a webhook exactly if it was published while the webhook existed. */
const unaddressed = `
  select o.id || ' (' || o.type || ') is addressed to nobody' as id from outbox o
    join webhooks w on w.org_id = o.org_id and o.type = any (w.events) and o.created_at > w.created_at
   where not exists (select from webhook_deliveries d where d.webhook_id = w.id and d.event_id = o.id)`

export const webhookInvariants: Invariant[] = [
  {
    name: 'I12',
    statement: 'each event that somebody asked for is on its way to them once, and none without an event',
    check: async (evidence) => [
      ...(await readIds(evidence, unaddressed)),
      ...(await readIds(
        evidence,
        `select event_id || ' is no event' as id from webhook_deliveries d
          where not exists (select from outbox o where o.id = d.event_id)`,
      )),
    ],
  },
  {
    name: 'I12',
    statement: 'an event is delivered exactly when the endpoint has taken it',
    async check({ query, webhookEvents }) {
      const rows = await query<{ id: string; status: string }>('select event_id as id, status from webhook_deliveries')
      const taken = new Set(webhookEvents.filter((one) => one.taken).map(({ id }) => id))
      const known = new Set(rows.map(({ id }) => id))
      return [
        ...rows.flatMap(({ id, status }) =>
          status === 'delivered' && !taken.has(id) ? [`${id} is delivered and never came`] : [],
        ),
        ...[...taken].filter((id) => !known.has(id)).map((id) => `${id} came and is not on record`),
      ]
    },
  },
  {
    name: 'I12',
    statement: 'each call is signed, and a repeat says the same',
    check({ webhookEvents }) {
      const digests = Map.groupBy(webhookEvents, ({ id }) => id)
      return [
        ...webhookEvents.filter(({ signed }) => !signed).map(({ id }) => `${id} was not signed as it should be`),
        ...[...digests]
          .filter(([, calls]) => new Set(calls.map(({ digest }) => digest)).size > 1)
          .map(([id]) => `${id} was told in two ways`),
      ]
    },
  },
]
