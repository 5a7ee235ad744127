// The least that carries a message durably: the same framework in, the same client out, one row that is inserted before
// the response and updated when the provider has the message and when the provider has reported it. All three are
// batched. Nothing is checked, ordered, repeated or recorded as history.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { render } from '@parley/amf'
import fastify from 'fastify'
import pg from 'pg'
import { Pool } from 'undici'
import { signHttpSmsHeaders } from './http-sms-headers.ts'

const [port, url, sendUrl = '', secret = ''] = process.argv.slice(2)

/** Its plans must not depend on how many rows the table had when they were made. */
const planning = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c jit=off'

async function connect(options = ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: `${planning} ${options}` })
  await client.connect()
  return client
}

/** Items that arrive while a batch is running form the next one. */
function createBatch<Item>(run: (items: Item[]) => Promise<void>, wait: () => Promise<unknown>): (item: Item) => void {
  let waiting: Item[] = []
  let isRunning = false
  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await wait()
      const items = waiting
      waiting = []
      await run(items)
    }
    isRunning = false
  }
  return (item) => {
    waiting.push(item)
    if (!isRunning) void runAll()
  }
}

/** Lets everything join that has arrived already. */
async function threeTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const tenMilliseconds = () => new Promise((resolve) => setTimeout(resolve, 10))

const formatKeys = (keys: readonly string[]) => `{${keys.join(',')}}`
const formatTexts = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

type AcceptedMessage = { userId: string; message: Parameters<typeof render>[0]; reply(key: string): void }
type Receipt = { key: string; done(): void }

const inserting = await connect()
// The message is handed over already: losing this at a crash only repeats it.
const marking = await connect('-c synchronous_commit=off')
const receiving = await connect()
await inserting.query(
  `create table if not exists durable_minimum (key bigint generated always as identity primary key,
     user_id text not null, message text not null, accepted_at timestamptz not null, sent_at timestamptz,
     delivered_at timestamptz)`,
)

const sent = createBatch<string>(async (keys) => {
  const text = 'update durable_minimum set sent_at = $2 where key = any($1::bigint[])'
  await marking.query({ name: 'sent', text, values: [formatKeys(keys), new Date()] })
}, tenMilliseconds)

const delivered = createBatch<Receipt>(async (receipts) => {
  const text = 'update durable_minimum set delivered_at = $2 where key = any($1::bigint[])'
  await receiving.query({ name: 'delivered', text, values: [formatKeys(receipts.map(({ key }) => key)), new Date()] })
  for (const { done } of receipts) done()
}, threeTurns)

const accept = createBatch<AcceptedMessage>(async (accepted) => {
  const text = `insert into durable_minimum (user_id, message, accepted_at)
                select user_id, message, $3 from unnest($1::text[], $2::text[]) as new (user_id, message) returning key`
  const users = formatTexts(accepted.map(({ userId }) => userId))
  const messages = formatTexts(accepted.map(({ message }) => JSON.stringify(message)))
  const { rows } = await inserting.query({ name: 'accept', text, values: [users, messages, new Date()] })
  accepted.forEach((item, index) => {
    const { key } = rows[index]
    item.reply(key)
    void dispatch(key, item)
  })
}, threeTurns)

const provider = new Pool(new URL(sendUrl).origin, { connections: 32 })
const { pathname: path } = new URL(sendUrl)

async function dispatch(key: string, { userId, message }: AcceptedMessage): Promise<void> {
  const { messages } = render(message, { channel: 'sms', messageId: key })
  const body = JSON.stringify({ id: key, to: userId, text: messages.map(({ text }) => text).join('\n') })
  const response = await provider.request({ path, method: 'POST', headers: signHttpSmsHeaders(body, secret), body })
  await response.body.dump()
  if (response.statusCode !== 200) throw new Error(`the provider returned ${response.statusCode}`)
  sent(key)
}

function isSigned(body: Buffer, headers: Record<string, string | string[] | undefined>): boolean {
  const at = headers['x-svc-request-timestamp']
  const expected = createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest()
  const given = Buffer.from(String(headers['x-svc-signature']).slice('v0='.length), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const app = fastify()
app.get('/', async () => 'ready')
app.post('/v4/messages', (request, reply) => {
  const { userId, messages } = request.body as { userId: string; messages: [AcceptedMessage['message']] }
  const respond = (messageId: string) => void reply.send({ results: [{ messageId, accepted: true }] })
  accept({ userId, message: messages[0], reply: respond })
})
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post('/receipts', (request, reply) => {
    const body = request.body as Buffer
    if (!isSigned(body, request.headers)) return void reply.code(401).send()
    const entries: { id: string }[] = [JSON.parse(body.toString())].flat()
    let pending = entries.length
    const done = () => {
      pending--
      if (pending === 0) void reply.send()
    }
    for (const { id } of entries) delivered({ key: id, done })
  })
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
