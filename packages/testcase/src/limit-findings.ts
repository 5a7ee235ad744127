import type { Finding } from '@parley/findings'

/** A longer list does not help to fix a document; the limit is per code, so that no code hides another. */
const maxPerCode = 20

export function limitFindings(findings: readonly Finding[]): Finding[] {
  const byCode = new Map<string, Finding[]>()
  const seen = new Set<string>()
  for (const finding of findings) {
    const of = byCode.get(finding.code) ?? []
    const key = `${finding.code} ${finding.path}`
    if (of.length < maxPerCode && !seen.has(key)) of.push(finding)
    seen.add(key)
    byCode.set(finding.code, of)
  }
  return [...byCode.values()].flat()
}
