// A separate process for the tests: starts the server on a folder, prints the result, and stops on a line of input.
import { once } from 'node:events'
import { startEmbeddedPostgres } from './embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const { stop, ...server } = await startEmbeddedPostgres({ dataDir, durable: false })
  process.stdout.write(`${JSON.stringify(server)}\n`)
  await once(process.stdin, 'data')
  await stop()
  process.exit(0)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`)
  process.exit(1)
}
