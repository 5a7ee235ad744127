import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type MailApiCall = { method: string; path: string; authorization: string; contentType: string; body: Buffer }

export type MailApi = {
  url: string
  calls: MailApiCall[]
  /** Sets the status of the next response; by default calls are accepted. */
  answerNext(status: number, body?: object, headers?: Record<string, string>): void
}

/** A fake mail provider API on loopback; closes with the test or file that opened it. */
export async function openMailApi(): Promise<MailApi> {
  const calls: MailApiCall[] = []
  const answers: { status: number; body: object; headers: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const { authorization = '', 'content-type': contentType = '' } = headers
    calls.push({ method, path, authorization, contentType, body: Buffer.concat(await request.toArray()) })
    const answer = answers.shift() ?? { status: 202, body: {}, headers: {} }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answerNext: (status, body = {}, headers = {}) => answers.push({ status, body, headers }),
  }
}
