// Runs in a thread of its own, so that making a large body and reading a large answer cost the server's loop nothing.
import { parentPort } from 'node:worker_threads'
import { type Call, type Called, heavy } from './corpus.ts'

parentPort?.on('message', async ({ id, url, call }: { id: number; url: string; call: Call }) => {
  const { method = 'POST', path, headers = {}, body } = call
  const made = body && heavy[body]()
  const response = await fetch(url + path, {
    method,
    headers: { ...(made && { 'content-type': made.type }), ...headers },
    ...(made && { body: made.bytes }),
  })
  const text = Buffer.from(await response.arrayBuffer())
  const called: Called = { status: response.status, bytes: text.length, start: text.toString('utf8', 0, 300) }
  parentPort?.postMessage({ id, called })
})
