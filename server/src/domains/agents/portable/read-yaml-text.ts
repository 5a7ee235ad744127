import { type ReadYaml, readYaml } from '@parley/definition'
import { problem } from '../../../platform/http/problem.ts'
import { inThread, TookTooLong, TookTooMuchMemory } from '../../../platform/thread/in-thread.ts'
import { TooBusy, takingTurns } from '../../../platform/thread/turns.ts'

const program = new URL('./yaml-thread.ts', import.meta.url)
const limits = { seconds: 15, heapMegabytes: 512 }
const inTurn = takingTurns(2, 10)

/** A megabyte takes most of a second (measured: 1.3 MB in 0.8 s), which nobody else should have to wait for. */
const quickLength = 10_000

/** The value of a YAML document, or a refusal that says where it cannot be read. */
export async function readYamlText(text: string): Promise<unknown> {
  const read = text.length > quickLength ? await readApart(text) : readYaml(text)
  if (read.ok) return read.value
  const place = read.line === undefined ? '' : ` (line ${read.line}, column ${read.column})`
  throw unreadable(`${read.message}${place}`)
}

async function readApart(text: string): Promise<ReadYaml> {
  try {
    return await inTurn(() => inThread<ReadYaml>(program, text, limits))
  } catch (error) {
    if (error instanceof TookTooLong || error instanceof TookTooMuchMemory) throw unreadable('it is too large')
    if (error instanceof TooBusy) throw busy()
    throw error
  }
}

const unreadable = (why: string) =>
  problem('request.malformed', 400, { detail: `The body is not a readable YAML document: ${why}` })

const busy = () =>
  problem('service.unavailable', 503, { detail: 'Other large imports are being read' }, { 'retry-after': '5' })
