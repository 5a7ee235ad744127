// The ceiling for accepting messages: the same framework, one bare INSERT per request, answered after its commit.
import fastify from 'fastify'
import pg from 'pg'

const [port, url] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 16 })
await pool.query(
  'create table if not exists bare_messages (id bigint generated always as identity primary key, asid text, body json)',
)
const app = fastify()
app.get('/', async () => 'ready')
app.post('/v4/messages', async (request, reply) => {
  const { userId, messages } = request.body as { userId: string; messages: unknown[] }
  const insert = { name: 'bare', text: 'insert into bare_messages (asid, body) values ($1, $2) returning id' }
  const { rows } = await pool.query({ ...insert, values: [userId, JSON.stringify(messages[0])] })
  return reply.send({ results: [{ messageId: String(rows[0].id), accepted: true }] })
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
