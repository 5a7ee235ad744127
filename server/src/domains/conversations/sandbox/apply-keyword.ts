import type { Keyword } from '../compliance/keyword.ts'
import type { KeywordResult } from '../compliance/apply-keyword.ts'
import { formatHelpReply, formatOptInReply, formatOptOutReply } from '../compliance/keyword-replies.ts'

type Brand = Parameters<typeof formatHelpReply>[0]
type SandboxKeywordCommand = { keyword: Keyword; optedOut: boolean; brand?: Brand }

/** What a keyword orders in a rehearsal: as live, but of a mark on the rehearsal and no list. */
export function applySandboxKeyword({ keyword, optedOut, brand }: SandboxKeywordCommand): (KeywordResult & { optedOut?: boolean }) | undefined {
  if (keyword === 'help') return brand && { events: [], says: formatHelpReply(brand), logged: 'compliance.help' }
  if (keyword === 'stop') {
    if (optedOut) return { events: [] }
    const says = brand && formatOptOutReply(brand)
    return { events: [{ type: 'system', kind: 'optOut' }], says, logged: 'compliance.opt_out', optedOut: true }
  }
  if (!optedOut) return undefined
  const says = brand && formatOptInReply(brand)
  return { events: [{ type: 'system', kind: 'optIn' }], says, logged: 'compliance.opt_in', optedOut: false }
}
