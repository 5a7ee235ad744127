// Runs in its own thread, so that creating a large body and reading a large response do not block the server's event
// loop.
import { parentPort } from 'node:worker_threads'
import { type HeavyCall, type HeavyCallResult, heavyBodies } from './corpus.ts'

parentPort?.on('message', async ({ id, url, call }: { id: number; url: string; call: HeavyCall }) => {
  const { method = 'POST', path, headers = {}, body } = call
  const heavyBody = body && heavyBodies[body]()
  const response = await fetch(url + path, {
    method,
    headers: { ...(heavyBody && { 'content-type': heavyBody.type }), ...headers },
    ...(heavyBody && { body: heavyBody.bytes }),
  })
  const text = Buffer.from(await response.arrayBuffer())
  const callResult: HeavyCallResult = {
    status: response.status,
    bytes: text.length,
    start: text.toString('utf8', 0, 300),
  }
  parentPort?.postMessage({ id, callResult })
})
