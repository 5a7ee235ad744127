import { OutboundFailed, OutboundRefused, readAtMost, TooLarge } from '../../../platform/outbound/index.ts'
import { mostBytes, type NamedBytes, nameInUrl, wrongContent } from './media.ts'

/** Fetches what an address holds; whatever goes wrong there is told as a problem of the field `url`. */
export async function pull(url: string, fetch: typeof globalThis.fetch): Promise<NamedBytes> {
  const answered = await fetch(url).catch(refuse)
  if (!answered.ok) {
    await answered.body?.cancel()
    throw wrongContent('url', `must be there for everybody to fetch; its server answered ${answered.status}`)
  }
  return { name: nameInUrl(url), bytes: await readAtMost(answered, mostBytes).catch(refuse) }
}

function refuse(error: Error): never {
  if (error instanceof TooLarge) throw wrongContent('url', `must hold at most ${mostBytes / 1024 / 1024} MB`)
  const told = error instanceof OutboundFailed || error instanceof OutboundRefused
  throw wrongContent('url', `could not be fetched: ${told ? error.message : 'the connection was cut'}`)
}
