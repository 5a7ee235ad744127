// The ceiling: the same framework reads the same request and returns the same bytes, with nothing in between.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const [port, file] = process.argv.slice(2)
const body = readFileSync(file as string, 'utf8')
const app = fastify()
app.get('/', async () => 'ready')
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
app.post('/*', (_request, reply) => reply.code(201).type('application/json; charset=utf-8').send(body))
await app.listen({ host: '127.0.0.1', port: Number(port) })
