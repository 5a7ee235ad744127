import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A fake file store for Parley's and Apple's files: serves what a test puts there, and stores what is posted. */
export async function openFileStore(uploadStatus = 200) {
  const files = new Map<string, Buffer>()
  const uploads: Buffer[] = []
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const file = files.get(url)
    if (method !== 'POST') return void response.writeHead(file ? 200 : 404).end(file)
    uploads.push(Buffer.concat(await request.toArray()))
    response.writeHead(uploadStatus).end(JSON.stringify({ singleFile: { fileChecksum: 'checksum' } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, uploads, put: (path: string, bytes: Buffer) => void files.set(path, bytes) }
}
