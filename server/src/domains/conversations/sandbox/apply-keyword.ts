import type { KeywordResult } from '../compliance/apply-keyword.ts'
import type { Keyword } from '../compliance/keyword.ts'
import { formatHelpReply, formatOptInReply, formatOptOutReply } from '../compliance/keyword-replies.ts'

type Brand = Parameters<typeof formatHelpReply>[0]
type SandboxKeywordCommand = { keyword: Keyword; optedOut: boolean; brand?: Brand }

/** What a keyword orders in a rehearsal: as live, but of a mark on the rehearsal and no list. */
export function applySandboxKeyword({
  keyword,
  optedOut,
  brand,
}: SandboxKeywordCommand): (KeywordResult & { optedOut?: boolean }) | undefined {
  if (keyword === 'help') return brand && { events: [], reply: formatHelpReply(brand), logEvent: 'compliance.help' }
  if (keyword === 'stop') {
    if (optedOut) return { events: [] }
    const reply = brand && formatOptOutReply(brand)
    return { events: [{ type: 'system', kind: 'optOut' }], reply, logEvent: 'compliance.opt_out', optedOut: true }
  }
  if (!optedOut) return undefined
  const reply = brand && formatOptInReply(brand)
  return { events: [{ type: 'system', kind: 'optIn' }], reply, logEvent: 'compliance.opt_in', optedOut: false }
}
