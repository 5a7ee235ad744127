import type { Keyword } from '../compliance/keyword.ts'
import type { Obeyed } from '../compliance/obey.ts'
import { helpWords, startWords, stopWords } from '../compliance/words.ts'

type Brand = Parameters<typeof helpWords>[0]
type Order = { keyword: Keyword; optedOut: boolean; brand?: Brand }

/** What a keyword orders in a rehearsal: as live, but of a mark on the rehearsal and no list. */
export function obeyRehearsed({ keyword, optedOut, brand }: Order): (Obeyed & { optedOut?: boolean }) | undefined {
  if (keyword === 'help') return brand && { events: [], says: helpWords(brand), logged: 'compliance.help' }
  if (keyword === 'stop') {
    if (optedOut) return { events: [] }
    const says = brand && stopWords(brand)
    return { events: [{ type: 'system', kind: 'optOut' }], says, logged: 'compliance.opt_out', optedOut: true }
  }
  if (!optedOut) return undefined
  const says = brand && startWords(brand)
  return { events: [{ type: 'system', kind: 'optIn' }], says, logged: 'compliance.opt_in', optedOut: false }
}
