// The ceiling for named sends: the same framework validates the call, upserts a person, inserts a send, and commits.
import fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'

const [port, url] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 20 })
await pool.query(`
  create table if not exists bare_people (
    id bigint generated always as identity primary key, address text not null unique, first_name text, fields jsonb);
  create table if not exists bare_sends (
    id bigint generated always as identity primary key, person_id bigint not null, key text not null unique, inputs json)`)

const Body = z.strictObject({
  recipient: z.strictObject({ channel: z.literal('rcs'), address: z.string().regex(/^\+\d{7,15}$/) }),
  profile: z.strictObject({ firstName: z.string().max(200) }).optional(),
  inputs: z.record(z.string().min(1).max(128), z.string().max(4000)).optional(),
  idempotencyKey: z.string().max(200),
})

const upsert = {
  name: 'upsert',
  text: `insert into bare_people as person (address, first_name, fields) values ($1, $2, $3)
         on conflict (address) do update
            set first_name = coalesce(person.first_name, excluded.first_name), fields = excluded.fields
         returning id`,
}
const insert = {
  name: 'insert',
  text: `insert into bare_sends (person_id, key, inputs) values ($1, $2, $3) on conflict (key) do nothing returning id`,
}

const app = fastify()
app.get('/', async () => 'ready')
app.post('/sends', async (request, reply) => {
  const { recipient, profile, inputs, idempotencyKey } = Body.parse(request.body)
  const values = JSON.stringify(inputs ?? {})
  const client = await pool.connect()
  try {
    await client.query('begin')
    const person = await client.query({ ...upsert, values: [recipient.address, profile?.firstName, values] })
    const personId = person.rows[0].id
    const send = await client.query({ ...insert, values: [personId, idempotencyKey, values] })
    await client.query('commit')
    return reply.code(202).send({ status: send.rows[0] ? 'queued' : 'duplicate', sendId: send.rows[0]?.id, personId })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
