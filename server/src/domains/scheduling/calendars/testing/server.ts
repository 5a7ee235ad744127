import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on loopback; closing it aborts pending requests. */
export async function startHttpServer(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const http = createServer(answer).listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  }
}
