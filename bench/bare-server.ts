// The ceiling: the same framework, reading the same request and answering the same bytes, with nothing in between.
import fastify from 'fastify'

const [port, body] = process.argv.slice(2)
const app = fastify()
app.get('/', async () => 'ready')
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
app.post('/*', (_request, reply) => reply.code(201).type('application/json; charset=utf-8').send(body))
await app.listen({ host: '127.0.0.1', port: Number(port) })
