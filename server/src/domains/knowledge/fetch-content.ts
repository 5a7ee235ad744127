import { OutboundFailed, OutboundRefused, readAtMost, TooLarge } from '../../platform/outbound/index.ts'
import { mostFileBytes } from './source.ts'
import { NotNow, Unreadable } from './unreadable.ts'

export type Fetched = { bytes: Buffer; header?: string }

const accept = 'text/html, text/markdown, text/plain, text/csv, application/pdf, */*;q=0.1'

/** What stands at an address. An answer that may be another one later is NotNow, any other failure is Unreadable. */
export async function fetchContent(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const response = await fetch(url, { signal, headers: { accept, 'user-agent': 'Parley' } })
    if (!response.ok) {
      await response.body?.cancel()
      throw refusalOf(response.status)
    }
    const bytes = await readAtMost(response, mostFileBytes)
    return { bytes, header: response.headers.get('content-type') ?? undefined }
  } catch (error) {
    throw signal.aborted ? signal.reason : toldOf(error)
  }
}

function refusalOf(status: number): Error {
  const said = `The address answered with status ${status}`
  return status >= 500 || status === 408 || status === 425 || status === 429 ? new NotNow(said) : new Unreadable(said)
}

function toldOf(error: unknown): Error {
  if (error instanceof NotNow || error instanceof Unreadable) return error
  if (error instanceof OutboundRefused) return new Unreadable(`The address is not called: ${error.message}`)
  if (error instanceof TooLarge) return new Unreadable('There are more than 20 MB at the address')
  const why = error instanceof OutboundFailed ? error.message : 'the connection was cut'
  return new NotNow(`The address could not be read: ${why}`)
}
